"""Makes the scorecards that were asked for, in the background.

A request is a row of the store. What a killed server had begun is begun again by the next one: nothing
of a half-made card is kept, and a card is put to its request once.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Final, Never, Protocol

import structlog

from greenroom.app.ports import (
    GreenroomError,
    InterviewRow,
    Judge,
    NotFound,
    ScorecardRow,
    Store,
    UpstreamFault,
)
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.reports.replay import replay_of
from greenroom.app.scorecards import rubrics
from greenroom.app.scorecards.scoring import score
from greenroom.assessment.claims import Unscored
from greenroom.assessment.reasons import Reason
from greenroom.assessment.rubric import Rubric
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.stored_card import packed
from greenroom.assessment.transcript import Transcript, said

AT_ONCE: Final = 4
"""Interviews that are judged together."""
LONGEST_S: Final = 840.0
"""Of one interview: twelve criteria, twice each, four calls at once, each as slow as may be."""
CLAIM_MS: Final = 900_000
"""How long nobody else begins the same."""
LOOK_S: Final = 10.0
"""How often is looked for requests that another process left, or holds."""

log = structlog.get_logger("greenroom.scorecards")


class Judges(Protocol):
    """Makes the judge of an interview."""

    def of(self, row: InterviewRow, key: str) -> AbstractAsyncContextManager[Judge]:
        """A judge within the interview's budget; `key` as in `ScorecardRow`. Raises `UpstreamFault`
        on entering when the model cannot be had."""
        ...


class ScorecardWorker:
    """Works off requests until it is cancelled."""

    def __init__(self, store: Store, judges: Judges, *, holder: str) -> None:
        """`holder` names this server, the same after a restart: its own claims are no obstacle."""
        self._store, self._judges, self._holder = store, judges, holder
        self._free = asyncio.Semaphore(AT_ONCE)
        self._asked = asyncio.Event()
        self._begun: set[str] = set()

    def look(self) -> None:
        """There is a new request."""
        self._asked.set()

    async def work(self) -> Never:
        async with asyncio.TaskGroup() as tasks:
            while True:
                self._asked.clear()
                for row in await self._waiting():
                    self._begun.add(row.interview_id)
                    tasks.create_task(self._make(row))
                try:
                    async with asyncio.timeout(LOOK_S):
                        await self._asked.wait()
                except TimeoutError:
                    pass

    async def work_off(self) -> None:
        """Everything that waits now, once."""
        async with asyncio.TaskGroup() as tasks:
            for row in await self._waiting():
                self._begun.add(row.interview_id)
                tasks.create_task(self._make(row))

    async def _waiting(self) -> list[ScorecardRow]:
        try:
            asked = await self._store.scorecards.asked()
        except GreenroomError:
            log.exception("requests_unreadable")
            return []
        return [row for row in asked if row.interview_id not in self._begun]

    async def _make(self, asked: ScorecardRow) -> None:
        """One card. What fails on our side leaves the request as it is, for the next look."""
        try:
            async with self._free:
                await self._claimed(asked)
        except NotFound:
            log.info("scorecard_of_nothing", interview=asked.interview_id)  # erased meanwhile
        except GreenroomError:
            log.exception("scorecard_put_off", interview=asked.interview_id)
        finally:
            self._begun.discard(asked.interview_id)

    async def _claimed(self, asked: ScorecardRow) -> None:
        leases, interview_id = self._store.leases, asked.interview_id
        row = await self._store.interviews.find(interview_id)
        if row is None or not await leases.take(interview_id, self._holder, CLAIM_MS):
            return
        try:
            card = await self._card(asked, row)
            kept = await self._store.scorecards.keep(interview_id, asked.asked_at, packed(card))
        finally:
            await leases.release(interview_id, self._holder)
        scored = sum(not isinstance(mark, Unscored) for mark in card.marks.values())
        log.info("scorecard_made", interview=interview_id, kept=kept, scored=scored)

    async def _card(self, asked: ScorecardRow, row: InterviewRow) -> Scorecard:
        """A card in any case: a judge that fails, or a fault of ours, is a reason and no level."""
        rubric = rubrics.load_builtin(asked.rubric)
        replayed = await replay_of(self._store.interviews, row)
        messages = [] if replayed is None else said(replayed.record["messages"], replayed.heard)
        language = "en" if replayed is None else replayed.plan.language
        transcript = Transcript(messages, language, row.candidate.get("name", ""))
        await asyncio.to_thread(_prepare, transcript)
        try:
            async with asyncio.timeout(LONGEST_S), self._judges.of(row, asked.key) as judge:
                return await score(rubric, transcript, judge)
        except UpstreamFault as fault:
            log.warning("judge_lost", interview=row.id, cause=fault.cause)
            return _failed(rubric, fault.cause)
        except TimeoutError:
            return _failed(rubric, UpstreamCause.TIMEOUT)
        except GreenroomError:
            raise
        except Exception:
            log.exception("judge_broke", interview=row.id)
            return _failed(rubric, UpstreamCause.UNEXPLAINED)


def _prepare(transcript: Transcript) -> None:
    """What is worked out once, of ninety minutes of talk, where no interview waits for it."""
    _ = transcript.unfit, transcript.passages


def _failed(rubric: Rubric, cause: str) -> Scorecard:
    return Scorecard(rubric, {c.id: Unscored(Reason.JUDGE_FAILED, cause) for c in rubric.criteria})
