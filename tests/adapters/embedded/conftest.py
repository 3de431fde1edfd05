"""A page in memory that plays what it gets, and what the tests of this room put around it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from livekit import rtc

from greenroom.adapters.embedded.connection import Connection
from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.app import plans
from greenroom.app.ports import InterviewRow
from greenroom.session.messages import PageMessage, PlaybackEnded, PlaybackStarted
from greenroom.testing.interviews import interview_row

TICK_S = 0.02
FRAME = 960
PREBUFFER = 3 * FRAME


class Page:
    """Implements `ports.Socket`, and plays speech as worklets.js does, 20 ms at a time."""

    def __init__(self, *, deaf: bool = False) -> None:
        self.seen: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self.reading = asyncio.Event()
        self.reading.set()
        self.deaf = deaf
        """A page that plays nothing and reports nothing."""
        self.received = self.played = 0
        """Bytes of the current utterance."""
        self.heard_bytes = 0
        self.ahead: list[float] = []
        """Seconds between what was received and what was played, each time something came."""
        self._id: str | None = None
        self._running = self._flushed = False
        self._mail: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._tick: asyncio.TimerHandle | None = None

    # ports.Socket

    async def send_text(self, text: str) -> None:
        await self.reading.wait()
        self._take(json.loads(text))

    async def send_bytes(self, data: bytes) -> None:
        await self.reading.wait()
        if self._id is not None:
            self.received += len(data)
            self.ahead.append((self.received - self.played) / 48_000)

    async def messages(self) -> AsyncIterator[str | bytes]:
        while (message := await self._mail.get()) is not None:
            yield message

    async def close(self, code: int, reason: str) -> None:
        if self.closed is None:
            self.closed = (code, reason)
        self.vanish()

    # the candidate's side

    def send(self, t: str, **body: Any) -> None:
        self._mail.put_nowait(json.dumps({"t": t, **body}))

    def raw(self, message: str | bytes) -> None:
        self._mail.put_nowait(message)

    def vanish(self) -> None:
        """The network is gone: nobody says good-bye."""
        self._id = None
        self._mail.put_nowait(None)

    def got(self, t: str) -> list[dict[str, Any]]:
        return [message for message in self.seen if message["t"] == t]

    def idle_after(self, utterance_id: str | None) -> bool:
        """Nothing is being played: everything that was said was played to its end or cut."""
        latest = self.got("say")[-1]["id"] if self.got("say") else None
        return self._id is None and (utterance_id is None or utterance_id == latest)

    async def until(self, true: Callable[[], object], within_s: float = 60) -> None:
        async with asyncio.timeout(within_s):
            while not true():  # noqa: ASYNC110 - a condition over everything there is
                await asyncio.sleep(TICK_S / 2)

    # its loudspeaker

    def _take(self, message: dict[str, Any]) -> None:
        self.seen.append(message)
        match message["t"]:
            case "say":
                self._id, self.received, self.played = message["id"], 0, 0
                self._running = self._flushed = False
                if self._tick is None and not self.deaf:
                    self._play()
            case "flush":
                self._flushed = True
            case "clear" if not self.deaf and message["id"] == self._id:
                self.send("cleared", id=self._id, played_ms=self.played // 48)
                self._id = None

    def _play(self) -> None:
        self._tick = None
        if self._id is None:
            return
        waiting = self.received - self.played
        if not self._running and waiting and (waiting >= PREBUFFER or self._flushed):
            self._running = True
            self.send("started", id=self._id)
        elif self._running and waiting:
            self.played += min(FRAME, waiting)
            self.heard_bytes += min(FRAME, waiting)
        if self._flushed and self.played == self.received:
            self.send("finished", id=self._id, played_ms=self.played // 48)
            self._id = None
            return
        self._tick = asyncio.get_running_loop().call_later(TICK_S, self._play)


class Line:
    """A connection to a page that somebody serves, and what the page said."""

    def __init__(self, page: Page, mouth: Any = None) -> None:
        self.page, self.connection = page, Connection(page)
        self.got: list[PageMessage] = []
        self._speech = mouth

    def receive(self, message: PageMessage) -> None:
        self.got.append(message)
        if isinstance(message, PlaybackStarted):
            self._speech.started(message)
        elif isinstance(message, PlaybackEnded):
            self._speech.ended(message)


async def pings(page: Page) -> None:
    while page.closed is None:
        page.send("ping")
        await asyncio.sleep(5)


@contextlib.asynccontextmanager
async def connected(page: Page, mouth: Any = None) -> AsyncIterator[Line]:
    """Serve the page's socket while the block runs."""
    line = Line(page, mouth)
    if mouth is not None:
        mouth.attach(line.connection)
    serving = asyncio.get_running_loop().create_task(line.connection.serve(line.receive))
    pinging = asyncio.get_running_loop().create_task(pings(page))
    try:
        yield line
    finally:
        pinging.cancel()
        page.vanish()
        async with asyncio.timeout(30):
            await serving


def speech(seconds: float, pieces: int = 1) -> list[rtc.AudioFrame]:
    samples = int(24_000 * seconds / pieces)
    return [rtc.AudioFrame(bytes(2 * samples), 24_000, 1, samples) for _ in range(pieces)]


def ends_of(mouth: Any) -> list[Any]:
    """The playback-finished events of an audio output, as they come."""
    ends: list[Any] = []
    mouth.on("playback_finished", lambda event: ends.append(event))
    return ends


async def registered(
    store: SqlInterviews, interview_id: str = "i1", **changes: Any
) -> InterviewRow:
    """An interview by a built-in plan, which has not begun; each is somebody else's."""
    changes = {"owner": f"own_{interview_id}", **changes}
    plan = plans.source_of("two-stage")
    row = interview_row(interview_id, plan_toml=plan, **changes)
    await store.create(row)
    return row


def noon() -> datetime:
    """Noon of a day in 2026, and whatever the loop's clock says after it."""
    return datetime.fromtimestamp(1_780_000_000 + asyncio.get_running_loop().time(), UTC)


@pytest.fixture
def rig() -> Any:
    """This module: test modules cannot import one another."""
    return sys.modules[__name__]
