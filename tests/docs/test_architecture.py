"""docs/explanation/architecture.md names what exists."""

from __future__ import annotations

import ast
import re

from tests.docs.pages import ROOT, page

HOMES = [ROOT / "src" / "greenroom", ROOT / "packages" / "greenroom-turns" / "src"]


def defined() -> set[str]:
    """The names of all modules, classes and functions of the packages, and of their rooms."""
    names = {"greenroom"}
    for path in sorted(path for home in HOMES for path in home.rglob("*.py")):
        names |= {path.stem, path.parent.name}
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names.add(node.name)
    return names


def test_the_architecture_names_what_exists() -> None:
    """Every file and every class or function that docs/explanation/architecture.md names is in the source."""
    text = page("architecture.md")
    words = {re.sub(r"\(.*\)$", "", word) for word in re.findall(r"`([^`\n]+)`", text)}
    files = {word for word in words if re.search(r"/|\.(py|js|toml)$", word)}
    found = [(home, path) for home in HOMES for path in home.rglob("*")]
    places = {str(path.relative_to(home)) for home, path in found}
    places |= {path.name for _, path in found} | {"packages/greenroom-turns"}
    gone = [f for f in files if "*" not in f and f.rstrip("/") not in places]
    assert gone == []
    known = defined() | {"AgentSession"}  # LiveKit's
    names = {word for word in words - files if re.fullmatch(r"[A-Za-z_.]+", word)}
    assert len(names) > 20
    assert {name for name in names if name.split(".")[-1] not in known} == set()
