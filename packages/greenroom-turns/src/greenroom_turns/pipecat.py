"""The gate in anybody's Pipecat pipeline: a strategy that decides when a user's turn starts.

    gate = GatedUserTurnStartStrategy(language="en")
    strategies = UserTurnStrategies(start=[gate])
    LLMContextAggregatorPair(context, user_params=LLMUserAggregatorParams(user_turn_strategies=strategies))

It is to be the only start strategy: Pipecat's own would interrupt at any voice. When a turn ends stays with
the stop strategies that you choose.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    Frame,
    InterimTranscriptionFrame,
    TranscriptionFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.turns.types import ProcessFrameResult
from pipecat.turns.user_start.base_user_turn_start_strategy import BaseUserTurnStartStrategy

from greenroom_turns.cause import TurnCause
from greenroom_turns.gate import Decide, Gate, Verdict
from greenroom_turns.hooks import OnAck, OnDecision
from greenroom_turns.interruption import Action, QuestionKind, decide
from greenroom_turns.limits import Limits, Millis, to_millis


class GatedUserTurnStartStrategy(BaseUserTurnStartStrategy):  # type: ignore[misc] # untyped here
    """Starts a turn at words that are one, and drops backchannels from what is gathered for it."""

    def __init__(
        self,
        *,
        language: str = "en",
        limits: Limits | None = None,
        decide: Decide = decide,
        on_ack: OnAck | None = None,
        on_decision: OnDecision | None = None,
        **over: Any,
    ) -> None:
        super().__init__(**over)
        self.gate = Gate(lang=language, limits=limits, decide=decide)
        self._on_ack, self._on_decision = on_ack, on_decision
        self._late = False
        """An answer waits only in order not to interrupt."""
        self._waiting: asyncio.Task[None] | None = None
        """For the words of the voice that sounds."""

    def expect(self, question: QuestionKind | None) -> None:
        """The kind of the question that is asked next, or None when none is pending."""
        self.gate.question = question

    async def cleanup(self) -> None:
        await self._stop_waiting()
        await super().cleanup()

    async def process_frame(self, frame: Frame) -> ProcessFrameResult:
        now_ms = _now_ms()
        match frame:
            case BotStartedSpeakingFrame():
                self.gate.interviewer_speaks(now_ms)
            case BotStoppedSpeakingFrame():
                return await self._yielded(now_ms)
            case VADUserStartedSpeakingFrame():
                self.gate.voice_begins(now_ms - to_millis(frame.start_secs))
                await self._stop_waiting()
                self._waiting = self.create_task(self._voice_goes_on(), "voice")
            case VADUserStoppedSpeakingFrame():
                self.gate.voice_ends(now_ms - to_millis(frame.stop_secs))
                await self._stop_waiting()
            case InterimTranscriptionFrame():
                return await self._follow(self.gate.words_come(frame.text, now_ms, final=False))
            case TranscriptionFrame():
                return await self._follow(self.gate.words_come(frame.text, now_ms, final=True))
            case _:
                pass
        return ProcessFrameResult.CONTINUE

    async def _follow(self, verdict: Verdict) -> ProcessFrameResult:
        """Carry out a verdict. Pipecat has gathered the words already."""
        decision, spoken = verdict.decision, verdict.spoken
        if self._on_decision is not None:
            self._on_decision(decision, spoken.text, *verdict.seconds)
        match decision.action:
            case Action.ANSWER if decision.cause is TurnCause.SPOKEN_BEFORE and self.gate.audible:
                self._late = spoken.final
            case Action.ANSWER | Action.INTERRUPT:
                self._late = False
                await self.trigger_user_turn_started()
                return ProcessFrameResult.STOP
            case Action.IGNORE if spoken.final:
                if spoken.text.strip() and self._on_ack is not None:
                    self._on_ack(spoken.text, *verdict.seconds, decision.cause.value)
                if not self._late:
                    await self.trigger_reset_aggregation()
        return ProcessFrameResult.CONTINUE

    async def _yielded(self, now_ms: Millis) -> ProcessFrameResult:
        """The floor is free: what had to wait for this starts a turn."""
        late, self._late = self._late, False
        for verdict in self.gate.interviewer_yields(now_ms):
            late |= await self._follow(verdict) is ProcessFrameResult.STOP
        if late:
            await self.trigger_user_turn_started()
        return ProcessFrameResult.CONTINUE

    async def _voice_goes_on(self) -> None:
        """A voice over the interviewer for so long is no backchannel, though there are no words yet."""
        await asyncio.sleep(self.gate.limits.untranscribed_limit_ms / 1000)
        self._waiting = None
        if verdict := self.gate.voice_goes_on(_now_ms()):
            await self._follow(verdict)

    async def _stop_waiting(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            await self.cancel_task(waiting)


def _now_ms() -> Millis:
    return to_millis(time.time())  # noqa: TID251 - beside the wall clock of Pipecat's frames
