"""`app.ports.Sounds` in memory, and the checks that every store's sound must pass."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from greenroom.app.ports import NotFound, SealedSound, SoundPlace, SoundSpan, Store
from greenroom.testing.interviews import MemoryInterviews, interview_row


class MemorySounds:
    """Sound of one process."""

    def __init__(self, interviews: MemoryInterviews) -> None:
        self._interviews = interviews
        self._kept: dict[str, dict[int, SealedSound]] = {}
        interviews.on_delete(self._forget)

    async def allow(self, interview_id: str, allowed: bool) -> bool:
        row = await self._interviews.find(interview_id)
        if row is None or row.status != "created":
            return False
        self._interviews.set_sound(interview_id, allowed)
        return True

    async def append(self, sound: SealedSound) -> None:
        if not self._interviews.known(sound.interview_id).sound:
            raise NotFound("the sound of this interview may not be kept")
        self._kept.setdefault(sound.interview_id, {}).setdefault(sound.at_ms, sound)

    async def between(self, interview_id: str, from_ms: int, to_ms: int) -> Sequence[SealedSound]:
        kept = self._kept.get(interview_id, {})
        return [kept[at] for at in sorted(kept) if at < to_ms and at + kept[at].length_ms > from_ms]

    async def spans(self, interview_id: str) -> Sequence[SoundSpan]:
        kept = self._kept.get(interview_id, {})
        return [(at, at + kept[at].length_ms) for at in sorted(kept)]

    async def page(self, after: SoundPlace, most: int) -> Sequence[SealedSound]:
        every = {(name, at): one for name, kept in self._kept.items() for at, one in kept.items()}
        return [every[place] for place in sorted(every) if place > after][:most]

    async def reseal(self, sounds: Sequence[SealedSound]) -> None:
        for one in sounds:
            if one.at_ms in self._kept.get(one.interview_id, {}):
                self._kept[one.interview_id][one.at_ms] = one

    async def delete(self, interview_id: str) -> None:
        if await self._interviews.find(interview_id) is not None:
            self._interviews.set_sound(interview_id, allowed=False)
        self._forget(interview_id)

    def _forget(self, interview_id: str) -> None:
        self._kept.pop(interview_id, None)


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

    async def test_sound_is_sealed_anew(self, store: Store) -> None:
        """All of it can be gone through by the page; what is sealed anew takes the place of what is there,
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
        await store.sounds.reseal([sealed_sound(*place, sealed=b"anew") for place in places[1:]])
        await store.sounds.reseal([])
        assert await store.sounds.page(("", 0), 9) == [
            sealed_sound("a", 0),
            sealed_sound("a", 1_000, sealed=b"anew"),
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
