"""An interview of a circle goes on where its process was killed, and is given up where it gets no further."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.app.circle_holding import NOW, Killed, Refusing, a_store, entries, holding, lines, whole
from tests.circle.conftest import Answering, at_once

from greenroom.app.circles.holding import Holding, Players
from greenroom.circle.effects import CallAgent
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed, Entry
from greenroom.circle.replies import FaultCause
from greenroom.circle.rules import Rules
from greenroom.circle.state import folded
from greenroom.testing.circles import admitted


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
