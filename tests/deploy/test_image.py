"""The image of `deploy/Containerfile`, built by its very steps on a clean Debian root and started as `deploy/compose.yaml`
says: `make image` (O6). It takes minutes, root, buildah, mmdebstrap and bubblewrap, and package registries."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ASKED = Path(__file__).with_name("asked.py")
KNOB = "GREENROOM_IMAGE"
USER = 10001

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1_800),
    pytest.mark.skipif(KNOB not in os.environ, reason="takes minutes: make image"),
]


@dataclass(frozen=True, slots=True)
class Image:
    root: Path
    config: dict[str, Any]

    @property
    def environment(self) -> dict[str, str]:
        return dict(one.split("=", 1) for one in self.config["Env"])

    def as_user(self, *words: str) -> tuple[str, ...]:
        """With the image's user, and without any right of root's."""
        bare = ("--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")
        return ("setpriv", f"--reuid={USER}", f"--regid={USER}", *bare, "--", *words)

    def alone(self, data: Path, *words: str) -> tuple[str, ...]:
        """A command that sees nothing but this root, which it cannot write, /data and an empty /tmp. It is process 1
        of its own space, with a network of its own: what a container is."""
        spaces = ("--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts")
        mounts = ("--ro-bind", str(self.root), "/", "--proc", "/proc", "--dev", "/dev")
        written = ("--perms", "1777", "--tmpfs", "/tmp", "--bind", str(data), "/data")
        named = [word for pair in self.environment.items() for word in ("--setenv", *pair)]
        how = ("--clearenv", *named, "--as-pid-1", "--die-with-parent", "--cap-add", "ALL")
        return ("bwrap", *spaces, *mounts, *written, *how, *self.as_user(*words))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = Path(os.environ[KNOB])
    if not (folder / "image.json").exists():
        subprocess.run([ROOT / "scripts" / "image", folder], check=True)
    told = json.loads((folder / "image.json").read_text())
    return Image((folder / "root").resolve(), told["Docker"]["config"])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The volume: as the image has it, for its user alone."""
    place = tmp_path / "data"
    place.mkdir(mode=0o700)
    os.chown(place, USER, USER)
    return place


@dataclass(frozen=True, slots=True)
class Running:
    image: Image
    process: subprocess.Popen[bytes]
    inside: int
    """The server, as this machine numbers it."""

    def execute(self, *words: str, told: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """A command beside it, as `docker exec` and a health check run it."""
        entered = ("nsenter", f"--target={self.inside}", "--mount", "--net", "--pid", "--ipc")
        return subprocess.run(
            (*entered, *self.image.as_user(*words)),
            input=told,
            env=self.image.environment,
            capture_output=True,
            timeout=180,
            check=False,
        )


@pytest.fixture
def running(image: Image, data: Path, tmp_path: Path) -> Iterator[Running]:
    """The image with its own command."""
    command = (*image.config["Entrypoint"], *image.config["Cmd"])
    told_by, tells = os.pipe()
    with (tmp_path / "log").open("w") as log:
        words = image.alone(data, *command)
        process = subprocess.Popen(
            (words[0], "--info-fd", str(tells), *words[1:]),
            stdout=log,
            stderr=log,
            pass_fds=(tells,),
        )
    os.close(tells)
    with os.fdopen(told_by) as told:
        inside = json.load(told)["child-pid"]
    try:
        yield Running(image, process, inside)
    finally:
        process.kill()
        process.wait()
        sys.stderr.write((tmp_path / "log").read_text()[-4_000:])


def test_it_names_what_a_container_needs(image: Image) -> None:
    """Not root, one volume, one port, a health check, and SIGTERM to end it."""
    config = image.config
    assert config["User"] == f"{USER}:{USER}"
    assert set(config["Volumes"]) == {"/data"}
    assert set(config["ExposedPorts"]) == {"8000/tcp"}
    assert config["StopSignal"] in ("SIGTERM", "15")
    assert config["Healthcheck"]["Test"][0] == "CMD"


def test_a_question_is_spoken_from_a_root_that_cannot_be_written(running: Running) -> None:
    """The health check of the image says that it is well; somebody registers and hears a question; nothing was
    written but in /data; SIGTERM ends process 1 with 0."""
    asked = running.execute("python", "-", "http://127.0.0.1:8000", told=ASKED.read_bytes())
    assert asked.returncode == 0, asked.stderr.decode()
    heard = json.loads(asked.stdout)
    assert heard["said"].endswith("Please tell me a little about yourself.")
    assert heard["audible_ms"] > 3_000
    check = running.image.config["Healthcheck"]["Test"][1:]
    assert running.execute(*check).returncode == 0
    assert running.execute("touch", "/opt/greenroom/written").returncode != 0
    assert b"\nCapEff:\t0000000000000000\n" in running.execute("cat", "/proc/1/status").stdout
    os.kill(running.inside, signal.SIGTERM)
    assert running.process.wait(60) == 0


def test_a_health_check_that_fails_says_so(image: Image, data: Path) -> None:
    """Where nothing listens, the check is not green."""
    words = image.alone(data, *image.config["Healthcheck"]["Test"][1:])
    assert subprocess.run(words, capture_output=True, timeout=60, check=False).returncode != 0


def test_everything_that_it_needs_is_in_it(image: Image, data: Path) -> None:
    """The doctor finds no fault; reports become PDFs; backups of PostgreSQL find their tools."""
    doctor = subprocess.run(
        image.alone(data, "greenroom", "doctor"), capture_output=True, timeout=300, check=False
    )
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
    drawing = "import weasyprint; print(len(weasyprint.HTML(string='<p>ok').write_pdf()))"
    for command in (
        ("python", "-c", drawing),
        ("pg_dump", "--version"),
        ("espeak-ng", "--version"),
    ):
        done = subprocess.run(
            image.alone(data, *command), capture_output=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
