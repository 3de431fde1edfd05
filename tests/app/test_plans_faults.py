"""F1: a bad plan file is refused with file, line, key and reason; all faults at once."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.app import plans
from greenroom.app.plans.format import MAX_STAGES
from greenroom.app.sources.faults import SourceError, SourceFault
from greenroom.app.sources.lines import locate
from greenroom.app.sources.toml_tables import MAX_SOURCE_BYTES

GOOD = """\
schema = 1
id = "mine"
title = "Mine"

[[stages]]
id = "ONE"
hard_limit = 60
inactivity_limit = 20
opening = { text = "What do you do, {name}?" }
bank = [
  { id = "b1", text = "Which tool do you like best?" },
  { id = "b2", text = "Where did you learn your trade?" },
]

[[stages]]
id = "TWO"
requires = ["ONE"]
closing = \"\"\"
Thank you, {name}.
{remark} Good-bye.\"\"\"

[stages.opening]
text = "Tell me about a project."
"""


def faults(source: str | bytes) -> tuple[SourceFault, ...]:
    with pytest.raises(SourceError) as caught:
        plans.parse(source, "mine.toml")
    return caught.value.faults


def change(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def line_of(source: str, text: str) -> int:
    return next(n for n, line in enumerate(source.splitlines(), 1) if text in line)


def test_the_good_plan_is_good() -> None:
    """The plan that the cases below break has no fault, and short forms get the defaults."""
    one, two = plans.parse(GOOD, "mine.toml").stages
    assert (one.title, one.opening.id, one.reprompt_after) == ("One", "ONE.opening", 6666)
    assert two.closing == "Thank you, {name}. {remark} Good-bye."


CASES = [
    ("hard_limit = 60", "hard_limt = 60", "stages[0].hard_limt", "did you mean `hard_limit`"),
    ("hard_limit = 60", "frobnicate = 3", "stages[0].frobnicate", "unknown key"),
    ("hard_limit = 60", "hard_limit = -5", "stages[0].hard_limit", "too small"),
    ("hard_limit = 60", "hard_limit = 0", "stages[0].hard_limit", "too small"),
    ("hard_limit = 60", "hard_limit = 99999", "stages[0].hard_limit", "too large"),
    ("hard_limit = 60", 'hard_limit = "soon"', "stages[0].hard_limit", "whole number, not “soon”"),
    ("hard_limit = 60", "hard_limit = nan", "stages[0].hard_limit", "whole number, not nan"),
    ("hard_limit = 60", "hard_limit = inf", "stages[0].hard_limit", "whole number"),
    ("hard_limit = 60", f"hard_limit = {10**150}", "stages[0].hard_limit", "18 digits is too large"),
    ("hard_limit = 60", f"hard_limit = 0x{'f' * 190}", "stages[0].hard_limit", "too large"),
    ("hard_limit = 60", "hard_limit = 60.5", "stages[0].hard_limit", "whole number"),
    ("hard_limit = 60", "hard_limit = true", "stages[0].hard_limit", "whole number, not true"),
    ("hard_limit = 60", "hard_limit = 2026-11-21", "stages[0].hard_limit", "a date or time"),
    ("hard_limit = 60", "hard_limit = [60]", "stages[0].hard_limit", "not a list"),
    ("hard_limit = 60", "minimum_questions = 9", "stages[0].minimum_questions", "there are 3"),
    ("hard_limit = 60", "minimum_questions = 3\nmaximum_questions = 2", "stages[0].minimum_questions", "more than"),
    ("hard_limit = 60", "hard_limit = 60\nsoft_limit = 60", "stages[0].soft_limit", "not below hard_limit"),
    ("hard_limit = 60", "reprompt_after = 9\nsimplify_after = 9", "stages[0].simplify_after", "not after"),
    ("hard_limit = 60", "simplify_after = 20", "stages[0].simplify_after", "never comes"),
    ("hard_limit = 60", 'kind = "chat"', "stages[0].kind", "must be"),
    ("hard_limit = 60", "story = 1", "stages[0].story", "true or false"),
    ("hard_limit = 60", 'bridge_in = "   "', "stages[0].bridge_in", "must not be empty"),
    ("hard_limit = 60", f'bridge_in = "{"x" * 601}"', "stages[0].bridge_in", "601 characters"),
    ("hard_limit = 60", 'bridge_in = "Hi {remark}"', "stages[0].bridge_in", "{remark}"),
    ("hard_limit = 60", 'bridge_in = "Hi {name"', "stages[0].bridge_in", "no field"),
    ("hard_limit = 60", 'instructions = "{resume} {salary}"', "stages[0].instructions", "{salary}"),
    ("hard_limit = 60", 'when = { roles = ["baker"] }', "stages[0].when.roles[0]", "no role pack"),
    ("hard_limit = 60", 'when = { levels = ["boss"] }', "stages[0].when.levels[0]", "must be"),
    ("hard_limit = 60", 'when = { moon = "full" }', "stages[0].when.moon", "roles, levels"),
    ("hard_limit = 60", 'when = { levels = ["lead"] }', "stages[1].requires[0]", "left out"),
    ("hard_limit = 60", 'requires = ["TWO"]', "stages[0].requires[0]", "no earlier"),
    ("hard_limit = 60", 'requires = ["ONE"]', "stages[0].requires[0]", "no earlier"),
    ("hard_limit = 60", 'requires = ["NONE"]', "stages[0].requires[0]", "no stage of this plan"),
    ("hard_limit = 60", 'facts = [{ key = "a" }, { key = "a" }]', "stages[0].facts[1].key", "twice"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [6] }]', "stages[0].probes[0].depths[0]", "too large"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [] }]', "stages[0].probes[0].depths", "at least 1"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], topic = "moon" }]', "stages[0].probes[0].topic", "neither"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], simpler = " " }]', "stages[0].probes[0].simpler", "must not be empty"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], reprompt = "Go on {nobody}." }]', "stages[0].probes[0].reprompt", "{nobody}"),
    ("hard_limit = 60", 'probes = [{ id = "p", text = "Why?", depths = [1], simpler = "Which tool do you like best?" }]', "stages[0].probes[0].simpler", "the same"),
    ("hard_limit = 60", 'facts = [{ key = "a", question = "And?", simpler = "Which tool do you like best?" }]', "stages[0].facts[0].simpler", "the same"),
    ("hard_limit = 60", 'facts = [{ key = "a", simpler = "And you?" }]', "stages[0].facts[0].simpler", "no `question`"),
    ("hard_limit = 60", 'facts = [{ key = "a", reprompt = "Take your time." }]', "stages[0].facts[0].reprompt", "no `question`"),
    ('"Which tool do you like best?"', '"Which tool do you like best?", levels = ["boss"]', "stages[0].bank[0].levels[0]", "must be"),
    ('bank = [\n  { ', 'minimum_questions = 3\nbank = [\n  { levels = ["lead"], ', "stages[0].minimum_questions", "there are 2 for a candidate of unknown level"),
    ('bank = [\n  { ', 'minimum_questions = 3\nwhen = { levels = ["mid"] }\nbank = [\n  { levels = ["lead"], ', "stages[0].minimum_questions", "there are 2"),
    ('id = "TWO"', 'id = "one"', "stages[1].id", "earlier stage"),
    ('id = "TWO"', 'id = "T W O"', "stages[1].id", "no id"),
    ('id = "TWO"', "", "stages[1].id", "is missing"),
    ('id = "TWO"', 'id = "TWO"\nkind = "closing"', "stages[1].opening", "asks nothing"),
    ('id = "b2"', 'id = "b1"', "stages[0].bank[1].id", "used twice"),
    ("Where did you learn your trade?", "So, which tool do you like best?", "stages[0].bank[1].text", "the same"),
    ("Tell me about a project.", "What do you do {name}", "stages[1].opening.text", "the same"),
    ("{name}?", "{nobody}?", "stages[0].opening.text", "{nobody}"),
    ("{remark} Good-bye.", "{resume} Good-bye.", "stages[1].closing", "{resume}"),
    ("schema = 1", "schema = 2", "schema", "must be 1"),
    ("schema = 1", "", "schema", "is missing"),
    ('title = "Mine"', 'title = "Mine"\nreprompt_after = 5', "reprompt_after", "together"),
    ('title = "Mine"', 'title = "Mine"\nroles = ["baker"]', "roles[0]", "no role pack"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "reason"), CASES)
def test_fault(old: str, new: str, key: str, reason: str) -> None:
    """Each fault is told with its file, its key, and what is wrong there."""
    found = faults(change(old, new))
    assert all(fault.file == "mine.toml" for fault in found)
    assert any(fault.key == key and reason in fault.reason for fault in found), found


@pytest.mark.parametrize(("old", "new", "key", "reason"), CASES)
def test_fault_stands_at_its_line(old: str, new: str, key: str, reason: str) -> None:
    """The line of a fault is where its key is written, or its table if the key is missing."""
    source = change(old, new)
    fault = next(f for f in faults(source) if f.key == key and reason in f.reason)
    last = [part for part in re.split(r"[.\[\]]+", key) if part and not part.isdigit()][-1]
    assert fault.line is not None
    around = source.splitlines()[fault.line - 1]
    if "is missing" in reason:
        assert "[[stages]]" in around or fault.line == 1
    else:
        assert last in around


def test_no_good_end() -> None:
    """A plan whose last stage says no good-bye, for whomever it is the last, is refused."""
    no_closing = re.sub(r'closing = """.*?"""', "", GOOD, flags=re.S)
    assert "needs a `closing`" in faults(no_closing)[0].reason
    conditional = change('id = "TWO"', 'id = "TWO"\nwhen = { levels = ["lead"] }')
    (fault,) = faults(conditional)
    assert (fault.key, fault.line) == ("stages[0]", 5)


def test_no_stage_left() -> None:
    """A plan that has no stage for some candidates is refused."""
    source = GOOD.replace("[[stages]]\n", '[[stages]]\nwhen = { roles = ["devops"] }\n')
    assert any("leaves no stage" in fault.reason for fault in faults(source))


def test_all_faults_at_once() -> None:
    """Everything wrong with a file is told in one go, in the order of its lines."""
    source = change("hard_limit = 60", "hard_limit = -1\nfoo = 1").replace("{name}.", "{nome}.")
    found = faults(source.replace('"b2"', '"b1"').replace('title = "Mine"', "title = 7"))
    assert [fault.line for fault in found] == sorted(fault.line or 0 for fault in found)
    assert {"title", "stages[0].hard_limit", "stages[0].foo", "stages[1].closing"} <= {
        fault.key for fault in found
    }


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
    ('title = "a\x01"', "a character that cannot stand here"),
    ("# \x01", "a character that cannot stand here"),
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
    ('a = "\\q"', "a backslash in a text must stand twice"),
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


def test_stages_must_be_tables() -> None:
    """`stages` that are no list of tables are told, not tripped over."""
    head = 'schema = 1\nid = "a"\ntitle = "A"\n'
    assert "[[stages]]" in faults(head)[0].reason
    for wrong in ("stages = 3\n", "stages = [1]\n", "stages = {}\n", "stages = []\n"):
        (fault,) = faults(head + wrong)
        assert (fault.key, fault.line) == ("stages", 4)
    many = head + "".join(f'[[stages]]\nid = "S{i}"\n' for i in range(MAX_STAGES + 1))
    assert any("at most 20" in fault.reason for fault in faults(many))


def test_too_many_questions() -> None:
    """A plan with more questions than can be compared is refused, quickly."""
    bank = ",\n".join(
        f'{{ id = "q{{0}}-{i}", text = "Word{i} on thing{i} with tool{i}?" }}' for i in range(50)
    )
    stages = "".join(
        f'[[stages]]\nid = "S{n}"\nbank = [\n{bank.replace("{0}", str(n))}\n]\n' for n in range(14)
    )
    found = faults('schema = 1\nid = "a"\ntitle = "A"\n' + stages)
    assert any("700 questions" in fault.reason for fault in found)


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
