"""TOML of strangers: whatever its shape, it is refused or parsed in time and memory that its length
bounds; and every text has a draft."""

from __future__ import annotations

import json
import tomllib
import tracemalloc
from collections.abc import Callable
from time import thread_time
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.app import plans
from greenroom.app.plans.format import MAX_STAGES
from greenroom.app.sources.bounds import (
    DEEPEST,
    LONGEST_NAME,
    LONGEST_NUMBER,
    MOST_PARTS,
    MOST_THINGS,
    excess,
)
from greenroom.app.sources.toml_tables import MAX_SOURCE_BYTES, MOST_TOLD
from greenroom.web.plans.routes import checked

SHAPES: Final[dict[str, Callable[[int], str]]] = {
    "one key of many parts": lambda n: "a." * (n // 2) + "b = 1",
    "parts in quotes": lambda n: "'a'." * (n // 4) + "b = 1",
    "parts with gaps": lambda n: "a . \t" * (n // 5) + "b = 1",
    "a table of many parts": lambda n: f"[{'a.' * (n // 2)}b]",
    "a list of tables of many parts": lambda n: f"[[{'a.' * (n // 2)}b]]",
    "parts in an inline table": lambda n: f"x = {{ {'a.' * (n // 2)}b = 1 }}",
    "parts behind text": lambda n: 'x = """\n[a.b.c\n"""\n' + "a." * (n // 2) + "b = 1",
    "parts behind a comment": lambda n: "# ' \"\n" + "a." * (n // 2) + "b = 1",
    "many keys of eight parts": lambda n: "".join(
        f"a.b{i}.c.d.e.f.g.h = 1\n" for i in range(n // 24)
    ),
    "many tables of eight parts": lambda n: "".join(
        f"[a{i}.b.c.d.e.f.g.h]\n" for i in range(n // 24)
    ),
    "many keys": lambda n: "".join(f"k{i} = 1\n" for i in range(n // 10)),
    "many unknown keys": lambda n: (
        "[[stages]]\n" + "".join(f"hard_limi{i} = 1\n" for i in range(n // 18))
    ),
    "many stages": lambda n: "[[stages]]\n" * (n // 11),
    "many lists": lambda n: f"x = [{'[],' * (n // 3)}]",
    "many tables in a list": lambda n: f"x = [{'{},' * (n // 3)}]",
    "many numbers": lambda n: f"x = [{'1,' * (n // 2)}]",
    "many texts": lambda n: "x = [" + '"",' * (n // 3) + "]",
    "many dates": lambda n: f"x = [{'1979-05-27T07:32:00Z,' * (n // 21)}]",
    "deep lists": lambda n: "x = " + "[" * (n // 2) + "]" * (n // 2),
    "deep tables": lambda n: "x = " + "{ a = " * (n // 8) + "1" + " }" * (n // 8),
    "deep lists that do not end": lambda n: "x = " + "[" * n,
    "a long key": lambda n: f"'{'k' * n}' = 1",
    "many keys in a table with a long name": lambda n: (
        f"[{'k' * (n // 2)}]\n" + "k = 1\n" * (n // 12)
    ),
    "digits": lambda n: f"x = {'1' * n}",
    "hexadecimal digits": lambda n: f"x = 0x{'f' * n}",
    "digits after a point": lambda n: f"x = 1.{'1' * n}",
    "escapes": lambda n: 'x = "' + "\\u0041" * (n // 6) + '"',
    "quotes in a text": lambda n: 'x = """' + '"" ' * (n // 3) + '"""',
    "ends of lines in a text": lambda n: 'x = """' + "\\\n" * (n // 2) + '"""',
    "quotes": lambda n: '"' * n,
    "quotes that do not end": lambda n: '"""\\' * (n // 4),
    "comments": lambda n: "#\n" * (n // 2),
    "lone carriage returns": lambda n: "\r" * n,
    "NULs": lambda n: "\x00" * n,
    "spaces": lambda n: " " * n,
    "points": lambda n: ". " * (n // 2),
    "half characters": lambda n: "x = '" + "\ud800" * (n // 3) + "'",
    "questions": lambda n: (
        "schema = 1\nid = 'a'\ntitle = 'b'\n"
        + "".join(
            f"[[stages]]\nid = 's{k}'\nopening = {{ text = 'Begin {k}?' }}\n"
            + "".join(
                f"[[stages.bank]]\nid = 'q{k}x{i}'\ntext = '{' '.join(f'w{(i * j * k) % 997}' for j in range(40))}'\n"
                for i in range(n // 300 // MAX_STAGES)
            )
            for k in range(MAX_STAGES)
        )
    ),
}
SPARE: Final = 24 << 20
"""Bytes that a text may cost beside fifty for each of its own."""


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("length", [24_000, 90_000])
def test_memory_is_bounded_by_the_text(shape: str, length: int) -> None:
    """A draft and its JSON take fifty bytes for each of the text at most, and what ten thousand things
    take. (24 KB of one key took 670 MB.)"""
    text = SHAPES[shape](length)
    tracemalloc.start()
    json.dumps(checked(plans.draft(text)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50 * len(text) + SPARE


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_text(shape: str) -> None:
    """Eight times the text costs ten times the time at most, and never more than what a plan of the
    greatest length may take: comparing all questions with one another is bounded by their number."""
    long = SHAPES[shape](MAX_SOURCE_BYTES - 2000)
    reference = plans.source_of("software-engineer")
    part = reference[reference.index("[[stages]]") :]
    fair = reference + part * ((MAX_SOURCE_BYTES - len(reference)) // len(part.encode()) - 1)
    assert min(_spent(long) for _ in range(2)) < 20 * max(_spent(fair), 0.05)


def _spent(text: str) -> float:
    began = thread_time()
    plans.draft(text)
    return thread_time() - began


@pytest.mark.parametrize(
    ("text", "line", "key", "told"),
    [
        (f"a = 1\n{'b.' * MOST_PARTS}c = 1", 2, "b.b.", "has more than"),
        (f"a = 1\n['{'b' * (LONGEST_NAME + 3)}']", 2, "'bbb", "too long"),
        (f"\n\n'{'b' * (LONGEST_NAME + 3)}' = 1", 3, "'bbb", "too long"),
        (f"a = 1\nb = 1{'0' * LONGEST_NUMBER}", 2, "b", "too many digits"),
        (f"b = {'[' * (DEEPEST + 1)}", 1, "b", "nested too deeply"),
        (f"b = [{'1,' * MOST_THINGS}]", 1, "b", "too much"),
    ],
)
def test_an_excess_is_told_at_its_place(text: str, line: int, key: str, told: str) -> None:
    """A text that is too much is refused in a sentence, with line and key."""
    (fault,) = plans.draft(text).faults
    assert (fault.line, fault.key[: len(key)]) == (line, key)
    assert told in fault.reason


def test_what_ships_is_far_within_the_bounds() -> None:
    """No plan that comes with Greenroom comes near to what is refused."""
    for name in plans.builtin_names():
        assert excess(plans.source_of(name) * 10) is None


def test_faults_are_told_up_to_a_number() -> None:
    """A text of faults alone is answered with the first hundred, and that there are more."""
    text = "[[stages]]\n" + "".join(f"x{i} = 1\n" for i in range(5000))
    found = plans.draft(text).faults
    assert len(found) == MOST_TOLD + 1
    assert "more to mend" in found[-1].reason


KEYS = st.one_of(
    st.text("ab_-1", min_size=1, max_size=4),
    st.text("a.[]{}=#'\n é", max_size=4).map(lambda key: json.dumps(key, ensure_ascii=False)),
    st.text('a.[]{}=# "', max_size=4).map(lambda key: f"'{key}'"),
)
DOTTED = st.lists(KEYS, min_size=1, max_size=12).map(" . ".join)
VALUES = st.recursive(
    st.one_of(
        st.integers().map(str),
        st.floats(allow_nan=False, allow_infinity=False).map(repr),
        st.sampled_from(
            ["true", "1979-05-27", "07:32:00", "1979-05-27T07:32:00-07:00", "0xff", "inf"]
        ),
        st.text("ab .=[]{}#'é", max_size=9).map(lambda text: json.dumps(text, ensure_ascii=False)),
        st.text('ab .=[]{}#"\\', max_size=9).map(lambda text: f"'{text}'"),
        st.text("ab .=[]{}#'\n", max_size=9).map(lambda text: f'"""{text}"""'),
        st.text('ab .=[]{}#"\n\\', max_size=9).map(lambda text: f"'''{text}'''"),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda items: f"[ {', '.join(items)} # [\n]"),
        st.dictionaries(DOTTED, inner, max_size=3).map(
            lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
        ),
    ),
    max_leaves=12,
)
LINES = st.one_of(
    st.tuples(DOTTED, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
    DOTTED.map(lambda key: f"[{key}]"),
    DOTTED.map(lambda key: f"[[ {key} ]]  # a.b"),
    st.sampled_from(["", '# it\'s """ [[', "\t"]),
)
DOCUMENTS = st.lists(LINES, max_size=8).map("\n".join)


def _most(value: Any) -> int:
    """The depth of nesting of what was parsed."""
    if isinstance(value, dict):
        return 1 + max(map(_most, value.values()), default=0)
    return 1 + max(map(_most, value), default=0) if isinstance(value, list) else 0


@given(DOCUMENTS)
@settings(max_examples=100)
def test_the_bounds_see_what_the_parser_sees(text: str) -> None:
    """A text that is TOML is refused only for a key of more parts or for nesting, and what is let
    through is no deeper than the bounds say."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        plans.draft(text)
        return
    told = excess(text)
    if told is None:
        assert _most(found) <= 1 + (DEEPEST + 2) * MOST_PARTS
    else:
        assert "parts" in told.reason or "nested" in told.reason, text


@given(
    st.text()
    | DOCUMENTS
    | st.lists(st.sampled_from(list("a.[]{}='\"\\#\n\r 1\ud800\x00")), max_size=60).map("".join)
)
@settings(max_examples=100)
def test_any_text_has_a_draft_and_an_outline(text: str) -> None:
    """Total: whatever stands in a text, it has a draft, an outline and a copy."""
    found = plans.draft(text)
    assert (found.summary is None) == bool(found.faults)
    told = plans.outline(text)
    assert (told.title, told.faults) == (found.title, len(found.faults))
    plans.copy_of(text)
    if "\ud800" not in text:
        json.dumps(checked(found), ensure_ascii=False).encode()
