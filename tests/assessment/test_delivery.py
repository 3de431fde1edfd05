"""Delivery is measured by formula or not at all (R2, R3)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from greenroom.app.reports.reporting import heard, markdown, report
from greenroom.assessment.delivery import measures
from greenroom.assessment.heard import Heard
from greenroom.interview.events import AnswerGiven, SpeechStarted, SpeechStopped


def said(speaker: str, text: str, start: int, end: int, kind: str = "answer") -> dict[str, Any]:
    return {
        "index": 0,
        "speaker": speaker,
        "stage": "S",
        "kind": kind,
        "text": text,
        "started_ms": start,
        "ended_ms": end,
        "interrupted": False,
    }


def record(*messages: dict[str, Any]) -> dict[str, Any]:
    return {
        "plan": "p",
        "started_at": "2026-01-01T00:00:00Z",
        "ended_ms": 60_000,
        "candidate": {"name": "Ada", "role": "", "level": ""},
        "stages": [
            {
                "id": "S",
                "entered_ms": 0,
                "left_ms": 60_000,
                "cause": "deadline",
                "forced": True,
                "questions": 1,
                "reprompts": 0,
                "facts": {},
            }
        ],
        "messages": list(messages),
    }


THIRTY = " ".join(["word"] * 28 + ["um", "um"])
ASKED = said("interviewer", "Who are you?", 0, 2_000, "question")


def test_rates_are_words_over_time() -> None:
    """30 words in 15 s are 120 a minute, two fillers in a quarter of a minute are 8 a minute."""
    found = measures(record(ASKED, said("candidate", THIRTY, 3_000, 18_000)))
    assert found["pace"]["value"] == 120
    assert found["fillers"]["value"] == 8.0
    assert found["response_latency"]["value"] == 1.0
    assert found["answer_length"]["value"] == 15
    assert found["talk_ratio"]["value"] == 88


def test_voice_times_give_pauses_and_a_truer_pace() -> None:
    """Pauses are silences inside an answer; the pace counts only time with voice."""
    answer = said("candidate", THIRTY, 3_000, 18_000)
    found = measures(
        record(ASKED, answer), Heard([(3_000, 8_000), (8_200, 10_000), (13_000, 18_000)])
    )
    assert found["pauses"]["value"] == 1
    assert "3.0 seconds" in found["pauses"]["sentence"]
    assert found["pace"]["value"] == round(30 * 60 / 11.8)


def test_the_point_is_the_first_deed_result_or_amount() -> None:
    """Ten of twenty words before the first sentence of substance ends, in twenty seconds: ten."""
    talk = "Well, that is a nice question. I rewrote the import. "
    rest = "It was hard for all of us to see it through."
    answer = said("candidate", talk + rest, 3_000, 23_000)
    found = measures(record(ASKED, answer))["time_to_the_point"]
    assert (found["value"], found["unit"]) == (10, "seconds")
    assert found["sentence"].startswith("1 of 1 longer answers")


def test_without_a_point_there_is_no_time_to_it() -> None:
    """An answer that names nothing definite, a short one, and another language have no such time."""
    vague = " ".join(["That is a very good question and it is not so easy to say."] * 3)
    for text, tongue in ((vague, "en"), ("I rewrote the import.", "en"), (vague, "de")):
        answer = said("candidate", text, 3_000, 23_000)
        assert measures(record(ASKED, answer), tongue=tongue)["time_to_the_point"]["value"] is None


def test_too_little_gives_no_number() -> None:
    """Under twenty words there is a reason instead of a rate; typed answers have no speed."""
    for answer in (
        said("candidate", "Hello there.", 3_000, 4_000),
        said("candidate", THIRTY, 5, 5),
    ):
        found = measures(record(ASKED, answer))
        assert found["pace"]["value"] is None
        assert "words" in found["pace"]["not_scored"]


def test_nothing_is_judged() -> None:
    """Without a model nothing is scored, and the report says so."""
    told = report(record(ASKED))
    assert told["strengths"] == told["improvements"] == told["question_feedback"] == []
    assert "counted or measured" in told["not_scored"][0]


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
        found = measures(record(ASKED, answer), heard([event]))
        marked = "the words of 1 of 1 answers were uncertain"
        assert (marked in found["pace"]["sentence"]) is rough
        assert marked not in found["answer_length"]["sentence"]


def test_voices_come_from_the_journal() -> None:
    """Voice activity is a pair of events; an unfinished one counts for nothing."""
    events = [SpeechStarted(5, 1), SpeechStopped(9, 8), SpeechStarted(12, 11)]
    assert heard(events).voices == ((1, 8),)


@given(
    st.lists(
        st.tuples(st.text(max_size=80), st.integers(0, 10**6), st.integers(0, 10**5)), max_size=6
    ),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=5),
)
def test_any_record_is_measured_or_excused(
    answers: list[tuple[str, int, int]], spans: list[tuple[int, int]]
) -> None:
    """Whatever was said, every measure has a value or a reason."""
    told = measures(
        record(*(said("candidate", t, a, a + b) for t, a, b in answers)), Heard(sorted(spans))
    )
    assert all((m["value"] is None) == ("not_scored" in m) for m in told.values())
