"""The one thing to do next, and the advice beside an answer that no rule speaks of."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from tests.assessment.answered import ABOUT, STORY, VIEW, only, record

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


def test_a_good_story_begins_with_its_result() -> None:
    """Where no step holds: its result first; where it stands there, only practice; without a story the
    advice that stands beside the answer."""
    end = "the wait fell from ten days to two, though the price was a late release"
    late = coach(record((STORY, f"I rewrote the form by hand in May. In the end {end}.")))
    assert late.next is not None
    assert late.next.text.endswith("and then tell how it came to it.")
    early = coach(record((STORY, f"I rewrote the form by hand, and in the end {end}.")))
    assert early.next is not None
    assert (early.next.rule, early.again) == ("aloud", 0)
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
    told = [one["say"] for one in WORDS["polish"]] + list(WORDS["next"].values())
    assert not [text for text in told if re.search(r"\b(?:minutes?|seconds?|hours?)\b", text)]


INTRODUCED = "I am a nurse on a ward for children, and I have been there for eight years."


def test_an_introduction_is_advised_by_its_length() -> None:
    """A long one is told to leave something out, a middling one is not."""
    long, fine = (only(ABOUT, " ".join([INTRODUCED] * n)).step for n in (7, 2))
    assert long is not None
    assert fine is not None
    assert long.text.startswith("Keep the two facts")
    assert fine.text.startswith("End an introduction")


def test_nobody_is_told_to_add_what_is_there() -> None:
    """ "Add one short example" stood beside an example."""
    said = Wordings()
    found = {Aspect.ACTION: Finding(State.FOUND), Aspect.REASON: Finding(State.FOUND)}
    told = [remark.text for _ in range(9) if (remark := said.polish(Asking.VIEW, found))]
    assert told
    assert len(set(told)) == len(told)
    assert not [text for text in told if text.startswith(("Add ", "Let one"))]


def test_where_all_advice_was_given_it_is_said_once() -> None:
    """In a long interview no advice comes twice; where nothing is left the answer says so."""
    plain = (
        "Ich arbeite seit langem hier, und ich kümmere mich am liebsten um die alten Bäume im Park."
    )
    told = coach(record(*[(STORY, plain)] * 9), language="de").answers
    said = [one.step.text for one in told if one.step is not None]
    assert len(set(said)) == len(said) < len(told)
    assert {one.why for one in told if one.step is None} == {WORDS["silent"]["nothing"]}
