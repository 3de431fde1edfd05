"""`greenroom-turns` as a package of its own: its wheel in an empty environment, and what it shares with Greenroom."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

import greenroom.turns
import greenroom_turns

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "packages" / "greenroom-turns"
ADAPTERS = ("greenroom_turns.livekit", "greenroom_turns.pipecat", "greenroom_turns.__main__")
LONGEST = 150

CONVERSATION = """\
{"at_ms": 0, "event": "speaks"}
{"at_ms": 1200, "event": "voice_begins"}
{"at_ms": 1500, "event": "words", "text": "okay", "final": true, "confidence": 0.9}
{"at_ms": 1600, "event": "voice_ends"}
{"at_ms": 3000, "event": "voice_begins"}
{"at_ms": 3500, "event": "words", "text": "wait a second"}
{"at_ms": 3600, "event": "yields"}
{"at_ms": 3700, "event": "voice_ends"}
{"at_ms": 4100, "event": "words", "text": "wait a second", "final": true}
{"at_ms": 5000, "event": "voice_begins"}
{"at_ms": 5500, "event": "words", "text": "okay", "final": true}
"""
DECIDED = [
    ("ignore", "ack"),
    ("interrupt", "stop_word"),
    ("answer", "interviewer_silent"),
    ("answer", "interviewer_silent"),
]
ALONE = """
import sys, greenroom_turns as turns
said = turns.Spoken(12_000, 12_400, "Okay.", final=True)
print(turns.decide(said, (turns.Hold(9_000, 10_000),), 12_600).action)
print([name for name in sys.modules if name.split(".")[0] in ("greenroom", "livekit", "asyncio")])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As hatchling builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(folder)!r}))"
    built = subprocess.run(
        [sys.executable, "-c", build], cwd=PACKAGE, capture_output=True, text=True, check=True
    )
    return folder / built.stdout.split()[-1]


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of an environment that holds the wheel and nothing else, not even pip."""
    home = tmp_path_factory.mktemp("empty")
    venv.EnvBuilder(symlinks=True).create(home)
    found = next(home.rglob("site-packages"))
    zipfile.ZipFile(wheel).extractall(found)
    return home / "bin" / "python"


def said(python: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(python), *arguments], capture_output=True, text=True, timeout=60, check=False
    )


def test_the_wheel_alone_decides(python: Path) -> None:
    """The standard library is enough, and no framework is loaded (T6)."""
    done = said(python, "-c", ALONE)
    assert done.stdout.splitlines() == ["ignore", "[]"], done.stderr


def test_the_wheel_alone_reads_a_conversation(python: Path, tmp_path: Path) -> None:
    """`python -m greenroom_turns decide` prints one JSON line a decision."""
    file = tmp_path / "conversation.jsonl"
    file.write_text(CONVERSATION)
    done = said(python, "-m", "greenroom_turns", "decide", str(file))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["decision"], one["cause"]) for one in told] == DECIDED, done.stderr
    assert [one["at_ms"] for one in told] == [1500, 3500, 4100, 5500]


@pytest.mark.parametrize("line", ["{", "[]", '{"at_ms": 1}', '{"at_ms": 1, "event": "sings"}'])
def test_a_bad_line_is_named(python: Path, tmp_path: Path, line: str) -> None:
    """Exit 2, with the file and the line."""
    file = tmp_path / "conversation.jsonl"
    file.write_text('{"at_ms": 0, "event": "speaks"}\n' + line)
    done = said(python, "-m", "greenroom_turns", "decide", str(file))
    assert done.returncode == 2
    assert f"{file}: line 2:" in done.stderr


def test_the_wheel_is_whole(wheel: Path) -> None:
    """Weights, word lists and types travel with it; it asks for nothing without an extra."""
    with zipfile.ZipFile(wheel) as whole:
        names = set(whole.namelist())
        about = whole.read(next(n for n in names if n.endswith("METADATA"))).decode()
    sources = PACKAGE / "src"
    files = {p for p in sources.rglob("*") if p.is_file() and "__pycache__" not in p.parts}
    assert {str(path.relative_to(sources)) for path in files} <= names
    wanted = [line for line in io.StringIO(about) if line.startswith("Requires-Dist")]
    assert [line for line in wanted if "extra ==" not in line] == []
    assert {line.split("==")[-1].strip(" '\"\n") for line in wanted} == {"livekit", "pipecat"}


def test_greenroom_s_wheel_brings_it() -> None:
    """`uvx --from` Greenroom's wheel needs no index that has `greenroom-turns`."""
    greenroom_s = tomllib.loads((ROOT / "pyproject.toml").read_text())
    brought = greenroom_s["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert str((PACKAGE / "src" / "greenroom_turns").relative_to(ROOT)) in brought
    ours = tomllib.loads((PACKAGE / "pyproject.toml").read_text())
    assert ours["project"]["version"] == greenroom_s["project"]["version"]


def test_greenroom_turns_has_the_same_names() -> None:
    """`greenroom.turns` is called as before, and gives the package's own objects."""
    assert dir(greenroom.turns) == dir(greenroom_turns)
    for name in greenroom_turns.__all__:
        assert getattr(greenroom.turns, name) is getattr(greenroom_turns, name)


def test_adapters_are_short() -> None:
    """No module that knows a framework has more than 150 lines."""
    folder = PACKAGE / "src" / "greenroom_turns"
    modules = [*folder.glob("livekit/*.py"), folder / "pipecat.py"]
    lengths = {path.name: len(path.read_text().splitlines()) for path in modules}
    assert {name: n for name, n in lengths.items() if n > LONGEST} == {}
