"""Whole interviews in Firefox ESR and WebKitGTK: by voice, by keyboard, and without any sound."""

from __future__ import annotations

import pytest
from tests.browsers.conftest import Visit
from tests.browsers.tab import text
from tests.browsers.visitor import Visitor
from tests.e2e import sound

from greenroom.assessment.coaching.rules import WORDS

pytestmark = [pytest.mark.browsers, pytest.mark.slow(3)]

ANSWERS = (
    "My name is Amara, I work as a data engineer, and I am good at making slow reports fast.",
    "Last year I rebuilt the nightly import. It took nine hours and often failed, so I split it "
    "into small steps, and afterwards it took forty minutes.",
)

WENT = [WORDS["went"][case][0] for case in ("strong", "late", "measured", "results", "deeds")]
"""Headings of a report that found something in what was said."""


@pytest.mark.parametrize("browse", ["firefox"], indirect=True)
def test_a_spoken_interview(visit: Visit) -> None:
    """The check page hears the microphone, each spoken answer is understood, everything that the
    interviewer says comes out of the loudspeaker, and the report is there."""
    with visit() as visitor:
        visitor.register()
        visitor.let_be_heard()
        visitor.go_in()
        for answer in ANSWERS:
            visitor.answer_aloud(answer)
        visitor.read_report()
        assert sound.word_error_rate(ANSWERS, answers(visitor)) <= 0.15
        assert_heard(visitor)
        assert text(visitor.tab, "h1") in WENT


def test_a_typed_interview(visit: Visit) -> None:
    """Every answer is typed and sent by keys, the record has the very words, and everything that the
    interviewer says comes out of the loudspeaker."""
    with visit() as visitor:
        visitor.register()
        visitor.choose_typing()
        visitor.go_in()
        for answer in ANSWERS:
            visitor.answer_typed(answer)
        visitor.read_report()
        assert answers(visitor) == list(ANSWERS)
        assert_heard(visitor)


@pytest.mark.parametrize("browse", ["firefox"], indirect=True)
def test_an_interview_without_any_sound_device(visit: Visit) -> None:
    """The check says that there is no microphone; the room opens all the same, the questions can be
    read, a typed answer is taken, and whoever ends the interview early has a report."""
    with visit(sound=False) as visitor:
        visitor.register()
        visitor.find_no_microphone()
        visitor.choose_typing()
        visitor.go_in()
        visitor.answer_typed(ANSWERS[0])
        visitor.end_early()
        visitor.read_report()
        assert answers(visitor) == [ANSWERS[0]]


def answers(visitor: Visitor) -> list[str]:
    return [m["text"] for m in visitor.record()["messages"] if m["kind"] == "answer"]


def assert_heard(visitor: Visitor) -> None:
    """Every utterance came out of the loudspeaker, and what nobody said did not."""
    record = visitor.record()
    assert record["end_reason"] == "completed"
    theirs = [m for m in record["messages"] if m["speaker"] == "interviewer"]
    assert not any(m["interrupted"] for m in theirs)
    heard = [round(visitor.heard(m["text"]), 2) for m in theirs]
    print("\nlikeness of what was played:", heard)
    assert len(heard) >= len(ANSWERS) + 1
    assert min(heard) > sound.HEARD
    assert visitor.heard("Which city would you move to for this work?") < sound.HEARD * 0.8
