"""Delivery is measured by formula or not at all (R2, R3)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.assessment.spoken import ASKED, THIRTY, record, said

from greenroom.assessment.delivery import measures
from greenroom.assessment.speech import JournalExtract


def test_rates_are_words_over_time() -> None:
    """30 words in 15 s are 120 a minute, two fillers in a quarter of a minute are 8 a minute."""
    found = measures(record(ASKED, said("candidate", THIRTY, 3_000, 18_000)))
    assert found["speech_rate"]["value"] == 120
    assert found["fillers"]["value"] == 8.0
    assert found["response_latency"]["value"] == 1.0
    assert found["answer_length"]["value"] == 15
    assert found["talk_ratio"]["value"] == 88


def test_voice_times_give_pauses_and_both_rates() -> None:
    """Pauses are silences inside a turn. They are in the speech rate and not in the articulation rate."""
    answer = said("candidate", THIRTY, 3_000, 18_000)
    found = measures(
        record(ASKED, answer), JournalExtract([(3_000, 8_000), (8_200, 10_000), (13_000, 18_000)])
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
    found = measures(record(*talk), JournalExtract(voices))
    assert found["pauses"]["value"] == 1
    assert "2.4 seconds" in found["pauses"]["sentence"]
    assert found["breaks"]["value"] == 2
    assert "The longer lasted 2.4 seconds" in found["breaks"]["sentence"]
    assert "we had not waited long enough" in found["breaks"]["sentence"]
    without = measures(record(*talk[:2], *talk[5:]), JournalExtract(voices))["pauses"]
    assert without["value"] is None or "without a break" not in without["sentence"]


def test_a_rate_without_pauses_is_not_called_the_pace() -> None:
    """Without its pauses an answer had 219 words a minute, and that was compared with a band that counts
    pauses in; with them it had 194. Both have their name, their band and its source."""
    text = " ".join(["word"] * 97)
    answer = said("candidate", text, 3_000, 33_000)
    found = measures(record(ASKED, answer), JournalExtract([(3_000, 16_000), (19_400, 33_000)]))
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
    assert "Only for English" in fillers["sentence"]
    assert "bother listeners," not in fillers["sentence"]
    assert "um, uh" not in fillers["definition"]
    studies = ("Laske", "Tauroza", "Amir", "range")
    assert not [one for m in found.values() for one in studies if one in m.get("definition", "")]


def test_too_little_gives_no_number() -> None:
    """Under twenty words there is a reason instead of a rate; typed answers have no speed."""
    for answer in (
        said("candidate", "Hello there.", 3_000, 4_000),
        said("candidate", THIRTY, 5, 5),
    ):
        found = measures(record(ASKED, answer))
        assert found["speech_rate"]["value"] is None
        assert "words" in found["speech_rate"]["not_scored"]


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
        record(*(said("candidate", t, a, a + b) for t, a, b in answers)),
        JournalExtract(sorted(spans)),
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


def test_greeting_and_good_bye_are_no_part_of_the_talk() -> None:
    """Their time is ours alone; and who talks most is not told to talk more."""
    hello = said("interviewer", "Hello.", 0, 7_000, "greeting") | {"stage": "GREETING"}
    reply = said("interviewer", "It is.", 8_000, 9_000, "reply") | {"stage": "GREETING"}
    bye = said("interviewer", "Good-bye.", 30_000, 39_000, "closing")
    asked = said("interviewer", "Who are you?", 10_000, 12_000, "question") | {"question_id": "q"}
    answer = said("candidate", THIRTY, 13_000, 28_000)
    found = measures(record(hello, reply, asked, answer, bye))["talk_ratio"]
    assert found["value"] == 88
    assert "should" not in found["sentence"]
    short = measures(record(asked, said("candidate", "Me.", 13_000, 14_000)))["talk_ratio"]
    assert "should do most of the talking" in short["sentence"]


def test_what_is_shorter_than_a_second_is_told_in_tenths() -> None:
    """Half of the answers took 0.7 seconds, and 1 second was told."""
    found = measures(record(ASKED, said("candidate", "Fault finding.", 3_000, 3_720)))
    assert (found["answer_length"]["value"], found["answer_length"]["unit"]) == (
        0.7,
        "seconds of speech",
    )


def test_what_is_no_answer_moves_no_measure() -> None:
    """The shortest answer of the nurse was "No, thank you.", and the middle one was too short by that."""
    asked = said("interviewer", "Who are you?", 0, 2_000, "question") | {"question_id": "q"}
    answer = said("candidate", THIRTY, 3_000, 18_000)
    more = said("interviewer", "Any questions?", 20_000, 21_000, "question") | {"question_id": "r"}
    no = said("candidate", "No, thank you.", 25_000, 26_000)
    one, both = (measures(record(*talk)) for talk in ((asked, answer), (asked, answer, more, no)))
    for name in ("answer_length", "response_latency", "speech_rate"):
        assert both[name]["value"] == one[name]["value"], name
    assert both["answer_length"]["sentence"].startswith("The shortest took 15 seconds")


def test_a_correction_begins_without_a_filler() -> None:
    """ "Actually, my name is Ffion, not Fiona." was heard as a filler; "actually" inside of a sentence is one."""
    rest = " ".join(["word"] * 30)
    texts = ("Actually, my name is Ffion, not Fiona. ", "It was, actually, a quiet ward. ")
    counts = [
        measures(record(ASKED, said("candidate", text + rest, 3_000, 63_000)))["fillers"]["value"]
        for text in texts
    ]
    assert counts == [0.0, 1.0]


def hurt(index: int, kind: str, speaker: str, text: str) -> dict[str, Any]:
    message = said(speaker, text, 20_000 * index, 20_000 * index + 9_000, kind)
    named = "q0" if index < 2 else "q2"
    return message | {"index": index, "question_id": named if speaker == "interviewer" else None}


def test_nothing_is_measured_of_a_hard_part() -> None:
    """The answer beside "my mother died" was counted, its price was the only one, and our condolences were in the share."""
    talk = [
        hurt(0, "question", "interviewer", "What happened?"),
        hurt(1, "answer", "candidate", f"I rewrote the form. {THIRTY}"),
        hurt(2, "question", "interviewer", "What did you give up?"),
        hurt(
            3, "aside", "candidate", "I'm sorry, my mother died last week and I can't stop crying."
        ),
        hurt(4, "reply", "interviewer", "I am very sorry."),
        hurt(5, "answer", "candidate", f"It cost me my Sundays. {THIRTY}"),
    ]
    found, before = measures(record(*talk)), measures(record(*talk[:3]))
    for name in ("answers", "answer_length", "speech_rate", "time_to_the_point", "fillers"):
        assert found[name]["value"] == before[name]["value"], name
    for name in ("talk_ratio", "story_parts"):
        assert found[name]["value"] is None
        assert "hard" in found[name]["not_scored"]
    left_out = "What you answered to the question where it was hard is not counted."
    assert found["answers"]["sentence"].endswith(left_out)
    assert left_out not in before["answers"]["sentence"]


def test_an_interview_that_was_stopped_has_no_share() -> None:
    """Half of one says nothing of who talked, nor of what a story lacks."""
    whole = record(ASKED, said("candidate", THIRTY, 3_000, 18_000))
    for name in ("talk_ratio", "story_parts"):
        assert measures(whole)[name]["value"] is not None
        stopped = measures(whole | {"end_reason": "candidate_ended"})[name]
        assert "You stopped before the end" in stopped["not_scored"]
