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

from dataclasses import replace
from functools import partial
from typing import Any, Literal, cast

from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    AgentSession,
    APIConnectOptions,
    NotGivenOr,
    TurnHandlingOptions,
    stt,
    utils,
)

from greenroom.turns.decision import QuestionKind, decide
from greenroom.turns.gate import Decide, Gate
from greenroom.turns.limits import Limits
from greenroom.turns.livekit.floor import Floor, OnAck, OnDecision, OnLateWords
from greenroom.turns.livekit.gated_stream import GatedStream

PASSED_ON: tuple[Literal["metrics_collected"], Literal["error"]] = ("metrics_collected", "error")


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
        self._floor = Floor(self.gate, on_ack, on_decision, on_late_words)
        self._passed_on = {event: partial(self.emit, event) for event in PASSED_ON}
        for event, passing in self._passed_on.items():
            inner.on(event, passing)

    def bind(self, session: AgentSession[Any]) -> None:
        """Follow this session's states. Call it once, before `session.start`."""
        self._floor.bind(session)

    def expect(self, question: QuestionKind | None) -> None:
        """The kind of the question that is asked next, or None when none is pending."""
        self.gate.question = question

    def composing(self, composing: bool) -> None:
        """The interviewer composes where LiveKit cannot see it. Ended by speaking, too."""
        self._floor.composing(composing)

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
        inner = self.inner.stream(language=language, conn_options=conn_options)
        return GatedStream(self, inner, self._floor, conn_options)

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
