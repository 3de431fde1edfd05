"""Swaps stage agents when the engine says so. Nothing else swaps them.

A transition is claimed by the engine, carried out here, and committed by the new agent's `on_enter`. LiveKit
carries out an `update_agent` unless the session closes. It drops a handoff returned by a tool when the
candidate talks over that turn. So such a handoff is settled when the speech handle of its turn is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from livekit.agents import AgentSession
from livekit.agents.voice import SpeechHandle

from greenroom.interview.events import Event, HandoffDropped, StageEntered
from greenroom.session.clock import SessionClock
from greenroom.session.speech_output import SpeechOutput
from greenroom.session.stage_agent import StageAgent


class Handoffs:
    def __init__(
        self,
        session: AgentSession[Any],
        clock: SessionClock,
        speech: SpeechOutput,
        make: Callable[[int], StageAgent],
        post: Callable[[Event], None],
    ) -> None:
        self._session, self._clock, self._speech = session, clock, speech
        self._make, self._post = make, post

    def apply(self, epoch: int) -> None:
        """Carry the claim out now."""
        self._speech.leave()
        self._session.update_agent(self._make(epoch))

    def give(self, epoch: int, speech: SpeechHandle) -> StageAgent | None:
        """The agent for a tool to return as its last act; None if LiveKit would not take it.

        On a turn that was cut off LiveKit discards the agent, or, when it has given up waiting for
        a slow tool, applies it although the turn is long over. Neither may happen.
        """
        if speech.interrupted or speech.done():
            self.drop(epoch)
            return None
        agent = self._make(epoch)
        speech.add_done_callback(lambda _: self._settle(agent))
        return agent

    def drop(self, epoch: int) -> None:
        """The claim will not be carried out."""
        self._post(HandoffDropped(self._clock.now_ms(), epoch))

    def entered(self, agent: StageAgent) -> None:
        self._post(StageEntered(self._clock.now_ms(), agent.epoch))

    def _settle(self, agent: StageAgent) -> None:
        if self._session.current_agent is not agent:
            self.drop(agent.epoch)
