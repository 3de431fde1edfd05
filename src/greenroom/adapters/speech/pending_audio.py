"""The sound whose words have not come yet, and when it was said."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from livekit import rtc
from livekit.agents import stt
from livekit.agents.stt import SpeechEventType
from livekit.local_inference import VAD

SAMPLE_RATE = 16_000
WINDOW = 512
WINDOW_S = WINDOW / SAMPLE_RATE
VOICED = 0.5
LEAD_S = 1.0
"""Sound before a voice that is kept with it: detection is late, and words begin softly."""
TAIL_S = 0.4
"""Voice that goes on so long after the last word told belongs to that word."""
LONGEST_S = 90.0


@dataclass(frozen=True, slots=True)
class _Piece:
    frame: rtc.AudioFrame
    ended_s: float
    """Seconds of the stream."""
    came: float
    """Epoch seconds."""


class PendingAudio:
    """Fed with everything that is said. Forgets what was told in words, and silence."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._vad = VAD()
        self._pieces: deque[_Piece] = deque()
        self._rest = np.zeros(0, np.int16)
        self.now_s = 0.0
        self.voice_s = 0.0
        """How much voice there is in it."""
        self._words_s = 0.0
        """When the last words came, if only a guess."""
        self._voice_at: float | None = None
        """When its first voice began, in seconds of the stream; None: there is none."""
        self._last_voice_s = -1e9
        self._ended_s = 0.0
        """Where the recogniser took the last speech to end."""
        self._told_s = 0.0
        """Up to there the words have come."""
        self._again: tuple[_Piece, ...] = ()
        """What a second recogniser was given to hear again."""
        self._began_told = False

    @property
    def quiet_s(self) -> float:
        """Since the last voice."""
        return self.now_s - self._last_voice_s

    @property
    def wordless_s(self) -> float:
        """How long a voice has gone on without a word of it."""
        if self._voice_at is None:
            return 0.0
        return self.now_s - max(self._voice_at, self._words_s)

    @property
    def kept_s(self) -> float:
        return sum(piece.frame.duration for piece in self._pieces)

    def push(self, frame: rtc.AudioFrame) -> None:
        self.now_s += frame.duration
        self._pieces.append(_Piece(frame, self.now_s, self._now()))
        samples = np.concatenate((self._rest, np.frombuffer(frame.data, np.int16)))
        whole = len(samples) // WINDOW * WINDOW
        self._rest = samples[whole:]
        for at in range(0, whole, WINDOW):
            if self._vad.predict(samples[at : at + WINDOW]) > VOICED:
                self._voice()
        self._forget()

    def _voice(self) -> None:
        self.voice_s += WINDOW_S
        self._last_voice_s = self.now_s
        if self._voice_at is None:
            self._voice_at = self.now_s

    def _forget(self) -> None:
        since = self.now_s if self._voice_at is None else self._voice_at
        first = max(since - LEAD_S, self.now_s - LONGEST_S, self._told_s)
        while self._pieces and self._pieces[0].ended_s <= first:
            self._pieces.popleft()

    def keep(self) -> Sequence[rtc.AudioFrame]:
        """All of it, for another recogniser; its events are dated by `date` from then on."""
        self._again = tuple(self._pieces)
        self._began_told = False
        return [piece.frame for piece in self._again]

    def settle(self, until_s: float | None = None) -> None:
        """Everything up to there has been told, or holds no words."""
        until_s = self.now_s if until_s is None else until_s
        self._told_s = max(self._told_s, until_s)
        if self._last_voice_s <= until_s + TAIL_S:
            self._voice_at, self.voice_s = None, 0.0
        elif self._voice_at is not None and self._voice_at < until_s:
            self._voice_at = until_s
            self.voice_s = min(self.voice_s, self._last_voice_s - until_s)
        self._forget()

    def told(self, event: stt.SpeechEvent, offset_s: float) -> None:
        """Words, or an end of speech, came from the recogniser that is listened to."""
        if event.type is SpeechEventType.END_OF_SPEECH:
            self._ended_s = self._last_voice_s
            return
        self._words_s = self.now_s
        if event.type is SpeechEventType.FINAL_TRANSCRIPT:
            # who hears whole utterances gives words no times: they are of the one that has ended
            end = event.alternatives[0].end_time
            self.settle(end - offset_s if end else self._ended_s)

    def date(self, event: stt.SpeechEvent, offset_s: float) -> None:
        """Correct the times of an event about sound that was heard again: it was said earlier."""
        if not self._again:
            return
        if event.type is SpeechEventType.START_OF_SPEECH and not self._began_told:
            self._began_told = True
            if self._voice_at is not None:
                event.speech_start_time = self._came(self._voice_at)
        elif event.alternatives and event.type is not SpeechEventType.END_OF_SPEECH:
            data, last_s = event.alternatives[0], self._again[-1].ended_s
            if data.start_time - offset_s > last_s:
                self._again = ()  # from here on it hears as everybody does
                return
            event.speech_start_time = self._came(data.start_time - offset_s)
            final = event.type is SpeechEventType.FINAL_TRANSCRIPT
            if final and data.end_time - offset_s <= last_s:
                event.speech_end_time = self._came(data.end_time - offset_s)

    def _came(self, stream_s: float) -> float:
        for piece in self._again:
            if piece.ended_s >= stream_s:
                return piece.came
        return self._again[-1].came
