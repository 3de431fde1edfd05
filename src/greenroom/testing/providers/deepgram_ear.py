"""What Deepgram makes of a stream of sound: where a voice begins and ends by loudness, its words by
the script."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from greenroom.testing.providers.script import Fault, Reply
from greenroom.testing.providers.sound import SECONDS_PER_WORD

WINDOW_S = 0.02
LOUD = 200.0
"""Root mean square of 16-bit samples above which a window is voice."""
ONSET_WINDOWS = 3
LEAST_PAUSE_S = 0.3
"""A pause that ends an utterance: the real one knows words from gaps between them, and may be asked
for less."""
INTERIM_EVERY_S = 0.3
EMPTY_EVERY_S = 3.0
"""How often silence gets a final result without words."""

Message = Mapping[str, Any]
Script = Callable[[int], Reply]


class Ear:
    """One connection's listening. `push` gives the messages that the new sound is worth; times in
    them are seconds of the stream."""

    def __init__(self, query: Mapping[str, str], script: Script, request_id: str) -> None:
        self._query, self._script, self._request_id = query, script, request_id
        self._rate = int(query.get("sample_rate", "16000"))
        endpointing = query.get("endpointing", "10")
        pause_ms = int(endpointing) if endpointing.isdigit() else 0
        self._pause_s = max(LEAST_PAUSE_S, pause_ms / 1000)
        self._rest = b""
        self.now_s = 0.0
        self._voiced = 0
        self._began_s: float | None = None
        self._last_voice_s = 0.0
        self._told_s = 0.0
        self._utterances = 0
        self._reply = Reply()
        self.interims = 0
        """Of the open utterance."""

    @property
    def fault(self) -> Fault | None:
        """What the script says goes wrong with the open utterance, once its time has come."""
        if self._began_s is None or self.interims < self._reply.at:
            return None
        return self._reply.fault

    def push(self, pcm: bytes) -> Iterator[Message]:
        size = 2 * int(self._rate * WINDOW_S)
        self._rest += pcm
        while len(self._rest) >= size:
            window, self._rest = self._rest[:size], self._rest[size:]
            samples = np.frombuffer(window, "<i2").astype(np.float32)
            self.now_s += WINDOW_S
            yield from self._hear(bool(np.sqrt(np.mean(samples**2)) > LOUD))

    def finalize(self) -> Iterator[Message]:
        """End what is open now, as the message Finalize asks."""
        if self._began_s is not None:
            yield self._result(final=True, ended=True, from_finalize=True)
            self._close()

    def _hear(self, loud: bool) -> Iterator[Message]:
        self._voiced = self._voiced + 1 if loud else 0
        if loud:
            self._last_voice_s = self.now_s
        if self._began_s is None:
            yield from self._wait()
        elif self.now_s - self._last_voice_s >= self._pause_s:
            yield self._result(final=True, ended=True)
            if self._query.get("utterance_end_ms") is not None:
                last = round(self._last_voice_s, 3)
                yield {"type": "UtteranceEnd", "channel": [0, 1], "last_word_end": last}
            self._close()
        elif self.now_s - self._told_s >= INTERIM_EVERY_S and self._interims_wanted:
            self._told_s = self.now_s
            self.interims += 1
            yield self._result(final=False, ended=False)

    def _wait(self) -> Iterator[Message]:
        if self._voiced >= ONSET_WINDOWS:
            self._began_s = self._told_s = self.now_s - ONSET_WINDOWS * WINDOW_S
            self._reply = self._script(self._utterances)
            self._utterances += 1
            if self._query.get("vad_events") == "true":
                yield {"type": "SpeechStarted", "channel": [0], "timestamp": self._began_s}
        elif self.now_s - self._told_s >= EMPTY_EVERY_S:
            yield self._result(final=True, ended=False)
            self._told_s = self.now_s

    @property
    def _interims_wanted(self) -> bool:
        return self._query.get("interim_results") == "true"

    def _close(self) -> None:
        self._began_s, self.interims, self._told_s = None, 0, self.now_s

    def _result(self, *, final: bool, ended: bool, from_finalize: bool = False) -> Message:
        began = self._told_s if self._began_s is None else self._began_s
        words = self._words(final=ended)
        text = " ".join(word["punctuated_word"] for word in words)
        alternative = {"transcript": text, "confidence": 0.98 if words else 0.0, "words": words}
        return {
            "type": "Results",
            "channel_index": [0, 1],
            "start": round(began, 3),
            "duration": round(self.now_s - began, 3),
            "is_final": final,
            "speech_final": ended,
            "from_finalize": from_finalize,
            "channel": {"alternatives": [alternative]},
            "metadata": {"request_id": self._request_id, "model_uuid": "local"},
        }

    def _words(self, *, final: bool) -> list[dict[str, Any]]:
        if self._began_s is None or self._reply.fault in (Fault.EMPTY, Fault.REFUSAL):
            return []
        fitting = round((self._last_voice_s - self._began_s) / SECONDS_PER_WORD)
        known = self._reply.text.split() or ["word"] * max(1, fitting)
        shown = known if final else known[:fitting]
        each_s = (self._last_voice_s - self._began_s) / max(1, len(shown))
        return [
            {
                "word": word.strip(".,?!").lower(),
                "punctuated_word": word,
                "start": round(self._began_s + n * each_s, 3),
                "end": round(self._began_s + (n + 1) * each_s, 3),
                "confidence": 0.98,
            }
            for n, word in enumerate(shown)
        ]
