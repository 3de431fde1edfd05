"""The interviewer listens: a question back, a correction of the name, and "can we stop"."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INTRODUCTION = (
    "I work as a nurse on a children's ward, and I am good at calming frightened families."
)
STORY = (
    "Last winter our ward lost track of pain medicine at night, so I built a checklist for the "
    "evening handover and tested it with two colleagues."
)
DETAILS = ("checklist", "handover", "hand over", "medicine", "colleagues")
"""Things of the story, of which a follow-up names one."""
CORRECTION = "No, my name is Hannah."
QUESTION_BACK = "Are you a real person?"
STOP = "Can we stop here, please?"
REGISTERED, NAME = "Amara", "Hannah"
"""The recogniser hears "Hannah" well in this voice; "Dana" comes out as "Donna"."""


def test_a_nurse_corrects_asks_back_and_stops(visit: Visit, speaker: Any) -> None:
    """What is no answer is met and kept as an aside, while the question stays where it is: the right
    name from then on, the truth about who asks, and a good-bye when she wants to stop."""
    with visit() as visitor:
        visitor.open_room()
        corrected = ask(visitor, CORRECTION)
        visitor.answer(INTRODUCTION)
        visitor.answer(STORY)
        truth = ask(visitor, QUESTION_BACK)
        visitor.speak(STOP)
        visitor.page.locator("#primary", has_text="See the report").wait_for(timeout=60_000)
        tape, record = visitor.tape(), visitor.record()

    assert sound.level(tape.microphone) > 0.01
    assert record["end_reason"] == "candidate_ended"
    answers = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
    assert sound.word_error_rate((INTRODUCTION, STORY), answers) <= 0.15
    asides = [m for m in record["messages"] if m["kind"] == "aside"]
    told = [(" ".join(sound.words(m["text"])), m["about"], m["depth"]) for m in asides]
    assert told == [
        ("no my name is hannah", "correct", None),
        ("are you a real person", "process", None),
    ]
    facts = [fact for stage in record["stages"] for fact in stage["facts"].items()]
    assert ("name", NAME) in facts
    assert not [fact for fact in facts if "person" in fact[1] or "stop" in fact[1]]

    theirs = [m for m in record["messages"] if m["speaker"] == "interviewer"]
    greeting, sorry, bridge, follow_up, honest, good_bye = theirs
    kinds = ["question", "reply", "bridge", "probe", "reply", "closing"]
    assert [m["kind"] for m in theirs] == kinds
    assert (sorry["text"], honest["text"]) == (corrected, truth)
    assert sorry["question_id"] == greeting["question_id"]
    assert honest["question_id"] == follow_up["question_id"]
    assert REGISTERED in greeting["text"]
    assert NAME in sorry["text"]
    assert NAME in bridge["text"]
    assert not [m["text"] for m in theirs[1:] if REGISTERED in m["text"]]
    assert any(detail in follow_up["text"].lower() for detail in DETAILS), follow_up["text"]
    assert re.search(r"\b(program|AI)\b", truth)
    assert "good-bye" in good_bye["text"].lower()
    for reply in (corrected, truth):
        assert min(score for score, _ in tape.spoken_of(speaker, reply)) > sound.HEARD


def ask(visitor: Visitor, text: str) -> str:
    """Say it at our turn. The reply is on the page in whole, and under it the question still stands."""
    visitor.cue("turn")
    pending, before = visitor.question.lower(), len(visitor.told("say"))
    visitor.speak(text)
    visitor.until(lambda: len(visitor.told("say")) > before)
    visitor.cue("speaking")
    reply = visitor.told("say")[-1]
    assert reply["kind"] == "reply", reply
    assert visitor.question.lower() == pending
    visitor.cue("turn")
    expect(visitor.page.locator("#said")).to_have_text(reply["text"])
    assert visitor.question.lower() == pending
    return str(reply["text"])
