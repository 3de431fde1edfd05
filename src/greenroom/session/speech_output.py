"""The interviewer's voice: one utterance at a time, and what became of it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from livekit.agents import AgentSession, AgentStateChangedEvent
from livekit.agents.voice import SpeechHandle

from greenroom.interview.commands import Say, SayOn
from greenroom.interview.events import Event, UtteranceFinished, UtteranceStarted
from greenroom.interview.plan import Millis
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.growing_text import GrowingText

RETRY_S = 0.1
"""A handoff under way takes some of these."""


@dataclass(slots=True, eq=False)
class _Utterance:
    say: Say
    words: GrowingText
    handle: SpeechHandle | None = None
    audible: bool = False


class SpeechOutput:
    """Performs `Say`, `SayOn` and `StopSpeaking`, and answers each `Say` with `UtteranceFinished`.

    LiveKit's queue never holds two speeches: it cuts only the first of them at a barge-in, and the
    second is then heard as a blip. What comes too early waits here.
    """

    def __init__(
        self,
        session: AgentSession[Any],
        clock: SessionClock,
        *,
        background_tasks: BackgroundTasks,
        post: Callable[[Event], None],
        show: Callable[[Mapping[str, Any]], None],
        voiceless: Callable[[], None],
    ) -> None:
        self._session, self._clock, self._background_tasks = session, clock, background_tasks
        self._post, self._show, self._voiceless = post, show, voiceless
        self._current: _Utterance | None = None
        self._waiting: deque[_Utterance] = deque()
        self._last: tuple[Millis, Millis | None] = (0, 0)
        """When the last audible utterance began and ended."""
        self._cut: asyncio.Future[None] | None = None
        """Done when every utterance that had to end has ended."""
        self._audible: Callable[[Millis], None] = lambda _: None
        session.on("agent_state_changed", self._on_agent_state)

    def on_audible(self, call: Callable[[Millis], None]) -> None:
        """Call this whenever an utterance becomes audible, in the same instant."""
        self._audible = call

    def spoke_at(self, at: Millis) -> bool:
        """Whether the last audible utterance was heard at that time."""
        began, ended = self._last
        return began <= at and (ended is None or at < ended)

    def say(self, command: Say) -> None:
        words = GrowingText(command.text, last=not command.more)
        self._waiting.append(_Utterance(command, words))
        self._speak()

    def say_on(self, command: SayOn) -> None:
        current, said = self._current, command.utterance_id
        if current is not None and current.say.utterance_id == said:
            words = current.words
            words.add(command.text, last=command.last)
            self._show({"t": "words", "id": said, "text": words.text, "more": not words.whole})
        for utterance in self._waiting:
            if utterance.say.utterance_id == said:
                utterance.words.add(command.text, last=command.last)

    def stop(self, utterance_id: str) -> None:
        if self._current is not None and self._current.say.utterance_id == utterance_id:
            self._end(self._current)
            return
        for utterance in tuple(self._waiting):
            if utterance.say.utterance_id == utterance_id:
                self._drop(utterance)

    def leave(self) -> None:
        """Drop what is not audible yet; what is audible goes on. A handoff waits for every speech of the old
        agent, and an inaudible one would wait for the candidate's silence."""
        audible = self._current is not None and self._current.audible and self._last[1] is None
        if self._current is not None and not audible:
            self._end(self._current)
        for utterance in tuple(self._waiting):
            self._drop(utterance)

    def _drop(self, utterance: _Utterance) -> None:
        """It was waiting behind another utterance, and is not spoken."""
        self._waiting.remove(utterance)
        now, dropped = self._clock.now_ms(), utterance.say.utterance_id
        self._post(UtteranceFinished(now, dropped, "", interrupted=True))

    def _end(self, utterance: _Utterance) -> None:
        if utterance.handle is not None:
            _ = utterance.handle.interrupt(force=True)

    def settle(self) -> None:
        """Report an utterance whose end is known but not yet told. An answer that cut it off must
        not reach the engine before its end does."""
        handle = None if self._current is None else self._current.handle
        if handle is not None and handle.done():
            self._on_done(handle)

    def voice_began(self) -> None:
        """The candidate speaks: drop what is not audible yet."""
        if self._current is not None and not self._current.audible:
            self._end(self._current)

    def hush(self) -> None:
        """The candidate said words: end what is spoken, waiting or being composed."""
        with contextlib.suppress(RuntimeError):  # between two agents nobody speaks
            self._cut = self._session.interrupt(force=True)

    def after_cut(self, call: Callable[[], None]) -> None:
        """Call this when every utterance that had to end has ended; at once if there is none."""
        if self._cut is None or self._cut.done():
            call()
        else:
            self._cut.add_done_callback(lambda _: call())

    def _speak(self) -> None:
        if self._current is not None or not self._waiting:
            return
        ahead = self._session.current_speech
        if ahead is not None and not ahead.done():
            ahead.add_done_callback(lambda _: self._speak())
            return
        utterance = self._waiting.popleft()
        try:
            handle = self._session.say(
                utterance.words if utterance.say.more else utterance.say.text
            )
        except RuntimeError:
            # between two agents nobody can speak: a handoff that the engine gave up may still come
            self._waiting.appendleft(utterance)
            self._background_tasks.later(RETRY_S, self._speak)
            return
        # nothing of it is audible yet: LiveKit has only put it in its queue
        self._show(
            {
                "t": "say",
                "id": utterance.say.utterance_id,
                "kind": utterance.say.kind.value,
                "text": utterance.words.text,
                "more": not utterance.words.whole,
            }
        )
        self._current, utterance.handle = utterance, handle
        handle.add_done_callback(self._on_done)

    def _on_agent_state(self, event: AgentStateChangedEvent) -> None:
        current = self._current
        if current is None:
            return
        if event.new_state == "speaking" and not current.audible:
            current.audible = True
            now = self._clock.now_ms()
            self._last = (now, None)
            self._post(UtteranceStarted(now, current.say.utterance_id, now))
            self._audible(now)
        elif event.old_state == "speaking" and current.audible:
            self._last = (self._last[0], self._clock.now_ms())

    def _on_done(self, handle: SpeechHandle) -> None:
        current = self._current
        if current is None or current.handle is not handle:
            return
        self._current = None
        now, ended = self._clock.now_ms(), None
        if current.audible:
            began, ended = self._last
            ended = now if ended is None else ended
            self._last = (began, ended)
        heard = _words(handle)
        if not handle.interrupted:
            if not heard:
                # no voice came, so the words stand on the page; asking again would fail again
                self._voiceless()
            heard = current.words.text
        said, cut = current.say.utterance_id, handle.interrupted
        self._post(UtteranceFinished(now, said, heard, cut, ended))
        self._speak()


def _words(handle: SpeechHandle) -> str:
    """What the loudspeaker played of it: the audio output reports it with the end of playback."""
    texts = (item.text_content for item in handle.chat_items if item.type == "message")
    return " ".join(text.strip() for text in texts if text).strip()
