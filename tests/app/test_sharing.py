"""Links to a report: whoever has one sees what the candidate chose, for as long as they chose."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import NotFound, Refused
from greenroom.app.reports.sharing import MOST, Part, live, revoke, share, shown
from greenroom.testing.ended import STORY, keep_ended

NOW = datetime(2026, 1, 2, 11, 0, tzinfo=UTC)
EVERYTHING = tuple(Part)
CANDIDATE = {"name": "Ada Lovelace", "email": "ada@example.org", "role": "engineer", "level": ""}


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


async def test_a_link_opens_until_its_time_is_over(store: MemoryStore) -> None:
    """To the last moment it opens, and then it is as if it had never been."""
    row = await keep_ended(store, STORY)
    link, token = await share(store.links, row, EVERYTHING, 7, NOW)
    assert token not in repr(link)
    late = NOW + timedelta(days=7)
    found, _, told = await shown(store, token, late - timedelta(milliseconds=1))
    assert (found.id, STORY in str(told.record)) == (row.id, True)
    with pytest.raises(NotFound):
        await shown(store, token, late)
    assert await live(store.links, row, late) == []


async def test_a_link_that_was_ended_opens_nothing(store: MemoryStore) -> None:
    """Ended by its candidate, it is gone at once; so is a link of an erased interview."""
    row = await keep_ended(store, STORY)
    first, token = await share(store.links, row, EVERYTHING, 7, NOW)
    _, other = await share(store.links, row, EVERYTHING, 7, NOW)
    await revoke(store.links, row, first.id)
    with pytest.raises(NotFound):
        await shown(store, token, NOW)
    with pytest.raises(NotFound):
        await revoke(store.links, row, first.id)
    await store.interviews.delete(row.id)
    with pytest.raises(NotFound):
        await shown(store, other, NOW)


@pytest.mark.parametrize("token", ["", "x", "../a", "lnk_1", "é" * 40])
async def test_what_is_no_token_opens_nothing(store: MemoryStore, token: str) -> None:
    """A guess, a link's id and nonsense get the same answer."""
    row = await keep_ended(store, STORY)
    await share(store.links, row, EVERYTHING, 7, NOW)
    with pytest.raises(NotFound):
        await shown(store, token, NOW)


async def test_the_name_is_covered_unless_it_is_shown(store: MemoryStore) -> None:
    """Wherever the name was said or written, as many signs stand for it, so that places stay true."""
    said = "Hello, Ada Lovelace here. Adamant people know me as ADA or Ada."
    row = await keep_ended(store, said, candidate=CANDIDATE)
    _, hidden = await share(store.links, row, (Part.TRANSCRIPT,), 7, NOW)
    _, open_ = await share(store.links, row, (Part.TRANSCRIPT, Part.NAME), 7, NOW)
    _, _, covered = await shown(store, hidden, NOW)
    _, _, whole = await shown(store, open_, NOW)
    texts = [message["text"] for message in covered.record["messages"]]
    assert any("Hello, ••• •••••••• here. Adamant people" in text for text in texts)
    assert "Lovelace" not in str((covered.record, covered.report))
    assert [len(t) for t in texts] == [len(m["text"]) for m in whole.record["messages"]]
    assert "Ada Lovelace here" in str(whole.record)


async def test_no_link_shows_an_address(store: MemoryStore) -> None:
    """The e-mail address is in nothing that a link shows, whatever was chosen."""
    row = await keep_ended(store, STORY, candidate=CANDIDATE)
    _, token = await share(store.links, row, EVERYTHING, 7, NOW)
    _, _, told = await shown(store, token, NOW)
    assert "example.org" not in str((told.record, told.report))


async def test_what_cannot_be_shared(store: MemoryStore) -> None:
    """An interview that is not over, nothing at all, and more links than anybody needs; ended and
    expired ones do not count."""
    row = await keep_ended(store, STORY)
    with pytest.raises(Refused, match="not over"):
        await share(store.links, replace(row, status="running"), EVERYTHING, 7, NOW)
    with pytest.raises(Refused, match="Choose"):
        await share(store.links, row, (), 7, NOW)
    for _ in range(MOST):
        await share(store.links, row, (Part.SCORECARD,), 1, NOW)
    with pytest.raises(Refused, match="end one first"):
        await share(store.links, row, (Part.SCORECARD,), 1, NOW)
    link, _ = await share(store.links, row, (Part.SCORECARD,), 1, NOW + timedelta(days=2))
    assert await live(store.links, row, NOW + timedelta(days=2)) == [link]
