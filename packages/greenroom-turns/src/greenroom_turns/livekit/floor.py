"""Who holds the floor, by the states of a LiveKit session."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from livekit.agents import AgentSession, AgentStateChangedEvent, UserStateChangedEvent
from livekit.agents.voice import SpeechHandle

from greenroom_turns.limits import Millis, to_millis
from greenroom_turns.listener import Listener
from greenroom_turns.livekit.binding import unheld

log = logging.getLogger(__name__)


class Floor:
    def __init__(self, listener: Listener) -> None:
        self._listener, self._gate = listener, listener.gate
        self._session: AgentSession[Any] | None = None
        self._composing = False
        self._stopping: SpeechHandle | None = None
        """A speech that has fallen silent: paused or at its end, which only the handle can tell."""
        self._silent_ms: Millis = 0
        self._interruption: asyncio.Future[None] | None = None

    def follow(self, session: AgentSession[Any]) -> None:
        for sentence in unheld(session):
            log.warning(sentence)
        self._session = session
        session.on("agent_state_changed", self._agent_state_changed)
        session.on("user_state_changed", self._user_state_changed)

    def composes(self, composing: bool) -> None:
        self._composing = composing
        if composing:
            self._gate.interviewer_composes(self._listener.host.now_ms())
        elif not self._gate.audible and not self._is("thinking", "speaking"):
            self._listener.interviewer_yields(self._listener.host.now_ms())

    def interrupt(self) -> None:
        """Stop the interviewer now. A speech that may not be interrupted goes on."""
        if self._session is not None and self._is("speaking"):
            with contextlib.suppress(RuntimeError):
                self._interruption = self._session.interrupt()

    def clear(self) -> None:
        """Have LiveKit end the recogniser's stream, with the words on their way."""
        if self._session is not None:
            self._session.clear_user_turn()

    def _is(self, *states: str) -> bool:
        return self._session is not None and self._session.agent_state in states

    def _agent_state_changed(self, event: AgentStateChangedEvent) -> None:
        at_ms = to_millis(event.created_at)
        if event.new_state in ("thinking", "speaking"):
            self._stopping = None
            if event.new_state == "speaking":
                self._composing = False
                self._gate.interviewer_speaks(at_ms)
            else:
                self._gate.interviewer_composes(at_ms)
            return
        speech = self._session.current_speech if self._session is not None else None
        if event.old_state == "speaking" and speech and not (speech.done() or speech.interrupted):
            self._stopping, self._silent_ms = speech, at_ms
            speech.add_done_callback(self._speech_ends)
        elif self._gate.audible or not self._composing:
            self._listener.interviewer_yields(at_ms)

    def _speech_ends(self, speech: SpeechHandle) -> None:
        """A handle calls in no fixed order; whoever owns the speech is to hear of its end first."""
        asyncio.get_running_loop().call_soon(self._speech_done, speech)

    def _speech_done(self, speech: SpeechHandle) -> None:
        if self._stopping is speech:
            self._stopping = None
            if not self._is("thinking", "speaking"):
                self._listener.interviewer_yields(self._silent_ms)

    def _user_state_changed(self, event: UserStateChangedEvent) -> None:
        happens = self._listener.voice_begins, self._listener.voice_ends
        happens[event.new_state != "speaking"](to_millis(event.created_at))
