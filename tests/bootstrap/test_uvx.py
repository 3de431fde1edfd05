"""`uvx --from WHEEL greenroom serve` in a folder of nobody's: somebody registers and hears a question (O7)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.bootstrap.test_installing import ROOT, UNREACHABLE, UV
from tests.e2e.house import free_port

ASKED = ROOT / "tests" / "deploy" / "asked.py"
OURS = ("GREENROOM_", "PORT", "PYTHON", "VIRTUAL_ENV")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not UV.is_file(), reason="uv is not in this environment"),
]


def clean(**more: str) -> dict[str, str]:
    """The environment of somebody who has no checkout. The versions are those of the lock, which are here already."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(OURS)}
    return {**kept, "UV_CONSTRAINT": str(ROOT / "requirements.lock"), **more}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = ("build", "-q", "--wheel", "--no-build-isolation", "--python", sys.executable)
    subprocess.run([UV, *build, "--out-dir", folder, ROOT], check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_a_question_is_spoken(wheel: Path, tmp_path: Path) -> None:
    """From the wheel alone, in an empty folder: the server comes up, and the first question is heard."""
    port, log = free_port(), tmp_path / "log"
    here = tmp_path / "empty"
    here.mkdir()
    uvx = (str(UV), "tool", "run", "--python", sys.executable, "--from", str(wheel))
    environment = clean(GREENROOM_DATA=str(tmp_path / "data"))
    ready = subprocess.run(
        (*uvx, "greenroom", "--version"),
        cwd=here,
        env=environment,
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
    )
    if ready.returncode and any(sign in ready.stderr for sign in UNREACHABLE):
        pytest.skip("no package index can be reached")
    assert ready.returncode == 0, ready.stderr
    with log.open("w") as told:
        serving = subprocess.Popen(
            (*uvx, "greenroom", "serve", "--port", str(port)),
            cwd=here,
            env=environment,
            stdout=told,
            stderr=told,
        )
    try:
        asked = subprocess.run(
            (sys.executable, ASKED, f"http://127.0.0.1:{port}"),
            env=environment,
            capture_output=True,
            timeout=180,
            check=False,
        )
        assert asked.returncode == 0, asked.stderr.decode() + log.read_text()
        assert json.loads(asked.stdout)["audible_ms"] > 3_000
    finally:
        serving.terminate()
        code = serving.wait(60)
    assert code == 0, log.read_text()
    assert not list(here.iterdir())
