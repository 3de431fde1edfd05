"""`greenroom serve` as a process: it comes up, keeps quiet about people, erases, and ends cleanly."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic

import psutil
import pytest
from tests.e2e.house import contents
from tests.observability.test_prometheus import OURS, RULES, expressions
from tests.typed import typed
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from greenroom import settings as configuration
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.http_server import LOOPBACK, known_hosts
from greenroom.bootstrap.listening import listen

NAME, EMAIL = "Zenobia Canarywood", "zenobia.canarywood@example.org"
MARKERS = ("zenobia", "canarywood", "looms-of-halifax")


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "greenroom", *words]


def environment(data: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GREENROOM_", "PORT"))}
    return {**kept, "GREENROOM_DATA": str(data)}


@contextmanager
def serving(data: Path, log: Path, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server on a port of its own, and its address as it printed it."""
    with log.open("w") as errors:
        process = subprocess.Popen(
            command("serve", "--port", "0"),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment(data) | settings,
        )
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()


def call(url: str, method: str = "GET", body: object = None, token: str = "") -> tuple[int, bytes]:
    request = urllib.request.Request(url, method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def family_of(metric: str) -> str:
    """What its samples are called without what a histogram or a counter adds."""
    return re.sub("_(bucket|count|sum|total)$", "", metric)


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_visit_leaves_no_trace(tmp_path: Path, ending: signal.Signals) -> None:
    """Up with an address that answers; a candidate's name, e-mail and job are in no log and no metric,
    and after erasing in no file; what the dashboard and the alerts ask for is shown; either signal ends it
    with 0 (O1, O4, P1, Sec)."""
    data, log = tmp_path / "data", tmp_path / "log"
    told = {"plan": "classic", "consent": True, "name": NAME, "email": EMAIL}
    with serving(data, log) as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
        assert call(f"{address}/healthz")[0] == 200
        assert b"<html" in call(f"{address}/")[1].lower()
        body = {**told, "job_description": "looms-of-halifax " * 50}
        status, answer = call(f"{address}/api/interviews", "POST", body)
        assert status == 201
        made = json.loads(answer)
        here = f"{address}/api/interviews/{made['id']}"
        assert json.loads(call(here, token=made["access_token"])[1])["candidate"]["name"] == NAME
        assert call(f"{address}/api/interviews", "POST", {**told, "email": "canarywood"})[0] == 422
        metrics = call(f"{address}/metrics")[1].decode()
        assert any(b"canarywood" in content.lower() for content in contents(data).values())
        assert call(here, "DELETE", token=made["access_token"])[0] == 204
        for path, content in {**contents(data), "log": log.read_bytes()}.items():
            assert not [m for m in MARKERS if m.encode() in content.lower()], path
        assert not [m for m in MARKERS if m in metrics.lower()]
        assert "greenroom_http_request_seconds_count" in metrics
        shown = OURS.findall("\n".join(x for x in metrics.splitlines() if x.startswith("# TYPE")))
        asked = OURS.findall(RULES.read_text() + "\n".join(expressions()))
        of_rooms = {"greenroom_rooms_taken", "greenroom_rooms_capacity"}  # with LiveKit
        assert {family_of(name) for name in asked} <= {family_of(name) for name in shown} | of_rooms
        process.send_signal(ending)
        assert process.wait(30) == 0
    assert "Traceback" not in log.read_text()


def wait_for_speech(address: str) -> None:
    """Until interviews can begin. The answer takes as long as the server is busy loading."""
    until = monotonic() + 120
    while json.loads(call(f"{address}/healthz")[1])["status"] != "ok":
        assert monotonic() < until
        Event().wait(0.1)


@pytest.mark.slow
def test_it_ends_at_once_although_a_page_is_attached(tmp_path: Path) -> None:
    """SIGTERM in the middle of a question: the page is told to come back, and what is left to do costs
    next to nothing beside what the start cost: nobody waits for the models to be taken apart."""
    with serving(tmp_path / "data", tmp_path / "log") as (process, address):
        wait_for_speech(address)
        told = {"plan": "two-stage", "consent": True, "name": NAME}
        made = json.loads(call(f"{address}/api/interviews", "POST", told)[1])
        place = f"{address.replace('http', 'ws')}/ws/interviews/{made['id']}"
        bearer = {"Authorization": f"Bearer {made['access_token']}"}
        with connect(place, additional_headers=bearer) as page:
            while not isinstance(page.recv(60), bytes):
                """The interviewer has not begun to speak."""
            spent = sum(psutil.Process(process.pid).cpu_times()[:2])
            before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
            process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                deque(iter(partial(page.recv, 60), None), maxlen=0)
            assert process.wait(60) == 0
        ending = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before - spent
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert ending < spent / 4, (ending, spent)


def attached(address: str, made: dict[str, str]) -> ClientConnection:
    """A page's socket to its interview."""
    place = f"{address.replace('http', 'ws')}/ws/interviews/{made['id']}"
    return connect(place, additional_headers={"Authorization": f"Bearer {made['access_token']}"})


@pytest.mark.slow
def test_a_running_interview_may_end_first(tmp_path: Path) -> None:
    """SIGTERM with time to drain: the server says that it is not ready, lets nobody new in, and the
    interview that runs goes on, on the same line, to its own end; then the process ends with 0."""
    waits = {"GREENROOM_DRAIN_SECONDS": "600", "GREENROOM_LIVE_PER_OWNER": "2"}
    with serving(tmp_path / "data", tmp_path / "log", **waits) as (process, address):
        wait_for_speech(address)
        assert call(f"{address}/readyz")[0] == call(f"{address}/livez")[0] == 200
        told = {"plan": "two-stage", "consent": True, "name": NAME}
        made, other = (
            json.loads(call(f"{address}/api/interviews", "POST", told)[1]) for _ in range(2)
        )
        with attached(address, made) as page:
            while not isinstance(page.recv(60), bytes):
                """The interviewer has not begun to speak."""
            process.terminate()
            until = monotonic() + 60
            while call(f"{address}/readyz")[0] != 503:
                assert monotonic() < until
            found = json.loads(call(f"{address}/readyz")[1])
            assert (found["status"], found["parts"]["speech"]) == ("degraded", "draining")
            with attached(address, other) as late, pytest.raises(ConnectionClosed):
                deque(iter(partial(late.recv, 60), None), maxlen=0)
            page.send(json.dumps({"t": "command", "command": "end"}))
            said = ""
            while not said.startswith('{"t":"ended"') and '"t": "ended"' not in said:
                heard = page.recv(60)
                said = heard if isinstance(heard, str) else ""
                for message in [json.loads(said)] if said else []:
                    if message["t"] == "say":
                        page.send(json.dumps({"t": "started", "id": message["id"]}))
                        done = {"t": "finished", "id": message["id"], "played_ms": 1000}
                        page.send(json.dumps(done))
            assert process.wait(60) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize("told", ["--port", "PORT", "GREENROOM_PORT"])
@pytest.mark.parametrize("port", ["abc", "65536", "-1", "８０００"])
def test_a_port_that_is_none(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    told: str,
    port: str,
) -> None:
    """However it was told: one sentence that names it and says what to give, and exit code 2."""
    words = (f"--port={port}",) if told == "--port" else ()
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    for name in ("PORT", "GREENROOM_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(told, port)
    done = typed(capsys, "serve", *words)
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert f"“{port}” is not a port" in sentence
    assert "PORT=8123 make serve" in sentence


def test_a_directory_of_models_that_is_not_there(tmp_path: Path) -> None:
    """The server does not begin, on the usual port or any: one sentence that names setting and
    directory, and exit code 3."""
    done = subprocess.run(
        command("serve"),
        capture_output=True,
        text=True,
        timeout=60,
        env={**environment(tmp_path), "GREENROOM_MODELS": str(tmp_path / "modles")},
    )
    assert (done.returncode, done.stdout) == (3, "")
    (sentence,) = done.stderr.splitlines()
    assert f"GREENROOM_MODELS: there is no directory {tmp_path / 'modles'}" in sentence


@pytest.mark.parametrize("told", ["--port", "PORT", "GREENROOM_PORT"])
def test_a_port_in_use(tmp_path: Path, told: str) -> None:
    """However the port was told: one clear sentence and exit code 3, and nothing else."""
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        words = ("--port", str(port)) if told == "--port" else ()
        done = subprocess.run(
            command("serve", *words),
            capture_output=True,
            text=True,
            timeout=60,
            env={**environment(tmp_path), told: str(port)},
        )
    assert done.returncode == 3
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert str(port) in sentence
    assert f"PORT={port + 1}" in sentence


def test_an_unusable_data_directory(tmp_path: Path) -> None:
    """The same for a data directory that cannot be written."""
    (tmp_path / "file").write_text("")
    done = subprocess.run(
        command("serve", "--port", "0"),
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(tmp_path / "file"),
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "GREENROOM_DATA" in done.stderr


def test_a_data_directory_in_use(tmp_path: Path) -> None:
    """A second server on the same data is refused in one sentence; once the first is killed there is
    room again, although it could not tidy up."""
    data, log = tmp_path / "data", tmp_path / "log"
    with serving(data, log) as (_, address):
        assert address
        done = subprocess.run(
            command("serve", "--port", "0"),
            capture_output=True,
            text=True,
            timeout=60,
            env=environment(data),
        )
        assert done.returncode == 3
        assert done.stdout == ""
        (sentence,) = done.stderr.splitlines()
        assert str(data) in sentence
    with serving(data, log) as (_, address):
        assert address


def test_a_host_that_is_none() -> None:
    """A name without an address is told by its name, not by the resolver's number."""
    with pytest.raises(OperatorFault, match="no address goes by that name"):
        listen("no such host", 0)


def test_a_host_that_is_not_ours() -> None:
    """An address of another machine cannot be listened on, which is said without a traceback."""
    with pytest.raises(OperatorFault, match=r"cannot listen on 192\.0\.2\.1:0"):
        listen("192.0.2.1", 0)


@pytest.mark.parametrize(
    ("host", "url", "names"),
    [
        ("127.0.0.1", None, LOOPBACK),
        ("127.0.0.1", "https://i.example.org", LOOPBACK | {"i.example.org"}),
        ("0.0.0.0", "https://i.example.org:8443", LOOPBACK | {"i.example.org"}),
        ("0.0.0.0", None, None),
    ],
)
def test_names(host: str, url: str | None, names: frozenset[str] | None) -> None:
    """A server knows itself by loopback names and its public one; on the network without one, by any."""
    assert known_hosts(configuration.load(host=host, public_url=url)) == names
