"""The interviewer's audio, utterance by utterance, and how much of each was heard.

LiveKit pushes sound as fast as it is synthesised. Here it becomes utterances: each has a name and its
words, is held back until it can be played, and ends once, played or cut, with the words that were
heard. Where it is played, and how much of it was, is for each line to say.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from livekit import rtc
from livekit.agents.voice import io

from greenroom.interview.plan import Millis
from greenroom.session.heard_words import heard_part

SPEECH_HZ: Final = 24_000
BYTES_PER_MS: Final = SPEECH_HZ * 2 // 1000

_BACKLOG: Final = 30_000 * BYTES_PER_MS
"""Speech that may wait here; the synthesiser waits beyond it."""
_PACE: Final[Millis] = 65
"""Milliseconds of speech per character, for an utterance whose end was never synthesised."""


@dataclass(slots=True, eq=False)
class Utterance:
    """One utterance on its way."""

    id: str
    text: str
    pcm: bytearray = field(default_factory=bytearray)
    sent: int = 0
    """Bytes of `pcm` that were handed on."""
    complete: bool = False
    """All of it was synthesised."""
    flushed: bool = False
    """No more frames will come."""
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def waiting(self) -> int:
        return len(self.pcm) - self.sent

    @property
    def sent_ms(self) -> Millis:
        return self.sent // BYTES_PER_MS

    @property
    def total_ms(self) -> Millis:
        made = len(self.pcm) // BYTES_PER_MS
        return made if self.complete else max(made, len(self.text) * _PACE)

    def take(self, most: int) -> bytes:
        """The next piece, of at most so many bytes."""
        piece = bytes(self.pcm[self.sent : self.sent + most])
        self.sent += len(piece)
        return piece


U = TypeVar("U", bound=Utterance)


class UtteranceOutput(io.AudioOutput, Generic[U]):
    """Gives every utterance its name and its one end. A line says how it is played."""

    def __init__(self, label: str, wall: Callable[[], float], lost: Callable[[], None]) -> None:
        """`wall` gives epoch seconds; `lost` is called when an utterance was cut by no one's wish."""
        super().__init__(
            label=label,
            capabilities=io.AudioOutputCapabilities(pause=False),
            sample_rate=SPEECH_HZ,
        )
        self._wall, self._lost = wall, lost
        self._say: dict[str, Any] | None = None
        self._unnamed = 0
        self._utterance: U | None = None
        self._room = asyncio.Event()

    # what a line gives

    @abstractmethod
    def _made(self, utterance_id: str, text: str) -> U:
        """An utterance of the line's own kind."""

    @property
    @abstractmethod
    def _heard(self) -> bool:
        """Somebody can hear what is handed on."""

    @abstractmethod
    def _show(self, message: Mapping[str, Any]) -> None:
        """Tell the page, if there is one."""

    @abstractmethod
    def _go_on(self) -> None:
        """There may be more to hand on."""

    @abstractmethod
    def _played(self, utterance: U) -> Millis:
        """How much of it was heard by now."""

    @abstractmethod
    def _stop(self, utterance: U, played_ms: Millis, *, interrupted: bool) -> None:
        """It is over: let go of what was to come, and tell the page."""

    # the words

    def announce(self, utterance_id: str, kind: str, text: str, *, more: bool = False) -> None:
        """The next utterance is this one, and these are its words, unless there will be more."""
        self._say = {"t": "say", "id": utterance_id, "kind": kind, "text": text, "more": more}

    def grow(self, words: Mapping[str, Any]) -> None:
        """The utterance goes on (`words`): these are all its words so far."""
        if self._say is not None and self._say["id"] == words["id"]:
            self._say |= {"text": words["text"], "more": words["more"]}
        utterance = self._live
        if utterance is not None and utterance.id == words["id"]:
            utterance.text = words["text"]
            self._show(dict(words))

    # LiveKit's side

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        if self._utterance is not None and self._utterance.flushed:
            await self._utterance.over.wait()
        await super().capture_frame(frame)
        utterance = self._utterance
        if utterance is None or utterance.flushed:
            utterance = self._begin()
        while utterance.waiting >= _BACKLOG and not utterance.over.is_set():
            self._room.clear()
            await self._room.wait()
        if not utterance.over.is_set():
            utterance.pcm += frame.data.cast("B")
            self._go_on()

    def flush(self) -> None:
        super().flush()
        utterance = self._utterance
        if utterance is None or utterance.flushed:
            return
        utterance.flushed = True
        # LiveKit also flushes what it cancels, and clears it in the same breath: only an utterance
        # that is still wanted one turn of the loop later was synthesised to its end.
        asyncio.get_running_loop().call_soon(self._complete, utterance)

    # beginning and ending

    @property
    def _live(self) -> U | None:
        utterance = self._utterance
        return None if utterance is None or utterance.over.is_set() else utterance

    def _begin(self) -> U:
        if self._say is None:
            self._unnamed += 1
            self.announce(f"unnamed-{self._unnamed}", "notice", "")
        say, self._say = self._say, None
        if say is None:
            raise AssertionError("announce names the next utterance")
        utterance = self._utterance = self._made(say["id"], say["text"])
        if self._heard:
            self._show(say)
        else:
            self._cut(utterance)
        return utterance

    def _complete(self, utterance: U) -> None:
        if utterance.over.is_set():
            return
        utterance.complete = True
        self._show({"t": "length", "id": utterance.id, "ms": utterance.total_ms})
        self._go_on()

    def _make_room(self, utterance: U) -> None:
        """Some of it was handed on: the synthesiser may go on."""
        if utterance.waiting < _BACKLOG:
            self._room.set()

    def _cut_live(self) -> bool:
        """Nobody listens any more: end the current utterance. True if that cut it off."""
        utterance = self._live
        if utterance is not None:
            self._cut(utterance)
        return utterance is not None

    def _cut(self, utterance: U) -> None:
        self._finish(utterance, self._played(utterance), interrupted=True)
        self._lost()

    def _finish(self, utterance: U, played_ms: Millis, *, interrupted: bool) -> None:
        utterance.over.set()
        self._stop(utterance, played_ms, interrupted=interrupted)
        self._room.set()
        words, total_ms = utterance.text, utterance.total_ms
        heard = heard_part(words, played_ms, total_ms) if interrupted else words
        self.on_playback_finished(
            playback_position=played_ms / 1000,
            interrupted=interrupted,
            synchronized_transcript=heard if words else None,
        )
