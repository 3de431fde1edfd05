"""What `greenroom doctor` says of a real LiveKit server, with a worker and without (O3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.rooms.conftest import Stage

from greenroom.bootstrap import doctor_services
from greenroom.bootstrap.doctor_result import Check
from greenroom.bootstrap.doctor_services import livekit
from greenroom.testing.livekit import LiveKitProcess

pytestmark = [pytest.mark.rooms, pytest.mark.slow]

Looked = Callable[..., dict[str, Check]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """What is found of a server, with settings that replace its own."""

    def look(server: LiveKitProcess, **replaced: str) -> dict[str, Check]:
        for name, value in {**server.environment, **replaced}.items():
            monkeypatch.setenv(name, value)
        return {check.name: check for check in livekit()}

    return look


@pytest.fixture
def lonely(binary: Path, tmp_path: Path) -> Iterator[LiveKitProcess]:
    """A server without workers."""
    server = LiveKitProcess(binary, tmp_path / "livekit")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_a_worker_takes_a_job(stage: Stage, looked: Looked) -> None:
    """The server answers, a candidate's token is taken, and the worker takes a job that is none: no
    interview is looked for, and nothing fails."""
    before = len(stage.workers.told("job not taken"))
    found = looked(stage.livekit)
    assert {name: check.ok for name, check in found.items()} == {
        "livekit server": True,
        "livekit token": True,
        "livekit worker": True,
    }
    assert len(stage.workers.told("job not taken")) == before
    assert "Traceback" not in stage.workers.log.read_text()


def test_nobody_takes_it(
    lonely: LiveKitProcess, looked: Looked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a worker it is said how to start one; by another secret nothing else is tried."""
    monkeypatch.setitem(vars(doctor_services), "WORKER_S", 1)
    found = looked(lonely)
    assert {name: check.ok for name, check in found.items()} == {
        "livekit server": True,
        "livekit token": True,
        "livekit worker": False,
    }
    assert "greenroom worker" in found["livekit worker"].remedy
    wrong = looked(lonely, LIVEKIT_API_SECRET="another" * 6)
    assert {name: check.ok for name, check in wrong.items()} == {"livekit server": False}
    assert "another" not in str(wrong)
