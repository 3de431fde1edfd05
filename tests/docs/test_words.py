"""The glossary: one kind of thing has one name, and one name means one thing."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reference" / "glossary.md"
GENERATED = ("interviews.md", "reviewed-sentences.md")
"""What people say in these is theirs."""


def rows() -> list[tuple[str, str]]:
    """Each name of the glossary, with the words that are not used for it."""
    lines = [line.split("|") for line in PAGE.read_text("utf-8").splitlines() if line[:2] == "| "]
    return [
        (name.strip(), avoided.strip()) for _, name, _, avoided, _ in lines if "what" not in name
    ]


def test_a_name_stands_once() -> None:
    """No name has two rows; what means two things says in brackets which it is."""
    names = [name for entry, _ in rows() if entry != "name" for name in entry.split(", ")]
    assert len(names) > 40
    assert sorted(names) == sorted(set(names))


def test_pages_keep_to_the_names() -> None:
    """No page has a word that the glossary replaces, but the glossary itself."""
    avoided = {
        word for name, words in rows() if name != "name" for word in words.split(", ") if word
    }
    assert avoided
    found = {
        f"{path.name}: {word}"
        for path in [*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
        if path != PAGE and path.name not in GENERATED
        for word in avoided
        if re.search(rf"\b{word}s?\b", path.read_text("utf-8"), re.I)
    }
    assert found == set()
