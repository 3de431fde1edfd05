"""Delivery is measured by formula or not at all (R2, R3)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.reporting import LINGERING_MS, heard, report
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
    assert found["speech_rate"]["value"] == 120
    assert found["fillers"]["value"] == 8.0
    assert found["response_latency"]["value"] == 1.0
    assert found["answer_length"]["value"] == 15
    assert found["talk_ratio"]["value"] == 88


def test_what_was_said_to_a_greeting_is_no_answer_that_is_counted() -> None:
    """It is heard and measured, but nobody would count it among their answers."""
    greeting = said("interviewer", "Hello. Shall we begin?", 0, 1_000, "greeting")
    ready = said("candidate", "Yes, let us begin.", 1_500, 2_500)
    asked = said("interviewer", "Who are you?", 3_000, 4_000, "question")
    found = measures(record(greeting, ready, asked, said("candidate", THIRTY, 5_000, 20_000)))
    assert found["answers"]["value"] == 1
    assert "have 30 words" in found["answers"]["sentence"]


def test_voice_times_give_pauses_and_both_rates() -> None:
    """Pauses are silences inside a turn. They are in the speech rate and not in the articulation rate."""
    answer = said("candidate", THIRTY, 3_000, 18_000)
    found = measures(
        record(ASKED, answer), Heard([(3_000, 8_000), (8_200, 10_000), (13_000, 18_000)])
    )
    assert found["pauses"]["value"] == 1
    assert "3.0 seconds" in found["pauses"]["sentence"]
    assert found["speech_rate"]["value"] == 120
    assert found["articulation_rate"]["value"] == round(30 * 60 / 12)  # a gap of 0.2 s is no pause


def test_a_turn_of_breaks_is_not_called_unbroken() -> None:
    """Breaks of 2.4 s that each ended a turn were told as "0 pauses. You spoke without a break."."""
    half = " ".join(["word"] * 15)
    talk = [
        ASKED,
        said("candidate", half, 3_000, 8_000),
        said("candidate", half, 10_400, 15_000),
        said("interviewer", "I see. And", 17_400, 18_400, "probe") | {"interrupted": True},
        said("candidate", half, 18_300, 23_000),
        said("interviewer", "What came of it?", 24_500, 26_000, "question"),
    ]
    voices = [(3_000, 8_000), (10_400, 15_000), (18_300, 23_000)]
    found = measures(record(*talk), Heard(voices))
    assert found["pauses"]["value"] == 1
    assert "2.4 seconds" in found["pauses"]["sentence"]
    assert found["breaks"]["value"] == 2
    assert "The longest lasted 2.4 seconds" in found["breaks"]["sentence"]
    assert "we had not waited long enough" in found["breaks"]["sentence"]
    without = measures(record(*talk[:2], *talk[5:]), Heard(voices))["pauses"]
    assert without["value"] is None or "without a break" not in without["sentence"]


def test_a_rate_without_pauses_is_not_called_the_pace() -> None:
    """Without its pauses an answer had 219 words a minute, and that was compared with a band that counts
    pauses in; with them it had 194. Both have their name, their band and its source."""
    text = " ".join(["word"] * 97)
    answer = said("candidate", text, 3_000, 33_000)
    found = measures(record(ASKED, answer), Heard([(3_000, 16_000), (19_400, 33_000)]))
    assert found["speech_rate"]["value"] == 194
    assert "110 to 190" in found["speech_rate"]["sentence"]
    assert "Tauroza and Allison (1990)" in found["speech_rate"]["definition"]
    assert found["articulation_rate"]["value"] == 219
    assert "125 to 215" in found["articulation_rate"]["sentence"]
    assert "Amir (2016)" in found["articulation_rate"]["definition"]
    assert "pace" not in found
    german = measures(record(ASKED, answer), language="de")["speech_rate"]
    assert "190" not in german["sentence"]


def test_fillers_are_compared_with_their_source() -> None:
    """Five a minute did not bother listeners, twelve did (Laske and DiGennaro Reed 2024)."""
    for ums, words in ((5, "did not bother"), (8, "not known"), (12, "less effective")):
        text = " ".join(["um"] * ums + ["word"] * 60)
        found = measures(record(ASKED, said("candidate", text, 3_000, 63_000)))["fillers"]
        assert found["value"] == ums
        assert words in found["sentence"]
        assert "Laske and DiGennaro Reed (2024)" in found["definition"]


def test_fillers_of_another_language_are_counted_and_not_compared() -> None:
    """A gardener who spoke German was told what bothers listeners of English, and that "um" was listed."""
    text = " ".join(["ähm"] * 8 + ["Wort"] * 60)
    found = measures(record(ASKED, said("candidate", text, 3_000, 63_000)), language="de")
    fillers = found["fillers"]
    assert fillers["value"] == 8.0
    assert "English alone" in fillers["sentence"]
    assert "bother listeners," not in fillers["sentence"]
    assert "um, uh" not in fillers["definition"]
    studies = ("Laske", "Tauroza", "Amir", "range")
    assert not [one for m in found.values() for one in studies if one in m.get("definition", "")]


def test_a_bare_no_is_an_answer_where_we_do_not_read_the_language() -> None:
    """ "Is" and "not" are words of other languages too."""
    pairs = record(ASKED, said("candidate", "No.", 3_000, 4_000))
    assert measures(pairs, language="de")["answers"]["value"] == 1
    assert not measures(pairs)["answers"]["value"]


def question(at: int, text: str = "And then?", kind: str = "question") -> dict[str, Any]:
    return said("interviewer", text, at, at + 1_000, kind) | {"question_id": f"q{at}"}


def test_a_continued_answer_is_one() -> None:
    """Two questions were answered in five pieces, and told as five answers: pieces without anything
    between, after a reminder, and after words of ours that the candidate talked through."""
    words = "we moved the ledger in eleven weeks"
    talk = [
        question(0),
        said("candidate", words, 2_000, 4_000),
        said("candidate", words, 5_000, 7_000),
        said("interviewer", "Take your time.", 17_000, 18_000, "reprompt"),
        said("candidate", words, 19_000, 21_000),
        question(30_000),
        said("candidate", words, 32_000, 34_000),
        question(36_000) | {"interrupted": True},
        said("candidate", words, 36_600, 39_000),
    ]
    found = measures(record(*talk))
    assert (found["answers"]["value"], found["answers"]["unit"]) == (2, "answers")
    assert found["answer_length"]["value"] == 6  # the median of 7 and 4.4


def test_a_typed_late_rest_belongs_to_its_question() -> None:
    """An answer that names the question under which it was begun is part of that answer."""
    talk = [
        question(0),
        said("candidate", "one", 2_000, 4_000),
        question(6_000),
        said("candidate", "two", 9_000, 9_000) | {"question_id": "q0"},
        said("candidate", "three", 10_000, 12_000),
    ]
    assert measures(record(*talk))["answers"]["value"] == 2


def test_time_asked_for_is_no_latency() -> None:
    """Who asks for a minute and takes forty seconds did not hesitate for forty seconds; the notice and
    the reminder in between change nothing."""
    words = "we moved the ledger in eleven weeks"
    quick = [question(0), said("candidate", words, 3_000, 6_000)]
    slow = [
        question(10_000),
        said("candidate", "Give me a minute.", 12_000, 13_000, "thinking"),
        said("interviewer", "Of course.", 14_000, 15_000, "notice"),
        said("candidate", words, 55_000, 60_000),
    ]
    found = measures(record(*quick, *slow))["response_latency"]
    assert found["value"] == 2.0
    assert "1 answer is not counted: you had asked for time." in found["sentence"]
    alone = measures(record(*slow))["response_latency"]
    assert alone["value"] is None
    assert "asked for time" in alone["not_scored"]
    reminded = said("interviewer", "Ready when you are.", 40_000, 41_000, "reprompt")
    assert measures(record(*slow[:3], reminded, slow[3]))["response_latency"]["value"] is None


def test_who_is_talked_over_is_not_at_fault() -> None:
    """The interviewer began while the candidate spoke, and so early that the answer went on: both are
    told as our fault. A candidate who breaks into a question that was well under way is not counted."""
    words = "we moved the ledger in eleven weeks"
    talk = [
        question(0),
        said("candidate", words, 2_000, 9_000),
        question(8_000),
        said("candidate", words, 10_000, 14_000),
        question(15_500) | {"interrupted": True},
        said("candidate", words, 16_100, 20_000),
        said("interviewer", "A long question " * 6, 24_000, 30_000, "question")
        | {"interrupted": True, "question_id": "q"},
        said("candidate", words, 29_000, 33_000),
    ]
    found = measures(record(*talk))["overlap"]
    assert found["value"] == 2
    assert "our fault, not yours" in found["sentence"]
    none = measures(record(talk[0], talk[1]))["overlap"]
    assert none["value"] == 0
    assert "fault" not in none["sentence"]


def test_the_point_is_the_first_deed_result_or_amount() -> None:
    """At the eighth of twenty words it is named, in twenty seconds: eight."""
    talk = "Well, that is a nice question. I rewrote the import. "
    rest = "It was hard for all of us to see it through."
    answer = said("candidate", talk + rest, 3_000, 23_000)
    found = measures(record(ASKED, answer))["time_to_the_point"]
    assert (found["value"], found["unit"]) == (8, "seconds")
    assert found["sentence"].startswith("We found the point in 1 of 1 longer answers")


def test_a_long_sentence_is_not_waited_for() -> None:
    """The figure stands among the first words, whatever follows it in the same sentence."""
    rest = "and in all that time the days were long and the nights were short and it was good"
    answer = said("candidate", f"I have fifteen years of it {rest}", 0, 24_000)
    assert measures(record(ASKED, answer))["time_to_the_point"]["value"] <= 6


def test_without_a_point_there_is_no_time_to_it() -> None:
    """An answer that names nothing definite, a short one, and another language have no such time."""
    vague = " ".join(["That is a very good question and it is not so easy to say."] * 3)
    for text, language in ((vague, "en"), ("I rewrote the import.", "en"), (vague, "de")):
        answer = said("candidate", text, 3_000, 23_000)
        assert (
            measures(record(ASKED, answer), language=language)["time_to_the_point"]["value"] is None
        )


def test_too_little_gives_no_number() -> None:
    """Under twenty words there is a reason instead of a rate; typed answers have no speed."""
    for answer in (
        said("candidate", "Hello there.", 3_000, 4_000),
        said("candidate", THIRTY, 5, 5),
    ):
        found = measures(record(ASKED, answer))
        assert found["speech_rate"]["value"] is None
        assert "words" in found["speech_rate"]["not_scored"]


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
        assert (marked in found["speech_rate"]["sentence"]) is rough
        assert marked not in found["answer_length"]["sentence"]


def test_voices_come_from_the_journal() -> None:
    """Voice activity is a pair of events; an unfinished one counts for nothing. The detector hears a voice a
    little too long, and that is taken off."""
    events = [SpeechStarted(5, 1), SpeechStopped(900, 800), SpeechStarted(912, 911)]
    assert heard(events).voices == ((1, 800 - LINGERING_MS),)


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


def test_half_a_second_is_not_none() -> None:
    """A word takes a moment, and one second is no plural."""
    found = measures(record(ASKED, said("candidate", "Electrician.", 3_000, 3_400)))[
        "answer_length"
    ]
    assert (found["value"], found["unit"]) == (0.4, "seconds of speech")
    assert found["sentence"] == "The shortest took 0.4 seconds and the longest 0.4 seconds."
    found = measures(record(ASKED, said("candidate", "An electrician.", 3_000, 4_000)))[
        "answer_length"
    ]
    assert (found["value"], found["unit"]) == (1, "second of speech")


def test_parts_of_a_story_without_cue_words_are_not_said_to_be_missing() -> None:
    """A result that was told in other words was told: we found no cue words, no more."""
    story = "We had thirty returns a week before, and then it was twelve, so the Mondays were quiet again for us."
    found = measures(record(ASKED, said("candidate", f"{story} {story}", 3_000, 30_000)))[
        "story_parts"
    ]
    assert "Not heard" not in found["sentence"]
    assert "Not found:" in found["sentence"]
