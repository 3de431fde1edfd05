"""A request to a silent interviewer that the recogniser wrote as something else."""

from __future__ import annotations

import pytest

from greenroom_turns import language
from greenroom_turns.gate import Gate, Verdict
from greenroom_turns.interruption import Action
from greenroom_turns.spoken import Alternative, Chances


def heard(
    text: str,
    other: tuple[str, float],
    *,
    sure: float = 0.5,
    call: float = 0.9,
    final: bool = True,
    speaking: bool = False,
) -> Verdict:
    gate = Gate()
    if speaking:
        gate.interviewer_speaks(0)
    return gate.words_come(
        text,
        12_000,
        final=final,
        began_ms=10_000,
        ended_ms=11_500,
        confidence=sure,
        alternatives=(Alternative("Cool", -0.9), Alternative(*other)),
        chances=Chances(0.01, call, 0.99 - call),
    )


REPHRASE = ("Could you rephrase that", 3.0)


def test_a_request_that_sounds_like_one_is_made() -> None:
    """By its alternatives and its sound "cut your mis-rase hat" asks for other words (F9)."""
    verdict = heard("Cut your mis-rase hat.", REPHRASE)
    assert (verdict.decision.action, verdict.decision.cause) == (Action.ANSWER, "like_request")
    assert verdict.text == "Could you rephrase that"
    assert verdict.spoken.text == "Cut your mis-rase hat."


@pytest.mark.parametrize(
    ("other", "how"),
    [
        (("Could you rephrase that", 4.5), {}),
        (REPHRASE, {"call": 0.7}),
        (REPHRASE, {"sure": 0.9}),
        (REPHRASE, {"final": False}),
        (("I missed that", 1.0), {"call": 0.95}),
        (("One second", 1.0), {"call": 0.98}),
        (("Let's end the interview", 1.0), {"call": 0.98}),
    ],
)
def test_an_answer_stays_an_answer(other: tuple[str, float], how: dict[str, float]) -> None:
    """If a request is far, does not sound like one, the words are certain or not final, it is short and
    not all but surely one, or would end the interview (T2)."""
    verdict = heard("I missed her, Ned.", other, **how)  # type: ignore[arg-type]
    assert (verdict.decision.cause, verdict.text) == ("interviewer_silent", "I missed her, Ned.")


def test_a_request_as_it_was_written_is_left_alone() -> None:
    """Though another is likelier (F9)."""
    verdict = heard("Can you repeat that?", ("Can you rephrase that", -0.1))
    assert (verdict.decision.cause, verdict.text) == ("interviewer_silent", "Can you repeat that?")


def test_over_the_interviewer_it_interrupts_with_its_own_words() -> None:
    """They are of no consequence there (T3)."""
    verdict = heard("Cut your mis-rase hat.", REPHRASE, speaking=True)
    assert (verdict.decision.action, verdict.decision.meant) == (Action.INTERRUPT, None)


def test_every_request_is_understood() -> None:
    """Each that a recogniser is led along asks for what its phrase asks for; none asks for the end."""
    requests = language.requests("en")
    assert {"can you repeat that", "let's skip this one", "give me a minute"} <= set(requests)
    assert [r for r in requests if not language.is_request(r)] == []
    assert not language.is_request("let's end the interview")
