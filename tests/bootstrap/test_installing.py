"""What an installation brings: on which systems there are packages for it, what it says of those that are missing (O7)."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from greenroom.adapters.speech.weights import OURS, locked

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
UNREACHABLE = (
    "Failed to fetch",
    "Could not connect",
    "error sending request",
    "dns error",
    "timed out",
)
SYSTEMS = [
    ("x86_64-manylinux_2_28", "", "3.11"),
    ("x86_64-manylinux_2_28", "", "3.14"),
    ("aarch64-manylinux_2_28", "", "3.12"),
    ("aarch64-apple-darwin", "13.0", "3.12"),
    ("x86_64-apple-darwin", "13.0", "3.12"),
    ("windows", "", "3.12"),
]
"""As uv names them, with macOS's version, and the Python there."""


@pytest.mark.slow
@pytest.mark.parametrize(("system", "macos", "python"), SYSTEMS)
def test_every_package_has_a_wheel_for(system: str, macos: str, python: str) -> None:
    """With every extra, nothing has to be compiled. Skipped where no package index can be reached."""
    if not UV.is_file():
        pytest.skip("uv is not in this environment")
    compiling = [
        *(
            str(UV),
            "pip",
            "compile",
            "-q",
            "--no-header",
            "--no-annotate",
            "--only-binary",
            ":all:",
        ),
        *("--python-platform", system, "--python-version", python, "--extra", "all"),
        "pyproject.toml",
    ]
    for_macos = {"MACOSX_DEPLOYMENT_TARGET": macos} if macos else {}
    try:
        done = subprocess.run(
            compiling,
            cwd=ROOT,
            env=os.environ | for_macos,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the package index does not answer in time")
    if done.returncode and any(sign in done.stderr for sign in UNREACHABLE):
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr
    assert "livekit-agents==" in done.stdout


def test_no_package_is_only_for_its_weights() -> None:
    """The recogniser's weights come with Greenroom: the wheel that they are taken from runs on few systems."""
    wanted = metadata.requires("greenroom") or []
    assert not [one for one in wanted if one.startswith("moonshine")]
    assert {asset.name for asset in locked() if asset.package == OURS} == {
        "moonshine-tiny-encoder",
        "moonshine-tiny-decoder",
        "moonshine-tokenizer",
    }


def test_our_package_of_weights_runs_nothing() -> None:
    """It is data and a docstring."""
    spec = importlib.util.find_spec(OURS)
    assert spec is not None
    assert spec.origin is not None
    assert compile(Path(spec.origin).read_text(), "weights", "exec").co_names == ("__doc__",)


def test_bringing_the_weights_again_changes_nothing() -> None:
    """`make setup` done twice is quick: what is there and right stays."""
    files = [ROOT / "src" / OURS / asset.path for asset in locked() if asset.package == OURS]
    before = [file.stat().st_mtime_ns for file in files]
    subprocess.run([sys.executable, ROOT / "scripts" / "weights"], check=True, capture_output=True)
    assert [file.stat().st_mtime_ns for file in files] == before


def without(module: str, program: str, **settings: str) -> str:
    """What a program says on standard error where a library is not installed."""
    hidden = f"import sys\nsys.modules[{module!r}] = None\n{program}"
    done = subprocess.run(
        [sys.executable, "-c", hidden],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stderr


def test_postgresql_without_its_extra_is_one_sentence(tmp_path: Path) -> None:
    """It names the extra."""
    said = without(
        "psycopg",
        "from greenroom.cli import main\nsys.argv = ['greenroom', 'purge']\nmain()",
        GREENROOM_DATABASE="postgresql://somebody@127.0.0.1:1/nothing",
        GREENROOM_DATA=str(tmp_path),
    )
    assert "pip install 'greenroom[postgres]'" in said
    assert "Traceback" not in said


def test_redis_without_its_extra_is_one_sentence(tmp_path: Path) -> None:
    """It names the extra."""
    said = without(
        "redis",
        "from greenroom.cli import main\nsys.argv = ['greenroom', 'serve', '--port', '0']\nmain()",
        GREENROOM_REDIS="redis://:a-secret@127.0.0.1:1",
        GREENROOM_DATA=str(tmp_path),
    )
    assert "pip install 'greenroom[redis]'" in said
    assert "Traceback" not in said
    assert "a-secret" not in said
