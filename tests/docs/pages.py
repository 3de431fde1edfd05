"""The pages of the documentation, and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


def page(name: str) -> str:
    """The text of a page, wherever it stands: a name is one page's."""
    (found,) = DOCS.rglob(name)
    return found.read_text("utf-8")


def section(text: str, heading: str) -> str:
    """What stands under this heading, up to the next of its level or above."""
    level = len(heading) - len(heading.lstrip("#"))
    lines = iter(text.splitlines())
    assert heading in lines, f"no heading {heading!r}"
    found = []
    for line in lines:
        if re.match(rf"#{{1,{level}}} ", line):
            break
        found.append(line)
    return "\n".join(found)


def blocks(text: str, *languages: str) -> Iterator[str]:
    """The fenced blocks in one of these languages ("" is none)."""
    for language, body in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M):
        if language in languages:
            yield body


def rows(text: str) -> set[str]:
    """The words in backticks in the first column of the tables."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return {word for cell in cells for word in re.findall(r"`([^`]+)`", cell)}


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))
