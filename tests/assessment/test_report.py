"""What a report takes from the journal, and what it says without a model (R2, R3)."""

from __future__ import annotations

from tests.assessment.spoken import ASKED, THIRTY, record, said

from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.reporting import LINGERING_MS, journal_extract, report
from greenroom.assessment.delivery import measures
from greenroom.interview.events import AnswerGiven, SpeechStarted, SpeechStopped


def test_nothing_is_judged() -> None:
    """Without a model nothing is scored, and the report says so."""
    told = report(record(ASKED))
    assert told["strengths"] == told["improvements"] == told["question_feedback"] == []
    assert "counted and measured" in told["not_scored"][0]


def test_candidates_words_stay_words() -> None:
    """Markup in an answer is shown, not obeyed."""
    hostile = record(ASKED, said("candidate", "<script>x</script> [a](b) `c`", 3_000, 4_000))
    written = markdown(hostile, report(hostile))
    assert "<script>" not in written
    assert "[a](b)" not in written


def test_words_that_were_guessed_are_marked() -> None:
    """A measure that rests on uncertain words says so; one of times alone does not. Typed words are
    certain, and so are those of a recogniser that does not say (LiveKit's 0)."""
    answer = said("candidate", THIRTY, 3_000, 18_000)
    for typed, sure, rough in ((False, 0.3, True), (True, 0.3, False), (False, 0.0, False)):
        event = AnswerGiven(19_000, f"{THIRTY} ", 3_000, 18_000, typed=typed, confidence=sure)
        found = measures(record(ASKED, answer), journal_extract([event]))
        marked = "not sure of the words of 1 of 1 answers"
        assert (marked in found["speech_rate"]["sentence"]) is rough
        assert marked not in found["answer_length"]["sentence"]


def test_voices_come_from_the_journal() -> None:
    """Voice activity is a pair of events; an unfinished one counts for nothing. The detector hears a voice a
    little too long, and that is taken off."""
    events = [SpeechStarted(5, 1), SpeechStopped(900, 800), SpeechStarted(912, 911)]
    assert journal_extract(events).voices == ((1, 800 - LINGERING_MS),)
