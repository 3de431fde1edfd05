"""The candidate's room as the session sees it: a microphone and a loudspeaker on the loop's clock."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from livekit import rtc
from livekit.agents.voice import io

from greenroom.session.heard_words import heard_part
from greenroom.simulation.scripted_speech import SAMPLE_RATE


class Microphone(io.AudioInput):
    """Delivers silence: the scripted parts listen to the speaker, not to samples.

    With `frame_ms` it delivers it in frames of that length, as a real microphone would; without,
    no frame ever comes and nothing is spent on them.
    """

    def __init__(self, frame_ms: int | None = None) -> None:
        super().__init__(label="simulated microphone")
        self._frame_ms = frame_ms

    async def __anext__(self) -> rtc.AudioFrame:
        if self._frame_ms is None:
            await asyncio.Event().wait()
            raise StopAsyncIteration
        await asyncio.sleep(self._frame_ms / 1000)
        samples = SAMPLE_RATE * self._frame_ms // 1000
        return rtc.AudioFrame(bytes(2 * samples), SAMPLE_RATE, 1, samples)


@dataclass(slots=True)
class _Segment:
    """One utterance of the interviewer in the loudspeaker; times in seconds."""

    text: str
    pushed: float = 0.0
    played: float = 0.0
    """Up to the last pause; what runs since then is added by the playhead."""
    running_since: float | None = None
    begun: bool = False
    whole: bool = False


class Loudspeaker(io.AudioOutput):
    """Plays at the pace of the loop's clock, pauses and resumes, and knows what was heard."""

    def __init__(self) -> None:
        super().__init__(
            label="simulated loudspeaker",
            capabilities=io.AudioOutputCapabilities(pause=True),
            sample_rate=SAMPLE_RATE,
        )
        self._text = ""
        self._segment: _Segment | None = None
        self._paused = False
        self._played = 0.0
        """Seconds of the utterances that are over."""
        self._timer: asyncio.TimerHandle | None = None

    def announce(self, text: str) -> None:
        """The next segment of audio speaks these words."""
        self._text = text

    def grow(self, text: str) -> None:
        """The words just announced go on: these are all of them so far."""
        self._text = text
        if self._segment is not None:
            self._segment.text = text

    @property
    def audible(self) -> bool:
        return self._segment is not None and self._segment.running_since is not None

    @property
    def heard_ms(self) -> int:
        """All that was played so far, in all utterances."""
        segment = self._segment
        now = 0.0 if segment is None else self._playhead(segment)
        return round((self._played + now) * 1000)

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        await super().capture_frame(frame)
        if self._segment is None:
            self._segment = _Segment(self._text)
            self._run()
        self._segment.pushed += frame.duration
        self._arm()

    def flush(self) -> None:
        super().flush()
        if self._segment is not None:
            self._segment.whole = True
            self._arm()

    def clear_buffer(self) -> None:
        self._finish(interrupted=True)

    def pause(self) -> None:
        super().pause()
        self._paused = True
        if (segment := self._segment) is not None and segment.running_since is not None:
            segment.played = self._playhead(segment)
            segment.running_since = None
            self._arm()

    def resume(self) -> None:
        super().resume()
        self._paused = False
        self._run()
        self._arm()

    def _run(self) -> None:
        segment = self._segment
        if segment is None or self._paused or segment.running_since is not None:
            return
        segment.running_since = asyncio.get_running_loop().time()
        if not segment.begun:
            segment.begun = True
            self.on_playback_started(created_at=time.time())  # noqa: TID251 - LiveKit's unit

    def _playhead(self, segment: _Segment) -> float:
        since = segment.running_since
        run = 0.0 if since is None else asyncio.get_running_loop().time() - since
        return min(segment.played + run, segment.pushed)

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        segment = self._segment
        if segment is not None and segment.whole and segment.running_since is not None:
            left = segment.pushed - self._playhead(segment)
            self._timer = asyncio.get_running_loop().call_later(left, self._play_out)

    def _play_out(self) -> None:
        self._finish(interrupted=False)

    def _finish(self, *, interrupted: bool) -> None:
        segment, self._segment = self._segment, None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if segment is None:
            return
        played = self._playhead(segment) if interrupted else segment.pushed
        self._played += played
        heard = heard_part(segment.text, round(played * 1000), round(segment.pushed * 1000))
        self.on_playback_finished(
            playback_position=played,
            interrupted=interrupted,
            synchronized_transcript=heard if segment.text else None,
        )
