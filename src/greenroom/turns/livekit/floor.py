"""Who has the floor of a LiveKit session, told to the gate; and what follows from its verdicts."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, cast

from livekit.agents import AgentSession, AgentStateChangedEvent, UserStateChangedEvent, stt
from livekit.agents.voice import SpeechHandle

from greenroom.turns.decision import Action, Decision
from greenroom.turns.gate import Gate, Verdict
from greenroom.turns.limits import Millis

OnAck: TypeAlias = Callable[[str, float, float, str], None]
"""(text, began, ended, cause): a backchannel was ignored. Times are epoch seconds of the speech."""
OnLateWords: TypeAlias = Callable[[str, float, float, float | None], None]
"""(text, began, ended, confidence): an answer that came too late to be let through."""
OnDecision: TypeAlias = Callable[[Decision, str, float, float], None]
"""(decision, text, began, ended); `ended` is `began` while the voice still sounds."""


class Held(Protocol):
    """The stream of a transcript that had to wait."""

    def settle(self, event: stt.SpeechEvent, verdict: Verdict) -> None: ...
    def send(self, event: stt.SpeechEvent) -> None: ...


Carried: TypeAlias = tuple[stt.SpeechEvent, Held]


class Floor:
    """Follows a session for the gate and calls whoever is to know."""

    def __init__(
        self,
        gate: Gate,
        on_ack: OnAck | None,
        on_decision: OnDecision | None,
        on_late_words: OnLateWords | None,
    ) -> None:
        self.gate = gate
        self._on_ack, self._on_decision, self._on_late_words = on_ack, on_decision, on_late_words
        self._session: AgentSession[Any] | None = None
        self._composing = False
        self._stopping: SpeechHandle | None = None
        """A speech that has fallen silent: paused or at its end, which only the handle can tell."""
        self._silent_ms: Millis = 0
        self._late: list[Carried] = []
        """Answers that wait only in order not to interrupt."""
        self._patience: asyncio.TimerHandle | None = None
        self._interruption: asyncio.Future[None] | None = None

    def bind(self, session: AgentSession[Any]) -> None:
        self._session = session
        session.on("agent_state_changed", self._agent_state_changed)
        session.on("user_state_changed", self._user_state_changed)

    def composing(self, composing: bool) -> None:
        """The interviewer composes where LiveKit cannot see it. Ended by speaking, too."""
        self._composing = composing
        if composing:
            self.gate.interviewer_composes(ms(now()))
        elif not self.gate.audible and not self._is("thinking", "speaking"):
            self._yield(ms(now()))

    def _agent_state_changed(self, event: AgentStateChangedEvent) -> None:
        at_ms = ms(event.created_at)
        if event.new_state in ("thinking", "speaking"):
            self._stopping = None
            if event.new_state == "speaking":
                self._composing = False
                self.gate.interviewer_speaks(at_ms)
            else:
                self.gate.interviewer_composes(at_ms)
            return
        speech = self._session.current_speech if self._session is not None else None
        if event.old_state == "speaking" and speech and not (speech.done() or speech.interrupted):
            self._stopping, self._silent_ms = speech, at_ms
            speech.add_done_callback(self._speech_ends)
        elif self.gate.audible or not self._composing:
            self._yield(at_ms)

    def _speech_ends(self, speech: SpeechHandle) -> None:
        """A handle calls in no fixed order; whoever owns the speech is to hear of its end first."""
        asyncio.get_running_loop().call_soon(self._speech_done, speech)

    def _speech_done(self, speech: SpeechHandle) -> None:
        if self._stopping is speech:
            self._stopping = None
            if not self._is("thinking", "speaking"):
                self._yield(self._silent_ms)

    def _yield(self, at_ms: Millis) -> None:
        """The floor is free: hand on what is an answer of all that had to wait for this."""
        for verdict in self.gate.interviewer_yields(at_ms):
            self.tell(verdict)
            event, stream = cast("Carried", verdict.carried)
            stream.settle(event, verdict)
        late, self._late = self._late, []
        for event, stream in late:
            stream.send(event)

    def _user_state_changed(self, event: UserStateChangedEvent) -> None:
        if event.new_state == "speaking":
            self.voice_begins(event.created_at)
        else:
            self.voice_ends(event.created_at)

    def voice_begins(self, at: float) -> None:
        """Voice activity or the recogniser heard a voice begin, at this epoch second."""
        self.gate.voice_begins(ms(at))
        if self._patience is None:
            limit_s = self.gate.limits.untranscribed_limit_ms / 1000
            self._patience = asyncio.get_running_loop().call_later(limit_s, self._voice_goes_on)

    def voice_ends(self, at: float) -> None:
        self.gate.voice_ends(ms(at))
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _voice_goes_on(self) -> None:
        self._patience = None
        if (verdict := self.gate.voice_goes_on(ms(now()))) is not None:
            self.tell(verdict)
            if verdict.decision.action is Action.INTERRUPT:
                self.interrupt()

    def tell(self, verdict: Verdict) -> None:
        if self._on_decision is not None:
            self._on_decision(verdict.decision, verdict.spoken.text, *verdict.seconds)

    def interrupt(self) -> None:
        """Stop the interviewer now. A speech that may not be interrupted goes on."""
        if self._session is not None and self._is("speaking"):
            with contextlib.suppress(RuntimeError):
                self._interruption = self._session.interrupt()

    def _is(self, *states: str) -> bool:
        return self._session is not None and self._session.agent_state in states

    def acknowledged(self, verdict: Verdict) -> None:
        if self._on_ack is not None:
            self._on_ack(verdict.spoken.text, *verdict.seconds, verdict.decision.cause.value)

    def keep_late_words(self, verdict: Verdict, event: stt.SpeechEvent, stream: Held) -> None:
        spoken = verdict.spoken
        if self._on_late_words is None:
            self._late.append((event, stream))
        else:
            self._on_late_words(spoken.text, *verdict.seconds, spoken.confidence)


def now() -> float:
    return time.time()  # noqa: TID251 - LiveKit stamps its events with it


def ms(seconds: float) -> Millis:
    return round(seconds * 1000)
