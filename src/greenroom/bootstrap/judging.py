"""Models for stored interviews, to judge or to word them: of the candidate's own key, or the operator's,
within the budget."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import structlog

from greenroom.app.ports import (
    InterviewRow,
    Judge,
    OperatorFault,
    Store,
    UpstreamFault,
    UserFault,
)
from greenroom.app.ports.writer import Writer
from greenroom.app.providers.budgets import Budget, ceilings
from greenroom.app.providers.keys import Chosen, KeyRing
from greenroom.app.providers.known import PROVIDERS, Asked, Part, resolve
from greenroom.app.providers.prices import UNKNOWN, price_of
from greenroom.app.scorecards.requests import OPERATORS
from greenroom.bootstrap.keys import address_rule
from greenroom.bootstrap.operators import operators_rule
from greenroom.bootstrap.operators_model import operators_choice
from greenroom.settings import Settings

if TYPE_CHECKING:
    from livekit.agents import llm

    from greenroom.adapters.models.asked_model import AskedModel

KEY_GONE = "key_gone"
NOT_AVAILABLE = "not_available"
"""Causes beside those of `app.providers.upstream`: the same words as an interview's incidents have for it."""

log = structlog.get_logger("greenroom.judging")


def operators_title(settings: Settings) -> str | None:
    """Who would judge by the operator's model, for people; None: no such model is set."""
    if settings.llm is None:
        return None
    provider = PROVIDERS.get(settings.llm)
    return settings.llm if provider is None else provider.title


class ModelJudges:
    """Implements `app.scorecards.docket.Judges`."""

    def __init__(
        self, settings: Settings, store: Store, ring: KeyRing, now: Callable[[], datetime]
    ) -> None:
        self._settings, self._store, self._ring, self._now = settings, store, ring, now

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        async with self.asked(row, key) as (model, name):
            from greenroom.adapters.models.judge import ModelJudge

            yield ModelJudge(model, name=name)

    @asynccontextmanager
    async def asked(self, row: InterviewRow, key: str) -> AsyncIterator[tuple[AskedModel, str]]:
        """The model, and what it is called. Raises `UpstreamFault` when it cannot be had."""
        model, chosen = await self._opened(row, key)
        try:
            yield self._counted(row, model, chosen)
        finally:
            await model.aclose()

    async def _opened(self, row: InterviewRow, key: str) -> tuple[llm.LLM[Any], Chosen]:
        settings = self._settings
        try:
            if key == OPERATORS:
                chosen = operators_choice(settings)
                rule = operators_rule(chosen.choice)
            else:
                equipped = await self._ring.equip(replace(row, keys={Part.LLM.value: key}))
                if Part.LLM not in equipped.parts:
                    _lose(row, KEY_GONE, equipped.lost[Part.LLM])
                chosen, rule = equipped.parts[Part.LLM], address_rule(settings)
            plugins = await asyncio.to_thread(_loaded, chosen.choice.provider)
            return plugins.make_llm(chosen.choice, chosen.key, rule), chosen
        except (UserFault, OperatorFault) as fault:
            _lose(row, NOT_AVAILABLE, str(fault))

    def _counted(
        self, row: InterviewRow, model: llm.LLM[Any], chosen: Chosen
    ) -> tuple[AskedModel, str]:
        from greenroom.adapters.models.asked_model import AskedModel

        found = resolve(chosen.choice, Part.LLM, has_key=chosen.key is not None)
        price = UNKNOWN if found.own_address else price_of(found.provider.name, found.model)
        most = ceilings(self._settings.interview_budget, self._settings.owner_budget)
        budget = Budget(
            self._store.usage, row.id, row.owner, most, now=self._now, tell=lambda _: None
        )
        asked = AskedModel(
            model, found.asked or Asked.HEADER_LINE, found.provider.name, budget.allowance(price)
        )
        return asked, f"{found.provider.name}/{found.model}"


class ModelWriters:
    """Implements `app.ports.writer.Writers` with the models that judge."""

    def __init__(self, models: ModelJudges, ready: Callable[[], Awaitable[None]]) -> None:
        """`ready` returns when models may be imported: not while speech is loading."""
        self._models, self._ready = models, ready

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Writer]:
        await self._ready()
        async with self._models.asked(row, key) as (model, name):
            from greenroom.adapters.models.writer import ModelWriter

            yield ModelWriter(model, name=name)


def _loaded(provider: str) -> Any:
    """LiveKit and what a plugin imports for seconds, in a thread: the server must not wait for it."""
    import_module("greenroom.adapters.models.judge")
    import_module("greenroom.adapters.models.writer")
    plugins = import_module("greenroom.adapters.models.plugins")
    plugins.preload(provider)
    return plugins


def _lose(row: InterviewRow, cause: str, reason: str) -> NoReturn:
    log.warning("judge_not_available", interview=row.id, cause=cause, reason=reason)
    raise UpstreamFault("judge", cause, retryable=False) from None
