"""What the pages ask of the product (`pages.Backstage`), answered by the services."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from fastapi import Request

from greenroom.app.plans import PlanSummary
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.owner_plans import usable
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
from greenroom.app.reports.archive import record_of, told_of, words_version
from greenroom.app.reports.readings import Key, readings_of
from greenroom.app.reports.sharing import live, shown
from greenroom.app.scorecards.requests import judging_keys
from greenroom.web.owners import opened, owner_of
from greenroom.web.rates import Rates
from greenroom.web.services import Services

T = TypeVar("T")


class ServedPages:
    """Checks whose an interview is by the request's cookie, as the API does."""

    def __init__(self, services: Services, rates: Rates) -> None:
        self._services, self._rates = services, rates

    async def interview(self, request: Request, interview_id: str) -> InterviewRow:
        return await opened(request, interview_id)

    async def summary(
        self, row: InterviewRow, make: Callable[[InterviewRow, Mapping[str, Any] | None], T]
    ) -> T:
        interviews = self._services.interviews
        readings = readings_of(interviews)

        async def made() -> T:
            record = await record_of(interviews, row)
            return await readings.apart(row.owner, partial(make, row, record))

        version = await words_version(interviews, row)
        key = Key(f"summary by {make.__name__}", (row.id,), (version, row.status))
        return await readings.once(key, made, lambda one: 2 * len(repr(one)))

    async def apart(self, owner: str, work: Callable[[], T]) -> T:
        return await readings_of(self._services.interviews).apart(owner, work)

    async def told(self, row: InterviewRow) -> Told | None:
        try:
            return await told_of(self._services.store, row)
        except Refused:  # it never began
            return None

    async def scorecard(self, row: InterviewRow) -> ScorecardRow | None:
        return await self._services.store.scorecards.find(row.id)

    async def judges(self, row: InterviewRow) -> Sequence[SealedKey]:
        return await judging_keys(self._services.keys, row.owner)

    async def links(self, row: InterviewRow) -> Sequence[Link]:
        return await live(self._services.store.links, row, self._services.now())

    async def sound(self, row: InterviewRow) -> Sequence[SoundSpan]:
        return await self._services.sound.kept(row)

    async def shared(self, request: Request, token: str) -> tuple[InterviewRow, Link, Told]:
        self._rates.count_shared(request)
        return await shown(self._services.store, token, self._services.now())

    async def history(self, request: Request) -> Sequence[InterviewRow]:
        owner = owner_of(request)
        return [] if owner is None else await self._services.interviews.of_owner(owner)

    async def plans(self, request: Request) -> Sequence[PlanSummary]:
        owner = owner_of(request)
        rows = [] if owner is None else await self._services.store.plans.of_owner(owner)
        found = await in_turn(owner, usable, rows) if owner is not None else []
        return [replace(summary, id=row.id) for row, summary in found]

    async def keys(self, request: Request) -> Sequence[SealedKey]:
        owner = owner_of(request)
        return [] if owner is None else await self._services.keys.of_owner(owner)

    @property
    def operators(self) -> Mapping[Part, ModelChoice]:
        return self._services.keys.operators

    async def account(self, request: Request) -> Account:
        services = self._services
        return await account(
            services.store.usage, owner_of(request), services.ceilings.owner, services.now()
        )

    @property
    def retention_days(self) -> int:
        return self._services.retention_days

    @property
    def looks_nearby(self) -> bool:
        """Whether model servers on this machine are looked for."""
        return self._services.nearby is not None

    @property
    def operators_model(self) -> str | None:
        return self._services.operators_model

    @property
    def sends_mail(self) -> bool:
        return self._services.mailer is not None
