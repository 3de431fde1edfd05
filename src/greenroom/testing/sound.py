"""The checks that every store's sound must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import NotFound, SealedSound, Store
from greenroom.testing.interviews import interview_row


def sealed_sound(
    interview_id: str, at_ms: int = 0, length_ms: int = 1_000, sealed: bytes = b"\x00\xff"
) -> SealedSound:
    """Sound that nobody can hear."""
    return SealedSound(interview_id, at_ms, length_ms, sealed)


class SoundsConformance:
    """What every store does with sound; part of `StoreConformance`."""

    async def test_sound_is_found_as_it_was_kept(self, store: Store) -> None:
        """What reaches into a stretch comes back in order, byte for byte; the rest does not."""
        await store.interviews.create(interview_row("a", sound=True))
        kept = [
            sealed_sound("a", at, sealed=bytes([at // 1_000, 0, 255])) for at in (2_000, 0, 1_000)
        ]
        for one in kept:
            await store.sounds.append(one)
        await store.sounds.append(sealed_sound("a", 9_000))
        assert await store.sounds.between("a", 999, 2_001) == [kept[1], kept[2], kept[0]]
        assert await store.sounds.between("a", 1_000, 2_000) == [kept[2]]
        assert await store.sounds.between("a", 3_000, 9_000) == []
        assert await store.sounds.spans("a") == [
            (0, 1_000),
            (1_000, 2_000),
            (2_000, 3_000),
            (9_000, 10_000),
        ]

    async def test_sound_only_where_it_is_allowed(self, store: Store) -> None:
        """Without the candidate's word nothing is kept, and nothing of an interview that is not there."""
        await store.interviews.create(interview_row("a"))
        for name in ("a", "b"):
            await _refused(store, name)
            assert await store.sounds.spans(name) == []

    async def test_sound_is_allowed_before_the_interview(self, store: Store) -> None:
        """A candidate may change their mind until it begins, and not after."""
        await store.interviews.create(interview_row("a"))
        for allowed in (True, False, True):
            assert await store.sounds.allow("a", allowed)
            row = await store.interviews.find("a")
            assert row is not None
            assert row.sound is allowed
        for status in ("running", "ended"):
            await store.interviews.set_status("a", status)
            assert not await store.sounds.allow("a", allowed=False)
        row = await store.interviews.find("a")
        assert row is not None
        assert row.sound
        assert not await store.sounds.allow("b", allowed=True)

    async def test_a_moment_is_kept_once(self, store: Store) -> None:
        """Of two that keep the same moment the first one stands."""
        await store.interviews.create(interview_row("a", sound=True))
        await store.sounds.append(sealed_sound("a", sealed=b"first"))
        await store.sounds.append(sealed_sound("a", sealed=b"second"))
        assert [one.sealed for one in await store.sounds.between("a", 0, 1_000)] == [b"first"]

    async def test_several_at_once(self, store: Store) -> None:
        """What comes at the same time is kept all the same, and what may not be kept harms nothing else."""
        for name in ("a", "b"):
            await store.interviews.create(interview_row(name, sound=True))
        await store.interviews.create(interview_row("c"))
        told = await asyncio.gather(
            *(
                store.sounds.append(sealed_sound(name, 1_000 * n))
                for n in range(3)
                for name in "abcd"
            ),
            return_exceptions=True,
        )
        assert [isinstance(one, NotFound) for one in told] == [False, False, True, True] * 3
        assert not any(told[at] for at in range(12) if at % 4 < 2)
        for name, length in (("a", 3), ("b", 3), ("c", 0), ("d", 0)):
            assert len(await store.sounds.spans(name)) == length

    async def test_sound_is_sealed_again(self, store: Store) -> None:
        """All of it can be gone through by the page; what is sealed again takes the place of what is there,
        and what was deleted meanwhile does not come back."""
        for name in ("b", "a"):
            await store.interviews.create(interview_row(name, sound=True))
            for at in (1_000, 0):
                await store.sounds.append(sealed_sound(name, at))
        places = [("a", 0), ("a", 1_000), ("b", 0), ("b", 1_000)]
        first = await store.sounds.page(("", 0), 3)
        assert first == [sealed_sound(*place) for place in places[:3]]
        assert await store.sounds.page(places[2], 3) == [sealed_sound("b", 1_000)]
        await store.sounds.delete("b")
        await store.sounds.reseal([sealed_sound(*place, sealed=b"again") for place in places[1:]])
        await store.sounds.reseal([])
        assert await store.sounds.page(("", 0), 9) == [
            sealed_sound("a", 0),
            sealed_sound("a", 1_000, sealed=b"again"),
        ]

    async def test_sound_goes_with_the_interview(self, store: Store) -> None:
        """Who deletes the interview deletes its sound; another's stays."""
        for name in ("a", "b"):
            await store.interviews.create(interview_row(name, sound=True))
            await store.sounds.append(sealed_sound(name))
        await store.interviews.delete("a")
        assert await store.sounds.spans("a") == []
        assert await store.sounds.spans("b") == [(0, 1_000)]

    async def test_sound_goes_alone(self, store: Store) -> None:
        """The sound can be deleted without the interview, twice; no more of it is kept afterwards."""
        await store.interviews.create(interview_row("a", sound=True))
        await store.sounds.append(sealed_sound("a"))
        for _ in range(2):
            await store.sounds.delete("a")
        assert await store.sounds.spans("a") == []
        assert await store.interviews.find("a") is not None
        await _refused(store, "a")
        await store.sounds.delete("b")


async def _refused(store: Store, interview_id: str) -> None:
    try:
        await store.sounds.append(sealed_sound(interview_id))
    except NotFound:
        pass
    else:
        raise AssertionError("sound was kept without the candidate's word")
