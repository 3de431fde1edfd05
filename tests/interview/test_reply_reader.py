"""A model's reply is read while it comes: the same parts however it is cut up, and nothing guessed."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.reading import About
from greenroom.interview.reply_parts import AllSaid, Heading, Part, Remarks, Unreadable, Words
from greenroom.interview.reply_reader import LONGEST, ReplyReader

REPLY = {
    "depth": 3,
    "move": "ask",
    "question_id": None,
    "say": 'You said "six hours". What broke?',
    "points": ["deadline"],
    "facts": [{"key": "years", "value": "six, or {seven}"}],
    "summary": "Six hours }] of work.",
}
LINE = "depth=3; move=ask; question=-\nYou did a lot.\nWhat broke?"
HEADING = Heading(3, "ask", None)
REMARKS_BUT_TOLD = (("deadline",), (("years", "six, or {seven}"),), "Six hours }] of work.")
REMARKS = Remarks(*REMARKS_BUT_TOLD)


def joined(parts: list[Part]) -> list[Part]:
    """Neighbouring words as one."""
    done: list[Part] = []
    for part in parts:
        if isinstance(part, Words) and done and isinstance(done[-1], Words):
            done[-1] = Words(done[-1].text + part.text)
        else:
            done.append(part)
    return done


def read(*pieces: str) -> tuple[list[Part], Unreadable | None]:
    reader = ReplyReader()
    parts = [part for piece in pieces for part in reader.feed(piece)]
    return joined([*parts, *reader.end()]), reader.fault


def test_an_object() -> None:
    """Heading, words, their end, remarks."""
    say = Words(str(REPLY["say"]))
    assert read(json.dumps(REPLY)) == ([HEADING, say, AllSaid(), REMARKS], None)


def test_what_decides_is_told_before_the_words() -> None:
    """The heading is known at the opening quote of the words, or sooner."""
    reader = ReplyReader()
    text = json.dumps(REPLY)
    assert reader.feed(text[: text.index("You")]) == [HEADING]


def test_a_line() -> None:
    """The same from one line of fields and plain text."""
    words = LINE.partition("\n")[2]
    assert read(LINE) == ([HEADING, Words(words), AllSaid()], None)


@pytest.mark.parametrize(
    "line", ["Depth: 3, Move: ask, Question_id: none", "depth=3|move=ask", "depth=3;move=ask;"]
)
def test_lines_of_other_hands(line: str) -> None:
    """Other separators mean the same."""
    assert read(f"{line}\nWhat broke?")[0][0] == HEADING


def test_a_fence_around_it() -> None:
    """Models like to put code fences around JSON."""
    assert read(f"```json\n{json.dumps(REPLY)}\n```") == read(json.dumps(REPLY))


def test_words_before_what_decides_are_held() -> None:
    """A model that writes the fields in another order is still judged first."""
    parts, fault = read(json.dumps({"say": "What broke?", "depth": 3, "move": "ask"}))
    assert (parts[:3], fault) == ([HEADING, Words("What broke?"), AllSaid()], None)


def test_a_reply_to_an_aside() -> None:
    """The turn is no answer: what it is about comes in the depth's place, in either form."""
    heading = Heading(None, "reply", None, About.JOB)
    whole = {"depth": 1, "move": "reply", "about": "job", "question_id": None, "say": "Nights."}
    assert read(json.dumps(whole))[0][:3] == [heading, Words("Nights."), AllSaid()]
    for line in ("move=reply; about=job", "depth=-; move=reply; about=Job; question=-"):
        assert read(f"{line}\nNights.") == ([heading, Words("Nights."), AllSaid()], None)


@pytest.mark.parametrize("written", [None, "none", "-", "", "the weather", 7, ["job"]])
def test_a_reply_says_what_it_is_about(written: object) -> None:
    """Off the list nothing is guessed: a reply is refused, a question does not need it."""
    whole = {"depth": 3, "move": "ask", "about": written, "question_id": None, "say": "Why?"}
    assert read(json.dumps(whole))[0][0] == HEADING
    assert read(json.dumps(whole | {"move": "reply"}))[1] is Unreadable.WRONG_SCHEMA


@pytest.mark.parametrize("about", list(About))
def test_an_answer_with_an_aside(about: About) -> None:
    """A turn may be both: it is assessed, and what else was in it is named."""
    whole = {"depth": 3, "move": "ask", "about": about, "question_id": None, "say": "Why?"}
    assert read(json.dumps(whole))[0][0] == Heading(3, "ask", None, about)
    named = f"depth=3; move=ask; about={about.replace('_', '-')}"
    assert read(f"{named}\nWhy?")[0][0] == Heading(3, "ask", None, about)


def test_what_an_aside_is_about_may_come_late() -> None:
    """Words of a reply wait for it, whatever the order of the keys."""
    whole = {"say": "Nights.", "question_id": None, "move": "reply", "about": "job"}
    parts = [Heading(None, "reply", None, About.JOB), Words("Nights."), AllSaid()]
    assert read(json.dumps(whole))[0][:3] == parts


def test_what_was_told() -> None:
    """Parts of a story come with the words that tell them; what is not both is left out."""
    told = [{"part": "result", "words": "six hours"}, {"part": "task"}, "result", {"words": 3}]
    parts, _ = read(json.dumps(REPLY | {"told": told}))
    assert parts[-1] == Remarks(*REMARKS_BUT_TOLD, (("result", "six hours"),))


THOUGHTS = (
    "<think>\nThey say little. {Maybe} ask more: depth=2; move=ask?\n</think>\n\n",
    "<think></think>",
    "</think>\n",
    "They say little.\nSo I ask more.\n</think>\n",
    "<THINKING>Hm.</THINKING>",
    "<think>One.</think>\n<think>Two.</think>\n",
    "<think>\n",
)


@pytest.mark.parametrize("thought", THOUGHTS)
@pytest.mark.parametrize("reply", [json.dumps(REPLY), LINE, f"```json\n{json.dumps(REPLY)}\n```"])
def test_thoughts_before_a_reply(thought: str, reply: str) -> None:
    """They are passed over, with their marks or what is left of these."""
    assert read(thought + reply) == read(reply) == read(*(thought + reply))


@pytest.mark.parametrize("said", ["<think>No.</think>Why?", "Why?</think>", "Why?<think>Or not"])
def test_thoughts_in_the_words(said: str) -> None:
    """They are not said, and the mark of one is no word."""
    for reply in (json.dumps(REPLY | {"say": said}), f"depth=3; move=ask\n{said}"):
        parts, fault = read(reply)
        assert ([part for part in parts if isinstance(part, Words)], fault) == (
            [Words("Why?")],
            None,
        )


@pytest.mark.parametrize("text", ["<think>They say depth=2; move=ask, perhaps.", "<think>" * 40])
def test_a_thought_is_no_reply(text: str) -> None:
    """One that never ends is not guessed at."""
    assert read(text) == ([], Unreadable.MALFORMED)


@pytest.mark.parametrize(
    ("text", "fault", "parts"),
    [
        ("", Unreadable.EMPTY, 0),
        (" \n ", Unreadable.EMPTY, 0),
        ("I can't help with that.", Unreadable.MALFORMED, 0),
        ("x" * 500, Unreadable.MALFORMED, 0),
        ('{"answer": {"content": "Certainly!"}}', Unreadable.WRONG_SCHEMA, 0),
        (
            '{"depth": 9, "move": "ask", "question_id": null, "say": "W"}',
            Unreadable.WRONG_SCHEMA,
            0,
        ),
        ('{"depth": true, "move": "ask", "question_id": null}', Unreadable.WRONG_SCHEMA, 0),
        ('{"depth": 3, "move": "end", "question_id": null}', Unreadable.WRONG_SCHEMA, 0),
        ("depth=33; move=ask\nWhat?", Unreadable.WRONG_SCHEMA, 0),
        ('{"depth": 3, "move": "ask", "question_id": 7}', Unreadable.WRONG_SCHEMA, 0),
        ('{"depth": 3', Unreadable.CUT, 0),
        ('{"depth": 3, "move": "ask", "question_id": null, "say": "What', Unreadable.CUT, 2),
        ('{"depth": 3 "move": 4}', Unreadable.MALFORMED, 0),
        ('{"depth": }', Unreadable.MALFORMED, 0),
        ('{"a": "\\u12x4"}', Unreadable.MALFORMED, 0),
        ("[" * 5_000, Unreadable.MALFORMED, 0),
        ('{"a": ' + "[" * 2 * LONGEST, Unreadable.MALFORMED, 0),
    ],
)
def test_what_cannot_be_read(text: str, fault: Unreadable, parts: int) -> None:
    """Each has its cause; what was well before it stands, and nothing is made up."""
    found, why = read(text)
    assert (why, len(found)) == (fault, parts)


def test_a_string_that_breaks_off_is_not_whole() -> None:
    """Words that end in garbled JSON are told, but not that they are whole."""
    text = json.dumps(REPLY).replace("What", 'What,,"')
    parts, fault = read(text)
    assert fault is Unreadable.MALFORMED
    assert AllSaid() not in parts


strings = st.text(st.characters(codec="utf-8"), max_size=30)
replies = st.fixed_dictionaries(
    {
        "depth": st.integers(1, 5),
        "move": st.sampled_from(["ask", "advance"]),
        "question_id": st.none() | st.sampled_from(["q1", "q2"]),
        "say": strings,
    },
    optional={
        "points": st.lists(strings, max_size=3),
        "facts": st.lists(st.fixed_dictionaries({"key": strings, "value": strings}), max_size=2),
        "summary": strings,
        "more": st.recursive(
            st.none() | st.booleans() | st.floats(allow_nan=False) | strings,
            lambda inner: st.lists(inner, max_size=2) | st.dictionaries(strings, inner, max_size=2),
            max_leaves=5,
        ),
    },
)


def pieces(text: str, cuts: list[int]) -> list[str]:
    places = sorted({cut % (len(text) + 1) for cut in cuts} | {0, len(text)})
    return [text[a:b] for a, b in itertools.pairwise(places)]


@given(
    reply=replies,
    ascii_only=st.booleans(),
    shuffled=st.randoms(use_true_random=False),
    cuts=st.lists(st.integers(0, 10_000), max_size=20),
    end=st.integers(0, 10_000),
)
def test_any_cutting_gives_the_same(reply, ascii_only, shuffled, cuts, end) -> None:  # type: ignore[no-untyped-def]
    """In whatever pieces a reply comes, whole or broken off, in whatever order of fields, the parts and
    the fault are those of the reply in one piece; a whole one says what `json` reads in it."""
    items = list(reply.items())
    if end % 2:
        shuffled.shuffle(items)
    text = json.dumps(dict(items), ensure_ascii=ascii_only)
    broken = text[: end % (len(text) + 1)]
    for one in (text, broken):
        assert read(*pieces(one, cuts)) == read(one) == read(*one)
    parts, fault = read(text)
    assert fault is None
    assert "".join(p.text for p in parts if isinstance(p, Words)) == reply["say"]
    assert next(p for p in parts if isinstance(p, Heading)).depth == reply["depth"]


@given(text=st.text(max_size=80) | st.text('{}[]",:\\ulndepthmovsay=;123 <>/ki', max_size=80))
def test_any_text_is_read(text: str) -> None:
    """Whatever a model writes, reading it ends, raises nothing, and does not depend on the pieces."""
    assert read(text) == read(*text)
