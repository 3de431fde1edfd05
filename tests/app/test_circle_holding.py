"""An interview of a circle is held to its end, whatever happens on the way."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from tests.app.circle_holding import NOW, Refusing, a_store, entries, holding, lines, whole
from tests.circle.conftest import LINE, Answering

from greenroom.app.circles.holding import stop
from greenroom.app.ports import OperatorFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.circle.effects import CallAgent
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed, EndedOutside
from greenroom.circle.rules import Rules
from greenroom.circle.state import folded


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
