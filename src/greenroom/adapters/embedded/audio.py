"""The candidate's ears and mouth: LiveKit audio input and output over one page's socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from livekit import rtc
from livekit.agents.voice import io

from greenroom.adapters.embedded.connection import Connection
from greenroom.adapters.embedded.segment import BYTES_PER_MS, SPEECH_HZ, Segment
from greenroom.interview.plan import Millis
from greenroom.session.captions import heard_part
from greenroom.session.messages import (
    FRAME_BYTES,
    FRAME_SAMPLES,
    PlaybackEnded,
    PlaybackStarted,
)

MICROPHONE_HZ = 16_000

_WAITING_FRAMES = 100
"""Microphone frames that may wait for the session: 3.2 s. Older ones are of no use any more."""
_TRAILING_SILENCE = 32
"""Frames of silence (1 s) after a microphone went away in mid-word, so that the voice activity
detector, which counts samples and not seconds, sees the word end."""

_FRAME = 20 * BYTES_PER_MS
_AHEAD: Millis = 500
_REFILL: Millis = 400
"""Speech is sent up to 0.5 s ahead of the loudspeaker and topped up below 0.4 s: little enough that
a `clear` has nothing to overtake, enough for a hiccup of the network."""
_BACKLOG = 30_000 * BYTES_PER_MS
"""Speech that may wait here; the synthesiser waits beyond it."""
_CLEAR_PATIENCE_S = 0.5


class SocketAudioInput(io.AudioInput):
    """Microphone frames of whichever page is attached; waits in silence while there is none."""

    def __init__(self) -> None:
        super().__init__(label="page")
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue(_WAITING_FRAMES)
        self._listening = True
        self.dropped = 0
        """Frames thrown away because the session did not keep up."""

    def push(self, pcm: bytes) -> None:
        if not self._listening:
            return
        if self._frames.full():
            self._frames.get_nowait()
            self.dropped += 1
        self._frames.put_nowait(pcm)

    def fall_silent(self) -> None:
        """The microphone is gone: end whatever was being said."""
        for _ in range(_TRAILING_SILENCE):
            self.push(bytes(FRAME_BYTES))

    def close(self) -> None:
        if self._frames.full():
            self._frames.get_nowait()
        self._frames.put_nowait(None)

    async def __anext__(self) -> rtc.AudioFrame:
        pcm = await self._frames.get()
        if pcm is None:
            raise StopAsyncIteration
        return rtc.AudioFrame(pcm, MICROPHONE_HZ, 1, FRAME_SAMPLES)

    def on_attached(self) -> None:
        self._listening = True

    def on_detached(self) -> None:
        self._listening = False


class SocketAudioOutput(io.AudioOutput):
    """The interviewer's voice in the page. The page says what was played; we say it if it cannot.

    Every segment finishes: played, cleared, or cut because the page went away or did not answer.
    """

    def __init__(self, wall: Callable[[], float], lost: Callable[[], None]) -> None:
        """`wall` gives epoch seconds; `lost` is called when an utterance was cut by no one's wish."""
        super().__init__(
            label="page",
            capabilities=io.AudioOutputCapabilities(pause=True),
            sample_rate=SPEECH_HZ,
        )
        self._wall, self._lost = wall, lost
        self._loop = asyncio.get_running_loop()
        self._page: Connection | None = None
        self._say: dict[str, Any] | None = None
        self._unnamed = 0
        self._segment: Segment | None = None
        self._paused = False
        self._room = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._watchdog: asyncio.TimerHandle | None = None

    # The page

    def attach(self, page: Connection) -> None:
        self._page = page

    def detach(self) -> bool:
        """The page is gone; what it was playing ends here. True if that cut somebody off."""
        self._page = None
        if self._segment is None or self._segment.over.is_set():
            return False
        self._cut(self._segment)
        return True

    def announce(self, utterance_id: str, kind: str, text: str, *, more: bool = False) -> None:
        """The next segment is this utterance, and these are its words, unless there will be more."""
        self._say = {"t": "say", "id": utterance_id, "kind": kind, "text": text, "more": more}

    def grow(self, words: Mapping[str, Any]) -> None:
        """The utterance goes on (`words`): these are all its words so far."""
        if self._say is not None and self._say["id"] == words["id"]:
            self._say |= {"text": words["text"], "more": words["more"]}
        segment = self._live(words["id"])
        if segment is not None:
            segment.text = words["text"]
            if self._page is not None:
                self._page.show(words)

    def started(self, report: PlaybackStarted) -> None:
        segment = self._live(report.id)
        if segment is not None and segment.sent and segment.head.started_at is None:
            segment.head.start(self._now())
            self.on_playback_started(created_at=self._wall())
            self._pump()

    def ended(self, report: PlaybackEnded) -> None:
        segment = self._live(report.id)
        if segment is None:
            return
        played = min(report.played_ms, segment.sent_ms)
        whole = not report.cut and segment.complete and not segment.backlog
        if whole:
            self._finish(segment, segment.sent_ms, interrupted=False)
        else:
            unasked = not segment.clearing
            self._finish(segment, played, interrupted=True)
            if unasked:
                self._lost()

    # LiveKit's side

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        if self._segment is not None and self._segment.flushed:
            await self._segment.over.wait()
        await super().capture_frame(frame)
        segment = self._segment
        if segment is None or segment.flushed:
            segment = self._begin()
        while len(segment.backlog) >= _BACKLOG and not segment.over.is_set():
            self._room.clear()
            await self._room.wait()
        if segment.over.is_set():
            return
        segment.captured += len(frame.data) * 2
        segment.backlog += frame.data.cast("B")
        if self._timer is None:
            self._pump()

    def flush(self) -> None:
        super().flush()
        segment = self._segment
        if segment is None or segment.flushed:
            return
        segment.flushed = True
        # LiveKit also flushes what it cancels, and clears it in the same breath: only a segment
        # that is still wanted one turn of the loop later was synthesised to its end.
        self._loop.call_soon(self._complete, segment)

    def clear_buffer(self) -> None:
        segment = self._segment
        if segment is None or segment.over.is_set() or segment.clearing:
            return
        segment.clearing = True
        segment.head.hold(self._now())
        segment.backlog.clear()
        if self._page is not None:
            self._page.drop_audio()
            self._page.show({"t": "clear", "id": segment.id})
        self._loop.call_later(_CLEAR_PATIENCE_S, self._presume_cleared, segment)

    def pause(self) -> None:
        super().pause()
        if not self._paused:
            self._paused = True
            self._tell("pause")
            if self._segment is not None:
                self._segment.head.hold(self._now())

    def resume(self) -> None:
        super().resume()
        if self._paused:
            self._paused = False
            self._tell("resume")
            if self._segment is not None and not self._segment.clearing:
                self._segment.head.release(self._now())
            self._pump()

    # Pacing

    def _now(self) -> Millis:
        return round(self._loop.time() * 1000)

    def _live(self, utterance_id: str) -> Segment | None:
        segment = self._segment
        if segment is None or segment.id != utterance_id or segment.over.is_set():
            return None
        return segment

    def _tell(self, what: str) -> None:
        if self._page is not None and self._segment is not None and not self._segment.over.is_set():
            self._page.show({"t": what, "id": self._segment.id})

    def _begin(self) -> Segment:
        if self._say is None:
            self._unnamed += 1
            self.announce(f"unnamed-{self._unnamed}", "notice", "")
        say, self._say = self._say, None
        if say is None:
            raise AssertionError("announce names the next segment")
        segment = self._segment = Segment(say["id"], say["text"])
        if self._page is None:
            self._cut(segment)
            return segment
        self._page.show(say)
        if self._paused:
            segment.head.hold(self._now())
        self._watch()
        return segment

    def _pump(self) -> None:
        """Send what may be sent now, and come back when there is room again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        segment, page = self._segment, self._page
        if segment is None or page is None or segment.over.is_set() or self._paused:
            return
        while segment.backlog:
            if len(segment.backlog) < _FRAME and not segment.complete:
                break
            lead = segment.sent_ms - segment.played(self._now())
            if lead >= _AHEAD:
                if segment.head.started_at is None:
                    break
                self._timer = self._loop.call_later((lead - _REFILL) / 1000, self._pump)
                break
            self._send(segment, page)
        if len(segment.backlog) < _BACKLOG:
            self._room.set()
        if segment.complete and not segment.backlog and not segment.sealed:
            segment.sealed = True
            self._tell("flush")

    def _send(self, segment: Segment, page: Connection) -> None:
        if segment.first_sent_at is None:
            segment.first_sent_at = self._now()
        pcm = bytes(segment.backlog[:_FRAME])
        del segment.backlog[:_FRAME]
        segment.sent += len(pcm)
        page.play(pcm)

    def _complete(self, segment: Segment) -> None:
        if segment.over.is_set() or segment.clearing:
            return
        segment.complete = True
        if self._page is not None:
            self._page.show({"t": "length", "id": segment.id, "ms": segment.total_ms})
        self._pump()

    # Endings

    def _watch(self) -> None:
        segment = self._segment
        if segment is None or segment.over.is_set():
            return
        if not self._paused and segment.overdue(self._now()):
            self._cut(segment)
            return
        self._watchdog = self._loop.call_later(1.0, self._watch)

    def _presume_cleared(self, segment: Segment) -> None:
        if not segment.over.is_set():
            self._finish(segment, segment.played(self._now()), interrupted=True)

    def _cut(self, segment: Segment) -> None:
        self._tell("clear")
        self._finish(segment, segment.played(self._now()), interrupted=True)
        self._lost()

    def _finish(self, segment: Segment, played_ms: Millis, *, interrupted: bool) -> None:
        segment.over.set()
        segment.backlog.clear()
        self._room.set()
        for timer in (self._timer, self._watchdog):
            if timer is not None:
                timer.cancel()
        self._timer = self._watchdog = None
        heard = (
            heard_part(segment.text, played_ms, segment.total_ms) if interrupted else segment.text
        )
        self.on_playback_finished(
            playback_position=played_ms / 1000,
            interrupted=interrupted,
            synchronized_transcript=heard if segment.text else None,
        )
