"""What a transport is bound to when it is tested: a session that listens, and a memory of what is told."""

from __future__ import annotations

from typing import Any

from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    Agent,
    AgentSession,
    APIConnectOptions,
    stt,
)

from greenroom.interview.events import Event
from greenroom.session.transport import Transport

LOUD = 3_000
"""Of 32,767: a sample above it is a voice."""


class Listening(stt.STT[Any]):
    """A recogniser that understands nothing, and knows how much loud sound it got."""

    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=True, interim_results=True))
        self.loud_ms = 0.0

    async def _recognize_impl(self, *_: Any, **__: Any) -> stt.SpeechEvent:
        raise NotImplementedError("it listens to a stream")

    def stream(
        self,
        *,
        language: Any = None,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        return _Stream(self, conn_options)


class _Stream(stt.RecognizeStream):
    def __init__(self, owner: Listening, conn_options: APIConnectOptions) -> None:
        super().__init__(stt=owner, conn_options=conn_options)
        self._owner = owner

    async def _run(self) -> None:
        async for frame in self._input_ch:
            if isinstance(frame, rtc.AudioFrame):
                self._owner.loud_ms += _loud_ms(frame)


def _loud_ms(frame: rtc.AudioFrame) -> float:
    loud = max(map(abs, frame.data)) > LOUD
    return 1000 * frame.samples_per_channel / frame.sample_rate if loud else 0.0


class Talk:
    """What a transport is bound to here: remembers what it is told. And a session that listens."""

    def __init__(self) -> None:
        self.posted: list[Event] = []
        self.ended_turns = 0
        self.overheard_ms = 0.0
        """Loud sound that came by the microphone, for whoever records it."""
        self._ears = Listening()
        self.session: AgentSession[Any] = AgentSession(stt=self._ears)

    def post(self, event: Event) -> None:
        self.posted.append(event)

    def end_turn(self) -> None:
        self.ended_turns += 1

    def overhear(self, frame: rtc.AudioFrame) -> None:
        self.overheard_ms += _loud_ms(frame)

    @property
    def loud_ms(self) -> float:
        return self._ears.loud_ms

    async def start(self, transport: Transport) -> None:
        await transport.start(self.session, Agent(instructions=""))
