"""The measure of a judge's steadiness sees what sways a judge, and nothing else."""

from __future__ import annotations

import pytest
from benchmarks.judging import StandIn, steadiness

from greenroom.app.scorecards import rubrics
from greenroom.assessment.transcript import Said, Transcript
from greenroom.testing.ended import STORY

TOLD = Transcript(
    (
        Said(0, False, "Hello Robin. What do you do?", interviewer=True),
        Said(1, True, "My name is Robin, and I look after the stock of a chain of bookshops."),
        Said(2, False, "What are you proud of?", interviewer=True),
        Said(3, True, STORY),
    ),
    "en",
    "Robin",
)
STEADY = {"judged again", "another name"}


@pytest.mark.parametrize(
    ("judge", "unmoved"),
    [
        ("steady", {*STEADY, "shown in reverse", "polite padding", "three times as long", "answers in another order"}),
        ("first", {*STEADY, "three times as long"}),
        ("long", {*STEADY, "shown in reverse", "answers in another order"}),
    ],
)  # fmt: skip
async def test_what_sways_a_judge_is_seen(judge: str, unmoved: set[str]) -> None:
    """A judge that goes by what comes first is moved by order and padding, one that goes by length by
    padding and length, and a steady one by nothing."""
    found = await steadiness(StandIn(judge), rubrics.load("star"), [TOLD])
    assert {row.change for row in found if row.same == row.compared} == unmoved
    assert {row.moved == 0 for row in found if row.change in unmoved} == {True}
