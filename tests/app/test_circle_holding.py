"""An interview of a circle is held to its end, whatever happens on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.circle.conftest import LINE, Answering, at_once

from greenroom.adapters.storage.circle_logs import SqlCircleLog
from greenroom.adapters.storage.circles import SqlCircles
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.holding import Holding, Players, stop
from greenroom.app.ports import OperatorFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.circle import log as logs
from greenroom.circle.effects import CallAgent
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed, EndedOutside, Entry
from greenroom.circle.replies import FaultCause
from greenroom.circle.rules import Rules
from greenroom.circle.state import folded
from greenroom.testing.circles import admitted, circle_row

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


class Killed(BaseException):
    """The process is gone."""


async def a_store() -> MemoryStore:
    store = MemoryStore()
    await store.circles.create(circle_row("c"))
    await admitted(store, "m")
    return store


def holding(store: MemoryStore, players: Any, **changes: Any) -> Holding:
    made = {"now": lambda: NOW, "pause": at_once, **changes}
    return Holding(store.circles, Players(players, players, players), **made)


async def entries(store: MemoryStore) -> list[Entry]:
    return [one.entry for one in await store.circles.written("m")]


async def lines(store: MemoryStore) -> list[str]:
    return [logs.encode(entry) for entry in await entries(store)]


class Refusing(SqlCircles):
    """Its log fails at the entries of which `refuses` says how."""

    def __init__(
        self, database: Database, refuses: Callable[[Entry], BaseException | None]
    ) -> None:
        super().__init__(database)
        self._refuses = refuses

    async def log(self, meeting_id: str) -> Any:
        return RefusingLog(await super().log(meeting_id), self._refuses)


class RefusingLog:
    def __init__(self, log: SqlCircleLog, refuses: Callable[[Entry], BaseException | None]) -> None:
        self._log, self._refuses = log, refuses
        self.entries = log.entries

    async def append(self, entry: Entry) -> None:
        if (error := self._refuses(entry)) is not None:
            raise error
        await self._log.append(entry)


async def whole() -> tuple[list[str], Answering]:
    store, players = await a_store(), Answering()
    await holding(store, players)("m")
    return await lines(store), players


async def test_held_to_its_end() -> None:
    """All messages, a verdict, the line in the inbox, and the status says that it is over."""
    store, players = await a_store(), Answering()
    await holding(store, players)("m")
    row = await store.circles.meeting_by_id("m")
    assert row is not None
    assert (row.status, row.ended_at) == ("ended", "2026-11-22T09:00:00.000Z")
    assert [one.line for one in await store.circles.notices("owner-1")] == [LINE]
    await holding(store, players)("m")  # again: nothing is left to do
    assert (len(players.calls), len(players.asked)) == (8, 1)


async def test_killed_before_every_entry() -> None:
    """Whenever the process is killed, the next one goes on: the same log, one call repeated at most,
    one line told."""
    log, all_players = await whole()
    for index in range(1, len(log)):
        store, players = await a_store(), Answering()
        deaths = [Killed()]

        def at(entry: Entry, index: int = index, deaths: list[Killed] = deaths) -> Killed | None:
            return deaths.pop() if entry.seq == index and deaths else None

        store.circles = Refusing(store.database, at)
        with pytest.raises(Killed):
            await holding(store, players)("m")
        await holding(store, players)("m")
        assert await lines(store) == log
        asked = len(players.calls) + len(players.asked)
        assert asked <= len(all_players.calls) + len(all_players.asked) + 1
        assert len(await store.circles.notices("owner-1")) == 1


async def test_a_store_that_fails() -> None:
    """Is waited for: nothing is lost, and nobody is asked twice for what was written."""
    log, _ = await whole()
    store, players = await a_store(), Answering()
    faults = [OperatorFault("the disk is full")] * 3
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    store.circles = Refusing(
        store.database, lambda entry: faults.pop() if entry.seq == 4 and faults else None
    )
    await holding(store, players, pause=pause)("m")
    assert await lines(store) == log
    assert waited == [1.0, 2.0, 4.0]


async def test_two_hold_it_at_once() -> None:
    """A process that was believed dead and is not: one log, and one line told."""
    log, _ = await whole()
    store, mine = await a_store(), Answering()

    class Overtaken(Answering):
        """While this one thinks of its third message, the other holds all of it."""

        async def reply(self, call: CallAgent, rules: Rules) -> str:
            if len(self.calls) == 2:
                await holding(store, mine)("m")
            return await super().reply(call, rules)

    slow = Overtaken()
    await holding(store, slow)("m")
    assert await lines(store) == log
    assert len(slow.calls) == 3
    assert len(await store.circles.notices("owner-1")) == 1


async def test_erased_meanwhile() -> None:
    """What was erased is left alone, whether it was waiting or going on."""
    store, players = await a_store(), Answering()

    class Erasing(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            await store.circles.delete("c")
            return await super().reply(call, rules)

    await holding(store, Erasing())("m")
    await holding(store, players)("m")
    assert players.calls == []
    assert await lines(store) == []


async def test_stopped_meanwhile() -> None:
    """The line of whoever stops it comes first; the message that was being written is dropped."""
    store = await a_store()

    class Stopping(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            if len(self.calls) == 2:
                await stop(store.circles, "m")
            return await super().reply(call, rules)

    players = Stopping()
    await holding(store, players)("m")
    state = folded(await entries(store))
    assert (state.ended, len(state.turns), players.asked) == (CircleEnd.CANCELLED, 2, [])


async def test_a_fault_of_ours_is_no_no(caplog: pytest.LogCaptureFixture) -> None:
    """Something that nobody foresaw ends it unjudged, and the log has the fault by its type."""
    store = await a_store()

    class Broken(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            raise ZeroDivisionError("a secret")

    await holding(store, Broken())("m")
    found = await entries(store)
    assert found[-1].event == EndedOutside(CircleEnd.INFRASTRUCTURE_ERROR)
    row = await store.circles.meeting_by_id("m")
    assert row is not None
    assert row.status == "ended"


async def test_an_interview_that_takes_too_long() -> None:
    """After a quarter of an hour it ends, and what was said by then is judged."""
    store, players = await a_store(), Answering()
    moments = iter(NOW + timedelta(minutes=4 * n) for n in range(100))
    await holding(store, players, now=lambda: next(moments))("m")
    state = folded(await entries(store))
    assert state.ended is CircleEnd.TIMEOUT
    assert 0 < len(state.turns) < 8
    assert len(players.asked) == 1


async def test_what_gets_no_further_is_given_up() -> None:
    """After three tries, each counted before the log is read; its owner reads the cause, and nobody was
    asked for a verdict."""
    store = await a_store()

    class Killing(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            self.calls.append(call)
            raise Killed

    players = Killing()
    for _ in range(3):
        with pytest.raises(Killed):
            await holding(store, players)("m")
    await holding(store, players)("m")
    assert (len(players.calls), players.asked) == (3, [])
    last = (await entries(store))[-1].event
    assert last == CallFailed("owner", FaultCause.GIVEN_UP, retryable=False, upstream=True)
    assert folded(await entries(store)).ended is CircleEnd.INFRASTRUCTURE_ERROR
    row = await store.circles.meeting_by_id("m")
    assert row is not None
    assert row.status == "ended"


async def test_what_gets_on_is_not_given_up() -> None:
    """However often its process dies, and a process that stops in order counts for nothing."""
    store = await a_store()

    class Dying(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            if len(self.calls) % 2:
                self.calls.append(call)
                raise Killed
            return await super().reply(call, rules)

    players = Dying()
    for _ in range(7):
        with pytest.raises(Killed):
            await holding(store, players)("m")
    await holding(store, players)("m")
    assert len(await store.circles.notices("owner-1")) == 1

    store = await a_store()

    class Waiting(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            began.set()
            await asyncio.Event().wait()
            raise AssertionError

    for _ in range(5):
        began = asyncio.Event()
        held = asyncio.create_task(holding(store, Waiting())("m"))
        await began.wait()
        held.cancel()
        await asyncio.wait((held,))
    assert await store.circles.tries("m") == 0


async def test_what_may_kill_its_process_is_held_alone() -> None:
    """From the third try on: two such interviews never run at once, and a new one runs beside them."""
    store = await a_store()
    await admitted(store, "n")
    await admitted(store, "new")
    for name in ("m", "n"):
        for _ in range(2):
            await store.circles.take_up(name)
    running: set[str] = set()
    together: list[set[str]] = []

    class Cast:
        @asynccontextmanager
        async def of(self, circle: Any, meeting: Any) -> AsyncIterator[Players]:
            running.add(meeting.id)
            together.append(set(running))
            players = Answering()
            await asyncio.sleep(0)
            yield Players(players, players, players)
            running.remove(meeting.id)

    hold = Holding(store.circles, Cast(), lambda: NOW, at_once)
    await asyncio.gather(*(hold(name) for name in ("m", "n", "new")))
    assert not any({"m", "n"} <= each for each in together)
    assert any("new" in each and len(each) > 1 for each in together)
    assert not await store.circles.unfinished()


async def test_a_reply_that_never_comes() -> None:
    """Is a provider's timeout, as often as it is tried."""
    store = await a_store()

    class Silent(Answering):
        async def reply(self, call: CallAgent, rules: Rules) -> str:
            self.calls.append(call)
            await asyncio.Event().wait()
            raise AssertionError

    players = Silent()
    await holding(store, players, step_s=0.01)("m")
    assert len(players.calls) == 3
    last = (await entries(store))[-1].event
    assert last == CallFailed("owner", UpstreamCause.TIMEOUT, retryable=True, upstream=True)
