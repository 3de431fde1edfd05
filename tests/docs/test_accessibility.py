"""docs/reference/accessibility.md says something of each criterion, and names nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "accessibility.md").read_text("utf-8")
COUNTS = {
    "1.1": 1,
    "1.2": 5,
    "1.3": 5,
    "1.4": 5,
    "2.2": 2,
    "2.3": 1,
    "2.4": 7,
    "2.5": 4,
    "3.1": 2,
    "3.2": 4,
    "3.3": 4,
}
NUMBERS = [f"{guideline}.{n + 1}" for guideline, most in COUNTS.items() for n in range(most)]
LATER = (
    "1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.4.11 2.5.7 2.5.8 3.2.6 3.3.7 3.3.8 4.1.2 4.1.3"
)
CRITERIA = {*NUMBERS, *LATER.split()}
"""Levels A and AA of WCAG 2.2."""


def test_each_criterion_has_a_state_and_its_evidence() -> None:
    """All 55 criteria are in the table, none twice, each with a state; what is said to be met has evidence."""
    table = PAGE[PAGE.index("## WCAG 2.2") :]
    rows = [re.split(r" *\| *", line)[1:-1] for line in table.splitlines() if line.startswith("| ")]
    told = [number for row in rows for number in re.findall(r"\b\d\.\d\.\d+\b", row[0])]
    assert len(CRITERIA) == 55
    assert sorted(told) == sorted(CRITERIA)
    for name, state, evidence in rows[1:]:
        assert re.match("met|in part|none|not (checked|judged) here", state), name
        assert evidence or state == "none", name


def test_what_is_named_exists() -> None:
    """Each test and each file that the page names is in the repository."""
    sources = {path.name: path for path in ROOT.glob("tests/**/*.py")}
    written = "".join(path.read_text("utf-8") for path in sources.values())
    for name in re.findall(r"`([\w/.-]+)`", PAGE):
        if name.startswith("test_") and not name.endswith(".py"):
            assert f"def {name}(" in written, name
        elif name.endswith((".py", ".js", ".css")):
            assert list(ROOT.rglob(f"tests/**/{Path(name).name}")) or list(
                ROOT.rglob(f"src/**/{Path(name).name}")
            ), name
