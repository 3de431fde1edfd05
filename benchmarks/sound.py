"""What it costs that interviews are recorded: to the loop that they share, and to their journals.

python -m benchmarks.sound [--quick]
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from livekit import rtc

from benchmarks.table import Row, quantile, tell
from greenroom.adapters.opus import OpusCodec
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import SOUND_HZ, InterviewRow
from greenroom.app.sound import SoundArchive
from greenroom.session.clock import SessionClock
from greenroom.session.recorder import Recorder
from greenroom.session.voice import Degraded

COMMAND = "python -m benchmarks.sound"
SEATS = 40
FRAME_S = 0.032
LINE = "x" * 400
"""As long as an ordinary journal entry; each interview writes one a second."""


@dataclass(slots=True)
class Found:
    """Of one run, in seconds."""

    appends: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """How much later than it asked for the loop came back to whoever feeds the frames."""
    hearing: list[float] = field(default_factory=list)
    """What a frame took, until the feeder could go on."""
    cores: float = 0.0
    kept_bytes: int = 0
    lost: list[str] = field(default_factory=list)


def frames() -> list[rtc.AudioFrame]:
    """Ten seconds of something as hard to compress as a voice: hums and hisses in turn."""
    at = np.arange(10 * SOUND_HZ) / SOUND_HZ
    hum = sum(np.sin(2 * np.pi * at * 140 * n) / n for n in range(1, 20))
    hiss = np.random.default_rng(1).standard_normal(at.size)
    loud = np.clip(np.sin(2 * np.pi * at * 2.5), 0, 1)
    pcm = ((hum * loud * 4_000) + hiss * 600 * (1 - loud)).astype("<i2")
    cut = pcm[: pcm.size // 512 * 512].reshape(-1, 512)
    return [rtc.AudioFrame(one.tobytes(), SOUND_HZ, 1, 512) for one in cut]


async def run(directory: Path, seconds: float, *, recorded: bool) -> Found:
    """`SEATS` interviews on one SQLite file, each with its journal and, if `recorded`, its sound."""
    store, found = await open_store(directory / f"{recorded}.db"), Found()
    names = [f"int_{number}" for number in range(SEATS)]
    for name in names:
        row = InterviewRow(name, "me", "", "bench", {}, "2026-01-05T09:00:00Z", "running")
        await store.interviews.create(row)
        if recorded:
            await _allow(store, name)
    archive = SoundArchive(store.sounds, SealingVault.of(new_key()), OpusCodec())
    clock = SessionClock()

    def lose(told: Degraded) -> None:
        found.lost.append(told.cause)

    recorders = [Recorder(archive.keeper(name), clock.now_ms, lose) for name in names]
    until, used = time.perf_counter() + seconds, time.process_time()
    async with asyncio.TaskGroup() as tasks:
        for number, name in enumerate(names):
            tasks.create_task(_write(store, name, until, found, 0.5 + number / SEATS))
        tasks.create_task(_speak(recorders if recorded else [], until, found))
    found.cores = (time.process_time() - used) / seconds
    for recorder in recorders:
        await recorder.aclose()
    for name in names:
        kept = await store.sounds.between(name, 0, 10**9)
        found.kept_bytes += sum(len(sound.sealed) for sound in kept)
    await store.aclose()
    return found


async def _allow(store: SqlStore, name: str) -> None:
    await store.interviews.set_status(name, "created")
    await store.sounds.allow(name, allowed=True)
    await store.interviews.set_status(name, "running")


async def _write(store: SqlStore, name: str, until: float, found: Found, first_s: float) -> None:
    journal = store.interviews.journal(name)
    await asyncio.sleep(first_s)
    while time.perf_counter() < until:
        began = time.perf_counter()
        await journal.append(LINE)
        found.appends.append(time.perf_counter() - began)
        await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))


async def _speak(recorders: list[Recorder], until: float, found: Found) -> None:
    """Frames at their own pace, those of different interviews at different moments, as pages send them."""
    sound, number = frames(), 0
    due = time.perf_counter()
    while due < until:
        due += FRAME_S / SEATS
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
            found.late.append(max(0.0, time.perf_counter() - due))
        if recorders:
            began = time.perf_counter()
            recorders[number % SEATS].hear(sound[number // SEATS % len(sound)])
            found.hearing.append(time.perf_counter() - began)
        number += 1


def rows(*, quick: bool) -> Iterator[Row]:
    seconds = 8.0 if quick else 30.0
    with tempfile.TemporaryDirectory(prefix="greenroom-bench-") as directory:
        plain = asyncio.run(run(Path(directory), seconds, recorded=False))
        mine = asyncio.run(run(Path(directory), seconds, recorded=True))
    lost = f"; {len(mine.lost)} of them lost sound" if mine.lost else ""
    yield Row(
        f"{SEATS} interviews recorded: a journal line; lateness of the loop",
        "nothing waits for sound",
        f"{_told(mine.appends)}; {_told(mine.late)}{lost}",
        f"not recorded: {_told(plain.appends)}; {_told(plain.late)}",
        COMMAND,
    )
    rate = mine.kept_bytes / SEATS / seconds / 1000
    yield Row(
        "recording one interview",
        "",
        f"{(mine.cores - plain.cores) / SEATS:.3f} cores, {rate:.1f} kB/s on disk; a frame "
        f"{_micros(mine.hearing)} of the loop",
        f"sound as it comes: {2 * SOUND_HZ / 1000:.0f} kB/s, a frame every 32 ms",
        COMMAND,
    )


def _told(took: list[float]) -> str:
    return f"p50 {quantile(took, 0.5) * 1000:.1f}, p99 {quantile(took, 0.99) * 1000:.1f} ms"


def _micros(took: list[float]) -> str:
    return f"p50 {quantile(took, 0.5) * 1e6:.0f}, p99 {quantile(took, 0.99) * 1e6:.0f} µs"


if __name__ == "__main__":
    tell(rows)
