"""Texts that are hard for a regular expression, made from its own parse tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

ALPHABET: Final = "aA0 \n-_.,'’\"“<(&@/:;!?|*#é中😀\t\x00"
GENERIC: Final = (
    *(
        "a",
        "A",
        "0",
        " ",
        "\n",
        ".",
        "-",
        "'",
        '"',
        "(",
        "[",
        "<",
        "*",
        "_",
        "é",
        "中",
        "😀",
        "\u0301",
    ),
    *("a-", "a.", "a ", "A ", "0 ", "0.", "a\n", "\n\n ", "- ", "<!--", "<svg ", "((", "a'", "A. "),
    *("a@", "I am ", "and ", "&amp;", "\\", "://", "a, ", "a b c. ", "Xy z, "),
)
TAILS: Final = ("", "\x00", "\n", "a")
FEW: Final = 6
"""Members of a class, or branches, that are tried."""
LOOP: Final = 8
"""So many repetitions are a loop."""
REPEATS: Final = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)

Node = tuple[Any, Any]


def hostile(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """Head, piece to repeat, and tail of each text."""
    seen = set()
    for head, piece, tails in _pumped(pattern):
        for tail in tails:
            if piece and (head, piece, tail) not in seen:
                seen.add((head, piece, tail))
                yield head, piece, tail


def _pumped(
    pattern: re.Pattern[str],
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for piece in GENERIC:
        yield "", piece, TAILS[:2]
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    for before, body in _loops(tree, ""):
        for piece in _samples(body):
            yield before, piece, TAILS
            yield "", before + piece, TAILS[:2]
            yield before, f"{piece} ", TAILS[:2]
    for one in islice(_samples(tree), FEW):
        yield "", one, TAILS[:2]
        yield "", one[:-1], TAILS[:2]
        yield "", f"{one} ", TAILS[:2]


def _loops(nodes: list[Node], before: str) -> Iterator[tuple[str, list[Node]]]:
    """Each body that is repeated, with a text that leads to it."""
    for op, value in nodes:
        if op in REPEATS:
            _, most, body = value
            if most is ops.MAXREPEAT or most >= LOOP:
                yield before, list(body)
        for inner in _inside(op, value):
            yield from _loops(inner, before)
        before += next(_samples([(op, value)]), "")


def _inside(op: Any, value: Any) -> list[list[Node]]:
    if op in REPEATS:
        return [list(value[2])]
    if op is ops.SUBPATTERN:
        return [list(value[3])]
    if op is ops.BRANCH:
        return [list(branch) for branch in value[1]]
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [list(value[1])]
    return [list(value)] if op is ops.ATOMIC_GROUP else []


def _samples(nodes: list[Node]) -> Iterator[str]:
    """Texts that the nodes match, as far as that can be told without trying."""
    columns = [list(islice(_node(op, value), FEW)) or [""] for op, value in nodes]
    for turn in range(max(map(len, columns), default=0)):
        yield "".join(column[turn % len(column)] for column in columns)


def _node(op: Any, value: Any) -> Iterator[str]:
    if op is ops.LITERAL:
        yield chr(value)
    elif op in (ops.IN, ops.NOT_LITERAL, ops.ANY):
        yield from _members(op, value)
    elif op in REPEATS:
        least, _, body = value
        for one in _samples(list(body)):
            yield one * max(1, min(least, 30))
        if least == 0:
            yield ""
    elif op not in (ops.ASSERT, ops.ASSERT_NOT):
        for inner in _inside(op, value):
            yield from _samples(inner)


def _members(op: Any, value: Any) -> Iterator[str]:
    alone = parser.SubPattern(parser.State(), [(op, value)])
    whole = compiler.compile(alone, re.UNICODE)
    yield from filter(whole.fullmatch, ALPHABET)
    for kind, one in value if op is ops.IN else ():
        if kind in (ops.LITERAL, ops.RANGE):
            yield chr(one if kind is ops.LITERAL else one[0])
