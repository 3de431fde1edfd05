"""The gate on anybody's LiveKit agent: a decorator of its STT, on public hooks alone.

    gate = GatedSTT(deepgram.STT())
    session = AgentSession(stt=gate, turn_handling=gated_turn_handling(), ...)
    gate.bind(session)

With `min_words=1` LiveKit's voice activity can neither pause nor interrupt the agent until a word
stands in the current transcript, and the gate lets no word of a backchannel in. The STT is the right
place for it because its stream survives handoffs (an overridden `stt_node` reopens the provider's
stream at each) and comes before everything that could interrupt; a `StopResponse` comes after.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias, cast

from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    AgentSession,
    AgentStateChangedEvent,
    APIConnectOptions,
    NotGivenOr,
    TurnHandlingOptions,
    UserStateChangedEvent,
    stt,
    utils,
)
from livekit.agents.voice import SpeechHandle

from greenroom.turns.decision import Action, Decision, QuestionKind, decide
from greenroom.turns.gate import Decide, Gate, Verdict
from greenroom.turns.limits import Limits, Millis
from greenroom.turns.livekit_stream import GatedStream, epoch_ms, now

OnAck: TypeAlias = Callable[[str, float, float, str], None]
"""(text, began, ended, cause): a backchannel was ignored. Times are epoch seconds of the speech."""
OnLateWords: TypeAlias = Callable[[str, float, float, float | None], None]
"""(text, began, ended, confidence): an answer that came too late to be let through."""
OnDecision: TypeAlias = Callable[[Decision, str, float, float], None]
"""(decision, text, began, ended); `ended` is `began` while the voice still sounds."""

PASSED_ON: tuple[Literal["metrics_collected"], Literal["error"]] = ("metrics_collected", "error")
_Carried: TypeAlias = tuple[stt.SpeechEvent, GatedStream]


class GatedSTT(stt.STT[Any]):
    """An STT that keeps from the session what is not a turn.

    Without `on_late_words` an answer that must not interrupt is handed on as soon as the
    interviewer has finished.
    """

    def __init__(
        self,
        inner: stt.STT[Any],
        *,
        language: str = "en",
        limits: Limits | None = None,
        decide: Decide = decide,
        on_ack: OnAck | None = None,
        on_decision: OnDecision | None = None,
        on_late_words: OnLateWords | None = None,
    ) -> None:
        if not inner.capabilities.streaming:
            raise ValueError(
                f"{inner.label} does not stream: wrap it in livekit.agents.stt.StreamAdapter first"
            )
        super().__init__(capabilities=replace(inner.capabilities))
        self.inner = inner
        self.gate = Gate(lang=language, limits=limits, decide=decide)
        self._on_ack, self._on_decision, self._on_late_words = on_ack, on_decision, on_late_words
        self._session: AgentSession[Any] | None = None
        self._composing = False
        self._stopping: SpeechHandle | None = None
        """A speech that has fallen silent: paused or at its end, which only the handle can tell."""
        self._silent_ms: Millis = 0
        self._late: list[_Carried] = []
        """Answers that wait only in order not to interrupt."""
        self._patience: asyncio.TimerHandle | None = None
        self._interruption: asyncio.Future[None] | None = None
        self._passed_on = {event: partial(self.emit, event) for event in PASSED_ON}
        for event, passing in self._passed_on.items():
            inner.on(event, passing)

    # What the conversation tells

    def bind(self, session: AgentSession[Any]) -> None:
        """Follow this session's states. Call it once, before `session.start`."""
        self._session = session
        session.on("agent_state_changed", self._agent_state_changed)
        session.on("user_state_changed", self._user_state_changed)

    def expect(self, question: QuestionKind | None) -> None:
        """The kind of the question that is asked next, or None when none is pending."""
        self.gate.question = question

    def composing(self, composing: bool) -> None:
        """The interviewer composes where LiveKit cannot see it. Ended by speaking, too."""
        self._composing = composing
        if composing:
            self.gate.interviewer_composes(epoch_ms(now()))
        elif not self.gate.audible and not self._is("thinking", "speaking"):
            self._yield(epoch_ms(now()))

    def _agent_state_changed(self, event: AgentStateChangedEvent) -> None:
        at_ms = epoch_ms(event.created_at)
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
            event, stream = cast("_Carried", verdict.carried)
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
        self.gate.voice_begins(epoch_ms(at))
        if self._patience is None:
            limit_s = self.gate.limits.untranscribed_limit_ms / 1000
            self._patience = asyncio.get_running_loop().call_later(limit_s, self._voice_goes_on)

    def voice_ends(self, at: float) -> None:
        self.gate.voice_ends(epoch_ms(at))
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _voice_goes_on(self) -> None:
        self._patience = None
        if (verdict := self.gate.voice_goes_on(epoch_ms(now()))) is not None:
            self.tell(verdict)
            if verdict.decision.action is Action.INTERRUPT:
                self.interrupt()

    # What follows from a verdict

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

    def keep_late_words(
        self, verdict: Verdict, event: stt.SpeechEvent, stream: GatedStream
    ) -> None:
        spoken = verdict.spoken
        if self._on_late_words is None:
            self._late.append((event, stream))
        else:
            self._on_late_words(spoken.text, *verdict.seconds, spoken.confidence)

    # What LiveKit asks of an STT

    @property
    def model(self) -> str:
        return self.inner.model

    @property
    def provider(self) -> str:
        return self.inner.provider

    def prewarm(self) -> None:
        self.inner.prewarm()

    async def _recognize_impl(
        self,
        buffer: utils.AudioBuffer,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.SpeechEvent:
        return await self.inner.recognize(buffer, language=language, conn_options=conn_options)

    def stream(
        self,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        self.gate.utterance_ends()  # the final of a guess dies with the stream that guessed
        return GatedStream(self, language, conn_options)

    async def aclose(self) -> None:
        for event, passing in self._passed_on.items():
            self.inner.off(event, passing)
        await self.inner.aclose()


def gated_turn_handling(**over: Any) -> TurnHandlingOptions:
    """The `turn_handling` that the gate needs; `over` is laid over it, `interruption` key by key."""
    interruption = {
        "mode": "vad",
        "min_words": 1,
        "min_duration": 0.3,
        "resume_false_interruption": True,
        "false_interruption_timeout": 1.0,
    } | over.pop("interruption", {})
    options = {"interruption": interruption, "preemptive_generation": {"enabled": False}} | over
    return cast("TurnHandlingOptions", options)
