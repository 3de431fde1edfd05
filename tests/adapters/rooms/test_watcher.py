"""Whose job died gets another one; whose did not is left in peace (W5, F15)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from tests.adapters.rooms.conftest import MemoryControl, dead_agent, running, store

from greenroom.adapters.rooms.names import room_of
from greenroom.adapters.rooms.watcher import LOOK_S, PATIENCE_S, TERM_MS, Watcher
from greenroom.adapters.storage.database import Database
from greenroom.adapters.storage.leases import SqlLeases
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import OperatorFault
from greenroom.app.providers import tickets
from greenroom.simulation.clock import in_virtual_time

TTL_MS = 3_000


def watched() -> tuple[MemoryControl, MemoryStore, Watcher]:
    control, kept = MemoryControl(), store()
    return control, kept, Watcher(control, kept)


def dispatched(control: MemoryControl) -> list[str]:
    return [order.interview_id for order in control.orders]


@in_virtual_time
async def test_a_dead_job_is_replaced():
    """When its lease has expired, what is left of it is removed and a job is sent, whose ticket is
    good; while the lease holds, nothing happens."""
    control, kept, watcher = watched()
    await running(kept)
    await kept.leases.take("i1", "J1", TTL_MS)
    control.join("i1")
    dead = dead_agent(control, "i1", "J1")
    await watcher.look()
    assert control.orders == []
    await asyncio.sleep(TTL_MS / 1000 + 0.1)
    await watcher.look()
    assert dispatched(control) == ["i1"]
    assert dead not in {p.identity for p in control.rooms[room_of("i1")]}
    await tickets.redeem(kept.tickets, control.orders[0].ticket, "i1")


@in_virtual_time
async def test_jobs_are_sent_until_one_holds_the_interview():
    """A dispatch that reaches no worker is followed by another, but not before the first had its time."""
    control, kept, watcher = watched()
    await running(kept)
    control.join("i1")
    for _ in range(3):
        await watcher.look()
        await watcher.look()
        await asyncio.sleep(PATIENCE_S)
    assert dispatched(control) == ["i1"] * 3
    await kept.leases.take("i1", "J4", TTL_MS)
    await watcher.look()
    assert dispatched(control) == ["i1"] * 3


@in_virtual_time
async def test_nobody_is_sent_to_an_empty_room():
    """Without a candidate there is nothing to hold: no room, a room with a dead agent alone."""
    control, kept, watcher = watched()
    await running(kept)
    await watcher.look()
    dead_agent(control, "i1", "J1")
    await watcher.look()
    assert control.orders == []


@in_virtual_time
async def test_a_job_that_came_while_we_looked_stays():
    """Between the look at the leases and the look into the room a job may have arrived."""
    control, kept, watcher = watched()
    await running(kept)
    control.join("i1")
    fresh = dead_agent(control, "i1", "J2")
    people = control.people

    async def meanwhile(room):
        await kept.leases.take("i1", "J2", TTL_MS)
        return await people(room)

    control.people = meanwhile
    await watcher.look()
    assert control.orders == []
    assert fresh in {p.identity for p in control.rooms[room_of("i1")]}


@in_virtual_time
async def test_a_candidate_who_is_on_the_way_brings_a_job():
    """After a token was given, by whichever process, its own dispatch has time before we send another."""
    control, kept, watcher = watched()
    await running(kept)
    await tickets.issue(kept.tickets, "i1")
    control.join("i1")
    await watcher.look()
    assert control.orders == []
    await asyncio.sleep(PATIENCE_S)
    await watcher.look()
    assert dispatched(control) == ["i1"]


@in_virtual_time
async def test_a_server_that_is_away_is_told_and_found_again():
    """The watcher goes on through an outage, says so, and looks at once when a webhook hints."""
    control, kept, watcher = watched()
    await running(kept)
    control.join("i1")
    control.away = True
    watching = asyncio.ensure_future(watcher.run())
    await asyncio.sleep(1)
    assert not watcher.reachable
    control.away = False
    watcher.hint()
    await asyncio.sleep(LOOK_S / 10)  # in virtual time
    assert dispatched(control) == ["i1"]
    assert watcher.reachable
    assert len(watcher.rooms) == 1
    watching.cancel()


class AwayLeases(SqlLeases):
    """Leases whose store fails, or takes its time, when it is told to."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.away, self.slow_s = False, 0.0

    async def lapsed(self, within_ms: int = 0) -> Mapping[str, int]:
        await asyncio.sleep(self.slow_s)
        if self.away:
            raise OperatorFault("the database cannot be reached")
        return await super().lapsed(within_ms)


@pytest.mark.parametrize("slow_s", [0.0, 5.0], ids=["failed", "waited"])
@in_virtual_time
async def test_jobs_renew_first_after_an_outage_of_the_store(slow_s: float):
    """All leases end while nobody can renew them, whether the store fails or makes us wait. Once it is
    back no job is replaced that renews its lease, and one that is dead is replaced later."""
    control, kept, watcher = watched()
    kept.leases = leases = AwayLeases(kept.database)
    for name in ("alive", "dead"):
        await running(kept, name)
        await leases.take(name, f"J-{name}", TTL_MS)
        control.join(name)
        dead_agent(control, name, f"J-{name}")
    await watcher.look()
    leases.away, leases.slow_s = not slow_s, slow_s
    if leases.away:
        with pytest.raises(OperatorFault):
            await watcher.look()
        await asyncio.sleep(2 * TTL_MS / 1000)
        leases.away = False
    await watcher.look()
    leases.slow_s = 0.0
    assert control.orders == []
    await asyncio.sleep(LOOK_S)
    assert await leases.renew("alive", "J-alive", 60_000)
    await watcher.look()
    assert control.orders == []
    await asyncio.sleep(PATIENCE_S)
    await watcher.look()
    assert dispatched(control) == ["dead"]


@in_virtual_time
async def test_one_of_two_processes_watches():
    """The other one only counts rooms. It watches when the first has died, or at once when it stepped down."""
    control, kept, first = watched()
    other = MemoryControl()
    second = Watcher(other, kept)
    await running(kept)
    for rooms in (control, other):
        rooms.join("i1")
    await first.look()
    await second.look()
    assert (dispatched(control), dispatched(other)) == (["i1"], [])
    assert second.rooms == {room_of("i1")}
    await asyncio.sleep(TERM_MS / 1000 - 0.5)
    await first.look()
    await asyncio.sleep(TERM_MS / 1000 - 0.5)
    await second.look()
    assert dispatched(other) == [], "the first one was here half a second ago, by its term"
    await asyncio.sleep(0.6)
    await second.look()
    assert dispatched(other) == ["i1"]
    before = dispatched(control)
    await second.step_down()
    await asyncio.sleep(PATIENCE_S)
    await first.look()
    assert dispatched(control) == [*before, "i1"]


@in_virtual_time
async def test_whose_term_was_another_s_meanwhile_watches_no_more():
    """A process that stood still comes back as one that only counts, until the other one is gone."""
    control, kept, first = watched()
    second = Watcher(MemoryControl(), kept)
    await first.look()
    await asyncio.sleep(TERM_MS / 1000 + 0.1)
    await second.look()
    await running(kept)
    control.join("i1")
    await first.look()
    assert dispatched(control) == []


@in_virtual_time
async def test_the_next_lease_that_ends_is_met_at_its_end():
    """A dead job's interview is not kept waiting for the next look, however seldom that is."""
    control, kept, watcher = watched()
    await running(kept)
    control.join("i1")
    await kept.leases.take("i1", "J1", round(LOOK_S * 1000) + 100)
    watching = asyncio.ensure_future(watcher.run())
    await asyncio.sleep(LOOK_S + 0.09)
    assert control.orders == []
    await asyncio.sleep(0.1)
    assert dispatched(control) == ["i1"]
    watching.cancel()


@in_virtual_time
async def test_only_rooms_in_question_are_asked_for():
    """Of many rooms the server is asked for those whose interview nobody holds; all are counted seldom."""
    control, kept, watcher = watched()
    for name in ("i1", "i2"):
        await running(kept, name)
        control.join(name)
    await kept.leases.take("i2", "J2", TTL_MS)
    await watcher.look()
    await watcher.look()
    assert control.asked == [[room_of("i1")], None]
