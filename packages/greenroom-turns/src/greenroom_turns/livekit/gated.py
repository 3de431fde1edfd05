"""The gate on anybody's LiveKit agent: a decorator of its STT, on public hooks alone.

    gate = GatedSTT(deepgram.STT())
    session = AgentSession(stt=gate, turn_handling=gated_turn_handling(), ...)
    gate.bind(session)

The STT is the right place: its stream survives handoffs, and comes before everything that could interrupt.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Literal, Unpack

from livekit import agents
from livekit.agents import APIConnectOptions, NotGivenOr, stt

from greenroom_turns.gate import Decide, Gate
from greenroom_turns.hooks import Hooks
from greenroom_turns.interruption import QuestionKind, decide
from greenroom_turns.limits import Limits, Millis, to_millis
from greenroom_turns.listener import Listener, Timer
from greenroom_turns.livekit.floor import Floor
from greenroom_turns.livekit.stream import GatedStream

PASSED_ON: tuple[Literal["metrics_collected"], Literal["error"]] = ("metrics_collected", "error")


class GatedSTT(stt.STT[Any]):
    """An STT that keeps from the session what is not a turn.

    Without `on_late_words` an answer that must not interrupt is handed on as soon as the interviewer has finished.
    """

    def __init__(
        self,
        inner: stt.STT[Any],
        *,
        language: str = "en",
        limits: Limits | None = None,
        decide: Decide = decide,
        **hooks: Unpack[Hooks],
    ) -> None:
        if not inner.capabilities.streaming:
            raise ValueError(
                f"{inner.label} does not stream: wrap it in livekit.agents.stt.StreamAdapter first"
            )
        super().__init__(capabilities=replace(inner.capabilities))
        self.inner = inner
        self.gate = Gate(lang=language, limits=limits, decide=decide)
        self.listener = Listener(self, self.gate, hooks)
        self._floor = Floor(self.listener)
        self._passed_on = {event: partial(self.emit, event) for event in PASSED_ON}
        for event, passing in self._passed_on.items():
            inner.on(event, passing)

    def bind(self, session: agents.AgentSession[Any]) -> None:
        """Follow this session's states. Call it once, before `session.start`. Logs what cannot be held
        in it."""
        self._floor.follow(session)

    def composing(self, composing: bool) -> None:
        """The interviewer composes where LiveKit cannot see it. Ended by speaking, too."""
        self._floor.composes(composing)

    def expect(self, question: QuestionKind | None) -> None:
        """The kind of the question that is asked next, or None when none is pending."""
        self.gate.question = question

    def forget(self) -> None:
        """The words on their way count as heard: they are not told a second time. Ends their stream."""
        self._floor.clear()
        self.listener.stream = None

    def now_ms(self) -> Millis:
        return to_millis(time.time())  # noqa: TID251 - LiveKit stamps its events with it

    def interrupt(self) -> None:
        self._floor.interrupt()

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)

    # What LiveKit asks of an STT

    @property
    def model(self) -> str:
        return self.inner.model

    @property
    def provider(self) -> str:
        return self.inner.provider

    def prewarm(self) -> None:
        self.inner.prewarm()

    async def _recognize_impl(self, buffer: Any, **options: Any) -> stt.SpeechEvent:
        return await self.inner.recognize(buffer, **options)

    def stream(
        self,
        *,
        language: NotGivenOr[str] = agents.NOT_GIVEN,
        conn_options: APIConnectOptions = agents.DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        inner = self.inner.stream(language=language, conn_options=conn_options)
        return GatedStream(self, inner, self.listener, conn_options)

    async def aclose(self) -> None:
        for event, passing in self._passed_on.items():
            self.inner.off(event, passing)
        await self.inner.aclose()
