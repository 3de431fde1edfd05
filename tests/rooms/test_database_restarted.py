"""PostgreSQL goes away in the middle of an interview in a room, and comes back (O2, F15)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import httpx2
import pytest
from tests.e2e import sound
from tests.e2e.house import BRIEFLY
from tests.rooms.conftest import Stage, staged

from greenroom.interview import journal
from greenroom.testing.livekit import RoomCandidate
from greenroom.testing.postgresql import PostgresServer, postgres_server

pytestmark = [pytest.mark.rooms, pytest.mark.slow(3)]

BRIEF = (BRIEFLY, ("follow_up_cap = 2", "follow_up_cap = 1"))
AWAY_S = 10
LONG_S = 180
"""On a busy machine a turn with an outage takes long."""
ANSWERS = (
    "I work as a nurse in a small hospital, and I am good at calming people.",
    "Last year we moved the whole ward in one night, because the roof was leaking.",
    "I called every relative myself, and I drew a plan of who goes into which room.",
    "All twelve patients slept in a dry room by six in the morning.",
    "No, thank you, that is all.",
    "No, thank you, that is all.",
)


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="module")
def shared(
    binary: Path, postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Stage]:
    """`serve` and a worker over one PostgreSQL."""
    folder = tmp_path_factory.mktemp("shared")
    with staged(binary, folder, GREENROOM_DATABASE=postgres.new_database()) as found:
        yield found


class Outages:
    """Stops the server when something is true, and starts it again `AWAY_S` later."""

    def __init__(self, postgres: PostgresServer, candidate: RoomCandidate) -> None:
        self._postgres, self._candidate = postgres, candidate
        self.count = 0

    async def once(self, true: Callable[[], object]) -> None:
        await self._candidate.until(true, LONG_S)
        back_at = monotonic() + AWAY_S
        await asyncio.to_thread(self._postgres.stop)
        await asyncio.to_thread(self._postgres.start, back_at)
        self.count += 1


def is_over(candidate: RoomCandidate) -> bool:
    return bool(candidate.got("ended"))


async def hold(candidate: RoomCandidate, speaker: Any, outages: Outages) -> list[str]:
    """Answer until it is over; returns what was said. The server is away in the middle of the first
    answer, of the question after the second, and of the good-bye."""
    said: list[str] = []
    breaks = [asyncio.ensure_future(outages.once(lambda: len(candidate.got("caption")) > 2))]
    for text in ANSWERS:
        heard = len(candidate.got("say")) if said else 0
        await candidate.until(partial(may_speak, candidate, heard), LONG_S)
        if candidate.got("say")[-1]["kind"] == "closing":
            break
        await candidate.say(sound.candidate(speaker, text))
        said.append(text)
        if len(said) == 2:
            started = len(candidate.got("started"))
            breaks.append(after_start(candidate, outages, started))
    breaks.append(asyncio.ensure_future(outages.once(lambda: closing(candidate))))
    await candidate.until(lambda: is_over(candidate), LONG_S)
    await asyncio.gather(*breaks)
    return said


def may_speak(candidate: RoomCandidate, heard: int) -> bool:
    """The interviewer has said more than what was heard, to its end, and it is our turn; or says good-bye."""
    announced = candidate.got("say")[heard:]
    if any(message["kind"] == "closing" for message in announced):
        return True
    done = {message["id"] for message in candidate.got("finished")}
    whole = announced and announced[-1]["id"] in done
    return bool(whole) and candidate.view.get("cue") == "turn"


def after_start(candidate: RoomCandidate, outages: Outages, started: int) -> asyncio.Future[None]:
    """Once the interviewer is audible again."""
    return asyncio.ensure_future(outages.once(lambda: len(candidate.got("started")) > started))


def closing(candidate: RoomCandidate) -> bool:
    begun = {message["id"] for message in candidate.got("started")}
    return any(m["kind"] == "closing" and m["id"] in begun for m in candidate.got("say"))


async def report_of(stage: Stage, candidate: RoomCandidate) -> int:
    headers = {"Authorization": f"Bearer {candidate.capability}"}
    async with httpx2.AsyncClient(base_url=stage.house.address, headers=headers) as client:
        found = await client.get(f"/interviews/{candidate.interview}/report")
    return found.status_code


@pytest.mark.timeout(900)
async def test_an_interview_over_three_restarts(
    shared: Stage, postgres: PostgresServer, speaker: Any
) -> None:
    """The same job holds it to its end. Every answer is there once and in order, no question was asked
    twice or said again, the journal is whole, and there is a report."""
    async with shared.candidate(changes=BRIEF) as candidate:
        outages = Outages(postgres, candidate)
        said = await hold(candidate, speaker, outages)
        print([(m["kind"], m["text"]) for m in candidate.got("say")])
        assert outages.count == 3
        record = await candidate.record()
        assert record["end_reason"] == "completed"
        answers = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
        assert len(answers) == len(said)
        for given, text in zip(answers, said, strict=True):
            assert sound.word_error_rate([text], [given]) <= 0.2
        kinds = [m["kind"] for m in record["messages"]]
        assert "repeat" not in kinds
        asked = [m["text"] for m in record["messages"] if m["kind"] in ("question", "probe")]
        assert len(set(asked)) == len(asked)
        lines = await shared.journal(candidate.interview)
        header, state, last = journal.read(lines)
        assert (header.interview_id, state.ended) == (candidate.interview, True)
        assert [json.loads(line)["seq"] for line in lines[1:]] == list(range(1, last + 1))
        assert await report_of(shared, candidate) == 200
        held = [r for r in shared.workers.told("holding") if r["interview"] == candidate.interview]
        assert len(held) == 1
        assert shared.workers.told("lease lost") == []
        away = [record["after_ms"] for record in shared.workers.told("database_back")]
        print(f"\nthe worker waited for the database, ms: {away}")
        assert away


PING = {"t": "ping", "every_ms": 2_000}
PING_S = 2.0
TYPED = "I am a nurse, and I am good at calming people."


class Page:
    """Says what a page says while its candidate types: pings, and an answer until it is saved."""

    def __init__(self, candidate: RoomCandidate) -> None:
        self._candidate = candidate
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    @asynccontextmanager
    async def of(cls, candidate: RoomCandidate) -> AsyncIterator[Page]:
        page = cls(candidate)
        pinging = asyncio.ensure_future(page._ping())
        try:
            yield page
        finally:
            pinging.cancel()
            for task in page._tasks:
                task.cancel()

    async def answer(self, text: str, mid: str) -> None:
        def saved() -> bool:
            return any(mid in message["mids"] for message in self._candidate.got("saved"))

        while not saved():
            self._post({"t": "typed", "text": text, "mid": mid})
            with suppress(TimeoutError):
                await self._candidate.until(saved, 3)

    async def _ping(self) -> None:
        never = asyncio.Event()
        while True:
            self._post(PING)
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    await never.wait()

    def _post(self, message: Mapping[str, Any]) -> None:
        task = asyncio.ensure_future(self._tell(message))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, message: Mapping[str, Any]) -> None:
        with suppress(
            httpx2.TransportError
        ):  # it may go on at the other end; what was not saved is sent again
            await self._candidate.tell(message)


@pytest.mark.timeout(900)
async def test_who_types_is_not_taken_for_gone(shared: Stage, postgres: PostgresServer) -> None:
    """Pings go through `serve`, which asks the database for whom they are. While it is away none arrives, and
    the candidate is not missed; the answer that they type meanwhile is saved once."""
    async with shared.candidate(microphone=False) as candidate, Page.of(candidate) as page:
        await candidate.turn()
        heard = len(candidate.got("say"))
        outage = asyncio.ensure_future(Outages(postgres, candidate).once(lambda: True))
        await page.answer(TYPED, "m1")
        await outage
        await candidate.turn(heard)
        record = await candidate.record()
        assert [m["text"] for m in record["messages"] if m["kind"] == "answer"] == [TYPED]
        assert "repeat" not in [m["kind"] for m in record["messages"]]
        assert shared.house.events(candidate.interview, "CandidateLeft") == []
