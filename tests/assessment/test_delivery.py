"""Delivery is measured by formula or not at all (R2, R3)."""

from __future__ import annotations

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
    assert "The longest lasted 2.4 seconds" in found["breaks"]["sentence"]
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
    assert "only for English" in fillers["sentence"]
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
