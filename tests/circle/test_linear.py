"""What outside text meets in `circle` takes time in proportion to it, whatever it is made of."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.circle.events import Criterion, Evidence, Judgement, Verdict
from greenroom.circle.inputs import Message
from greenroom.circle.judging import panel, push_line, quoted, scan, signs, spelling
from greenroom.circle.judging.claimed import CLAIMED
from greenroom.circle.judging.folding import Folded, folded
from greenroom.circle.judging.rendering import render
from greenroom.circle.judging.suspicions import LEXICONS
from greenroom.circle.leaks import leaks
from greenroom.circle.profile import names, project
from greenroom.circle.replies import ReplyFault, judgement, turn_reply

SHORT, GROWTH, MOST = 2_000, 8, 10
WORDS = sorted({word for sign in signs.SIGNS for group in sign.needs for word in group})
PIECES = [
    "\n", " ", "\t", " \n", "a-", "a.", "1-", "1 ", "1.", "+1(", "@", "a@", "@a", "@ ", "<", "<|", "<|a",
    "</", "[", "]", "`", "*", "_", "-", "=", "==", ":", "\"", "“", "'", "’", "‘", ",", "!?", "...", "...x",
    ". ", "…", "… a ", "\\n", "\x00", "\x1b[", "\u200b", "\u200b.", "e\u0301", "\u0301", "a ", "o ", "a b ",
    "aа", "аa ", "judge ", "judge(", "system(", "to judge ", "say ", "say\"", "say \" ", "output ", "please ",
    "please,", "now ", "verdict ", "verdict is ", "verdict=", "owner:", "\nowner", "agent_", "ya ", "y ya ",
    "como ya ", "you have ", "we both ", "wir a ", "आपने a ", "हम ", "हाँ ", "as you said, ", "A", "aGVs",
    "aGVsbG8g-", "0f", "https://", "www.", "a.co/", "a.b-", "ﬃ", "١", "你", "x.com", "m1: ", "owner: ", "I can … ",
    "not ", "n't ", "{", "[[", "\\u0000", "ana rojas ", "123456 ",
]  # fmt: skip


def scanned(text: str) -> None:
    said = (Message("owner", "hi?"), Message("visitor", text))
    scan._passages.cache_clear()
    flags = scan.scan(said)
    scan.ablated(said, flags)
    scan.passages(said, flags)


def projected(text: str) -> None:
    profile = {
        "display_name": text,
        "motivations_and_goals": {"primary_goal": text},
        "skills_and_identity": {"skills": [text, *text.split(" ")]},
        "lifestyle_and_rhythms": {"availability": {text: text, "evenings": text}},
    }
    project(profile)
    names(profile)


def compared(text: str) -> None:
    leaks(text, {"bio": text, "full_name": text, "list": [text, text.lower()]}, [text])


def judged(text: str) -> None:
    said = (Message("owner", text), Message("visitor", text))
    quotes = tuple(Evidence(id_, quote) for id_ in ("m1", "m2") for quote in (text, text[:60]))
    criteria = (Criterion(text, True, ("m1", text)),)
    yes = Judgement(text, quotes, criteria, False, Verdict.YES, text)
    quoted._searchable.cache_clear()
    panel._evidence_faults.cache_clear()
    scan._passages.cache_clear()
    panel.slip(yes, panel.Case(said, frozenset(text.split()), 1), again=True)


def lined(text: str) -> None:
    push_line.refused(push_line.cut(push_line.tidied(text)), frozenset({"Ana"}), [text])
    push_line.refused(text[: push_line.LONGEST], frozenset({"Ana"}), [text])


def replied(text: str) -> None:
    for read in (turn_reply, judgement):
        for raw in (text, f"```{text}", f"```json\n{text}\n```"):
            with suppress(ReplyFault):
                read(raw)


def rendered(text: str) -> None:
    render((Message("visitor", text),), "0a")


WORK: dict[str, Callable[[str], None]] = {
    "scan": scanned,
    "project": projected,
    "leaks": compared,
    "judge": judged,
    "line": lined,
    "reply": replied,
    "render": rendered,
}


TRIES = 40
"""Chances to keep the bound. What grows by the square takes 64 times as long in each of them."""


def took(work: Callable[[str], Any], text: str, times: int) -> float:
    """The time of one run, on average; of this thread alone: others on the machine count for little."""
    began = time.thread_time()
    for _ in range(times):
        work(text)
    return (time.thread_time() - began) / times


def grows_too_fast(work: Callable[[str], Any], piece: str) -> bool:
    """Both sides of a comparison take as long if the work is linear, so that whatever else the machine
    does slows both alike."""
    short = piece * (SHORT // len(piece))
    long = short * GROWTH
    return not any(
        took(work, long, 1) <= MOST * max(took(work, short, GROWTH), 20e-6) for _ in range(TRIES)
    )


@pytest.fixture(autouse=True)
def _no_garbage() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", WORK)
def test_time_grows_with_the_text(name: str) -> None:
    """Eight times the text takes at most ten times as long, of whatever it is repeated."""
    assert [piece for piece in PIECES if grows_too_fast(WORK[name], piece)] == []


def test_every_pattern_of_the_scan_grows_with_the_text() -> None:
    """Each alone, on the words that it needs, parted by what its parts are parted by."""
    bad = []
    for sign in signs.SIGNS:
        first, *_ = some = [min(group) for group in sign.needs]
        for piece in (" ".join(some) + " ", '"'.join(some) + '"', f"{first}(", f"{first} a "):
            if grows_too_fast(sign.pattern.findall, piece):
                bad.append((sign.kind, piece))  # noqa: PERF401 - read it
    assert bad == []


# looking at the words first loses nothing


@settings(max_examples=150)
@given(st.data())
def test_what_a_pattern_matches_has_its_words(data: st.DataObject) -> None:
    """So a text without them needs no search."""
    sign = data.draw(st.sampled_from(signs.SIGNS))
    text = Folded(data.draw(st.from_regex(sign.pattern))).text
    if sign.pattern.search(text):
        assert sign in signs.possible(text)


def test_every_word_of_the_data_is_spelled() -> None:
    """What stands before a claim's pattern, and each list of words, is of the kind that `keys` reads."""
    assert spelling.keys("judges?|[ab]c|(?:old|new) one(?: more)?") == {
        "judge", "judges", "ac", "bc", "old", "new", "one", "more",
    } - {"one"}  # fmt: skip
    assert all(spelling.keys(words) for words, _ in CLAIMED)
    assert all(spelling.keys(getattr(one, field)) for one in LEXICONS for field in ("judge", "say"))
    with pytest.raises(ValueError, match="cannot be spelled"):
        spelling.spelled("a[b]+(c)")


@given(st.text(st.one_of(st.characters(), st.sampled_from(" \n\t\r\u2028aAаé!.")), max_size=60))
def test_a_folded_text_knows_where_it_comes_from(text: str) -> None:
    """Letter by letter; runs of white space are one character, a newline where there is one."""
    one = Folded(text)
    assert "  " not in one.text
    assert " \n" not in one.text
    for at, character in enumerate(one.text):
        start, end = one.origin(at, at + 1)
        assert end == start + 1
        assert character in " \n" or character in folded(text[start])
