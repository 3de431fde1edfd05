"""The rules of the house that no linter checks (import-linter and ruff check the others)."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOMES = [ROOT / "src" / "greenroom", ROOT / "packages" / "greenroom-turns" / "src"]
SOURCES = sorted(path for home in HOMES for path in home.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
TESTING = sorted((ROOT / "tests").rglob("*.py"))

LONGEST = 400
LUMBER_ROOMS = {"base", "common", "core", "helpers", "lib", "manager", "misc", "shared", "utils"}

DOT = "."
PACKAGE_INDEXES = [
    DOT.join(name)
    for name in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("crates", "io"),
        ("proxy", "golang", "org"),
    )
]

BANNED = [
    DOT.join(name) for name in (("unittest", "mock"), ("time", "sleep"), ("monkeypatch", "setattr"))
]
"""Put together here, like the hosts, so that this file does not hold what it looks for."""


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tracked() -> list[Path]:
    """The files git knows, without those that are being deleted."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return [path for path in paths if path.is_file()]


def loaded_by(code: str) -> set[str]:
    """The modules that are there after `code` ran in a fresh interpreter."""
    program = f"{code}\nimport sys\nprint('\\n'.join(sorted(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True, timeout=60
    )
    return {name.split(".")[0] for name in run.stdout.split()} | set(run.stdout.split())


def test_modules_are_short() -> None:
    """No module is longer than 400 lines; past that it becomes a package."""
    lengths = {relative(path): len(path.read_text().splitlines()) for path in SOURCES}
    assert {name: n for name, n in lengths.items() if n > LONGEST} == {}


def test_modules_are_named_after_what_they_hold() -> None:
    """No module has a name that anything would fit."""
    assert [
        relative(p) for p in SOURCES if p.stem in LUMBER_ROOMS or p.parent.name in LUMBER_ROOMS
    ] == []


def test_every_module_says_what_it_is() -> None:
    """Each module with code begins with a docstring."""
    trees = ((path, ast.parse(path.read_text())) for path in SOURCES)
    assert [relative(p) for p, tree in trees if tree.body and not ast.get_docstring(tree)] == []


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_every_test_states_its_rule() -> None:
    """Each test function has a docstring: a sentence of specification."""
    silent = [
        f"{relative(path)}:{function.lineno} {function.name}"
        for path in TESTS
        for function in functions(path)
        if function.name.startswith("test_") and not ast.get_docstring(function)
    ]
    assert silent == []


def dotted(node: ast.expr) -> str:
    """`a.b.c` of an attribute chain; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


@cache
def used(path: Path) -> frozenset[str]:
    """Dotted names that a file imports or calls."""
    return frozenset(_used(path))


def _used(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.Call(func=function):
                yield dotted(function)
            case _:
                pass


@pytest.mark.parametrize("banned", BANNED)
def test_tests_use_fakes_and_virtual_time(banned: str) -> None:
    """No test mocks, patches an attribute, or sleeps on the real clock."""
    guilty = {
        relative(path)
        for path in TESTING
        for name in used(path)
        if name == banned or name.startswith(f"{banned}.")
    }
    assert guilty == set()


@pytest.mark.parametrize("host", PACKAGE_INDEXES)
def test_no_file_names_a_package_index(host: str) -> None:
    """No tracked file has the address of a package index, the locks included."""
    wanted = host.encode()
    assert [relative(path) for path in tracked() if wanted in path.read_bytes()] == []


def test_help_loads_neither_server_nor_speech() -> None:
    """`greenroom --help` imports no LiveKit, no web framework, no database and no model runtime."""
    modules = loaded_by(
        "import sys\n"
        "sys.argv = ['greenroom', '--help']\n"
        "from greenroom.cli import app\n"
        "try:\n    app()\n"
        "except SystemExit as end:\n    assert end.code == 0, end.code\n"
    )
    assert "greenroom.cli" in modules
    assert (
        modules & {"livekit", "fastapi", "starlette", "sqlalchemy", "numpy", "onnxruntime"} == set()
    )


def test_turns_stands_alone() -> None:
    """`import greenroom.turns` loads the standard library and nothing of the rest of Greenroom."""
    modules = loaded_by("import greenroom.turns")
    rooms = {name.split(".")[1] for name in modules if name.startswith("greenroom.")}
    assert rooms == {"turns"}
    heavy = {"livekit", "numpy", "pydantic", "fastapi", "sqlalchemy", "structlog", "asyncio"}
    assert modules & heavy == set()


def test_the_gate_on_livekit_needs_livekit_alone() -> None:
    """The gate for anybody's LiveKit agent pulls in no other room, web server, database or settings."""
    modules = loaded_by("from greenroom.turns import GatedSTT")
    rooms = {name.split(".")[1] for name in modules if name.startswith("greenroom.")}
    assert rooms == {"turns"}
    assert "livekit" in modules
    assert modules & {"fastapi", "sqlalchemy", "uvicorn", "pydantic_settings"} == set()


def test_continuous_integration_runs_what_a_developer_runs() -> None:
    """`.ci/run` calls `make test` and nothing else."""
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert [line for line in lines if line.strip() and not line.startswith("#")] == [
        "exec make test"
    ]


def test_locks_are_hashed() -> None:
    """Every requirement of every lock has hashes, and `uv.lock` (it holds addresses) is not tracked."""
    locks = [path for path in tracked() if path.suffix == ".lock" and path.parent == ROOT]
    assert {path.name for path in locks} >= {"requirements.lock", "requirements-dev.lock"}
    assert "uv.lock" not in {path.name for path in locks}
    for path in locks:
        text = path.read_text().replace("\\\n", " ")
        pins = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert [pin[:60] for pin in pins if "--hash=sha256:" not in pin] == []
