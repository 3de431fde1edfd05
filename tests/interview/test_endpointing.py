"""How long a silence ends an answer (T8)."""

import pytest

from greenroom.interview.endpointing import delay_after_sentence, endpointing_delay
from greenroom.interview.events import AnswerGiven, PaceSet
from greenroom.interview.plan import InterviewPlan, Question, StagePlan
from greenroom.testing.playbook import Playbook

ASKED = Question("q", "What do you do all day?")
PLAN = InterviewPlan("post", "Post", (StagePlan("work", "Work", opening=ASKED),))


@pytest.mark.parametrize(
    ("kind", "pace", "words", "expected"),
    [
        ("open", "normal", "I sort the parcels.", 2_000),
        ("open", "normal", "I sort the parcels, and", 3_000),
        ("open", "quick", "I sort the parcels.", 1_000),
        ("open", "unhurried", "I sort the parcels.", 3_000),
        ("open", "unhurried", "I sort the parcels and", 4_000),
        ("yesno", "normal", "There is a lift.", 1_000),
        ("yesno", "normal", "There is a lift but", 2_000),
        ("open", "normal", "Yes, please.", 1_000),
        ("open", "normal", "Could you repeat the question?", 1_000),
        ("open", "normal", "Let me think for a moment.", 1_000),
        ("open", "normal", "I sort the parcels, and that's all from me.", 500),
        ("open", "normal", "I sort them by street. That's it.", 500),
        ("yesno", "quick", "Yes.", 500),
        ("open", "normal", "", 2_000),
    ],
)
def test_the_wait_is_a_table(kind, pace, words, expected):
    """What was asked, what was said, and the pace say how long is waited."""
    assert endpointing_delay(words, delay_after_sentence(kind, 2_000, pace), "en") == expected


def test_the_pace_is_set_by_the_page():
    """The engine keeps the pace that the candidate chose."""
    book = Playbook(PLAN).candidate_joins().at("0:05")
    assert book.post(PaceSet(book.now, "quick")).state.pace == "quick"


@pytest.mark.parametrize(
    "words", ["Please give me more time.", "Don't rush me.", "Take your time."]
)
def test_the_pace_is_set_by_voice(words):
    """Who asks for more time is waited for longer, and then longest, and gets a minute now."""
    book = Playbook(PLAN).candidate_joins().at("0:05").post(PaceSet(5_000, "quick"))
    for expected in ("normal", "unhurried", "unhurried"):
        book.post(AnswerGiven(book.now, words, book.now, book.now))
        assert book.state.pace == expected
        assert expected != "normal" or book.state.grant_until is not None
    assert not any(message.kind == "answer" for message in book.state.transcript.messages)
