"""Every process is replaced while interviews are held, one after the other, as an upgrade does it (O2, F15)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.e2e import sound
from tests.e2e.house import BRIEFLY, Change, House
from tests.rooms.conftest import APPLICATION
from tests.rooms.test_database_restarted import ANSWERS, LONG_S, Page, is_over, may_speak
from tests.rooms.workers import Workers
from tests.support.redis_server import RedisProcess

from greenroom.testing.livekit import LiveKitProcess, RoomCandidate
from greenroom.testing.postgresql import postgres_server

pytestmark = [pytest.mark.rooms, pytest.mark.slow(4)]

NO_FOLLOW_UP: Change = ("follow_up_cap = 2", "follow_up_cap = 0")
STEPS = 4
"""Two servers and two workers are replaced; an answer is given after each."""
TYPISTS = 2


@dataclass
class Balancer:
    """What stands before several servers: a connection goes to the first that takes it."""

    ports: Sequence[int]
    address: str = ""
    _open: set[asyncio.Task[None]] = field(default_factory=set)

    @asynccontextmanager
    async def balancing(self) -> AsyncIterator[Balancer]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            for task in self._open:
                task.cancel()
            await asyncio.gather(*self._open, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self.ports:
            try:
                there, back = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            for source, sink in ((reader, back), (there, writer)):
                task = asyncio.ensure_future(self._pump(source, sink))
                self._open.add(task)
                task.add_done_callback(self._open.discard)
            return
        writer.close()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65_536):
                sink.write(data)
                await sink.drain()
        except ConnectionError:
            pass
        finally:
            sink.close()


@dataclass
class Site:
    """Two servers and two workers over one PostgreSQL and two LiveKit servers over one Redis: candidates at the one,
    workers at the `near` one."""

    houses: list[House]
    workers: list[Workers]
    folder: Path
    near: LiveKitProcess
    numbers: Iterator[int] = field(default_factory=count)

    def begin_worker(self) -> Workers:
        folder = self.folder / f"worker-{next(self.numbers)}"
        folder.mkdir()
        worker = Workers(folder, self.houses[0].environment | self.near.environment)
        self.workers.append(worker)  # before it starts: it is closed also when it does not
        worker.begin()
        return worker

    def new_worker(self) -> None:
        self.begin_worker().wait_until_registered()

    def holders(self, interview: str) -> list[str]:
        """The jobs that have held it, of all workers."""
        told = [one for worker in self.workers for one in worker.told("holding")]
        return [one["job"] for one in told if one["interview"] == interview]


@contextmanager
def built(binary: Path, folder: Path) -> Iterator[Site]:
    redis = RedisProcess(folder)
    near = LiveKitProcess(binary, folder / "near", redis=redis.address)
    far = LiveKitProcess(binary, folder / "far", redis=redis.address)
    with postgres_server() as postgres:
        shared = far.environment | {
            "GREENROOM_DATABASE": postgres.new_database(),
            "GREENROOM_SECRET": "one secret that both of these servers know",
            "GREENROOM_KEY_ENCRYPTION_KEY": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
        }
        site = Site([House(folder / name, **shared) for name in ("one", "two")], [], folder, near)
        try:
            redis.start()
            near.start()
            far.start()
            for house in site.houses:
                house.log.parent.mkdir()
                house.start()
                house.wait_until_ready()
            for worker in (site.begin_worker(), site.begin_worker()):
                worker.wait_until_registered()
            yield site
        finally:
            for worker in site.workers:
                worker.close()
            for house in site.houses:
                house.kill()
            far.stop()
            near.stop()
            redis.stop()


@pytest.fixture
def site(binary: Path, tmp_path: Path) -> Iterator[Site]:
    with built(binary, tmp_path) as found:
        yield found


async def arrive(
    site: Site, address: str, open_: AsyncExitStack, changes: Sequence[Change], *, microphone: bool
) -> RoomCandidate:
    """A candidate in the room of a new interview, with these changes of its plan."""
    async with httpx2.AsyncClient(base_url=address) as client:
        made = (await client.post("/api/interviews", json=APPLICATION)).json()
    site.houses[0].replan(made["id"], *changes)
    candidate = RoomCandidate(address, made["id"], made["access_token"])
    open_.push_async_callback(candidate.aclose)
    await candidate.join(microphone=microphone)
    return candidate


async def speak(candidate: RoomCandidate, speaker: Any) -> int:
    """A whole interview by voice, at its own pace; returns how many answers were given."""
    heard = given = 0
    for text in ANSWERS:
        await candidate.until(partial(may_speak, candidate, heard), LONG_S)
        if candidate.got("say")[-1]["kind"] == "closing":
            break
        heard = len(candidate.got("say"))
        await candidate.say(sound.candidate(speaker, text))
        given += 1
    await candidate.until(partial(is_over, candidate), LONG_S)
    return given


async def type_(candidate: RoomCandidate, steps: Sequence[asyncio.Event]) -> int:
    """One by typing, which nobody hurries: an answer after each step of the upgrade."""
    heard = given = 0
    async with Page.of(candidate) as page:
        for text in ANSWERS:
            await candidate.until(partial(may_speak, candidate, heard), LONG_S)
            if candidate.got("say")[-1]["kind"] == "closing":
                break
            await candidate.tell({"t": "mode", "mode": "type"})
            heard = len(candidate.got("say"))
            await steps[min(given, STEPS - 1)].wait()
            await page.answer(text, f"m{given}")
            given += 1
        await candidate.until(partial(is_over, candidate), LONG_S)
    return given


async def is_whole(site: Site, candidate: RoomCandidate, answered: int) -> None:
    """One job held it, every answer is there once, and nothing was asked or said again. On a busy machine the
    microphone of these tests halts, and one answer may come in two parts."""
    record = await candidate.record()
    messages = record["messages"]
    assert record["end_reason"] == "completed"
    assert "process" not in [incident["kind"] for incident in record["incidents"]]
    told = [m["text"] for m in messages if m["kind"] == "answer"]
    assert sound.word_error_rate(ANSWERS[:answered], told) <= 0.2
    assert "repeat" not in [m["kind"] for m in messages]
    asked = [m["text"] for m in messages if m["kind"] in ("question", "bridge", "probe")]
    assert len(set(asked)) == len(asked)
    assert len(site.holders(candidate.interview)) == 1


@pytest.mark.timeout(1200)
async def test_all_processes_are_replaced_under_load(site: Site, speaker: Any) -> None:
    """Interviews that are spoken and typed run through it, and some begin in the middle: none is lost, none is
    asked anything twice. A worker that is told to stop finishes what it holds, takes no more, and ends by itself."""
    old = list(site.workers)
    steps = [asyncio.Event() for _ in range(STEPS)]
    async with AsyncExitStack() as open_:
        balancer = Balancer([house.port for house in site.houses])
        address = (await open_.enter_async_context(balancer.balancing())).address
        interviews: list[tuple[RoomCandidate, asyncio.Task[int]]] = []

        async def one_more(*changes: Change, typing: bool = True) -> None:
            candidate = await arrive(site, address, open_, changes, microphone=not typing)
            work = type_(candidate, steps) if typing else speak(candidate, speaker)
            interviews.append((candidate, asyncio.ensure_future(work)))
            await candidate.until(lambda: candidate.got("say"), LONG_S)

        for _ in range(TYPISTS):
            await one_more(BRIEFLY)
        await one_more(typing=False)
        for house, step in zip(site.houses, steps, strict=False):
            await asyncio.to_thread(house.close)
            step.set()
            await asyncio.to_thread(house.start)
            await asyncio.to_thread(house.wait_until_ready)
        for worker, step in zip(old, steps[2:], strict=True):
            await asyncio.to_thread(site.new_worker)
            worker.ask_to_stop()
            await one_more(BRIEFLY, NO_FOLLOW_UP)
            step.set()
        answered = await asyncio.gather(*(running for _, running in interviews))
        for (candidate, _), given in zip(interviews, answered, strict=True):
            await is_whole(site, candidate, given)
        for worker in old:
            assert await asyncio.to_thread(worker.wait, 60) == 0
        held = [sum(1 for _ in worker.told("holding")) for worker in site.workers]
        print(f"\n{len(interviews)} interviews, {answered} answers; held by each worker: {held}")
        assert sum(held[:2]) >= TYPISTS
