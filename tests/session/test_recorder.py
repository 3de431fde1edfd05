"""The candidate's microphone on its way into the store: on the interview's clock, and in nobody's way."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

from livekit import rtc

from greenroom.app.ports import NotFound, OperatorFault
from greenroom.session.microphone_input import MicrophoneInput
from greenroom.session.recorder import NOT_WRITTEN, PIECE, TOO_SLOW, WAITING, Recorder
from greenroom.session.voice import Degraded
from greenroom.simulation.clock import in_virtual_time

FRAME = 32
SAMPLES = 512
PIECE_FRAMES = PIECE // FRAME


class Shelf:
    """Keeps what it is given; slow, or full, when told to be."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, bytes]] = []
        self.fault: Exception | None = None
        self.open = asyncio.Event()
        self.open.set()

    async def __call__(self, at_ms: int, pcm: bytes) -> None:
        await self.open.wait()
        if self.fault is not None:
            raise self.fault
        self.kept.append((at_ms, pcm))

    @property
    def spans(self) -> list[tuple[int, int]]:
        return [(at, at + len(pcm) // 32) for at, pcm in self.kept]


class Session:
    """A recorder, what it keeps and what it says; the loop's clock is the interview's."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.zero = self.loop.time()
        self.shelf, self.news = Shelf(), list[Degraded]()
        self.recorder = Recorder(self.shelf, self.now, self.news.append)

    def now(self) -> int:
        return round((self.loop.time() - self.zero) * 1000)

    async def until(self, ms: int) -> None:
        await asyncio.sleep((ms - self.now()) / 1000)

    async def speak(self, frames: int, *, byte: int = 1) -> None:
        """As a microphone does: each frame when it is over."""
        for _ in range(frames):
            await asyncio.sleep(FRAME / 1000)
            self.recorder.hear(frame(byte))

    def burst(self, frames: int, *, byte: int = 1) -> None:
        """What was held up on the way, all at once."""
        for _ in range(frames):
            self.recorder.hear(frame(byte))


def frame(byte: int = 1) -> rtc.AudioFrame:
    return rtc.AudioFrame(bytes([byte]) * 2 * SAMPLES, 16_000, 1, SAMPLES)


def total(shelf: Shelf) -> int:
    return sum(len(pcm) for _, pcm in shelf.kept) // (2 * SAMPLES)


@in_virtual_time
async def test_sound_has_the_time_of_the_interview() -> None:
    """What begins at three seconds stands there, second by second, without gaps, to its last frame."""
    session = Session()
    await session.until(3_000)
    await session.speak(2 * PIECE_FRAMES + 3)
    await session.recorder.aclose()
    assert session.shelf.spans == [
        (3_000, 3_000 + PIECE),
        (3_000 + PIECE, 3_000 + 2 * PIECE),
        (3_000 + 2 * PIECE, 3_000 + 2 * PIECE + 3 * FRAME),
    ]
    assert session.news == []


@in_virtual_time
async def test_a_piece_is_kept_as_soon_as_it_is_whole() -> None:
    """Whoever kills the process takes the last second, and no more."""
    session = Session()
    await session.speak(PIECE_FRAMES)
    await asyncio.sleep(0)
    assert session.shelf.spans == [(0, PIECE)]
    await session.recorder.aclose()


@in_virtual_time
async def test_a_gap_stays_a_gap() -> None:
    """A microphone that was off for a while (push-to-talk, a page that was gone) leaves a hole there."""
    session = Session()
    await session.speak(10)
    await session.until(5_000)
    await session.speak(10)
    await session.recorder.aclose()
    assert session.shelf.spans == [(0, 10 * FRAME), (5_000, 5_000 + 10 * FRAME)]


@in_virtual_time
async def test_what_was_held_up_belongs_where_it_was_spoken() -> None:
    """A network that stood still for three seconds and then brings all of it loses and moves nothing."""
    session = Session()
    await session.speak(50)
    await session.until(50 * FRAME + 3_200)
    session.burst(100)
    await session.speak(100)
    await session.recorder.aclose()
    ends = [end for _, end in session.shelf.spans]
    begins = [begin for begin, _ in session.shelf.spans]
    assert begins == [0, *ends[:-1]]
    assert ends[-1] == 250 * FRAME == session.now()


@in_virtual_time
async def test_unrest_of_the_line_tears_nothing() -> None:
    """Frames that come early and late by up to a quarter of a second are one stretch."""
    session = Session()
    for number in range(300):
        await session.until((number + 1) * FRAME + (number * 7919) % 240)
        session.recorder.hear(frame())
    await session.recorder.aclose()
    spans = session.shelf.spans
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert abs(spans[0][0]) <= 240
    assert total(session.shelf) == 300


@in_virtual_time
async def test_a_microphone_whose_clock_is_wrong() -> None:
    """A sound card that is 2 % fast or slow never drifts further from the interview than the tolerance
    and a piece."""
    for share in (0.98, 1.02):
        session = Session()
        for _ in range(60 * 31):
            await asyncio.sleep(FRAME * share / 1000)
            session.recorder.hear(frame())
        await session.recorder.aclose()
        assert abs(session.shelf.spans[-1][1] - session.now()) <= 250 + PIECE * 0.03


@in_virtual_time
async def test_a_pause_is_nobodys_business() -> None:
    """What is said while the interview is paused is not kept; what comes after has its right time."""
    session = Session()
    await session.speak(10, byte=1)
    session.recorder.pause(paused=True)
    await session.speak(100, byte=2)
    session.recorder.pause(paused=False)
    await session.speak(10, byte=3)
    await session.recorder.aclose()
    assert [pcm[0] for _, pcm in session.shelf.kept] == [1, 3]
    assert session.shelf.spans[1] == (110 * FRAME, 120 * FRAME)


@in_virtual_time
async def test_a_flood_is_bounded() -> None:
    """Who sends faster than time for long is not believed: two seconds ahead is the most."""
    session = Session()
    session.burst(10_000)
    await session.recorder.aclose()
    assert total(session.shelf) * FRAME <= 2_000 + FRAME


@in_virtual_time
async def test_a_full_disk_is_said_once() -> None:
    """Sound that the store refuses is lost, which is told once; what it takes later is kept."""
    session = Session()
    session.shelf.fault = OperatorFault("the disk is full")
    await session.speak(3 * PIECE_FRAMES)
    await asyncio.sleep(0)
    session.shelf.fault = None
    await session.speak(PIECE_FRAMES)
    await session.recorder.aclose()
    assert session.shelf.spans == [(3 * PIECE, 4 * PIECE)]
    assert [(told.part, told.cause, told.notice) for told in session.news] == [
        ("sound", NOT_WRITTEN, None)
    ]


@in_virtual_time
async def test_a_slow_disk_holds_nothing_up() -> None:
    """What waits for a disk that hangs is bounded, the oldest goes first; nobody waits for it."""
    session = Session()
    session.shelf.open.clear()
    await session.speak((WAITING + 4) * PIECE_FRAMES)
    began = session.now()
    await session.recorder.aclose()
    assert session.now() - began <= 3_100
    assert [told.cause for told in session.news] == [TOO_SLOW]
    assert session.shelf.kept == []


@in_virtual_time
async def test_an_erased_interview_is_kept_no_more() -> None:
    """When the interview is gone, or its candidate has thought better of it, recording stops quietly."""
    session = Session()
    session.shelf.fault = NotFound("this interview is gone")
    await session.speak(PIECE_FRAMES)
    await asyncio.sleep(0)
    session.shelf.fault = None
    await session.speak(2 * PIECE_FRAMES)
    await session.recorder.aclose()
    assert session.shelf.kept == []
    assert session.news == []


@in_virtual_time
async def test_the_ear_shares_what_it_hears() -> None:
    """Frames of the microphone are overheard; the silence that ends a word, and what nobody listens to,
    are not."""
    heard: list[Any] = []
    ear = MicrophoneInput("test", heard.append)
    ear.push(frame())
    ear.fall_silent()
    ear.on_detached()
    ear.push(frame())
    assert len(heard) == 1
