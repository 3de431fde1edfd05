"""The checks that every store's links must pass."""

from __future__ import annotations

from dataclasses import replace

from greenroom.app.ports import Link, NotFound, Refused, Store
from greenroom.testing.interviews import interview_row

LINK = Link(
    "lnk_1",
    "5f" * 32,
    "a",
    "2026-01-02T11:00:00.000+00:00",
    "2026-01-09T11:00:00.000+00:00",
    ("scorecard", "transcript"),
)


class LinksConformance:
    """What every store does with links; part of `StoreConformance`."""

    async def test_link_found_by_its_digest(self, store: Store) -> None:
        """A link comes back as it was stored, by its digest and with its interview alone."""
        await store.interviews.create(interview_row("a"))
        await store.interviews.create(interview_row("b"))
        await store.links.add(LINK)
        assert await store.links.find(LINK.digest) == LINK
        assert await store.links.find("00" * 32) is None
        assert list(await store.links.of_interview("a")) == [LINK]
        assert list(await store.links.of_interview("b")) == []

    async def test_link_deleted_by_its_interview(self, store: Store) -> None:
        """A link is deleted by the interview it belongs to, once, and by no other."""
        await store.interviews.create(interview_row("a"))
        await store.links.add(LINK)
        assert not await store.links.delete("b", LINK.id)
        assert await store.links.delete("a", LINK.id)
        assert not await store.links.delete("a", LINK.id)
        assert await store.links.find(LINK.digest) is None

    async def test_links_expire(self, store: Store) -> None:
        """Links whose time was over before a moment go, the others stay."""
        await store.interviews.create(interview_row("a"))
        later = replace(LINK, id="lnk_2", digest="60" * 32, expires_at="2026-02-01T00:00:00Z")
        await store.links.add(LINK)
        await store.links.add(later)
        await store.links.expire("2026-01-10T00:00:00Z")
        assert list(await store.links.of_interview("a")) == [later]

    async def test_same_digest_twice(self, store: Store) -> None:
        """A digest opens one link."""
        await store.interviews.create(interview_row("a"))
        await store.links.add(LINK)
        try:
            await store.links.add(replace(LINK, id="lnk_2"))
        except Refused:
            assert list(await store.links.of_interview("a")) == [LINK]
        else:
            raise AssertionError("two links with one digest were stored")

    async def test_link_of_an_erased_interview(self, store: Store) -> None:
        """An erased interview has no links, and gets none."""
        await store.interviews.create(interview_row("a"))
        await store.links.add(LINK)
        await store.interviews.delete("a")
        assert await store.links.find(LINK.digest) is None
        try:
            await store.links.add(LINK)
        except NotFound:
            pass
        else:
            raise AssertionError("a link was made to an interview that is gone")
