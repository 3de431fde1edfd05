"""The candidate's ears and mouth in a LiveKit room: the microphone's track in, a track of ours out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from livekit import rtc
from livekit.agents.voice import io

from greenroom.interview.plan import Millis
from greenroom.session.captions import heard_part

MICROPHONE_HZ = 16_000
FRAME_MS = 32
"""The window of the voice activity detector at 16 kHz, as the embedded transport has it."""
SPEECH_HZ = 24_000
_BYTES_PER_MS = SPEECH_HZ * 2 // 1000

_WAITING_FRAMES = 100
"""Microphone frames that may wait for the session: 3.2 s. Older ones are of no use any more."""
_TRAILING_SILENCE = 32
"""Frames of silence (1 s) after a microphone went away in mid-word, so that the voice activity
detector, which counts samples and not seconds, sees the word end."""
_CHUNK: Millis = 100
_SMALLEST: Millis = 20
"""Speech is handed over in pieces: large ones cost less, small ones only when the queue runs dry."""
_AHEAD: Millis = 400
_REFILL: Millis = 200
"""The track's queue is filled up to 0.4 s and topped up below 0.2 s: it can be emptied at once, and
outlasts a hiccup of this process."""
_BACKLOG = 30_000 * _BYTES_PER_MS
"""Speech that may wait here; the synthesiser waits beyond it."""
_PACE: Millis = 65
"""Milliseconds of speech per character, for an utterance whose end was never synthesised."""


class TrackInput(io.AudioInput):
    """Frames of the microphone that is published now; waits in silence while there is none."""

    def __init__(self) -> None:
        super().__init__(label="room")
        self._frames: asyncio.Queue[rtc.AudioFrame | None] = asyncio.Queue(_WAITING_FRAMES)
        self._listening = True
        self.deaf = False
        """What comes is not for the session."""
        self._reading: asyncio.Task[None] | None = None

    def listen(self, track: rtc.Track) -> None:
        """Take what this track brings from now on, instead of any other."""
        self.turn_away()
        stream = rtc.AudioStream.from_track(
            track=track, sample_rate=MICROPHONE_HZ, num_channels=1, frame_size_ms=FRAME_MS
        )
        self._reading = asyncio.get_running_loop().create_task(self._read(stream))

    def turn_away(self) -> None:
        """The microphone is gone: end whatever was being said."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self.fall_silent()

    def fall_silent(self) -> None:
        samples = MICROPHONE_HZ * FRAME_MS // 1000
        for _ in range(_TRAILING_SILENCE):
            self._push(rtc.AudioFrame(bytes(2 * samples), MICROPHONE_HZ, 1, samples))

    async def aclose(self) -> None:
        reading = self._reading
        self.turn_away()
        self._listening = True
        self._push(None)
        if reading is not None:
            with suppress(asyncio.CancelledError):
                await reading

    async def __anext__(self) -> rtc.AudioFrame:
        frame = await self._frames.get()
        if frame is None:
            raise StopAsyncIteration
        return frame

    def on_attached(self) -> None:
        self._listening = True

    def on_detached(self) -> None:
        self._listening = False

    async def _read(self, stream: rtc.AudioStream) -> None:
        try:
            async for event in stream:
                if not self.deaf:
                    self._push(event.frame)
        finally:
            await stream.aclose()

    def _push(self, frame: rtc.AudioFrame | None) -> None:
        if not self._listening:
            return
        if self._frames.full():
            self._frames.get_nowait()
        self._frames.put_nowait(frame)


@dataclass(slots=True, eq=False)
class _Segment:
    """One utterance on its way into the track."""

    id: str
    text: str
    pcm: bytearray = field(default_factory=bytearray)
    sent: int = 0
    """Bytes given to the track."""
    complete: bool = False
    """All of it was synthesised."""
    flushed: bool = False
    """No more frames will come."""
    begun: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def waiting(self) -> int:
        return len(self.pcm) - self.sent

    @property
    def total_ms(self) -> Millis:
        made = len(self.pcm) // _BYTES_PER_MS
        return made if self.complete else max(made, len(self.text) * _PACE)


class TrackOutput(io.AudioOutput):
    """The interviewer's voice in the room. What was played is what has left the track's queue.

    Every segment finishes: played, cleared, or cut because nobody is there to hear it. `tell` gets
    `{"t": "say" | "words" | "length" | "started" | "finished" | "cleared", …}` for the page.
    """

    def __init__(
        self,
        *,
        wall: Callable[[], float],
        tell: Callable[[dict[str, object]], None],
        lost: Callable[[], None],
    ) -> None:
        """`wall` gives epoch seconds; `lost` is called when an utterance was cut by no one's wish."""
        super().__init__(
            label="room",
            capabilities=io.AudioOutputCapabilities(pause=True),
            sample_rate=SPEECH_HZ,
        )
        self.source = rtc.AudioSource(SPEECH_HZ, 1, queue_size_ms=1_000)
        self._wall, self._tell, self._lost = wall, tell, lost
        self._say: dict[str, Any] | None = None
        self._unnamed = 0
        self._segment: _Segment | None = None
        self._heard = self._paused = False
        self._wake, self._room = asyncio.Event(), asyncio.Event()
        self._feeding = asyncio.get_running_loop().create_task(self._feed())

    # who listens

    def attach(self) -> None:
        """Somebody can hear the track."""
        self._heard = True

    def detach(self) -> bool:
        """Nobody hears it any more; what was being said ends here. True if that cut it off."""
        self._heard = False
        segment = self._segment
        if segment is None or segment.over.is_set():
            return False
        self._end(segment, interrupted=True)
        self._lost()
        return True

    def announce(self, utterance_id: str, kind: str, text: str, *, more: bool = False) -> None:
        """The next segment is this utterance, and these are its words, unless there will be more."""
        self._say = {"t": "say", "id": utterance_id, "kind": kind, "text": text, "more": more}

    def grow(self, words: Mapping[str, Any]) -> None:
        """The utterance goes on (`words`): these are all its words so far."""
        if self._say is not None and self._say["id"] == words["id"]:
            self._say |= {"text": words["text"], "more": words["more"]}
        segment = self._segment
        if segment is not None and segment.id == words["id"] and not segment.over.is_set():
            segment.text = words["text"]
            self._tell(dict(words))

    async def aclose(self) -> None:
        self.detach()
        self._feeding.cancel()
        with suppress(asyncio.CancelledError):
            await self._feeding
        await self.source.aclose()

    # LiveKit's side

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        if self._segment is not None and self._segment.flushed:
            await self._segment.over.wait()
        await super().capture_frame(frame)
        segment = self._segment
        if segment is None or segment.flushed:
            segment = self._begin()
        while segment.waiting >= _BACKLOG and not segment.over.is_set():
            self._room.clear()
            await self._room.wait()
        if not segment.over.is_set():
            segment.pcm += frame.data.cast("B")
            self._wake.set()

    def flush(self) -> None:
        super().flush()
        segment = self._segment
        if segment is None or segment.flushed:
            return
        segment.flushed = True
        # LiveKit also flushes what it cancels, and clears it in the same breath: only a segment
        # that is still wanted one turn of the loop later was synthesised to its end.
        asyncio.get_running_loop().call_soon(self._complete, segment)

    def clear_buffer(self) -> None:
        segment = self._segment
        if segment is not None and not segment.over.is_set():
            self._end(segment, interrupted=True)

    def pause(self) -> None:
        super().pause()
        segment = self._segment
        if not self._paused and segment is not None and not segment.over.is_set():
            segment.sent -= self._queued_bytes(segment)
            self.source.clear_queue()
        self._paused = True

    def resume(self) -> None:
        super().resume()
        self._paused = False
        self._wake.set()

    # the track

    def _begin(self) -> _Segment:
        if self._say is None:
            self._unnamed += 1
            self.announce(f"unnamed-{self._unnamed}", "notice", "")
        say, self._say = self._say, None
        if say is None:
            raise AssertionError("announce names the next segment")
        segment = self._segment = _Segment(say["id"], say["text"])
        if not self._heard:
            self._end(segment, interrupted=True)
            self._lost()
            return segment
        self._tell(dict(say))
        return segment

    def _complete(self, segment: _Segment) -> None:
        if segment.over.is_set():
            return
        segment.complete = True
        self._tell({"t": "length", "id": segment.id, "ms": segment.total_ms})
        self._wake.set()

    async def _feed(self) -> None:
        """Keep the track's queue filled, and end each utterance when the queue has run out."""
        while True:
            self._wake.clear()
            segment = self._segment
            if segment is None or segment.over.is_set() or self._paused:
                await self._wake.wait()
                continue
            queued = round(self.source.queued_duration * 1000)
            if segment.complete and not segment.waiting:
                if queued <= 0:
                    self._end(segment, interrupted=False)
                else:
                    await self._nap(queued)
            elif queued >= _AHEAD:
                await self._nap(queued - _REFILL)
            elif not await self._send(segment, queued):
                await self._nap(queued - _SMALLEST if queued > _SMALLEST else None)

    async def _nap(self, ms: Millis | None) -> None:
        """Until something happens, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None if ms is None else ms / 1000):
                await self._wake.wait()

    async def _send(self, segment: _Segment, queued: Millis) -> bool:
        """Hand over one piece, if there is one worth it."""
        piece = (
            segment.waiting
            if segment.complete
            else segment.waiting // _BYTES_PER_MS * _BYTES_PER_MS
        )
        piece = min(piece, _CHUNK * _BYTES_PER_MS)
        enough = _CHUNK if queued > _SMALLEST else _SMALLEST
        if not piece or (piece < enough * _BYTES_PER_MS and not segment.complete):
            return False
        pcm = bytes(segment.pcm[segment.sent : segment.sent + piece])
        segment.sent += piece
        if not segment.begun:
            segment.begun = True
            self.on_playback_started(created_at=self._wall())
            self._tell({"t": "started", "id": segment.id})
        if segment.waiting < _BACKLOG:
            self._room.set()
        await self.source.capture_frame(rtc.AudioFrame(pcm, SPEECH_HZ, 1, len(pcm) // 2))
        return True

    def _queued_bytes(self, segment: _Segment) -> int:
        queued = round(self.source.queued_duration * 1000) * _BYTES_PER_MS
        return min(segment.sent, queued)

    def _end(self, segment: _Segment, *, interrupted: bool) -> None:
        played_ms = (segment.sent - self._queued_bytes(segment)) // _BYTES_PER_MS
        if interrupted:
            self.source.clear_queue()
        segment.over.set()
        self._room.set()
        self._wake.set()
        heard = (
            heard_part(segment.text, played_ms, segment.total_ms) if interrupted else segment.text
        )
        how = "cleared" if interrupted else "finished"
        self._tell({"t": how, "id": segment.id, "played_ms": played_ms})
        self.on_playback_finished(
            playback_position=played_ms / 1000,
            interrupted=interrupted,
            synchronized_transcript=heard if segment.text else None,
        )
