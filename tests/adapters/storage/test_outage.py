"""A PostgreSQL server that goes away while interviews are held: what waits for it, and what is written once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest
from tests.adapters.storage.postgres_line import PostgresLine

from greenroom.adapters.rooms.lease_keeper import LeaseKeeper
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.outage import AGAIN_S, Outage
from greenroom.app.ports import AWAY_S, OperatorFault, Refused, Unreachable
from greenroom.simulation.clock import in_virtual_time
from greenroom.testing import interview_row
from greenroom.testing.postgresql import PostgresServer

WRITERS = ("a", "b", "c")


@pytest.fixture
async def store(emptied_place: str) -> AsyncIterator[SqlStore]:
    opened = await open_store(emptied_place)
    for name in WRITERS:
        await opened.interviews.create(interview_row(name))
    yield opened
    await opened.aclose()


@pytest.fixture
async def line(emptied_place: str, store: SqlStore) -> AsyncIterator[PostgresLine]:
    async with PostgresLine(emptied_place) as proxy:
        yield proxy


@pytest.fixture
async def behind(line: PostgresLine) -> AsyncIterator[SqlStore]:
    """The same database over the line that can be cut."""
    opened = await open_store(line.place)
    yield opened
    await opened.aclose()


async def lines_of(store: SqlStore, name: str) -> list[str]:
    return list(await store.interviews.journal_lines(name))


class Writing:
    """Writes numbered lines into a journal until it is told to end."""

    def __init__(self, store: SqlStore, name: str) -> None:
        self.name, self.written = name, 0
        self._journal = store.interviews.journal(name)
        self._news = asyncio.Event()
        self._over = False

    async def run(self) -> None:
        while not self._over:
            await self._journal.append(str(self.written))
            self.written += 1
            self._news.set()

    async def more(self, count: int) -> None:
        """Until so many more lines are confirmed."""
        until = self.written + count
        while self.written < until:
            self._news.clear()
            await self._news.wait()

    def end(self) -> None:
        self._over = True


async def until_away(store: SqlStore) -> None:
    """Until a server that was told to stop is gone."""
    while True:
        try:
            await store.prove()
        except OperatorFault:
            return


async def restart(postgres: PostgresServer, store: SqlStore) -> None:
    """The server is gone, somebody has noticed, and it is back."""
    await asyncio.to_thread(postgres.stop)
    try:
        await until_away(store)
    finally:
        await asyncio.to_thread(postgres.start)


async def all_more(writers: Sequence[Writing]) -> None:
    async with asyncio.timeout(60):
        await asyncio.gather(*(writer.more(20) for writer in writers))


async def test_lines_that_are_written_while_the_server_is_restarted(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """Twice in the middle of three journals: every line is there once, in order, and no writer hears of it."""
    writers = [Writing(store, name) for name in WRITERS]
    async with asyncio.TaskGroup() as tasks:
        for writer in writers:
            tasks.create_task(writer.run())
        await all_more(writers)
        for _ in range(2):
            await restart(postgres, store)
            await all_more(writers)
        for writer in writers:
            writer.end()
    for writer in writers:
        assert await lines_of(store, writer.name) == [str(n) for n in range(writer.written)]


async def test_a_commit_whose_answer_was_lost(
    store: SqlStore, behind: SqlStore, line: PostgresLine
) -> None:
    """The line is there, and its writer asks again: it is found, not written twice, and not taken for
    another writer's."""
    journal = behind.interviews.journal("a")
    await journal.append("first")
    line.cut("after")
    await journal.append("second")
    await journal.append("third")
    assert line.cuts == 1
    assert await lines_of(store, "a") == ["first", "second", "third"]


async def test_a_commit_that_never_arrived(
    store: SqlStore, behind: SqlStore, line: PostgresLine
) -> None:
    """Nothing of it is there; it is written by the second try."""
    journal = behind.interviews.journal("a")
    await journal.append("first")
    line.cut("before")
    await journal.append("second")
    assert line.cuts == 1
    assert await lines_of(store, "a") == ["first", "second"]


async def test_lines_of_many_that_were_lost_together(
    store: SqlStore, behind: SqlStore, line: PostgresLine
) -> None:
    """One of them is another writer's by then: that one is refused, and the others are written once."""
    journals = {name: behind.interviews.journal(name) for name in WRITERS}
    for journal in journals.values():
        await journal.append("first")

    async def meanwhile() -> None:
        other = store.interviews.journal("b")
        await other.append("of somebody else")

    line.cut("before", meanwhile)
    first = asyncio.ensure_future(journals["a"].append("of ours"))
    rest = [journals[name].append("of ours") for name in ("b", "c")]
    done = await asyncio.gather(first, *rest, return_exceptions=True)
    assert line.cuts == 1
    assert [type(one) for one in done] == [type(None), Refused, type(None)]
    assert await lines_of(store, "a") == ["first", "of ours"]
    assert await lines_of(store, "b") == ["first", "of somebody else"]
    assert await lines_of(store, "c") == ["first", "of ours"]


async def test_another_writer_took_the_number_meanwhile(
    store: SqlStore, behind: SqlStore, line: PostgresLine
) -> None:
    """A line that was lost is refused, as it would be without the loss: the journal is somebody else's."""
    journal = behind.interviews.journal("a")
    await journal.append("first")
    line.cut("before", lambda: store.interviews.journal("a").append("of somebody else"))
    with pytest.raises(Refused, match="another session"):
        await journal.append("of ours")
    assert await lines_of(store, "a") == ["first", "of somebody else"]


async def test_a_lease_over_a_lost_answer(
    store: SqlStore, behind: SqlStore, line: PostgresLine
) -> None:
    """Taken and renewed once more by the same holder, it is the same lease; nobody else gets it."""
    line.cut("after")
    assert await behind.leases.take("a", "job", 60_000)
    line.cut("after")
    assert await behind.leases.renew("a", "job", 60_000)
    assert line.cuts == 2
    assert not await store.leases.take("a", "other", 60_000)


async def test_an_interview_is_held_while_the_server_is_restarted(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """A lease that could not be renewed for a while is not lost: the same job goes on."""
    over = asyncio.Event()

    async def work() -> None:
        await over.wait()
        await store.interviews.journal("a").append("after the restart")

    async with LeaseKeeper(store.leases, "a", "job") as lease:
        working = asyncio.create_task(lease.during(work()))
        await restart(postgres, store)
        async with asyncio.timeout(30):
            assert await store.leases.renew("a", "job", 3_000)
        over.set()
        await working
    assert await lines_of(store, "a") == ["after the restart"]


async def test_who_asks_how_the_store_is_does_not_wait(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """A health check is told at once; a question that has begun meanwhile is answered by the server that
    is back."""
    await asyncio.to_thread(postgres.stop)
    try:
        await until_away(store)
        asking = asyncio.ensure_future(store.interviews.find("a"))
        with pytest.raises(Unreachable, match="cannot be reached"):
            await store.prove()
        assert not asking.done()
    finally:
        await asyncio.to_thread(postgres.start)
    found = await asking
    assert found is not None


@pytest.mark.slow
async def test_a_server_that_is_away_for_too_long(
    store: SqlStore, postgres: PostgresServer
) -> None:
    """After `AWAY_S` the line's writer is told, as everybody is who waits, and the next one at once. When
    the server is back the same journal goes on (F15)."""
    journal, loop = store.interviews.journal("a"), asyncio.get_running_loop()
    await journal.append("first")
    await asyncio.to_thread(postgres.stop)
    try:
        began = loop.time()
        told = await asyncio.gather(
            journal.append("lost"),
            store.leases.renew("a", "job", 3_000),
            store.interviews.find("a"),
            return_exceptions=True,
        )
        assert loop.time() - began >= AWAY_S
        assert {type(one) for one in told} == {Unreachable}
        with pytest.raises(Unreachable, match="cannot be reached"):
            await journal.append("lost")
    finally:
        await asyncio.to_thread(postgres.start)
    await journal.append("second")
    assert await lines_of(store, "a") == ["first", "second"]


@pytest.mark.slow
async def test_a_question_that_loses_the_server_each_time(
    behind: SqlStore, line: PostgresLine
) -> None:
    """It is not asked for ever, although everybody else is answered in between."""
    line.cut("after", again=True)
    with pytest.raises(Unreachable):
        await behind.leases.take("a", "job", 60_000)
    assert line.cuts > 1


class Server:
    """Answers when it is there. What is asked of it is a number, which it gives back."""

    def __init__(self) -> None:
        self.there = True
        self.asked: list[int] = []

    def connect(self, number: int) -> int:
        self.asked.append(number)
        if not self.there:
            raise Unreachable("the database cannot be reached")
        return number


async def over(outage: Outage, server: Server, number: int) -> int:
    async def connect() -> int:
        return server.connect(number)

    return await outage.over(connect)


@in_virtual_time
async def test_nobody_waits_for_a_server_that_never_answered():
    """A wrong address is said at once."""
    server = Server()
    server.there = False
    with pytest.raises(Unreachable):
        await over(Outage(), server, 1)
    assert asyncio.get_running_loop().time() == 0


@in_virtual_time
async def test_a_server_that_stays_away_is_told():
    """Whoever waits is told after `AWAY_S`; whoever comes later is told at once, until it answers again."""
    outage, server, loop = Outage(), Server(), asyncio.get_running_loop()
    await over(outage, server, 0)
    server.there = False
    waiting = [asyncio.ensure_future(over(outage, server, number)) for number in range(1, 50)]
    told = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(one, Unreachable) for one in told)
    assert AWAY_S <= loop.time() <= AWAY_S + 2 * AGAIN_S
    gone = loop.time()
    with pytest.raises(Unreachable):
        await over(outage, server, 50)
    assert loop.time() == gone
    server.there = True
    assert await over(outage, server, 51) == 51
    server.there = False
    again = asyncio.ensure_future(over(outage, server, 52))
    await asyncio.sleep(AWAY_S / 2)
    server.there = True
    assert await again == 52


@in_virtual_time
async def test_who_waits_is_served_in_order():
    """One asks for all, and the first who came is the first who goes on."""
    outage, server = Outage(), Server()
    await over(outage, server, 0)
    server.there = False
    waiting = [asyncio.ensure_future(over(outage, server, number)) for number in range(1, 6)]
    await asyncio.sleep(AWAY_S / 2)
    tries = len(server.asked)
    assert tries <= len(waiting) + AWAY_S / 2 / AGAIN_S + 1
    server.there = True
    assert await asyncio.gather(*waiting) == [1, 2, 3, 4, 5]
    assert server.asked[tries:] == [1, 2, 3, 4, 5]
