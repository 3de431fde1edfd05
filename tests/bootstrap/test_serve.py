"""`greenroom serve` as a process: it comes up, keeps quiet about people, erases, and ends cleanly."""

from __future__ import annotations

import json
import re
import resource
import signal
import urllib.error
import urllib.request
from collections import deque
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic

import psutil
import pytest
from tests.bootstrap.served import serving
from tests.e2e.house import contents
from tests.observability.test_prometheus import OURS, RULES, expressions
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

NAME, EMAIL = "Zenobia Canarywood", "zenobia.canarywood@example.org"
MARKERS = ("zenobia", "canarywood", "looms-of-halifax")


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


def visit(address: str, data: Path, log: Path) -> None:
    """A candidate's name, e-mail and job are in no log and no metric, and after erasing in no file; what the
    dashboard and the alerts ask for is shown (O4, P1, Sec)."""
    told = {"plan": "classic", "consent": True, "name": NAME, "email": EMAIL}
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


def wait_for_speech(address: str) -> None:
    """Until interviews can begin. The answer takes as long as the server is busy loading."""
    until = monotonic() + 120
    while json.loads(call(f"{address}/healthz")[1])["status"] != "ok":
        assert monotonic() < until
        Event().wait(0.1)


def attached(address: str, made: dict[str, str]) -> ClientConnection:
    """A page's socket to its interview."""
    place = f"{address.replace('http', 'ws')}/ws/interviews/{made['id']}"
    return connect(place, additional_headers={"Authorization": f"Bearer {made['access_token']}"})


@pytest.mark.slow
def test_a_visit_leaves_no_trace_and_the_end_costs_nothing(tmp_path: Path) -> None:
    """One server, from its address to its end: up with an address that answers, it keeps quiet about who came
    (`visit`). Ctrl-C in the middle of a question: the page is told to come back, the process ends with 0 (O1),
    and what is left to do costs next to nothing beside what the start cost: nobody waits for the models to be
    taken apart."""
    data, log = tmp_path / "data", tmp_path / "log"
    with serving(data, log) as (process, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address)
        visit(address, data, log)
        wait_for_speech(address)
        told = {"plan": "two-stage", "consent": True, "name": NAME}
        made = json.loads(call(f"{address}/api/interviews", "POST", told)[1])
        with attached(address, made) as page:
            while not isinstance(page.recv(60), bytes):
                """The interviewer has not begun to speak."""
            spent = sum(psutil.Process(process.pid).cpu_times()[:2])
            before = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
            process.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed) as closed:
                deque(iter(partial(page.recv, 60), None), maxlen=0)
            assert process.wait(60) == 0
        ending = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - before - spent
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert ending < spent / 4, (ending, spent)
    assert "Traceback" not in log.read_text()


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
