"""A line to PostgreSQL that is cut at a commit: what was asked is done once."""

from __future__ import annotations

import asyncio

import pytest
from tests.adapters.storage.postgres_line import PostgresLine
from tests.adapters.storage.postgres_store import WRITERS, behind, line, lines_of, store

from greenroom.adapters.storage import SqlStore
from greenroom.app.ports import Refused, Unreachable

__all__ = ["behind", "line", "store"]


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


@pytest.mark.slow
async def test_a_question_that_loses_the_server_each_time(
    behind: SqlStore, line: PostgresLine
) -> None:
    """It is not asked for ever, although everybody else is answered in between."""
    line.cut("after", again=True)
    with pytest.raises(Unreachable):
        await behind.leases.take("a", "job", 60_000)
    assert line.cuts > 1
