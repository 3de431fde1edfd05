"""One live interview: it connects the pure engine with LiveKit's `AgentSession`, which hears and speaks.

Everything that happens becomes an event in one inbox. One task takes them one by one: the engine
decides, the journal keeps the decision, and only then is it carried out. One timer, derived from
the state. Nothing else may change the state, speak, or swap agents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import structlog

from greenroom.app import view
from greenroom.app.observing import Observe
from greenroom.app.ports import Journal
from greenroom.assessment.sentence import Sentence
from greenroom.interview import engine
from greenroom.interview.briefing import brief
from greenroom.interview.commands import Command, Consult
from greenroom.interview.deadlines import Timer
from greenroom.interview.events import (
    Aborted,
    AnswerGiven,
    CandidateLeft,
    DeadlineReached,
    Event,
    SessionResumed,
)
from greenroom.interview.journal import Header, encode_entry
from greenroom.interview.message_ids import message_id
from greenroom.interview.plan import Millis
from greenroom.interview.replies.job import quoted
from greenroom.interview.state import InterviewState
from greenroom.interview.time_limits import CLAIM_LIMIT
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.equipment import Equipment
from greenroom.session.inbox import Inbox, Posted
from greenroom.session.incidents import Incidents
from greenroom.session.recorder import Recorder
from greenroom.session.session_parts import SessionParts
from greenroom.session.transport import Transport
from greenroom.session.turn_reader import TurnReader
from greenroom.session.voice import Degraded

NOT_KEPT = Sentence(
    "The interview has to stop here: what is said can no longer be saved. "
    "What was saved before stays, and you can go on later."
)
COUNTED = frozenset({"elapsed_ms", "progress"})
"""What only time changes in a view: the page counts that by itself."""
BROKEN = Sentence(
    "The interview has to stop here because of a fault on our side. What was saved before stays."
)

LATE: Final[Millis] = 1_000
"""A timer that fires later than this shows that this process stood still."""

log = structlog.get_logger(__name__)


class JournalLost(Exception):
    """A step could not be written down, so it did not happen."""


class LiveInterview:
    """Runs one interview, new or resumed.

    `state` and `seq` are where its journal stands (`seq` 0: only the header is in it; the caller
    wrote that line). Equipment with a `model`: its function tools propose (form "tools") instead of
    the `interviewer`, and it is told the `background`.
    """

    def __init__(
        self,
        header: Header,
        state: InterviewState,
        *,
        seq: int = 0,
        journal: Journal,
        equipment: Equipment,
        transport: Transport,
        clock: SessionClock,
        recorder: Recorder | None = None,
        observe: Observe | None = None,
    ) -> None:
        self._header, self._state, self._seq = header, state, seq
        self._transport, self._voice = transport, equipment.voice
        self._interviewer, self._model = equipment.interviewer, equipment.model
        self._background = equipment.background
        self._journal, self._clock, self._observe = journal, clock, observe
        self._news = equipment.news
        self._recorder = recorder
        self._inbox = Inbox()
        self._incidents = Incidents(clock, post=self._inbox.post, show=transport.show)
        self._turn_reader = TurnReader(equipment.reader, partial(self._incidents.add, "reader"))
        self._background_tasks = BackgroundTasks()
        self._shown: Mapping[str, Any] = {}
        """The last view without what is `COUNTED`."""
        self._parts: SessionParts | None = None
        self._preparing: asyncio.Task[None] | None = None

    @property
    def state(self) -> InterviewState:
        return self._state

    def post(self, event: Event) -> None:
        """Something happened. Never blocks; after the end it is ignored.

        `at` is stamped when the event is taken from the inbox: it is the order of the journal.
        """
        if isinstance(event, CandidateLeft) and self._parts is not None:
            # once the good-bye is heard, leaving ends the interview, and later words would be lost
            closing = self._state.closing
            ends = closing is not None and closing.audible_at is not None
            self._parts.hearing.lost(for_good=ends)
        elif isinstance(event, AnswerGiven) and event.typed and self._parts is not None:
            self._parts.hearing.typed()
        self._inbox.post(event)

    def end_turn(self) -> None:
        """The candidate says that the answer is over (push-to-talk was released)."""
        if self._parts is not None:
            self._parts.hearing.take_turn(even_empty=False)

    async def run(self) -> InterviewState:
        """Hold the interview. Returns once it has ended; cancelled, it can be resumed later."""
        if self._seq:
            self.post(SessionResumed(self._clock.now_ms()))
        try:
            self._parts = parts = self._make_parts()
            await self._transport.start(parts.session, parts.agent(self._state.index))
            for sentence in self._voice.degraded:
                self._incidents.tell(sentence)
            self._news.listen(self._announce)
            await self._serve(parts)
        finally:
            await self._let_go()
        return self._state

    # the one loop

    async def _serve(self, parts: SessionParts) -> None:
        try:
            while not self._state.ended:
                await self._advance(await self._next(), parts)
        except JournalLost:
            self._stop("journal", NOT_KEPT)
        except Exception as fault:
            log.exception("interview broke off", interview=self._header.interview_id)
            self._stop(type(fault).__name__, BROKEN)
        report = f"/interviews/{self._header.interview_id}/report"
        self._show({"t": "ended", "reason": self._state.end_reason, "report": report})

    async def _next(self) -> Posted:
        due = engine.next_deadline(self._state)
        while (
            posted := await self._inbox.next(None if due is None else self._clock.loop_s(due))
        ) is None and self._stood_still(due or 0):
            due = self._clock.now_ms() + CLAIM_LIMIT
        return posted or Posted(DeadlineReached(due or 0))

    def _stood_still(self, due: Millis) -> bool:
        """The handoff seems late only because this process stood still: nobody could carry it out. If it were
        given up, a candidate who types would face a question that is already answered."""
        claimed = engine.timer_at(self._state, due) == Timer.CLAIM.label
        return claimed and self._clock.now_ms() - due > LATE

    async def _advance(self, posted: Posted, parts: SessionParts) -> None:
        before = self._state
        read = await self._read(posted.event, before)
        # a timer may fire a fraction of a millisecond early; the deadline has come all the same
        at = max(self._clock.now_ms(), before.now, posted.event.at if _is_timer(posted) else 0)
        event = read if read.at == at else replace(read, at=at)
        if isinstance(event, DeadlineReached):
            event = replace(event, timer=engine.timer_at(before, at))
        elif isinstance(event, AnswerGiven) and not (event.typed or before.present):
            event = replace(event, cut=True)
        state, commands = engine.step(before, event)
        await self._write(event, commands)
        self._state = state
        self._acknowledge(event)
        parts.carry_out(commands, handed_off=posted.undo is not None)
        if isinstance(event, AnswerGiven):
            self._prepare(None)  # by now the prepared reply was asked for, or it will not be
        posted.answer(commands)
        parts.follow(state)
        if self._recorder is not None:
            self._recorder.pause(state.pause is not None)
        self._show_view()
        if self._observe is not None:
            self._observe(event, commands, state)

    async def _read(self, event: Event, state: InterviewState) -> Event:
        """The event, completed by the reader."""
        event = await self._turn_reader.complete(event, state)
        return quoted(event, self._background, self._header.plan.language)

    def _prepare(self, answer: AnswerGiven | None) -> None:
        """Have a reply prepared to an answer that may be over. None: the answer goes on."""
        if self._preparing is not None:
            self._preparing.cancel()
        self._preparing = None
        if self._parts is not None:
            self._parts.prepare(None)
        if answer is not None:
            self._preparing = self._background_tasks.run(self._foresee(answer))

    async def _foresee(self, answer: AnswerGiven) -> None:
        """Ask the engine what it would do with the answer. Nothing is written or carried out, and the state
        stays as it is. The prepared reply is used when the engine later asks about the same answer."""
        before = self._state
        event = await self._read(replace(answer, at=max(answer.at, before.now)), before)
        state, commands = engine.step(before, event)
        if self._parts is not None and any(isinstance(command, Consult) for command in commands):
            self._parts.prepare(brief(state))

    def _acknowledge(self, event: Event) -> None:
        """Tell the page that the journal has what its message caused."""
        mid = message_id(event)
        if mid is not None:
            self._show({"t": "saved", "mids": [mid]})

    async def _write(self, event: Event, commands: tuple[Command, ...]) -> None:
        try:
            await self._journal.append(encode_entry(self._seq + 1, event, commands))
        except Exception as fault:
            cause = type(fault).__name__
            log.critical(
                "journal lost", interview=self._header.interview_id, cause=cause, exc_info=fault
            )
            raise JournalLost from fault
        self._seq += 1

    def _stop(self, cause: str, notice: Sentence) -> None:
        """End without a journal entry: the journal stands before the fault, and the interview can resume there."""
        self._state, _ = engine.step(self._state, Aborted(self._clock.now_ms(), cause))
        self._incidents.tell(notice, "stop")

    async def _let_go(self) -> None:
        self._inbox.close()
        await self._background_tasks.aclose()
        if self._parts is not None:
            await self._parts.aclose()
        await self._transport.aclose()
        if self._recorder is not None:
            await self._recorder.aclose()

    # parts

    def _make_parts(self) -> SessionParts:
        return SessionParts(
            voice=self._voice,
            model=self._model,
            background=self._background,
            interviewer=self._interviewer,
            language=self._header.plan.language,
            clock=self._clock,
            background_tasks=self._background_tasks,
            inbox=self._inbox,
            incidents=self._incidents,
            show=self._show,
            prepare=self._prepare,
            state=lambda: self._state,
        )

    def _announce(self, news: Degraded) -> None:
        self._incidents.add(news.part, news.cause, news.notice)

    def _show(self, message: Mapping[str, Any]) -> None:
        self._transport.show(message)

    def _show_view(self) -> None:
        shown = view.view(self._state)
        still = {key: value for key, value in shown.items() if key not in COUNTED}
        if still != self._shown:
            self._shown = still
            self._show(shown)


def _is_timer(posted: Posted) -> bool:
    return isinstance(posted.event, DeadlineReached)
