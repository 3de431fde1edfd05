"""Links lead somewhere, and decisions are numbered without a gap."""

from __future__ import annotations

import re

from tests.docs.pages import DOCS, PAGES, relative


def anchor(heading: str) -> str:
    """How the forges name a heading."""
    plain = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return plain.replace(" ", "-")


def test_links_lead_somewhere() -> None:
    """Every relative link of a page leads to a file, and to a heading that is in it."""
    dead = []
    for path in PAGES:
        text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, part = target.partition("#")
            goal = path.parent / name if name else path
            headings = re.findall(r"^#+ (.*)$", goal.read_text("utf-8"), re.M) if part else []
            if not goal.exists() or (part and part not in {anchor(h) for h in headings}):
                dead.append(f"{relative(path)}: {target}")
    assert dead == []


def test_tests_that_are_named_exist() -> None:
    """A page that names a test's file names one that is there; NAME stands for any."""
    known = {path.name for path in (DOCS.parent / "tests").rglob("test_*.py")}
    missing = [
        f"{relative(path)}: {name}"
        for path in PAGES
        for name in re.findall(r"\btest_\w+\.py\b", path.read_text("utf-8"))
        if "NAME" not in name and name not in known
    ]
    assert missing == []


def test_decisions_are_numbered() -> None:
    """Each decision has a number of its own, without a gap, and says what, why and how it is checked."""
    pages = sorted((DOCS / "decisions").glob("*.md"))
    numbers = [int(path.name[:4]) for path in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for path, number in zip(pages, numbers, strict=True):
        text = path.read_text("utf-8")
        assert text.startswith(f"# {number}. ")
        for part in ("Context", "Decision", "Consequences", "Check"):
            assert f"**{part}" in text, f"{path.name}: no {part}"
