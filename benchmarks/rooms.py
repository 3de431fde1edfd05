"""Interviews in LiveKit rooms: what one costs, and how many fit beside one another.

python -m benchmarks.rooms [--quick]
python -m benchmarks.rooms local [N ...]    the product's own worker, which hears, speaks and reads by itself

Server, worker and bots share the machine; what each of them takes is measured apart. Speech and
model are scripted, voice detection is real. A process for each interview, as the product has it; and
beside it a thread for each.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

import numpy as np
import psutil
from pydantic import SecretStr

from benchmarks.embedded_server import seat
from benchmarks.parts import spoken_sentence
from benchmarks.table import Row, quantile, tell
from greenroom.adapters.rooms.names import JobMetadata
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.storage import open_store
from greenroom.app.providers import tickets
from greenroom.testing.livekit import LiveKitProcess, RoomCandidate, find_server
from greenroom.testing.livekit.server import KEY, SECRET
from greenroom.testing.postgresql import postgres_server

COMMAND = "python -m benchmarks.rooms"
STEPS = (1, 3, 5, 8)
SECONDS, QUICK_SECONDS = 60.0, 20.0
LOCAL_SECONDS = 22.0
"""Its interviewer ends the interview after four answers."""
SLOW_S = 1.0
PAUSE_S = 0.5
ROUND_S = 7.0
"""About as long as an answer and the next question take. In this time the bots begin to talk, one after the other: those that
begin together would all speak, and all be answered, at the same moments."""
EXECUTORS = ("process", "thread")
LOCAL = "local"
"""In the place of an executor: `greenroom worker` itself."""


@dataclass(frozen=True, slots=True)
class Load:
    """What so many bots saw, and what it cost. Seconds; then server, worker and bots, each: cores, and
    megabytes (PSS)."""

    bots: int
    turns: tuple[float, ...]
    cores: tuple[float, float, float]
    megabytes: tuple[float, float, float]
    job: float = 0.0
    """Cores of a job with an interview alone, on average; 0 where it is a thread."""
    own: float = 0.0
    """Megabytes that a job with an interview has for itself (USS), on average."""
    stuck: int = 0
    """Bots that waited a minute for their turn, or for a reply."""

    @property
    def worker(self) -> float:
        return self.cores[1]

    @property
    def p95(self) -> float:
        return quantile(self.turns, 0.95) if self.turns and not self.stuck else float("inf")

    def told(self) -> str:
        middle = quantile(self.turns, 0.5) if self.turns else float("inf")
        parts = zip(("server", "worker", "bots"), self.cores, self.megabytes, strict=True)
        stuck = f"{self.stuck} of them stood still; " if self.stuck else ""
        return (
            f"{self.bots}: p50 {middle:.2f} p95 {self.p95:.2f} s (n {len(self.turns)}); {stuck}"
            + ", ".join(
                f"{name} {cores / self.bots:.3f} cores each, {size:.0f} MB in all"
                for name, cores, size in parts
            )
            + f"; a job alone {self.job:.3f} cores, {self.own:.0f} MB of its own"
        )


def rows(*, quick: bool) -> Iterator[Row]:
    binary = find_server()
    if binary is None:
        yield Row(
            "cores per interview in a LiveKit room", "≤ 0.10", "no livekit-server", "", COMMAND
        )
        return
    seconds = QUICK_SECONDS if quick else SECONDS
    steps = STEPS[:2] if quick else STEPS
    process, thread = (tuple(_steps(binary, steps, seconds, kind)) for kind in EXECUTORS)
    server, _, bot = process[0].cores
    yield Row(
        "cores per interview in a LiveKit room (worker)",
        "≤ 0.10",
        _each(process),
        f"LiveKit server {server:.2f}, bot {bot:.2f}; a thread for each: {_each(thread)}",
        COMMAND,
    )
    yield Row(
        "interviews in rooms with everything on this machine until p95 > 1 s",
        "",
        _fit(process),
        f"a thread for each: {_fit(thread)}",
        COMMAND,
    )


def _steps(binary: Path, steps: Sequence[int], seconds: float, executor: str) -> Iterator[Load]:
    for bots in steps:
        found = load(binary, bots, seconds, executor)
        machine = f"load {os.getloadavg()[0]:.1f}"
        print(executor, found.told(), machine, sep=", ", file=sys.stderr, flush=True)
        yield found


def _each(seen: Sequence[Load]) -> str:
    return "; ".join(f"{s.worker / s.bots:.2f} (N = {s.bots})" for s in seen)


def _fit(seen: Sequence[Load]) -> str:
    most = max((s.bots for s in seen if s.p95 <= SLOW_S), default=0)
    return f"{most} ({'; '.join(s.told() for s in seen)})"


def load(
    binary: Path,
    bots: int,
    seconds: float,
    executor: str = EXECUTORS[0],
    *,
    database: str | None = None,
    talking: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Load:
    """So many interviews at once, for so long, with a server and a worker of their own. `database`: an
    address of PostgreSQL instead of a file. `talking` is entered while they talk."""
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as name:
        folder = Path(name)
        livekit = LiveKitProcess(binary, folder / "livekit")
        livekit.start()
        environment = {
            **os.environ,
            **livekit.environment,
            "BENCH_DATABASE": database or str(folder / "db"),
        }
        try:
            with _worker(executor, folder, environment) as worker:
                return asyncio.run(
                    _talk(livekit, worker, database or folder / "db", bots, seconds, talking)
                )
        finally:
            livekit.stop()


@contextmanager
def _worker(executor: str, folder: Path, environment: dict[str, str]) -> Iterator[int]:
    """Until it is registered; gives its process."""
    local = executor == LOCAL
    command = ("greenroom", "worker", "--port", "0")
    if local:
        environment |= {
            "GREENROOM_DATA": str(folder / "data"),
            "GREENROOM_DATABASE": environment["BENCH_DATABASE"],
            "GREENROOM_SECRET": "of this measurement alone",
        }
    worker = subprocess.Popen(
        [sys.executable, "-m", *(command if local else ("benchmarks.room_worker", executor))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if local else subprocess.DEVNULL,
        env=environment,
        text=True,
    )
    assert worker.stdout is not None
    try:
        while "registered" not in worker.stdout.readline():
            assert worker.poll() is None, "the worker ended"
        if local:
            Thread(target=worker.stdout.read, daemon=True).start()
        yield worker.pid
    finally:
        if local:
            for _ in range(2):
                worker.terminate()
                time.sleep(1)
            worker.wait(60)
        else:
            worker.communicate(timeout=60)


async def _talk(
    livekit: LiveKitProcess,
    worker: int,
    database: str | Path,
    bots: int,
    seconds: float,
    talking: Callable[[], AbstractContextManager[None]],
) -> Load:
    store = await open_store(database)
    server = LiveKitServer(livekit.url, KEY, SecretStr(SECRET))
    people = []
    for number in range(bots):
        row = seat(number)[0]
        await store.interviews.create(replace(row, mode="livekit", status="running"))
        order = JobMetadata(row.id, await tickets.issue(store.tickets, row.id))
        token = server.candidate_token(order)
        admission = {"server_url": livekit.url, "participant_token": token}
        candidate = RoomCandidate("http://127.0.0.1", row.id, "")
        await candidate.join(admission=admission)
        people.append(candidate)
        with suppress(TimeoutError):  # one after the other, as interviews begin
            await _audible(candidate)
    spoken = np.frombuffer(spoken_sentence(), "<i2").astype(np.float32) / 32_768
    words = np.repeat(spoken, 3)
    before, began = _costs(livekit.pid, worker), time.perf_counter()
    at_first = _each_process(worker)
    turns: list[list[float]] = [[] for _ in people]
    await store.aclose()
    with talking():
        stuck = await asyncio.gather(
            *(
                _converse(one, words, seconds, found, number * ROUND_S / bots)
                for number, (one, found) in enumerate(zip(people, turns, strict=True))
            )
        )
    spent = time.perf_counter() - began
    processes = {pid: now - at_first.get(pid, 0.0) for pid, now in _each_process(worker).items()}
    del processes[worker]
    jobs = sorted(processes.values(), reverse=True)[:bots] or [0.0]
    costs = zip(_costs(livekit.pid, worker), before, strict=True)
    server_cores, worker_cores, own_cores = ((now - then) / spent for now, then in costs)
    megabytes = (
        _megabytes(livekit.pid),
        _megabytes(worker),
        psutil.Process().memory_full_info().pss / 1e6,
    )
    own = sorted((p.memory_full_info().uss for p in _family(worker)), reverse=True)[:bots]
    for candidate in people:
        await candidate.aclose()
    return Load(
        bots,
        tuple(t for one in turns for t in one),
        (server_cores, worker_cores, own_cores),
        megabytes,
        sum(jobs) / len(jobs) / spent,
        sum(own) / len(own) / 1e6,
        sum(stuck),
    )


async def _converse(
    candidate: RoomCandidate,
    words: np.ndarray,
    seconds: float,
    found: list[float],
    after_s: float,
) -> bool:
    """Answer whatever is asked, and put to `found` the seconds from the last sample of each answer to the
    first sound of the reply. True: it waited in vain."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    await asyncio.sleep(after_s)
    try:
        while loop.time() < until:
            await candidate.turn()
            await asyncio.sleep(PAUSE_S)
            onsets = len(candidate.onsets)
            ended = await candidate.say(words)
            await _audible(candidate, after=onsets)
            found.append(candidate.onsets[-1] - ended)
            await candidate.until(lambda: candidate.view["cue"] != "turn")
    except TimeoutError:
        print("stuck:", candidate.interview, candidate.told[-4:], file=sys.stderr, flush=True)
        return True
    return False


async def _audible(candidate: RoomCandidate, after: int = 0) -> None:
    """Wait for the onset that comes after so many."""
    await candidate.until(lambda: len(candidate.onsets) > after)


def _family(pid: int) -> Iterable[psutil.Process]:
    parent = psutil.Process(pid)
    return (parent, *parent.children(recursive=True))


def _megabytes(pid: int) -> float:
    return float(sum(p.memory_full_info().pss for p in _family(pid))) / 1e6


def _costs(server: int, worker: int) -> tuple[float, float, float]:
    """Seconds of processor that server, worker and bots have had."""
    bots = sum(psutil.Process().cpu_times()[:2])
    return sum(_each_process(server).values()), sum(_each_process(worker).values()), bots


def _each_process(pid: int) -> dict[int, float]:
    """Seconds of processor that this process and each one under it have had."""
    return {p.pid: float(sum(p.cpu_times()[:2])) for p in _family(pid)}


def tell_local(steps: Sequence[int]) -> None:
    """On PostgreSQL, as several machines have it."""
    binary = find_server()
    assert binary is not None, "needs livekit-server: make programs"
    with postgres_server() as server:
        for bots in steps:
            found = load(binary, bots, LOCAL_SECONDS, LOCAL, database=server.new_database())
            print(found.told(), f"load {os.getloadavg()[0]:.1f}", sep="; ", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == [LOCAL]:
        tell_local([int(n) for n in sys.argv[2:]] or STEPS)
    else:
        tell(rows)
