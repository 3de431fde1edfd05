"""Models for stored interviews, to judge or to word them: of the candidate's own key, or the operator's,
within the budget."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, NoReturn

import structlog

from greenroom.app.ports import (
    InterviewRow,
    Judge,
    OperatorFault,
    Store,
    UpstreamFault,
    UserFault,
    Writer,
)
from greenroom.app.providers.catalogue import PROVIDERS, Part
from greenroom.app.providers.choices import Chosen
from greenroom.app.providers.keys import KeyRing
from greenroom.app.scorecards.requests import OPERATORS
from greenroom.bootstrap.counted_models import KEY_GONE, NOT_AVAILABLE, CountedModels, Use
from greenroom.bootstrap.operators_model import operators_choice
from greenroom.settings import Settings

if TYPE_CHECKING:
    from greenroom.adapters.models.json_model import JsonModel

log = structlog.get_logger("greenroom.judging")


def operators_title(settings: Settings) -> str | None:
    """Who would judge by the operator's model, for people; None: no such model is set."""
    if settings.llm is None:
        return None
    provider = PROVIDERS.get(settings.llm)
    return settings.llm if provider is None else provider.title


class ModelJudges:
    """Implements `app.scorecards.scorecard_worker.Judges`."""

    def __init__(
        self, settings: Settings, store: Store, ring: KeyRing, now: Callable[[], datetime]
    ) -> None:
        self._settings, self._ring = settings, ring
        self._models = CountedModels(settings, store.usage, now)

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        async with self.asked(row, key) as (model, name):
            from greenroom.adapters.models.judge import ModelJudge

            yield ModelJudge(model, name=name)

    @asynccontextmanager
    async def asked(self, row: InterviewRow, key: str) -> AsyncIterator[tuple[JsonModel, str]]:
        """The model, and what it is called. Raises `UpstreamFault` when it cannot be had."""
        try:
            chosen = await self._chosen(row, key)
            asked, name = await self._models.made(Use(row.id, row.owner), chosen)
        except (UserFault, OperatorFault) as fault:
            _lose(row, NOT_AVAILABLE, str(fault))
        try:
            yield asked, name
        finally:
            await asked.model.aclose()

    async def _chosen(self, row: InterviewRow, key: str) -> Chosen:
        if key == OPERATORS:
            return operators_choice(self._settings)
        equipped = await self._ring.equip(replace(row, keys={Part.LLM.value: key}))
        if Part.LLM not in equipped.parts:
            _lose(row, KEY_GONE, equipped.lost[Part.LLM])
        return equipped.parts[Part.LLM]


class ModelWriters:
    """Implements `app.ports.Writers` with the models that judge."""

    def __init__(self, models: ModelJudges, ready: Callable[[], Awaitable[None]]) -> None:
        """`ready` returns when models may be imported: not while speech is loading."""
        self._models, self._ready = models, ready

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Writer]:
        await self._ready()
        async with self._models.asked(row, key) as (model, name):
            from greenroom.adapters.models.writer import ModelWriter

            yield ModelWriter(model, name=name)


def _lose(row: InterviewRow, cause: str, reason: str) -> NoReturn:
    log.warning("judge_not_available", interview=row.id, cause=cause, reason=reason)
    raise UpstreamFault("judge", cause, retryable=False) from None
