"""Whether an answer speaks to its question."""

from __future__ import annotations

from greenroom.adapters.understanding.composition import parts
from greenroom.adapters.understanding.reader import read_now
from greenroom.app.ports import ReaderInput
from greenroom.assessment.coaching.relevant import RELEVANT
from greenroom.interview.encoding import dumped
from greenroom.interview.reading import Reading

STRENGTH = "What would you call your greatest strength?"


def test_a_reading_says_how_well_the_answer_fits() -> None:
    """A strength fits the question about it, a number of years does not; a bare yes may answer anything."""
    fits, years, bare = (
        read_now(parts(), ReaderInput(text, STRENGTH)).relevance
        for text in ("I stay calm when people shout at me.", "Eight years.", "Yes.")
    )
    assert fits is not None
    assert years is not None
    assert fits > 0 > years
    assert bare is None


def test_a_reading_without_it_is_written_as_before() -> None:
    """Journals that were there before count as many bytes as they had."""
    assert "relevance" not in str(dumped(Reading("words-1", 1.0)))


def test_a_story_that_begins_with_its_circumstances_fits() -> None:
    """The strength stands in the first of four clauses: the mean of them lies near other questions."""
    story = (
        "I would say coordination. On the last project I had nine contractors and three levels of government, and I "
        "made a meeting of thirty minutes every morning, standing, so that the problems came out early."
    )
    found = read_now(parts(), ReaderInput(story, "Your strength?")).relevance
    assert found is not None
    assert found >= RELEVANT


def test_the_place_of_a_turn_in_the_interview_says_nothing() -> None:
    """A question that was asked before is remembered, and read as at first."""
    heard = ReaderInput("Eight years.", STRENGTH)
    assert len({read_now(parts(), heard).relevance for _ in range(2)}) == 1
