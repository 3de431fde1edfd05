"""The documentation can be read: its sentences and its lines are short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATED = ("asides.md", "interviews.md", "reviewed-sentences.md")
PAGES = [
    path
    for path in [*sorted(ROOT.glob("docs/**/*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    if path.name not in GENERATED and (path.parent.name != "examples" or path.name == "README.md")
]
MOST_WORDS = 40
WIDEST = 200


def prose(text: str) -> Iterator[str]:
    """The paragraphs, items and headings, without code, tables and addresses of links."""
    text = re.sub(r"^ *```.*?^ *```$", "\n", text, flags=re.S | re.M)
    text = re.sub(r"^\|.*$", "\n", text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"`[^`\n]*`", "", text)
    for block in re.split(r"\n\s*\n|\n(?= *(?:[-*]|\d+\.) )|\n(?=#)|(?<=:)\n", text):
        yield re.sub(r"\s+", " ", block).strip()


def sentences(text: str) -> Iterator[str]:
    """The sentences; a sentence ends at a period, an exclamation mark or a question mark before a space."""
    for block in prose(text):
        yield from re.split(r"(?<=[.!?])[\"”’*)]*\s+(?=\S)", block)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_sentences_are_short(path: Path) -> None:
    """No sentence outside code and tables has more than forty words."""
    found = list(sentences(path.read_text("utf-8")))
    assert [s for s in found if len(re.findall(r"\S*\w\S*", s)) > MOST_WORDS] == []


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_lines_are_short(path: Path) -> None:
    """No line outside code blocks and tables has more than 200 characters."""
    text = re.sub(r"^ *```.*?^ *```$", "", path.read_text("utf-8"), flags=re.S | re.M)
    rows = [line for line in text.splitlines() if not line.startswith("|")]
    assert [line for line in rows if len(line) > WIDEST] == []
