"""F6: depth from 1 to 5 by stated rules."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.plan import Question
from greenroom.interview.understanding import depth
from greenroom.interview.understanding.depth import assess
from greenroom.interview.understanding.sense import Nothing

ASKED = Question("q", "Please tell me a little about yourself.")
STORY = (
    "Our stock count was a day behind. I decided on change events over polling, built it with one "
    "colleague, and the delay fell from a day to two minutes; the price was a harder rollback."
)
EXAMPLES = re.findall(r'^    ([1-5])  "(.*?)"$', depth.__doc__ or "", re.M | re.S)


def test_docstring_has_examples() -> None:
    """The rules are told with at least one example for each depth."""
    assert {number for number, _ in EXAMPLES} == set("12345")


@pytest.mark.parametrize(("number", "answer"), EXAMPLES)
def test_documented_examples(number: str, answer: str) -> None:
    """Each example in the rules gets the depth it is an example of."""
    assert assess(" ".join(answer.split()), ASKED).depth == int(number)


@pytest.mark.parametrize(
    ("answer", "nothing"),
    [
        ("", Nothing.SILENT),
        (" ... ", Nothing.SILENT),
        ("yes", Nothing.ONE_WORD),
        ("okay then", Nothing.ONE_WORD),
        ("I don't know", Nothing.DONT_KNOW),
        ("um honestly i dont know", Nothing.DONT_KNOW),
        ("Sorry, I can't think of anything right now.", Nothing.DONT_KNOW),
        ("asdf qwrt zxcv lkjh", Nothing.GIBBERISH),
        ("florb wazzle dinka mopp trelli", Nothing.GIBBERISH),
        ("blah blah blah blah blah", Nothing.GIBBERISH),
        ("Tell me about yourself.", Nothing.ECHO),
        ("Yesterday I ate pizza and then I watched a movie with my cat.", Nothing.OFF_TOPIC),
    ],
)
def test_nothing_said(answer: str, nothing: Nothing) -> None:
    """Silence, one word, "I don't know", gibberish, an echo and another topic are depth 1, each with
    its reason."""
    found = assess(answer, ASKED)
    assert (found.depth, found.nothing, found.points) == (1, nothing, ())


def test_earlier_answer_again_is_nothing_new() -> None:
    """An answer that was given before is depth 1, however good it was."""
    assert assess(STORY, ASKED).depth == 5
    again = assess(STORY.lower().replace(",", ""), ASKED, (STORY,))
    assert (again.depth, again.nothing) == (1, Nothing.REPEATED)


def test_punctuation_makes_no_difference() -> None:
    """Speech-to-text without punctuation and capitals is as deep as the written sentence."""
    bare = re.sub(r"[^\w\s']", "", STORY).lower()
    assert assess(bare, ASKED).depth == assess(STORY, ASKED).depth == 5


def test_length_alone_is_not_depth() -> None:
    """Many words without anything specific in them stay at 2."""
    vague = "we were doing some work with the team and it was really nice work for us all " * 4
    assert assess(vague, ASKED).depth == 2


def test_key_points_are_those_of_the_question() -> None:
    """The points covered are the question's own, and the story parts that were heard."""
    question = Question("d", "How would you build it?", points=("cache", "load balancer", "queue"))
    found = assess("I put a cache and a load balancer before the database of the app.", question)
    assert found.points[:2] == ("cache", "load balancer")
    assert "queue" not in found.points


def test_other_languages_count_length_and_digits() -> None:
    """What we can't read we don't judge: length and digits only, and never the best grade."""
    short = assess("Trabajo en Madrid.", ASKED, language="es")
    long = assess("Llevo 12 años en una empresa de Madrid " * 5, ASKED, language="es")
    assert (short.depth, long.depth) == (1, 4)
    assert not long.story_parts


@given(st.text(max_size=400), st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_any_text_gets_a_depth(answer: str, question: str, earlier: list[str]) -> None:
    """Any text at all gets a whole depth from 1 to 5, and nothing said is always 1."""
    found = assess(answer, Question("q", question), earlier)
    assert found.depth in range(1, 6)
    assert found.nothing is None or found.depth == 1


@given(st.text(max_size=300), st.sampled_from(["es", "fr", "de", "hi", "pt"]))
def test_any_text_in_any_language(answer: str, language: str) -> None:
    """Other languages never raise and never reach 5."""
    assert assess(answer, ASKED, language=language).depth in range(1, 5)
