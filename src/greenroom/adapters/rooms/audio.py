"""Sound in a LiveKit room: the microphone's track in, a track of ours out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from livekit import rtc

from greenroom.interview.plan import Millis
from greenroom.session.messages import FRAME_SAMPLES
from greenroom.session.microphone_input import MICROPHONE_HZ, MicrophoneInput, Overhear
from greenroom.session.utterance_audio import BYTES_PER_MS, SPEECH_HZ, Utterance, UtteranceOutput

FRAME_MS = 1000 * FRAME_SAMPLES // MICROPHONE_HZ

_CHUNK: Millis = 100
_SMALLEST: Millis = 20
"""Speech is handed over in pieces: large ones cost less, small ones only when the queue runs dry."""
_AHEAD: Millis = 400
_REFILL: Millis = 200
"""The track's queue is filled up to 0.4 s and topped up below 0.2 s: it can be emptied at once, and
outlasts a hiccup of this process."""


class TrackInput(MicrophoneInput):
    """Frames of the microphone that is published now."""

    def __init__(self, overhear: Overhear | None = None) -> None:
        super().__init__("room", overhear)
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

    async def aclose(self) -> None:
        reading = self._reading
        self.turn_away()
        self.close()
        if reading is not None:
            with suppress(asyncio.CancelledError):
                await reading

    async def _read(self, stream: rtc.AudioStream) -> None:
        try:
            async for event in stream:
                if not self.deaf:
                    self.push(event.frame)
        finally:
            await stream.aclose()


@dataclass(slots=True, eq=False)
class _Spoken(Utterance):
    begun: bool = False


class TrackOutput(UtteranceOutput[_Spoken]):
    """The interviewer's voice in the room. What was played is what has left the track's queue.

    `tell` gets `{"t": "say" | "words" | "length" | "started" | "finished" | "cleared", …}` for the page.
    """

    def __init__(
        self,
        *,
        wall: Callable[[], float],
        tell: Callable[[Mapping[str, Any]], None],
        lost: Callable[[], None],
    ) -> None:
        super().__init__("room", wall, lost)
        self.source = rtc.AudioSource(SPEECH_HZ, 1, queue_size_ms=1_000)
        self._tell = tell
        self._attached = False
        self._ended_at: float | None = None
        self._wake = asyncio.Event()
        self._feeding = asyncio.get_running_loop().create_task(self._feed())

    # who listens

    def attach(self) -> None:
        """Somebody can hear the track."""
        self._attached = True

    def detach(self) -> bool:
        """Nobody hears it any more; what was being said ends here. True if that cut it off."""
        self._attached = False
        return self._cut_live()

    def spoke_within(self, seconds: float) -> bool:
        """An utterance came to its end so short a time ago."""
        now = asyncio.get_running_loop().time()
        return self._ended_at is not None and now - self._ended_at < seconds

    async def aclose(self) -> None:
        self.detach()
        self._feeding.cancel()
        with suppress(asyncio.CancelledError):
            await self._feeding
        await self.source.aclose()

    # LiveKit's side

    def clear_buffer(self) -> None:
        utterance = self._live
        if utterance is not None:
            self._finish(utterance, self._played(utterance), interrupted=True)

    # the track

    def _made(self, utterance_id: str, text: str) -> _Spoken:
        return _Spoken(utterance_id, text)

    @property
    def _heard(self) -> bool:
        return self._attached

    def _show(self, message: Mapping[str, Any]) -> None:
        self._tell(message)

    def _go_on(self) -> None:
        self._wake.set()

    def _played(self, utterance: _Spoken) -> Millis:
        return (utterance.sent - self._queued_bytes(utterance)) // BYTES_PER_MS

    def _stop(self, utterance: _Spoken, played_ms: Millis, *, interrupted: bool) -> None:
        if interrupted:
            self.source.clear_queue()
        else:
            self._ended_at = asyncio.get_running_loop().time()
        self._wake.set()
        how = "cleared" if interrupted else "finished"
        self._tell({"t": how, "id": utterance.id, "played_ms": played_ms})

    async def _feed(self) -> None:
        """Keep the track's queue filled, and end each utterance when the queue has run out."""
        while True:
            self._wake.clear()
            utterance = self._live
            if utterance is None:
                await self._wake.wait()
                continue
            queued = round(self.source.queued_duration * 1000)
            if utterance.complete and not utterance.waiting:
                if queued <= 0:
                    self._finish(utterance, utterance.sent_ms, interrupted=False)
                else:
                    await self._nap(queued)
            elif queued >= _AHEAD:
                await self._nap(queued - _REFILL)
            elif not await self._send(utterance, queued):
                await self._nap(queued - _SMALLEST if queued > _SMALLEST else None)

    async def _nap(self, ms: Millis | None) -> None:
        """Until something happens, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None if ms is None else ms / 1000):
                await self._wake.wait()

    async def _send(self, utterance: _Spoken, queued: Millis) -> bool:
        """Hand over one piece, if there is one worth it."""
        ready = utterance.waiting
        if not utterance.complete:
            enough = _CHUNK if queued > _SMALLEST else _SMALLEST
            ready -= ready % BYTES_PER_MS
            if ready < enough * BYTES_PER_MS:
                return False
        pcm = utterance.take(min(ready, _CHUNK * BYTES_PER_MS))
        if not pcm:
            return False
        if not utterance.begun:
            utterance.begun = True
            self.on_playback_started(created_at=self._wall())
            self._tell({"t": "started", "id": utterance.id})
        self._make_room(utterance)
        await self.source.capture_frame(rtc.AudioFrame(pcm, SPEECH_HZ, 1, len(pcm) // 2))
        return True

    def _queued_bytes(self, utterance: _Spoken) -> int:
        queued = round(self.source.queued_duration * 1000) * BYTES_PER_MS
        return min(utterance.sent, queued)
