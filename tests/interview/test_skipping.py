"""F20: a skip leaves the question, then the stage; what was answered before it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.interview.gardens import FIRST, LAST, PLAN, pending, play, says, theirs

from greenroom.interview.causes import Cause
from greenroom.interview.events import SpokenCommand
from greenroom.interview.plan import Candidate, Probe, Question
from greenroom.testing.playbook import Playbook

PROBED = replace(
    FIRST,
    story=True,
    bank=(Question("f2", "What would you change about it?"),),
    probes=(Probe("p1", "How did it begin?", (1,)),),
)


def test_a_skip_is_for_the_question() -> None:
    """By voice or by button; the second one is for the part."""
    book = says(play(), "Next question please.")
    assert pending(book) == "f2"
    book.candidate_commands(SpokenCommand.SKIP).at("0:40")
    assert book.state.log.id == "LAST"
    assert book.state.transcript.stages[0].cause is Cause.CANDIDATE_SKIPPED


@pytest.mark.parametrize("text", ["Skip this part.", "Can we skip this part please?"])
def test_the_part_is_skipped_by_name(text: str) -> None:
    """Who says "part" means it."""
    assert says(play(), text).state.log.id == "LAST"


def test_a_last_question_is_skipped_with_its_stage() -> None:
    """Where nothing is left to ask, the first skip goes on to the next stage."""
    book = Playbook(replace(PLAN, stages=(replace(FIRST, bank=()), LAST)), Candidate("Ada"))
    book.candidate_joins().at("0:06").candidate_commands(SpokenCommand.SKIP).at("0:12")
    assert book.state.log.id == "LAST"


def test_what_was_answered_is_assessed_before_it_is_skipped() -> None:
    """A skip over the interviewer's thinking loses no answer."""
    book = play()
    book.candidate_types("I planted roses behind the mill.")
    book.candidate_commands(SpokenCommand.SKIP).at("0:20")
    assert theirs(book)[0].depth is not None
    assert pending(book) == "f2"


def test_a_story_that_nobody_told_has_no_follow_ups() -> None:
    """Who skips "tell me of a garden" is not asked what they would change about it."""
    book = Playbook(replace(PLAN, stages=(PROBED, LAST)), Candidate("Ada"))
    book.candidate_joins().at("0:06").candidate_commands(SpokenCommand.SKIP).at("0:12")
    assert book.state.log.id == "LAST"
