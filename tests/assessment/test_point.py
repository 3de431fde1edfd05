"""When an answer comes to its point, and which parts of a story it has (R2, R3)."""

from __future__ import annotations

from tests.assessment.spoken import ASKED, record, said

from greenroom.assessment.delivery import measures


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


def test_parts_of_a_story_without_cue_words_are_not_said_to_be_missing() -> None:
    """A result that was told in other words was told: we found no cue words, no more."""
    story = "We had thirty returns a week before, and then it was twelve, so the Mondays were quiet again for us."
    found = measures(record(ASKED, said("candidate", f"{story} {story}", 3_000, 30_000)))[
        "story_parts"
    ]
    assert "Not heard" not in found["sentence"]
    assert "Not found:" in found["sentence"]


def test_who_comes_to_the_point_is_not_told_to() -> None:
    """ "Say first what you did" stood beside 3 of 3 after three seconds."""
    rest = "It was hard for all of us to see it through, and so it went on and on for us all there."
    early = said("candidate", f"I rewrote the import. {rest}", 3_000, 13_000)
    late = said("candidate", f"{rest} I rewrote the import.", 3_000, 33_000) | {"index": 1}
    vague = said("candidate", f"{rest} {rest}", 33_000, 43_000) | {"index": 2}
    for talk, wanted in (((early,), ""), ((late,), "Say first"), ((early, vague), "in each")):
        found = measures(record(ASKED, *talk))["time_to_the_point"]
        told = found["sentence"].partition("longer answers.")[2]
        assert (wanted in told) if wanted else (told == ""), told
