"""The one thing to do next, and the advice beside an answer that no rule speaks of."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.assessment.answered import ABOUT, STORY, VIEW, only, record

from greenroom.app.reports.coached import shown
from greenroom.assessment.coaching import coach
from greenroom.assessment.coaching.rules import WORDS, Wordings
from greenroom.assessment.coaching.shapes import (
    Asking,
    Aspect,
    Coached,
    Coaching,
    Finding,
    State,
)
from greenroom.assessment.speech import JournalExtract


def test_the_next_thing_is_the_most_frequent() -> None:
    """Two answers without a result make the result the next thing, on the first of them."""
    answer = "I rewrote the whole form by hand for the team at the front desk there."
    told: Coaching = coach(
        record((STORY, answer), (STORY, answer + " Yes."), (VIEW, "Because of the mail."))
    )
    assert told.next is not None
    assert (told.next.rule, told.again) == ("find-result", 0)
    assert told.next.text.startswith("In two stories we found no result.")


NO_RESULT = "I rewrote the whole form by hand for the team at the front desk there."

LOOSE = "I have been a nurse for eight years and I do nights, mornings, weekends and so on."


def test_what_matters_more_goes_before_what_came_more_often() -> None:
    """A story without a result goes before three loose ends; of loose ends alone there is a count."""
    told = coach(record((STORY, NO_RESULT), *[(ABOUT, LOOSE)] * 3))
    assert told.next is not None
    assert (told.next.rule, told.again) == ("find-result", 0)
    ends = coach(record(*[(ABOUT, LOOSE)] * 3))
    assert ends.next is not None
    assert ends.next.text.startswith("In three of three answers the end was loose.")


def test_what_was_lacking_once_is_told_with_its_words() -> None:
    """One answer is no habit: its question and its words stand there, and no count."""
    told = coach(
        record(
            (STORY, NO_RESULT),
            (VIEW, "With a list, because the phone rings all the time, and I do it every day."),
        )
    )
    assert told.next is not None
    assert told.next.text == (
        f"When you were asked “{STORY}”, you said “I rewrote the whole form by hand for the team at the front "
        "desk there”, and we found no result. End with what was different afterwards."
    )
    assert [quote.message for quote in told.next.quotes] == [1]


def figure_later(first: str) -> Coached:
    asked = "And how did it turn out?"
    answer = "We had thirty returns a week before, and then it was twelve."
    pairs = record((STORY, first), (asked, answer), kinds=("question", "probe"))
    return coach(pairs).answers[0]


def test_a_figure_that_came_later_is_told_to_the_first_answer() -> None:
    """The number that was asked for belongs into the story; a story that has one is not told so."""
    story = "I asked everybody at the till, and they corrected the table in the end."
    late = figure_later(story)
    assert late.step is not None
    assert late.step.rule == "figure-sooner"
    assert late.step.quotes[0].text.endswith("and then it was twelve")
    assert "figure-sooner" not in figure_later(f"{story} That took me four weeks.").steps


AT_LENGTH = "I rewrote the form in May for them, though the price was a late release. " + 10 * (
    "It was a long day for everybody at work there. "
)
ALONE = "In the end we threw away four kilos instead of sixty."
LEANING = "In the end the wait fell from ten days to two."


def test_a_good_story_begins_with_its_result() -> None:
    """Where no step holds: its result first; where it stands there, only practice; without a story the
    advice that stands beside the answer."""
    end = "the wait fell from ten days to two, though the price was a late release"
    late = coach(record((STORY, f"{AT_LENGTH}{ALONE}")))
    assert late.next is not None
    assert late.next.text.endswith("and then tell how you got there.")
    for story in (f"{AT_LENGTH}{LEANING}", f"I rewrote the form in May. {ALONE}"):
        other = coach(record((STORY, story))).next
        assert other is not None
        assert other.rule != "story"
    early = coach(record((STORY, f"I rewrote the form by hand, and in the end {end}.")))
    assert early.next is not None
    assert (early.next.rule, early.again) == ("friend", 0)
    about = coach(
        record(
            (
                ABOUT,
                "I have been a nurse for eight years and I work on a ward for children, because I like them.",
            )
        )
    )
    assert about.next is not None
    assert (about.next.rule, about.again) == ("polish", 0)


@given(
    st.lists(st.tuples(st.sampled_from([STORY, VIEW, ABOUT]), st.text(max_size=200)), max_size=4)
)
def test_the_next_thing_quotes_what_was_said(pairs: list[tuple[str, str]]) -> None:
    """Whatever was said, the one thing to do next quotes words at their places, and its question is one of them."""
    told = coach(record(*pairs))
    assert told.next is not None
    for quote in told.next.quotes:
        assert pairs[quote.message // 2][1][quote.start : quote.end] == quote.text
    assert told.again in {None, *(one.message for one in told.answers)}


def test_advice_names_no_time() -> None:
    """ "Aim for half a minute" was said after forty seconds, and "until it takes a minute" after three."""
    told = [text for one in WORDS["polish"] for text in one["say"]] + list(WORDS["next"].values())
    assert not [text for text in told if re.search(r"\b(?:minutes?|seconds?|hours?)\b", text)]


INTRODUCED = "I am a nurse on a ward for children, and I have been there for eight years."


def test_an_introduction_is_advised_by_its_length() -> None:
    """A long one is told to leave something out, a middling one is not."""
    long, fine = (only(ABOUT, " ".join([INTRODUCED] * n)).step for n in (7, 2))
    assert long is not None
    assert fine is not None
    assert "two facts" in long.text
    assert "would like to do next" in fine.text


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (" I am good at keeping a service calm.", "one time when|one example|who was glad"),
        (" Next I would like to lead a ward.", "Practise"),
        ("", "would like to do next"),
    ],
)
def test_an_introduction_is_advised_by_what_it_has(more: str, wanted: str) -> None:
    """Seven of nine introductions ended with the same step; who says what comes next is not told to say it."""
    told = only(ABOUT, INTRODUCED + more)
    assert told.step is not None
    assert re.search(wanted, told.step.text)


def test_an_introduction_is_praised_for_more_than_its_figure() -> None:
    """All nine were praised for a figure, beside "I am good at finding faults that others have given up on"."""
    told = only(ABOUT, f"{INTRODUCED} I am good at finding faults that others have given up on.")
    assert told.strength is not None
    assert (
        told.strength.quotes[0].text == "I am good at finding faults that others have given up on"
    )


def test_nobody_is_told_to_add_what_is_there() -> None:
    """ "Add one short example" stood beside an example."""
    for state in (State.FOUND, State.UNCLEAR):
        said = Wordings()
        found = {Aspect.ACTION: Finding(state), Aspect.REASON: Finding(state)}
        told = [remark.text for _ in range(9) if (remark := said.polish(Asking.ABOUT, found))]
        assert len(set(told)) == len(told)
        assert not [text for text in told if text.startswith(("Add ", "Let one"))]


def test_where_all_advice_was_given_it_is_said_once() -> None:
    """In a long interview no advice comes twice; where nothing is left the answer says so or has its strength alone."""
    told = coach(record(*[(ABOUT, INTRODUCED)] * 9)).answers
    said = [one.step.text for one in told if one.step is not None]
    assert 0 < len(set(said)) == len(said) < len(told)
    assert all(one.strength for one in told if one.step is None)


def test_in_another_language_no_tip_is_dealt_out() -> None:
    """Beside each German answer stood another general tip, as if it had been found there; an age was praised."""
    plain = "Mit 16 habe ich hier angefangen, und ich kümmere mich am liebsten um die alten Bäume im Park."
    told = coach(record(*[(STORY, plain)] * 9), language="de")
    assert not [one for one in told.answers if one.step or one.strength]
    assert {one.why for one in told.answers} == {"We counted 18 words."}
    assert told.next is not None
    assert told.next.rule == "other"


def test_what_few_answers_lack_gives_way_to_a_story() -> None:
    """Two short answers of five, none of them a story, were the next thing, and the story's result stood at its end. Two
    go before it where the interviewer had more of the talking."""
    view = "With a list, because the phone rings all the time, and I do it every day."
    pairs = ((STORY, f"{AT_LENGTH}{ALONE}"), *[(VIEW, "With a list.")] * 2, *[(VIEW, view)] * 3)
    few = record(*pairs)
    told = coach(few).next
    assert told is not None
    assert (told.rule, coach(few).again) == ("story", 0)
    for message in few["messages"]:
        if message["speaker"] == "interviewer":
            message["ended_ms"] += 1_500
    brief = coach(few).next
    assert brief is not None
    assert brief.rule == "short"
    most = coach(record(pairs[0], *[(VIEW, "With a list.")] * 3)).next
    assert most is not None
    assert most.rule == "short"


def test_an_answer_with_its_result_is_not_asked_for_a_reason() -> None:
    """ "How do you notice?" was answered with a case and what came of it, and "We found no reason" stood there."""
    case = "I called the doctor anyway. In the end it was an infection and he recovered two days later."
    told = only(VIEW, case)
    assert told.findings[Aspect.RESULT].state is State.FOUND
    assert "find-reason" not in told.steps
    assert "reason" not in told.plain()["not_found"]
    without = only(
        VIEW, "In the morning comes the mail, and the calls come right behind it in the afternoon."
    )
    assert "find-reason" in without.steps


@pytest.mark.parametrize(
    "soon",
    ["On Monday the ward was full. ", "I wrote the whole list anew. ", "Ten of us were there. "],
)
def test_a_day_or_a_deed_is_no_late_beginning(soon: str) -> None:
    """A nurse was told to name somebody sooner: a day, a month and a deed are concrete too."""
    day = "It was a very good day for all of us there."
    end = " In all of that time there were ten of us."
    assert "late-fact" in only(ABOUT, f"{' '.join([day] * 4)}{end}").steps
    assert "late-fact" not in only(ABOUT, f"{soon}{' '.join([day] * 4)}{end}").steps
    assert "late-fact" not in only(VIEW, f"{' '.join([day] * 4)}{end}").steps


def test_of_a_few_words_only_the_words_are_missing() -> None:
    """ "We found no number" stood beside a single word."""
    (one,) = shown(coach(record((STORY, "The fault."))).plain())["answers"]
    assert one["step"]["rule"] == "short"
    assert one["without_words"] == ""


def test_a_story_that_is_to_be_told_again_is_told_nothing_else() -> None:
    """Beside it stood "tell this story to a friend", and above it "practise your best story"."""
    story = "I rewrote the form in May, and in the end the wait fell from ten days to two, though the price was a late release."
    told = coach(record((STORY, story), (ABOUT, INTRODUCED)))
    assert told.again == 0
    assert told.answers[0].step is None


@pytest.mark.parametrize(("silences", "next_thing"), [(2, "friend"), (3, "aloud")])
def test_without_stopping_is_for_who_stopped(silences: int, next_thing: str) -> None:
    """ "Until you can tell it without stopping" was said where no pause was measured."""
    story = "I rewrote the form in May, and in the end the wait fell from ten days to two, though the price was a late release."
    begins = [10_000 + 2_000 * n for n in range(silences + 1)]
    heard = JournalExtract(voices=tuple((at, at + 1_000) for at in begins))
    told = coach(record((STORY, story)), heard=heard).next
    assert told is not None
    assert told.rule == next_thing


def test_no_example_is_asked_for_where_one_follows() -> None:
    """ "Name one time when it was hard to keep to this" stood above the answer that names it."""
    view = "I do it with a list on paper because the phone rings all the time, and I asked others."
    first, last = coach(record((VIEW, view), (VIEW, view))).answers
    assert first.step is None
    assert last.step is not None
    assert "one time" in last.step.text
