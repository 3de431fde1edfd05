"""What the pages ask of the product (`pages.Backstage`), answered from the desk."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fastapi import Request

from greenroom.app.plans import PlanSummary
from greenroom.app.plans.shelf import usable
from greenroom.app.ports import (
    InterviewRow,
    Link,
    Refused,
    ScorecardRow,
    SealedKey,
    SoundSpan,
    Told,
)
from greenroom.app.providers.budgets import Account, account
from greenroom.app.providers.known import ModelChoice, Part
from greenroom.app.reports.archive import record_of, told_of
from greenroom.app.reports.sharing import live, shown
from greenroom.app.scorecards.requests import judging_keys
from greenroom.web.desk import Desk
from greenroom.web.owners import opened, owner_of
from greenroom.web.rates import Rates


class DeskBackstage:
    """Checks whose an interview is by the request's cookie, as the API does."""

    def __init__(self, desk: Desk, rates: Rates) -> None:
        self._desk, self._rates = desk, rates

    async def interview(self, request: Request, interview_id: str) -> InterviewRow:
        return await opened(request, interview_id)

    async def record(self, row: InterviewRow) -> dict[str, Any] | None:
        return await record_of(self._desk.interviews, row)

    async def told(self, row: InterviewRow) -> Told | None:
        try:
            return await told_of(self._desk.store, row)
        except Refused:  # it never began
            return None

    async def scorecard(self, row: InterviewRow) -> ScorecardRow | None:
        return await self._desk.store.scorecards.find(row.id)

    async def judges(self, row: InterviewRow) -> Sequence[SealedKey]:
        return await judging_keys(self._desk.keys, row.owner)

    async def links(self, row: InterviewRow) -> Sequence[Link]:
        return await live(self._desk.store.links, row, self._desk.now())

    async def sound(self, row: InterviewRow) -> Sequence[SoundSpan]:
        return await self._desk.sound.kept(row)

    async def shared(self, request: Request, token: str) -> tuple[InterviewRow, Link, Told]:
        self._rates.count_shared(request)
        return await shown(self._desk.store, token, self._desk.now())

    async def history(self, request: Request) -> Sequence[InterviewRow]:
        owner = owner_of(request)
        return [] if owner is None else await self._desk.interviews.of_owner(owner)

    async def plans(self, request: Request) -> Sequence[PlanSummary]:
        owner = owner_of(request)
        rows = [] if owner is None else await self._desk.store.plans.of_owner(owner)
        found = await asyncio.to_thread(usable, rows)
        return [replace(summary, id=row.id) for row, summary in found]

    async def keys(self, request: Request) -> Sequence[SealedKey]:
        owner = owner_of(request)
        return [] if owner is None else await self._desk.keys.of_owner(owner)

    @property
    def operators(self) -> Mapping[Part, ModelChoice]:
        return self._desk.keys.operators

    async def account(self, request: Request) -> Account:
        desk = self._desk
        return await account(desk.store.usage, owner_of(request), desk.ceilings.owner, desk.now())

    @property
    def running(self) -> int:
        return self._desk.rooms.running

    @property
    def capacity(self) -> int:
        return self._desk.rooms.capacity

    @property
    def retention_days(self) -> int:
        return self._desk.retention_days

    @property
    def operators_model(self) -> str | None:
        return self._desk.operators_model

    @property
    def sends_mail(self) -> bool:
        return self._desk.mailer is not None
