"""Every regular expression of the project takes time in proportion to the text, whoever wrote the text.

The patterns are found, not listed: in the globals of every module, and in the source of every call of
`re`. Each is tried with texts made from its own parse tree, by the operation that the code uses.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable
from time import thread_time
from typing import Final

import pytest
from tests.architecture.hostile_texts import hostile
from tests.architecture.pattern_sources import Found, patterns

TRUSTED: Final = {
    "greenroom.simulation": "scenarios, records and models of who runs the command",
    "greenroom.testing": "playbooks of the tests",
    "greenroom.adapters.models.cassette": "recorded requests, when a cassette lacks one",
}
"""Modules whose patterns meet no long text of strangers, and what they meet."""

MADE_WHILE_RUNNING: Final = {
    "greenroom.app.reports.covering:_pattern": "the words of a name as they are",
    "greenroom.assessment.coaching.signs:_any": "called for globals alone, which are found",
    "greenroom.assessment.question:names": "the words of a name as they are",
    "greenroom.circle.judging.signs:_compiled": "called for globals alone, which are found",
    "greenroom.interview.replies.job:any_of": "words given in a table of ours",
    "greenroom.interview.replies.table:_compiled": "wordings of ours, looked for in what the interviewer said",
    "greenroom.interview.understanding.corrections:_replaced": "the words of a fact as they are",
    "greenroom.interview.understanding.cues:_cue": "called for globals alone, which are found",
    "greenroom.interview.understanding.facts:after_cues": "a plan's cues as they are",
    "greenroom.interview.understanding.words_reader:_pattern": "called for globals alone, which are found",
    "greenroom.interview.understanding.numbers:_words": "called for globals alone, which are found",
    "greenroom.simulation.answers:_about_story": "patterns given in the module",
    "greenroom.simulation.answers:_about_me": "patterns given in the module",
    "greenroom.simulation.scrubbing:_whole_words": "a name as it is",
}
"""Functions that make a pattern of values, and of which; made of escaped words it has no loops."""

A_TURN: Final = (
    "a turn that was condensed (understanding/condensed.py); test_growth has their functions"
)
CONDENSED: Final = {
    "greenroom.interview.already_told": A_TURN,
    "greenroom.interview.retelling": A_TURN,
    "greenroom.interview.whole_clauses": A_TURN,
    "greenroom.interview.replies.job": "a question of 300 characters, and statements of a paper",
    "greenroom.interview.replies.papers": "statements of a paper, each cut before",
    **{
        f"greenroom.interview.understanding.{name}": A_TURN
        for name in (
            *(
                "answering",
                "breaks",
                "clauses",
                "corrections",
                "danger",
                "distress",
                "protected",
                "refusals",
                "roles",
            ),
            *(
                "stated",
                "statements",
                "stopping",
                "told_of_others",
                "urgent",
                "values",
                "words_reader",
                "years",
            ),
        )
    },
}
"""Modules whose patterns meet a text only after it was cut and its runs were taken out, and which text."""

CUT_BEFORE: Final = {
    ("greenroom.app.preparation.highlighting", "_HEADING"): "a line of 60 characters",
    ("greenroom.app.preparation.sections", "_ANYWHERE"): "a line of 120 characters",
    ("greenroom.app.preparation.sections", "_WHOLE"): "a line of 120 characters",
    ("greenroom.app.reports.covering", r"(?:^|[.!?…:;\n\"“”(])\s*$"): "4 characters",
}
"""Patterns that meet a text only after it was cut, by name or as they are written, and what is left of it."""

# how long they take

FIRST: Final = (24, 32, 42, 56, 75, 96)
"""Signs; in small steps, so that what grows without end is found before it never ends, also where a
computer is fast enough for the step before."""
LENGTHS: Final = (250, 2000)
AT_MOST: Final = 10.0
"""For a text eight times as long."""
NOISE_S: Final = 0.0005
"""What takes less is not looked at: by the square, 2000 signs take some 4 ms."""
TRIES: Final = 6
ENDLESS_S: Final = 0.02
"""No pattern takes as long for a text of 250 signs."""


def spent(work: Callable[[str], object], text: str, times: int = 1) -> float:
    """Computing time of one run, on average."""
    began = thread_time()
    for _ in range(times):
        work(text)
    return (thread_time() - began) / times


def growth(work: Callable[[str], object], made: Callable[[int], str]) -> float | None:
    """How much more time a text takes that is eight times as long; None: too little to be measured. What is just
    over the limit is measured again four times as long: there the square shows, and small costs do not."""
    for length in (*FIRST, LENGTHS[0]):
        if all(spent(work, made(length)) > ENDLESS_S for _ in range(3)):
            return float("inf")
    quick, slow = map(made, LENGTHS)
    if spent(work, slow) < NOISE_S:
        return None
    least = ratio(work, quick, slow)
    longer = (made(4 * length) for length in LENGTHS)
    return ratio(work, *longer) if AT_MOST < least < 2 * AT_MOST else least


def ratio(work: Callable[[str], object], quick: str, slow: str) -> float:
    """The least of several. Both sides of each take as long if the work is linear, so that whatever else
    the machine does slows both alike."""
    least = float("inf")
    for _ in range(TRIES):
        least = min(least, spent(work, slow) / spent(work, quick, 8))
        if least <= AT_MOST:
            break
    return least


def text_of(head: str, piece: str, tail: str, length: int) -> str:
    return head + piece * max(1, length // len(piece)) + tail


def operations(pattern: re.Pattern[str], methods: frozenset[str]) -> list[Callable[[str], object]]:
    """What the code does with it; searched from end to end where that is not known."""
    anchored = methods & {"match", "fullmatch"}
    if methods and methods == anchored:
        return [getattr(pattern, method) for method in sorted(anchored)]
    return [lambda text: sum(1 for _ in pattern.finditer(text))]


def worst(found: Found) -> list[str]:
    """The texts for which a pattern takes more than its share, told."""
    pattern = found.pattern
    if isinstance(pattern.pattern, bytes):
        pattern = re.compile(pattern.pattern.decode("latin-1"), pattern.flags | re.UNICODE)
    told = []
    for head, piece, tail in hostile(pattern):
        for work in operations(pattern, found.methods):
            grown = growth(work, lambda n, h=head, p=piece, t=tail: text_of(h, p, t, n))
            if grown is not None and grown > AT_MOST:
                told.append(f"{found}: {head!r} + {piece!r} * n + {tail!r}: x{grown:.0f}")
                break
        if len(told) >= 2:
            break
    return told


def slow(found: Iterable[Found]) -> list[str]:
    """What is told of the patterns that take more than their share."""
    gc.collect()
    gc.disable()
    try:
        return [told for one in found for told in worst(one)]
    finally:
        gc.enable()


def test_patterns_take_time_in_proportion() -> None:
    """Eight times the text costs ten times the time at most, whatever the text."""
    assert slow(one for one in patterns()[0] if not _meets_short_texts(one)) == []


def _meets_short_texts(one: Found) -> bool:
    names = {(one.module, one.name), (one.module, one.pattern.pattern)}
    trusted = one.module.startswith(tuple(TRUSTED)) or one.module in CONDENSED
    return trusted or not names.isdisjoint(CUT_BEFORE)


def test_tables_name_patterns_that_there_are() -> None:
    """An entry of a pattern that is gone is taken out."""
    there = {
        (one.module, name) for one in patterns()[0] for name in (one.name, one.pattern.pattern)
    }
    assert set(CUT_BEFORE) <= there
    assert all(any(one.module.startswith(name) for one in patterns()[0]) for name in TRUSTED)
    assert set(CONDENSED) <= {one.module for one in patterns()[0]}


def test_patterns_made_of_values_are_known() -> None:
    """A pattern that cannot be found stands in the table, with what it is made of."""
    assert set(patterns()[1]) - _comprehensions() == set(MADE_WHILE_RUNNING)


def _comprehensions() -> set[str]:
    """Modules that make patterns of a table of theirs; those are globals, and found there."""
    return {place for place in patterns()[1] if place.endswith(":module")}


@pytest.mark.parametrize(
    "pattern",
    [
        r"a+$",
        r"\s+\.",
        r"[\w-]+@",
        r"(a|aa)+b",
        r"x.*y.*z",
        r"<!--.*?-->",
        r"(?:\d[\d.]*)\s*%",
        r"^\s*\s*x",
    ],
)
def test_slow_patterns_are_found(pattern: str) -> None:
    """The texts made from a pattern show what it cannot do in time."""
    flags = re.compile(pattern, re.DOTALL)
    assert worst(Found("m", "p", flags, frozenset({"search"}))) != []


@pytest.mark.parametrize(
    "pattern", [r"(?<!a)a++$", r" \.", r"(?<![\w-])[\w-]++@", r"\d[\d.]{0,20}%"]
)
def test_quick_patterns_pass(pattern: str) -> None:
    """The ways in which such a pattern is mended pass."""
    assert worst(Found("m", "p", re.compile(pattern), frozenset({"search"}))) == []
