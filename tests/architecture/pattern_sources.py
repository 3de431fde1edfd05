"""The regular expressions of the packages: in the globals of every module, and in every call of `re`."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import greenroom
import greenroom_turns

HOMES: Final = [Path(one.__path__[0]) for one in (greenroom, greenroom_turns)]


@dataclass(frozen=True)
class Found:
    module: str
    name: str
    pattern: re.Pattern[str]
    methods: frozenset[str]

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def sources() -> Iterator[tuple[str, Path]]:
    """Each file of the packages, as `greenroom/room/module.py`."""
    for home in HOMES:
        for path in sorted(home.rglob("*.py")):
            yield path.relative_to(home.parent).as_posix(), path


def modules() -> Iterator[ModuleType]:
    """Those that import `re`; whoever has a pattern from elsewhere has it from one of them."""
    for place, path in sources():
        if re.search(r"^import re$", path.read_text("utf-8"), re.MULTILINE):
            name = place.removesuffix(".py").replace("/", ".")
            yield importlib.import_module(name.removesuffix(".__init__"))


def _held(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """The patterns in a value, however they are packed."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth <= 4:
        for one in _parts(value):
            yield from _held(one, depth + 1)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if isinstance(value, tuple | list | set | frozenset):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name, None) for field in fields(value)]
    own = isinstance(value, type) and value.__module__.startswith("greenroom")
    return vars(value).values() if own else ()


METHODS: Final = {"search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"}


@cache
def _uses() -> Mapping[tuple[str, str], frozenset[str]]:
    """The methods that are called on each name of a module, and anywhere (`""`). A name that is used in
    another way may be searched for, too."""
    found: dict[tuple[str, str], set[str]] = {}
    for module, path in sources():
        called = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                name, method = _name(node.value), node.attr
                called.add(id(node.value))
            elif id(node) in called:
                continue
            else:
                name, method = _name(node), "finditer"
            for place in (module, ""):
                found.setdefault((place, name), set()).add(method)
    return {name: frozenset(methods) for name, methods in found.items()}


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _in_globals(module: ModuleType) -> Iterator[Found]:
    for name, value in vars(module).items():
        own = isinstance(value, type) and value.__module__ != module.__name__
        for pattern in () if own else _held(value):
            direct = isinstance(value, re.Pattern)
            own_file = f"{module.__name__.replace('.', '/')}.py" if name.startswith("_") else ""
            methods = _uses().get((own_file, name), frozenset()) if direct else frozenset()
            yield Found(module.__name__, name, pattern, methods)


def _in_calls(module: ModuleType, missing: list[str]) -> Iterator[Found]:
    if module.__file__ is None:
        return
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if _name(node.func.value) != "re" or node.func.attr not in METHODS | {"compile"}:
            continue
        place = f"{module.__name__}:{node.lineno}"
        method = node.func.attr
        try:
            values = [
                eval(compile(ast.Expression(one), place, "eval"), vars(module))
                for one in (node.args[0], *_flags(node))
            ]
        except NameError:
            missing.append(f"{module.__name__}:{_function(tree, node)}")
            continue
        pattern = re.compile(*values)
        yield Found(
            module.__name__,
            f"line {node.lineno}",
            pattern,
            frozenset() if method == "compile" else frozenset({method}),
        )


def _flags(call: ast.Call) -> list[ast.expr]:
    """The argument that holds the flags."""
    named = [one.value for one in call.keywords if one.arg == "flags"]
    at = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    return named or call.args[at : at + 1]


def _function(tree: ast.AST, call: ast.Call) -> str:
    """The innermost function around a call."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= call.lineno <= (node.end_lineno or 0)
    ]
    return max(around, key=lambda node: node.lineno).name if around else "module"


@cache
def patterns() -> tuple[tuple[Found, ...], tuple[str, ...]]:
    """Every pattern once, with all that is done with it; and the calls whose pattern is made of values."""
    missing: list[str] = []
    every: dict[tuple[str | bytes, int], Found] = {}
    for module in modules():
        for found in (*_in_calls(module, missing), *_in_globals(module)):
            key = (found.pattern.pattern, found.pattern.flags)
            known = every.get(key)
            compiled = known is not None and found.name.startswith("line") and not found.methods
            every[key] = known if known is not None and compiled else _joined(known, found)
    return tuple(every.values()), tuple(missing)


def _joined(known: Found | None, found: Found) -> Found:
    if known is None or (known.name.startswith("line") and not known.methods):
        return found
    methods = known.methods | found.methods if known.methods and found.methods else frozenset()
    return Found(found.module, found.name, found.pattern, methods)
