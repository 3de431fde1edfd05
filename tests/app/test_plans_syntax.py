"""F1: what is no plan file at all: bytes, TOML, keys and lines."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.app.plan_source import GOOD, change, faults

from greenroom.app import plans
from greenroom.app.sources.faults import SourceError, SourceFault
from greenroom.app.sources.lines import locate
from greenroom.app.sources.toml_tables import MAX_SOURCE_BYTES


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("", 1, "empty"),
        ("  \n\n# nothing\n", 1, "is missing"),
        (GOOD + "\n[[[", 25, "not TOML"),
        ('id = "a"\nid = "b"\n', 2, "not TOML"),
        ('schema = 1\ntitle = "open\n', 2, "not TOML"),
        (b"schema = 1\n\x00\x01\x02", 2, "not TOML"),
        (b"schema = 1\ntitle = '\xff\xfe'\n", 2, "not UTF-8"),
        ("x" * (MAX_SOURCE_BYTES + 1), 1, "at most"),
        ("a = " + "[" * 5000, 1, "nested too deeply"),
        ('id = "a"\nb = 1' + "0" * 5000 + "\nc = 2", 2, "too many digits"),
    ],
)
def test_not_a_plan_at_all(source: str | bytes, line: int, reason: str) -> None:
    """Empty, broken, binary, huge and bottomless files are refused with a line and a plain reason."""
    found = faults(source)
    assert found[0].line == line
    assert reason in found[0].reason


NOT_TOML = [
    ("schema 1", "the `=` behind the key is missing"),
    ("schema = 1 id = 2", "the line goes on behind its value"),
    ('title = """open', "a text has no end"),
    ('title = "open\n', "a text goes over the end of its line"),
    ('title = "a\x01"', "a character that is not allowed here"),
    ("# \x01", "a character that is not allowed here"),
    ("roles = [1", "a list has no end"),
    ("when = { roles = [] ", "a table in braces has no end"),
    ("id = mine", "this is no value; a text needs quotes"),
    ("= 1", "no key can begin like this"),
    ("schema = 1\n.a = 1", "no key can begin like this"),
    ("id = 1\nid = 2", "this key or table is there already"),
    ("[a]\n[a]", "this key or table is there already"),
    ("a = { b = 1, b = 2 }", "this key or table is there already"),
    ("a = { b = 1 }\na.c = 2", "this adds to a table or list that was closed"),
    ("[a", "the name of a table has no end; add `]`"),
    ("[[a]", "the name of a table has no end; add `]]`"),
    ('a = "\\q"', "a backslash in a text must be written twice"),
    ('a = "\\uZZ"', "no character is written like this"),
    ('a = "\\ud800"', "no character is written like this"),
    ("a = 2026-02-31", "there is no such date or time"),
]
"""What stops being TOML, and what its author is told."""


@pytest.mark.parametrize(("source", "told"), NOT_TOML)
def test_what_is_no_toml_is_told_in_plain_words(source: str, told: str) -> None:
    """The parser speaks of immutable namespaces; its author is told what to do."""
    (fault,) = faults(source)
    assert fault.reason.startswith(f"this is not TOML: {told}"), fault.reason


def test_keys_in_quotes_are_told_with_their_line() -> None:
    """A key that is written with quotes and escapes is found where it stands, and told as written."""
    source = change("hard_limit = 60", r'"hard\u005flimit" = 0' + "\n" + '"soft.limit" = 5')
    found = {(fault.key, fault.line) for fault in faults(source)}
    assert found == {("stages[0].hard_limit", 7), ('stages[0]."soft.limit"', 8)}


def test_a_fault_has_no_control_characters() -> None:
    """A terminal does nothing but show a fault, whatever stands in the file."""
    source = change("hard_limit = 60", r'"\u001b]0;gone\u0007" = 1' + "\n" + r'kind = "\u001b[2J"')
    with pytest.raises(SourceError) as caught:
        plans.parse(source, "mine\udcff.toml")
    assert str(caught.value).replace("\n", "").isprintable()
    assert r"\x1b[2J" in str(caught.value)


def test_unreadable_files() -> None:
    """A file that cannot be read is a fault without a line."""
    for path in ("/nonexistent.toml", "/"):
        with pytest.raises(SourceError) as caught:
            plans.load_file(Path(path))
        (fault,) = caught.value.faults
        assert (fault.line, fault.file) == (None, path)
        assert "cannot be read" in str(fault)


def test_lines_of_every_kind_of_key() -> None:
    """Lines are found through comments, strings, inline tables, dotted keys and arrays of tables."""
    source = """\
# "a = 1"
a.b = 1
"quoted key" = 'x # [y]'
text = \"\"\"
[[stages]]
fake = 1 ""\\" quotes\"\"\"
list = [ # comment ]
  1, "]",
  { x = [1,
        2], y = 2 },
]
[t]
k = 2026-11-21T07:00:00Z
[[s]]
id = 1
[s.o]
v = '''
it''s'''
[[s.q]]
z = 1.5
[[s]]
id = 2
[[s.q]]
z = 2
[[s.q]]
z = 3
"""
    lines = locate(source)
    expected = {
        ("a", "b"): 2, ("quoted key",): 3, ("text",): 4, ("list",): 7, ("list", 0): 8,
        ("list", 2): 9, ("list", 2, "x", 1): 10, ("list", 2, "y"): 10, ("t",): 12, ("t", "k"): 13,
        ("s", 0): 14, ("s", 0, "o", "v"): 17, ("s", 0, "q", 0, "z"): 20, ("s", 1): 21,
        ("s", 1, "id"): 22, ("s", 1, "q", 0, "z"): 24, ("s", 1, "q", 1, "z"): 26,
    }  # fmt: skip
    assert {path: lines.get(path) for path in expected} == expected


_PIECES = st.sampled_from(
    ["\n", "[[stages]]\n", 'id = "A"\n', "hard_limit = ", "60\n", "nan\n", "-1\n", '"x"\n', "{", "}",
     "[", "]", '"""', "'", "opening = { text = \"Why?\" }\n", 'closing = "Bye."\n', "schema = 1\n",
     'title = "T"\n', "#", "=", ".", ",", "bank = []\n", "\\", "é", "\x00"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_any_text_is_a_plan_or_refused(source: str) -> None:
    """Whatever the file holds: a plan comes out, or faults with lines inside the file. Never a crash."""
    for fault in _faults_or_none(source):
        assert fault.line is not None
        assert 1 <= fault.line <= source.count("\n") + 1
        assert fault.reason


def _faults_or_none(source: str) -> tuple[SourceFault, ...]:
    try:
        plans.parse(source, "x.toml")
    except SourceError as error:
        return error.faults or (SourceFault("x.toml", 1, "", ""),)
    return ()


@given(st.binary(max_size=60))
def test_any_bytes_are_refused(source: bytes) -> None:
    """Sixty bytes are never a plan, and never a crash."""
    with pytest.raises(SourceError):
        plans.parse(source, "x.toml")
