"""What the pages ask of the product (`pages.Backstage`), answered from the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request

from greenroom.app.archive import record_of, report_of
from greenroom.app.budgets import Account, account
from greenroom.app.ports import InterviewRow, SealedKey
from greenroom.web.desk import Desk
from greenroom.web.owners import opened, owner_of


class DeskBackstage:
    """Checks whose an interview is by the request's cookie, as the API does."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def interview(self, request: Request, interview_id: str) -> InterviewRow:
        return await opened(request, interview_id)

    async def record(self, row: InterviewRow) -> dict[str, Any] | None:
        return await record_of(self._desk.interviews, row)

    async def report(self, row: InterviewRow) -> dict[str, Any]:
        return await report_of(self._desk.interviews, row)

    async def history(self, request: Request) -> Sequence[InterviewRow]:
        owner = owner_of(request)
        return [] if owner is None else await self._desk.interviews.of_owner(owner)

    async def keys(self, request: Request) -> Sequence[SealedKey]:
        owner = owner_of(request)
        return [] if owner is None else await self._desk.keys.of_owner(owner)

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
