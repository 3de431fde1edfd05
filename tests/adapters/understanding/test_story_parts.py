"""F18: which part of a story is told in which words, by the trained head."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.adapters.understanding.encoder import load_encoder
from greenroom.adapters.understanding.story_parts import load_story_parts
from greenroom.app.ports import ReaderInput
from greenroom.interview.ledger import ledger
from greenroom.interview.plan import Question, StagePlan
from greenroom.interview.reading import About, Aside, Reading
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.story import ACTION, MEASURABLE_RESULT, RESULT, TRADE_OFF

read = load_story_parts()
embed = load_encoder().embed
STAGE = StagePlan("S", "Story", opening=Question("q", "Tell me about a job you did."), story=True)
NOTHING = Reading("", 1.0)


def heard(*answers: str) -> set[str]:
    """The parts in the ledger after these answers."""
    messages = [
        Message(
            "candidate", "S", "answer", text, 0, 0, told=read(ReaderInput(text, ""), NOTHING, embed)
        )
        for text in answers
    ]
    return {entry.part for entry in ledger(messages, STAGE)}


DEED = "I drew a new plan for the deliveries."


@pytest.mark.parametrize(
    "answer",
    [
        "We handed it over ten days early and the owner ordered a second one.",
        "These days around eighty percent of the office works with it.",
        "It went well in the end: nobody works on Sundays now.",
        "I passed the test with a ninety one.",
        "And it did work, the client stayed for two more years.",
        "Now the tests take four minutes.",
        "She passed.",
    ],
)
def test_everyday_results_are_found(answer: str) -> None:
    """A result needs no word like "result"."""
    assert RESULT in heard(DEED, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Of course that left us no time for anything else.",
        "It was dearer, but it was safer.",
        "We could not manage both, so we let the newsletter go.",
        "The bad side was that the mornings got longer.",
    ],
)
def test_everyday_prices_are_found(answer: str) -> None:
    """What was given up is a trade-off in any words."""
    assert TRADE_OFF in heard(DEED, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "The till went down for two hours and everybody was shouting.",
        "The company is fifty years old.",
        "I am not as experienced as my colleagues, and customers get unfriendly.",
        "We work in three shifts of eight hours.",
        "The lift was broken for a week.",
    ],
)
def test_damage_and_company_facts_are_no_result_and_no_price(answer: str) -> None:
    """Outages, durations and traits are neither."""
    assert not heard(answer) & {RESULT, MEASURABLE_RESULT, TRADE_OFF}


def test_what_we_did_is_no_own_deed() -> None:
    """The team's deed is nobody's own."""
    assert ACTION not in heard("We built a new page for the booking.")
    assert ACTION in heard("I built a new page for the booking.")


def test_recognised_words_read_like_typed_ones() -> None:
    """Without capitals and marks a story still has its deed and its measured end."""
    told = heard(
        "the old oven was slow so i bought a thermometer and wrote down every batch "
        "and now we need twenty minutes less every morning"
    )
    assert {ACTION, RESULT, MEASURABLE_RESULT} <= told


def test_an_aside_tells_nothing() -> None:
    """Words that are no answer are left out."""
    text = "In the end everything arrived on time."
    aside = Aside(About.OFF_SCRIPT, "chat", 0, len(text), 0.9)
    assert read(ReaderInput(text, ""), Reading("", 0.1, asides=(aside,)), embed) == ()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(["I fixed it", "and", "then it ran", ".", "the", "ten", "", "é"])))
def test_places_lie_in_the_text(pieces: list[str]) -> None:
    """Each part has its words, in order; a measured result has a quantity of its own."""
    text = " ".join(pieces).strip()
    told = read(ReaderInput(text, ""), NOTHING, embed)
    assert list(told) == sorted(told, key=lambda part: part.start)
    for part in told:
        assert 0 <= part.start < part.end <= len(text)
        assert 0 < part.sure <= 1
        if part.part == MEASURABLE_RESULT:
            assert QUANTITY.search(text[part.start : part.end])
