"""Every regular expression of the project takes time in proportion to the text, whoever wrote the text.

The patterns are found, not listed: in the globals of every module, and in the source of every call of
`re`. Each is tried with texts made from its own parse tree, by the operation that the code uses.
"""

from __future__ import annotations

import ast
import gc
import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import thread_time
from types import ModuleType
from typing import Any, Final

import pytest

import greenroom
import greenroom_turns

HOMES: Final = [Path(one.__path__[0]) for one in (greenroom, greenroom_turns)]

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
    "greenroom.interview.heard": A_TURN,
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
                "protected",
                "refusals",
                "roles",
            ),
            *("stated", "statements", "stopping", "urgent", "values", "words_reader", "years"),
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

# texts that are hard for a pattern

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


# how long they take

FIRST: Final = (24, 30, 36, 42, 48, 60, 72, 84, 96)
"""Signs; in small steps, so that what grows without end is found before it never ends, also where a
computer is fast enough for the step before."""
LENGTHS: Final = (375, 3000)
AT_MOST: Final = 10.0
"""For a text eight times as long."""
NOISE_S: Final = 0.001
"""What takes less is not looked at: by the square, 3000 signs take some 8 ms."""
TRIES: Final = 6
ENDLESS_S: Final = 0.02
"""No pattern takes as long for a text of 375 signs."""


def spent(work: Callable[[str], object], text: str, times: int = 1) -> float:
    """Computing time of one run, on average."""
    began = thread_time()
    for _ in range(times):
        work(text)
    return (thread_time() - began) / times


def growth(work: Callable[[str], object], made: Callable[[int], str]) -> float | None:
    """How much more time a text takes that is eight times as long; None: too little to be measured."""
    for length in (*FIRST, LENGTHS[0]):
        if all(spent(work, made(length)) > ENDLESS_S for _ in range(3)):
            return float("inf")
    quick, slow = map(made, LENGTHS)
    return ratio(work, quick, slow) if spent(work, slow) >= NOISE_S else None


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


# where they are


@dataclass(frozen=True)
class Found:
    module: str
    name: str
    pattern: re.Pattern[str]
    methods: frozenset[str]

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def sources() -> Iterator[tuple[str, Path]]:
    """Each file of the packages, as `greenroom/room/module.py`."""
    for home in HOMES:
        for path in sorted(home.rglob("*.py")):
            yield path.relative_to(home.parent).as_posix(), path


def modules() -> Iterator[ModuleType]:
    """Those that import `re`; whoever has a pattern from elsewhere has it from one of them."""
    for place, path in sources():
        if re.search(r"^import re$", path.read_text("utf-8"), re.MULTILINE):
            name = place.removesuffix(".py").replace("/", ".")
            yield importlib.import_module(name.removesuffix(".__init__"))


def _held(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The patterns in a value, however they are packed."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth <= 4:
        for one in _parts(value):
            yield from _held(one, depth + 1)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in fields(value)]
    own = isinstance(value, type) and value.__module__.startswith("greenroom")
    return vars(value).values() if own else ()


METHODS: Final = {"search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"}


@cache
def _uses() -> Mapping[tuple[str, str], frozenset[str]]:
    """The methods that are called on each name of a module, and anywhere (`""`). A name that is used in
    another way may be searched for, too."""
    found: dict[tuple[str, str], set[str]] = {}
    for module, path in sources():
        called = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                name, method = _name(node.value), node.attr
                called.add(id(node.value))
            elif id(node) in called:
                continue
            else:
                name, method = _name(node), "finditer"
            for place in (module, ""):
                found.setdefault((place, name), set()).add(method)
    return {name: frozenset(methods) for name, methods in found.items()}


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _in_globals(module: ModuleType) -> Iterator[Found]:
    for name, value in vars(module).items():
        own = isinstance(value, type) and value.__module__ != module.__name__
        for pattern in () if own else _held(value):
            direct = isinstance(value, re.Pattern)
            own_file = f"{module.__name__.replace('.', '/')}.py" if name.startswith("_") else ""
            methods = _uses().get((own_file, name), frozenset()) if direct else frozenset()
            yield Found(module.__name__, name, pattern, methods)


def _in_calls(module: ModuleType, missing: list[str]) -> Iterator[Found]:
    if module.__file__ is None:
        return
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if _name(node.func.value) != "re" or node.func.attr not in METHODS | {"compile"}:
            continue
        place = f"{module.__name__}:{node.lineno}"
        method = node.func.attr
        try:
            values = [
                eval(compile(ast.Expression(one), place, "eval"), vars(module))
                for one in (node.args[0], *_flags(node))
            ]
        except NameError:
            missing.append(f"{module.__name__}:{_function(tree, node)}")
            continue
        pattern = re.compile(*values)
        yield Found(
            module.__name__,
            f"line {node.lineno}",
            pattern,
            frozenset() if method == "compile" else frozenset({method}),
        )


def _flags(call: ast.Call) -> list[ast.expr]:
    """The argument that holds the flags."""
    named = [one.value for one in call.keywords if one.arg == "flags"]
    at = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    return named or call.args[at : at + 1]


def _function(tree: ast.AST, call: ast.Call) -> str:
    """The innermost function around a call."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= call.lineno <= (node.end_lineno or 0)
    ]
    return max(around, key=lambda node: node.lineno).name if around else "module"


@cache
def patterns() -> tuple[tuple[Found, ...], tuple[str, ...]]:
    """Every pattern once, with all that is done with it; and the calls whose pattern is made of values."""
    missing: list[str] = []
    every: dict[tuple[str | bytes, int], Found] = {}
    for module in modules():
        for found in (*_in_calls(module, missing), *_in_globals(module)):
            key = (found.pattern.pattern, found.pattern.flags)
            known = every.get(key)
            compiled = known is not None and found.name.startswith("line") and not found.methods
            every[key] = known if known is not None and compiled else _joined(known, found)
    return tuple(every.values()), tuple(missing)


def _joined(known: Found | None, found: Found) -> Found:
    if known is None or (known.name.startswith("line") and not known.methods):
        return found
    methods = known.methods | found.methods if known.methods and found.methods else frozenset()
    return Found(found.module, found.name, found.pattern, methods)


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
