"""What a worker does with one job: hold the interview that it names, until it is over or put down."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import structlog
from livekit.agents import AutoSubscribe, JobContext

from greenroom.adapters.rooms.lease_keeper import LeaseKeeper, LeaseLost
from greenroom.adapters.rooms.names import JobMetadata
from greenroom.adapters.rooms.relay import Relay
from greenroom.adapters.rooms.transport import RoomTransport
from greenroom.app.journals import OpenJournal, Papers, close_journal, no_papers, open_journal
from greenroom.app.observing import Watch
from greenroom.app.ports import InterviewRow, Journal, Leases, NotFound, Refused, Store
from greenroom.app.providers import tickets
from greenroom.app.timestamps import stamped
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.session.clock import SessionClock
from greenroom.session.equipment import Equip
from greenroom.session.opening import open_interview

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class JobServices:
    """What a job needs besides its room."""

    store: Store
    equip: Equip
    now: Callable[[], datetime]
    watch: Watch | None = None
    papers: Papers = no_papers
    circumstances: Circumstances = UNKNOWN
    relay: Relay | None = None
    """The worker, where it renews leases and writes journals for its jobs."""

    @property
    def leases(self) -> Leases:
        return self.store.leases if self.relay is None else self.relay.leases

    def journal(self, interview_id: str) -> Journal:
        if self.relay is not None:
            return self.relay.journal(interview_id)
        return self.store.interviews.journal(interview_id)

    async def row(self, interview_id: str) -> InterviewRow:
        row = await self.store.interviews.find(interview_id)
        if row is None:
            raise NotFound("this interview is gone")
        return row

    def stamp(self) -> str:
        return stamped(self.now())


async def hold(ctx: JobContext, services: JobServices) -> None:
    """Hold the interview of this job. Everything about it comes from the store.

    A job that comes second, or for an interview that is over, leaves without entering the room.
    """
    order = JobMetadata.of(ctx.job.metadata)
    interview_id = order.interview_id
    reason = "over"
    try:
        async with LeaseKeeper(services.leases, interview_id, ctx.job.id) as lease:
            await tickets.redeem(services.store.tickets, order.ticket, interview_id)
            row = await services.row(interview_id)
            opened = await open_journal(
                services.store.interviews,
                row,
                services.stamp(),
                services.papers,
                services.circumstances,
            )
            log.info("holding", interview=interview_id, job=ctx.job.id, pid=os.getpid())
            await lease.during(_attend(ctx, services, row, opened, lease))
            await close_journal(services.store.interviews, row.id, services.stamp())
    except LeaseLost:
        reason = "lease lost"
        log.warning("lease lost", interview=interview_id, job=ctx.job.id)
    except (Refused, NotFound) as refusal:
        reason = "refused"
        log.info("job not taken", interview=interview_id, job=ctx.job.id, why=str(refusal))
    finally:
        ctx.shutdown(reason)


async def _attend(
    ctx: JobContext,
    services: JobServices,
    row: InterviewRow,
    opened: OpenJournal,
    lease: LeaseKeeper,
) -> None:
    """Until the interview is over, or the room is: then it can go on in another."""
    gone = asyncio.Event()
    ctx.room.on("disconnected", lambda *_: gone.set())
    await ctx.connect(auto_subscribe=AutoSubscribe.SUBSCRIBE_NONE)
    async with services.equip(row, opened.header.plan) as equipment, asyncio.TaskGroup() as tasks:
        live, _ = open_interview(
            opened,
            services.journal(row.id),
            equipment,
            partial(
                RoomTransport,
                ctx.room,
                resumed=not opened.fresh,
                cut_off=lambda: lease.unanswered,
            ),
            SessionClock.of(opened),
            now=services.now,
            watch=services.watch,
        )
        running = tasks.create_task(live.run())
        waiting = tasks.create_task(gone.wait())
        await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        running.cancel()
