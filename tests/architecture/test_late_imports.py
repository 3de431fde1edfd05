"""What a module takes from another that it imports late is there: no type checker sees it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import greenroom

SOURCE = Path(greenroom.__file__).parent


def late() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Each function that imports a module by its written name: its place, the module, what is taken of it."""
    for file in sorted(SOURCE.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for name, module in assigned(function):
                taken = frozenset(
                    node.attr
                    for node in ast.walk(function)
                    if isinstance(node, ast.Attribute)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == name
                )
                yield f"{file.relative_to(SOURCE)}:{function.name}", module, taken


def assigned(function: ast.AST) -> Iterator[tuple[str, str]]:
    """Names in a function, and the modules of ours that `import_module` gives them."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        inside = list(ast.walk(node.value))
        if any(isinstance(one, ast.Name) and one.id == "import_module" for one in inside):
            written = (arg for call in inside if isinstance(call, ast.Call) for arg in call.args)
            for one in written:
                if isinstance(one, ast.Constant) and str(one.value).startswith("greenroom."):
                    yield node.targets[0].id, str(one.value)


@pytest.fixture(scope="module")
def found() -> list[tuple[str, str, frozenset[str]]]:
    return list(late())


def test_late_imports_are_found(found: list[tuple[str, str, frozenset[str]]]) -> None:
    """Else the test below would say nothing."""
    assert {module.rpartition(".")[2] for _, module, _ in found} >= {"json_model", "key_check"}


def test_what_is_taken_is_there(found: list[tuple[str, str, frozenset[str]]]) -> None:
    """A class was renamed, and the papers of an interview were refused."""
    missing = [
        (place, module, name)
        for place, module, taken in found
        for name in taken
        if not hasattr(import_module(module), name)
    ]
    assert missing == []
