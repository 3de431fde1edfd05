"""`app.ports.Links` in memory, and the checks that every store's links must pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from greenroom.app.ports import Link, NotFound, Refused, Store
from greenroom.testing.interviews import MemoryInterviews, interview_row

LINK = Link(
    "lnk_1",
    "5f" * 32,
    "a",
    "2026-01-02T11:00:00.000+00:00",
    "2026-01-09T11:00:00.000+00:00",
    ("scorecard", "transcript"),
)


class MemoryLinks:
    """Links of one process."""

    def __init__(self, interviews: MemoryInterviews) -> None:
        self._interviews = interviews
        self._links: dict[str, Link] = {}
        interviews.on_delete(self._forget)

    async def add(self, link: Link) -> None:
        self._interviews.known(link.interview_id)
        if link.digest in self._links:
            raise Refused("this link exists already")
        self._links[link.digest] = link

    async def of_interview(self, interview_id: str) -> Sequence[Link]:
        found = [link for link in self._links.values() if link.interview_id == interview_id]
        return sorted(found, key=lambda link: (link.created_at, link.id))

    async def find(self, digest: str) -> Link | None:
        return self._links.get(digest)

    async def delete(self, interview_id: str, link_id: str) -> bool:
        before = len(self._links)
        self._keep(lambda link: (link.interview_id, link.id) != (interview_id, link_id))
        return len(self._links) < before

    async def expire(self, before: str) -> None:
        self._keep(lambda link: link.expires_at >= before)

    def _forget(self, interview_id: str) -> None:
        self._keep(lambda link: link.interview_id != interview_id)

    def _keep(self, wanted: Callable[[Link], bool]) -> None:
        self._links = {digest: link for digest, link in self._links.items() if wanted(link)}


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
