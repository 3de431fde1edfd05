"""The checks that every store's leases must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import NotFound, Store
from greenroom.testing.interviews import interview_row

LONG_MS = 60_000


class LeasesConformance:
    """What every store does with leases; part of `StoreConformance`. A lease of 0 ms is expired."""

    async def test_many_are_renewed_at_once(self, store: Store) -> None:
        """Each for its own holder: one that somebody else took, and one that is gone, are not renewed."""
        for name in ("renewed", "taken", "spare"):
            await store.interviews.create(interview_row(name))
            await store.leases.take(name, "job-b" if name == "taken" else "job-a", LONG_MS)
        asked = dict.fromkeys(("renewed", "taken", "gone"), "job-a")
        assert await store.leases.renew_all(asked, 0) == {"renewed"}
        assert await store.leases.holder("renewed") is None, "its time is over, as was asked"
        assert await store.leases.holder("taken") == "job-b"
        assert await store.leases.holder("spare") == "job-a"

    async def test_one_holder(self, store: Store) -> None:
        """Of two that want an interview the first holds it, and may take it again."""
        await store.interviews.create(interview_row("a"))
        assert await store.leases.holder("a") is None
        assert await store.leases.take("a", "one", LONG_MS)
        assert not await store.leases.take("a", "two", LONG_MS)
        assert await store.leases.take("a", "one", LONG_MS)
        assert await store.leases.holder("a") == "one"

    async def test_all_at_once(self, store: Store) -> None:
        """Of many that want an interview at the same moment exactly one gets it."""
        await store.interviews.create(interview_row("a"))
        names = [f"job-{number}" for number in range(12)]
        got = await asyncio.gather(*(store.leases.take("a", name, LONG_MS) for name in names))
        assert got.count(True) == 1
        assert await store.leases.holder("a") == names[got.index(True)]

    async def test_expired_lease(self, store: Store) -> None:
        """A lease whose time is over has no holder and may be taken; the old holder has lost it."""
        await store.interviews.create(interview_row("a"))
        assert await store.leases.take("a", "one", 0)
        assert await store.leases.holder("a") is None
        assert await store.leases.take("a", "two", LONG_MS)
        assert not await store.leases.renew("a", "one", LONG_MS)
        assert await store.leases.holder("a") == "two"

    async def test_renewed_late(self, store: Store) -> None:
        """A holder that renews late, but before anybody else came, still holds it."""
        await store.interviews.create(interview_row("a"))
        assert await store.leases.take("a", "one", 0)
        assert await store.leases.renew("a", "one", LONG_MS)
        assert await store.leases.holder("a") == "one"

    async def test_release(self, store: Store) -> None:
        """What was given back is free and cannot be renewed; only its holder can give it back."""
        await store.interviews.create(interview_row("a"))
        await store.leases.take("a", "one", LONG_MS)
        await store.leases.release("a", "two")
        assert await store.leases.holder("a") == "one"
        await store.leases.release("a", "one")
        await store.leases.release("a", "one")
        assert not await store.leases.renew("a", "one", LONG_MS)
        assert await store.leases.take("a", "two", LONG_MS)

    async def test_lapsed(self, store: Store) -> None:
        """Lapsed are the running interviews in LiveKit rooms that nobody holds, and no others but those whose
        lease ends soon, where these are asked for, too."""
        for name in ("held", "expired", "never", "ended", "embedded"):
            mode = "embedded" if name == "embedded" else "livekit"
            await store.interviews.create(interview_row(name, mode=mode))
            await store.interviews.set_status(name, "ended" if name == "ended" else "running")
        await store.interviews.create(interview_row("created", mode="livekit"))
        await store.leases.take("held", "one", LONG_MS)
        await store.leases.take("expired", "one", 0)
        assert await store.leases.lapsed() == {"expired": 0, "never": 0}
        soon = await store.leases.lapsed(2 * LONG_MS)
        assert soon == {"held": soon["held"], "expired": 0, "never": 0}
        assert 0 < soon["held"] <= LONG_MS
        assert await store.leases.held() == {"held": "one"}

    async def test_lease_of_an_erased_interview(self, store: Store) -> None:
        """An erased interview is lost to its holder, and nobody can take it."""
        await store.interviews.create(interview_row("a"))
        await store.leases.take("a", "one", LONG_MS)
        await store.interviews.delete("a")
        assert await store.leases.holder("a") is None
        assert not await store.leases.renew("a", "one", LONG_MS)
        try:
            await store.leases.take("a", "one", LONG_MS)
        except NotFound:
            pass
        else:
            raise AssertionError("an interview that is gone was held")
