"""The sound of answers: only where it is allowed, sealed, and heard again at its time (Sec)."""

from __future__ import annotations

import io
import wave
from dataclasses import replace

import numpy as np
import pytest

from greenroom.adapters.opus import OpusCodec
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import SOUND_HZ, InterviewRow, NotFound, Refused
from greenroom.app.sound import LONGEST_MS, SoundArchive, joined
from greenroom.testing import interview_row

ROW = interview_row("a", sound=True)


def tone(ms: int, hertz: float) -> bytes:
    at = np.arange(SOUND_HZ * ms // 1000) / SOUND_HZ
    return (8_000 * np.sin(2 * np.pi * hertz * at)).astype("<i2").tobytes()


def heard(wav: bytes) -> np.ndarray:
    with wave.open(io.BytesIO(wav)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, SOUND_HZ)
        return np.frombuffer(file.readframes(file.getnframes()), "<i2")


def pitch(sound: np.ndarray) -> float:
    return float(np.argmax(np.abs(np.fft.rfft(sound))) * SOUND_HZ / sound.size)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
async def archive(store: MemoryStore) -> SoundArchive:
    await store.interviews.create(ROW)
    return SoundArchive(store.sounds, SealingVault.of(new_key()), OpusCodec())


async def spoken(archive: SoundArchive, row: InterviewRow = ROW) -> None:
    """Two seconds of a low tone at 1 s, and after a gap two seconds of a high one at 6 s."""
    keep = archive.keeper(row.id)
    for at, hertz in ((1_000, 300.0), (2_000, 300.0), (6_000, 900.0), (7_000, 900.0)):
        await keep(at, tone(1_000, hertz))


async def test_it_is_heard_at_its_time(archive: SoundArchive) -> None:
    """A stretch is as long as was asked for; each sound is where it was, and a gap is silent."""
    await spoken(archive)
    assert await archive.kept(ROW) == [(1_000, 3_000), (6_000, 8_000)]
    sound = heard(await archive.wav(ROW, 500, 8_500))
    assert sound.size == 8 * SOUND_HZ

    def part(from_ms: int, to_ms: int) -> np.ndarray:
        return sound[(from_ms - 500) * 16 : (to_ms - 500) * 16]

    assert pitch(part(1_200, 2_900)) == pytest.approx(300, abs=2)
    assert pitch(part(6_200, 7_900)) == pytest.approx(900, abs=2)
    for silent in (part(500, 990), part(3_020, 5_990), part(8_020, 8_500)):
        assert np.abs(silent.astype(int)).max() < 30


async def test_a_stretch_from_the_middle(archive: SoundArchive) -> None:
    """What begins within a piece begins there, in its own voice from the first millisecond."""
    await spoken(archive)
    sound = heard(await archive.wav(ROW, 2_250, 2_750))
    assert sound.size == SOUND_HZ // 2
    assert pitch(sound) == pytest.approx(300, abs=3)
    assert np.abs(sound[:320].astype(int)).max() > 5_000


async def test_a_last_piece_that_is_no_whole_step(archive: SoundArchive) -> None:
    """What was filled up for the codec is not heard."""
    await archive.keeper("a")(0, tone(990, 300.0))
    assert await archive.kept(ROW) == [(0, 990)]
    assert heard(await archive.wav(ROW, 0, 2_000)).size == 2 * SOUND_HZ


@pytest.mark.parametrize("stretch", [(0, 0), (5, 4), (0, LONGEST_MS + 1), (-LONGEST_MS, 1)])
async def test_a_stretch_that_is_none(archive: SoundArchive, stretch: tuple[int, int]) -> None:
    """Backwards, empty or longer than two minutes is refused."""
    await spoken(archive)
    with pytest.raises(Refused) as refused:
        await archive.wav(ROW, *stretch)
    assert refused.value.status == 422


async def test_where_nothing_is_kept(archive: SoundArchive) -> None:
    """A stretch that would be all silence is not there."""
    await spoken(archive)
    for stretch in ((0, 900), (3_000, 6_000), (9_000, 10_000)):
        with pytest.raises(NotFound):
            await archive.wav(ROW, *stretch)


async def test_nothing_is_in_the_clear(archive: SoundArchive, store: MemoryStore) -> None:
    """What the store holds is sealed, and opens neither at another moment nor for another interview."""
    await spoken(archive)
    plain = OpusCodec().encoder().encode(tone(1_000, 300.0))
    first, second, *_ = await store.sounds.between("a", 0, 9_000)
    assert plain[2:40] not in first.sealed
    await store.interviews.create(interview_row("b", sound=True))
    for moved in (
        replace(first, interview_id="b"),
        replace(second, at_ms=20_000),
        replace(first, at_ms=30_000, sealed=first.sealed[:-1] + b"\x00"),
    ):
        await store.sounds.append(moved)
        row = replace(ROW, id=moved.interview_id)
        with pytest.raises(Refused, match="locked") as refused:
            await archive.wav(row, moved.at_ms, moved.at_ms + 500)
        assert refused.value.status == 409


async def test_only_before_the_interview(archive: SoundArchive, store: MemoryStore) -> None:
    """The candidate may change it until the interview begins; what was not allowed is not kept."""
    await archive.allow(ROW, allowed=False)
    with pytest.raises(NotFound):
        await spoken(archive)
    await archive.allow(ROW, allowed=True)
    await store.interviews.set_status("a", "running")
    with pytest.raises(Refused, match="has begun"):
        await archive.allow(ROW, allowed=False)
    await spoken(archive)
    await archive.delete(ROW)
    assert await archive.kept(ROW) == []
    with pytest.raises(NotFound):
        await spoken(archive)


def test_joined() -> None:
    """Stretches that touch or overlap are one."""
    assert joined([(5, 9), (0, 2), (2, 4), (8, 12), (20, 21)]) == [(0, 4), (5, 12), (20, 21)]
    assert joined([]) == []
