"""Where a model's tool calls meet the engine (form `tools`)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from livekit.agents import Agent, AgentSession
from livekit.agents.voice import SpeechHandle

from greenroom.interview.brief import Brief
from greenroom.interview.causes import Refusal
from greenroom.interview.commands import Command, EnterStage, RefuseProposal
from greenroom.interview.events import Event, Replied
from greenroom.interview.prompts import ANSWER, fenced, situation
from greenroom.interview.proposals import AskQuestion, Proposal, TransitionStage
from greenroom.interview.state import InterviewState
from greenroom.session.clock import SessionClock
from greenroom.session.handoff import Handoffs
from greenroom.session.inbox import Answered, Inbox, Undo


@dataclass(frozen=True, slots=True)
class ProposalResult:
    """What became of a proposal."""

    refusals: tuple[Refusal, ...]
    moved: bool
    """What comes next is decided: the model has nothing more to say about this answer."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The engine lets the stage be left, under this epoch."""

    epoch: int


CUT_OFF = ProposalResult((Refusal.STALE_TURN,), moved=True)


@dataclass(slots=True)
class _Open:
    """The model's reply to one turn."""

    turn_id: str
    speech: SpeechHandle
    text: str = ""


class ToolBridge:
    """Lets LiveKit's model answer a turn; what its tools propose is judged by the engine."""

    def __init__(
        self,
        session: AgentSession[Any],
        clock: SessionClock,
        inbox: Inbox,
        handoffs: Handoffs,
        state: Callable[[], InterviewState],
    ) -> None:
        self._session, self._clock, self._inbox = session, clock, inbox
        self._handoffs, self._state = handoffs, state
        self._open: _Open | None = None

    def consult(self, brief: Brief) -> None:
        self.cut()
        try:
            speech = self._session.generate_reply(
                user_input=fenced(brief.answer, ANSWER), instructions=situation(brief)
            )
        except RuntimeError:  # between two agents there is no model: the plan goes on by itself
            self._open = None
            self._inbox.post(Replied(self._clock.now_ms(), brief.turn_id, ()))
            return
        self._open = _Open(brief.turn_id, speech)
        speech.add_done_callback(self._replied)

    def prepare(self, brief: Brief | None) -> None:
        """Nothing: LiveKit speaks what this model writes, so it is asked when the answer is over."""

    def cut(self) -> None:
        """End the reply, because the stage is left without it. A handoff waits for every speech of the
        old agent, and a reply waits for the candidate's silence."""
        if self._open is not None and not self._open.speech.done():
            _ = self._open.speech.interrupt(force=True)

    def reply_text(self, text: str) -> None:
        """The whole reply was text."""
        if self._open is not None:
            self._open.text = text

    async def propose(self, speech: SpeechHandle, proposal: Proposal) -> ProposalResult:
        turn_id = self._turn_of(speech)
        if turn_id is None:
            return CUT_OFF
        answered = await self._ask(speech, self._event(turn_id, proposal))
        return CUT_OFF if answered is None else self._verdict(turn_id, answered)

    async def leave(
        self, speech: SpeechHandle, proposal: TransitionStage
    ) -> ProposalResult | Claim:
        turn_id = self._turn_of(speech)
        if turn_id is None:
            return CUT_OFF
        answered = await self._ask(speech, self._event(turn_id, proposal), undo=self._undo)
        if answered is None:
            return CUT_OFF
        for command in answered:
            if isinstance(command, EnterStage):
                return Claim(command.epoch)
        return self._verdict(turn_id, answered)

    def hand_over(self, claim: Claim, speech: SpeechHandle) -> Agent | None:
        """The next agent; to be returned by the tool without any further await."""
        return self._handoffs.give(claim.epoch, speech)

    async def _ask(
        self, speech: SpeechHandle, event: Event, undo: Undo | None = None
    ) -> Answered | None:
        """What the engine makes of it; None when the turn is cut off first. LiveKit waits for the
        tools of such a turn: what is said next would wait too, and after 5 s it logs an error."""
        asking = asyncio.ensure_future(self._inbox.ask(event, undo))
        try:
            await speech.wait_if_not_interrupted([asking])
            return asking.result() if asking.done() else None
        finally:
            asking.cancel()

    def _undo(self, answered: Answered) -> None:
        """The tool was cut off before it could return the agent it had asked for."""
        for command in answered:
            if isinstance(command, EnterStage):
                self._handoffs.drop(command.epoch)

    def _turn_of(self, speech: SpeechHandle) -> str | None:
        known = self._open is not None and self._open.speech is speech
        return self._open.turn_id if known and self._open is not None else None

    def _event(self, turn_id: str, proposal: Proposal) -> Event:
        return Replied(self._clock.now_ms(), turn_id, (proposal,), partial=True)

    def _verdict(self, turn_id: str, commands: tuple[Command, ...]) -> ProposalResult:
        state = self._state()
        waits = state.turn is not None and state.turn.id == turn_id
        refusals = tuple(c.refusal for c in commands if isinstance(c, RefuseProposal))
        return ProposalResult(refusals, moved=not waits or state.consult_since is None)

    def _replied(self, speech: SpeechHandle) -> None:
        """The model is done. If it did not move, the engine does, with its text or without."""
        reply = self._open
        if reply is None or reply.speech is not speech:
            return
        self._open = None
        if self._verdict(reply.turn_id, ()).moved:
            return
        proposals = (AskQuestion(reply.text),) if reply.text else ()
        self._inbox.post(Replied(self._clock.now_ms(), reply.turn_id, proposals))
