"""What the gate remembers of what was doubtful."""

from __future__ import annotations

from greenroom.turns.cause import TurnCause
from greenroom.turns.decision import Action
from greenroom.turns.doubt import Alternative, Chances
from greenroom.turns.gate import Gate, Verdict
from greenroom.turns.sound import SoundFeatures

SHORT = SoundFeatures(500, 420, -20, -12)


def doubtful(
    gate: Gate, text: str, at_ms: int, *, final: bool = True, near: str | None = None
) -> Verdict:
    """Words that the recogniser does not trust, about a voice of 400 ms that began at `at_ms`."""
    return gate.words_come(
        text,
        at_ms + 900,
        final=final,
        began_ms=at_ms,
        ended_ms=at_ms + 400,
        confidence=0.4,
        alternatives=None if near is None else (Alternative(near, 1.0),),
        measure=lambda *_: SHORT,
    )


def test_who_is_not_heard_says_it_again() -> None:
    """Doubtful words are ignored once; said again at once they interrupt, later they do not (T3)."""
    gate = Gate()
    gate.interviewer_speaks(0)
    assert doubtful(gate, "Hello.", 5_000).decision.cause is TurnCause.UNSURE
    assert doubtful(gate, "Hello.", 6_500).decision.action is Action.INTERRUPT
    assert doubtful(gate, "Hello.", 20_000).decision.cause is TurnCause.UNSURE
    assert doubtful(gate, "Hello.", 23_500).decision.cause is TurnCause.UNSURE


def test_half_an_oh_is_no_call() -> None:
    """ "Oh, okay" is guessed as a "no" twice: that it was a "no" before makes it no call (T1)."""
    gate = Gate()
    gate.interviewer_speaks(0)
    actions = [
        gate.words_come(
            text,
            5_000 + after,
            final=final,
            began_ms=5_000,
            ended_ms=5_700 if final else None,
            confidence=0.7,
            alternatives=(Alternative("No", -0.1), Alternative("Oh", 1.6)),
            chances=Chances(0.68, 0.28, 0.04),
        ).decision.action
        for text, after, final in (
            ("No.", 300, False),
            ("No,", 500, False),
            ("Oh, okay.", 900, True),
        )
    ]
    assert actions == [Action.WAIT, Action.WAIT, Action.IGNORE]


def test_a_first_guess_that_was_likely_a_stop_word_is_remembered() -> None:
    """When the final words are no longer near it, the voice is believed all the same (T3)."""
    gate = Gate()
    gate.interviewer_speaks(0)
    doubtful(gate, "Spike.", 5_000, final=False, near="Stop")
    assert doubtful(gate, "Scythe.", 5_000).decision.action is Action.INTERRUPT
    assert doubtful(gate, "Scythe.", 20_000).decision.cause is TurnCause.UNSURE
