"""What counts as a figure or a thing, and which words are quoted for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.assessment.answered import ABOUT, DEED, STORY, VIEW, only, record

from greenroom.assessment.coaching import coach, concrete
from greenroom.assessment.coaching.quoting import LONGEST_QUOTE
from greenroom.assessment.coaching.shapes import (
    Aspect,
    State,
)

MEASURED = (
    "the wait fell from ten days to two",
    "we packed twenty a day",
    "it was done within a day",
    "at 40 % of the cost",
    "every order went out by eight in the morning, 400 of them",
)

WHEN = (
    "every order went out by eight in the morning",
    "I want to run my own shop one day",
    "we opened at seven",
    "the crew came back at 6 pm",
    "the shift ended at twelve o'clock",
    "since 2014 the shop has been ours",
    "they told me how bad it was, from nought to ten",
    "the two of them finished it",
    "it was handed to the other two",
    "the right half of the oven was cold",
)


@pytest.mark.parametrize("words", MEASURED)
def test_how_much_or_how_many_is_a_measure(words: str) -> None:
    """A quantity measures something, also beside a time of day."""
    assert concrete.measures(words)


@pytest.mark.parametrize("words", WHEN)
def test_a_time_or_a_date_is_no_measure(words: str) -> None:
    """It says when: no strength is made of it, and no missing number is claimed either."""
    assert not concrete.measures(words)
    one = only(STORY, f"I called the bakery across the river, and in the end {words}.")
    assert one.findings[Aspect.NUMBER].state is not State.FOUND
    assert one.findings[Aspect.MEASURABLE_RESULT].state is not State.FOUND


def test_one_day_is_nothing_concrete() -> None:
    """Some day is neither a figure nor a fact; a day that was counted is, and so is a year."""
    for words in ("I would like to lead a team one day.", "A day comes when I shall."):
        assert list(concrete.places(words)) == []
    for words in ("It was done in one day.", "I have been there since 2014."):
        assert list(concrete.places(words))


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Amara.", False),
        ("I looked after Amara with a list on paper, as everybody else here does.", False),
        ("I would ask Amara and then Jonas, as everybody else here does it.", False),
        ("Well, in Leeds.", False),
        ("I work in Leeds with a list on paper, as everybody else here does.", True),
        ("I read the Guardian at my desk, as everybody else here likes to do.", True),
        ("I put Amara on ward B2 with a list on paper, as everybody does.", True),
        ("I gave Amara twelve lines on paper, as everybody else here does.", True),
    ],
)
def test_a_bare_name_is_nothing_concrete(answer: str, found: bool) -> None:
    """Praised is a number, a tool, or a place, thing or work that a sentence tells of: never a lone name. And
    where a name came early, it is not said that the first one came late."""
    one = only(VIEW, answer)
    assert (one.findings[Aspect.CONCRETE].state is State.FOUND) is found
    rambling = (
        f"I would ask Amara. {'It was a good day for all of us there. ' * 5}It was eight lines."
    )
    assert only(VIEW, rambling).findings[Aspect.CONCRETE].state is State.UNCLEAR


ALONE = (
    ("I write at the bedside when I can, so that I am in the room.", Aspect.REASON,
     "I write at the bedside when I can, so that I am in the room"),
    ("We have eight beds here. I moved every bed to the window because the old ward had no light.", Aspect.REASON,
     "I moved every bed to the window because the old ward had no light"),
    ("Well, I like the work, and I had a small shop, because I often sit between the people who sell and the people "
     "who count, and somebody has to say it so that both of them understand it.", Aspect.REASON,
     "I had a small shop, because I often sit between the people who sell and the people who count"),
    ("I have been an accountant for about fifteen years or so, and first I was with a small firm where all of us did "
     "everything, bookkeeping, payroll, tax, and the letters.", Aspect.NUMBER,
     "I have been an accountant for about fifteen years or so"),
    ("I called them often. Forty, and more.", Aspect.NUMBER, "Forty, and more"),
)  # fmt: skip


@pytest.mark.parametrize(("answer", "aspect", "quote"), ALONE)
def test_quoted_words_say_something_alone(answer: str, aspect: Aspect, quote: str) -> None:
    """“that I am at least in the room” and “… so that both of” were quoted: words that lean on others bring
    them along, and a long quote ends at a comma."""
    asked = VIEW if aspect is Aspect.REASON else ABOUT  # of an introduction no reason is told
    texts = [q.text for q in only(asked, answer).findings[aspect].quotes]
    assert quote in texts


@given(st.text(alphabet="abc I7,.", max_size=400))
def test_a_figure_is_in_its_quote(text: str) -> None:
    """However long the sentence is, its quote is short and holds the figure that it is quoted for."""
    told = coach(record((ABOUT, text)), language="de").answers[0]
    for quote in told.findings[Aspect.NUMBER].quotes if told.withheld is None else ():
        assert len(quote.text.split()) <= LONGEST_QUOTE
        assert any(c.isdigit() for c in quote.text)


@pytest.mark.parametrize("words", ["two years ago", "a few weeks ago", "a week later"])
def test_how_long_ago_is_no_measure(words: str) -> None:
    """It says when: “Two years ago a new registrar wanted …” was listed as a number."""
    assert not concrete.measures(f"I began there {words}")
    assert concrete.measures("it went two days faster")


def test_what_follows_a_but_brings_what_stands_before_it() -> None:
    """ "No one complained afterwards" was quoted without the twenty minutes that it answers; of a long sentence the end is enough."""
    asked = "And how did it turn out?"
    said = "We came twenty minutes late, but no one complained afterwards."
    long = f"{'It was a long and difficult day ' * 4}, but no one complained afterwards."
    for answer, quote in ((said, said[:-1]), (long, "no one complained afterwards")):
        told = coach(record((STORY, DEED), (asked, answer), kinds=("question", "probe"))).answers[1]
        assert [q.text for q in told.findings[Aspect.RESULT].quotes] == [quote]
