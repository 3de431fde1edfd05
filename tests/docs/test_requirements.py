"""Requirement ids: each that is in use is defined, and each is named by a test or has a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "requirements.md"
UNTESTED = "## Not named by a test"
PLACES = (
    "src",
    "packages",
    "tests",
    "docs",
    "scripts",
    "benchmarks",
    "scenarios",
    "examples",
    "README.md",
)
KINDS = {".py", ".toml", ".md", ".js", ".html"}
LETTERS = "FTWSOPRCXA"

NOT_REQUIREMENTS = {
    "browsers.md": {"X11"},
    "page_picture.py": {"A4"},
    "preparation.md": {"A4"},
    "producers.py": {"A4"},
    "report.md": {"A4"},
    "resources.py": {"C0", "C1"},
    "stemming.py": {"R1", "R2"},
    "terms.py": {"A1", "A2", "C1"},
    "test_pages_words.py": {"A4"},
    "tokens.py": {"S3"},
    "visible.py": {"A4"},
}
"""Paper, levels of languages, regions of a stemmer, sets of characters: the same letters, other things."""


def ids(text: str) -> Iterator[str]:
    """The ids in a text. `C1–C5` names five."""
    for letter, first, last in re.findall(
        rf"(?<![\w-])([{LETTERS}])([1-9]\d?)(?:[-–]\1?([1-9]\d?))?(?![\w-])", text
    ):
        for number in range(int(first), int(last or first) + 1):
            yield f"{letter}{number}"
    yield from re.findall(r"\bSec\b", text)


def defined() -> list[str]:
    """The ids of the first columns above the table of those that no test names."""
    return re.findall(r"^\| (\w+) \|", PAGE.read_text("utf-8").split(UNTESTED)[0], re.M)


@cache
def used() -> dict[str, set[str]]:
    """Each id in use with the files that use it."""
    found: dict[str, set[str]] = {}
    for place in PLACES:
        top = ROOT / place
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.suffix not in KINDS or {"vendor", "node_modules"} & set(path.parts):
                continue
            name = str(path.relative_to(ROOT))
            if path not in (PAGE, Path(__file__)):
                for one in ids(path.read_text("utf-8")):
                    if one not in NOT_REQUIREMENTS.get(path.name, ()):
                        found.setdefault(one, set()).add(name)
    return found


def test_an_id_in_use_is_defined() -> None:
    """Source, tests, docs and scenarios name no requirement that the page does not have."""
    known = [word for word in defined() if word != "id"]
    assert len(known) == len(set(known)) > 70
    assert {one: files for one, files in used().items() if one not in known} == {}


def test_each_requirement_has_a_test_or_a_reason() -> None:
    """Whatever no test names stands in the last table, with a reason."""
    rows = re.findall(r"^\| (\w+) \| (.*) \|$", PAGE.read_text("utf-8").split(UNTESTED)[1], re.M)
    excused = {one for one, why in rows if why.strip() not in ("", "why")}
    tested = {one for one, files in used().items() if any(f.startswith("tests/") for f in files)}
    assert excused <= set(defined())
    assert {one for one in defined() if one != "id"} - tested - excused == set()
    assert excused & tested == set()
