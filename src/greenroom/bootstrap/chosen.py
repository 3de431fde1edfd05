"""From what a candidate chose to what their interview is held with: opened keys, plugins, an interviewer.

`serve` uses it, and so does a worker once it has redeemed its ticket. What was chosen and cannot be
had is done by this machine, which the candidate is told and the record says (S4).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final, Literal

import structlog

from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.plugins import make_llm, preload
from greenroom.app.addresses import AddressRule
from greenroom.app.budgets import Budget, BudgetNews, ceilings
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.keys import Chosen, KeyRing
from greenroom.app.ports import Allowance, InterviewRow, OperatorFault, Store, UserFault
from greenroom.app.prices import UNKNOWN, Price, price_of
from greenroom.app.providers import Asked, Part, resolve
from greenroom.app.roles import level, levels, role_pack, role_packs
from greenroom.bootstrap.keys import address_rule
from greenroom.bootstrap.voices import with_providers
from greenroom.interview.background import Background
from greenroom.interview.plan import InterviewPlan
from greenroom.session.equipment import Equip, Equipment, News
from greenroom.session.voice import Degraded, Voice
from greenroom.settings import Settings

KEY_GONE: Final = "key_gone"
"""Cause of an incident: the chosen key was deleted, or does not open."""
NOT_AVAILABLE: Final = "not_available"
"""The chosen provider cannot be used on this server: no plugin, or an address that is not allowed."""
PARTS: Final[dict[Part, tuple[Literal["interviewer", "hearing", "voice"], str]]] = {
    Part.LLM: ("interviewer", "so the questions come from the plan alone."),
    Part.STT: ("hearing", "so this server itself listens."),
    Part.TTS: ("voice", "so this server's own voice speaks."),
}

BUDGET_NEWS: Final = {
    BudgetNews.NEAR: "Four fifths of the budget for your providers are used.",
    BudgetNews.USED_UP: (
        "The budget for your providers is used up. The interview goes on: from here on this server "
        "asks, hears and speaks by itself."
    ),
}

log = structlog.get_logger("greenroom.providers")


def equipping(
    settings: Settings,
    store: Store,
    ring: KeyRing,
    *,
    local: Callable[[], Voice],
    now: Callable[[], datetime],
) -> Equip:
    """`local` makes the parts of this machine, for one interview each; `now` gives UTC."""
    rule = address_rule(settings)
    most = ceilings(settings.interview_budget, settings.owner_budget)

    @asynccontextmanager
    async def equip(row: InterviewRow, plan: InterviewPlan) -> AsyncIterator[Equipment]:
        equipped = await ring.equip(row)
        news = News()
        for part, reason in equipped.lost.items():
            _lose(part, KEY_GONE, reason, row, news)
        tell = partial(_tell_budget, news)
        budget = Budget(store.usage, row.id, row.owner, most, now=now, tell=tell)
        voice, interviewer = local(), None
        async with AsyncExitStack() as left:
            for part, chosen in equipped.parts.items():
                spoken = replace(chosen, choice=replace(chosen.choice, language=plan.language))
                await asyncio.to_thread(preload, spoken.choice.provider)
                try:
                    allowance = budget.allowance(_price(spoken, part))
                    if part is Part.LLM:
                        interviewer = _model(spoken, row, rule, allowance)
                        left.push_async_callback(interviewer.aclose)
                    else:
                        voice = _with(part, spoken, voice, rule, allowance)
                except (UserFault, OperatorFault) as fault:
                    _lose(part, NOT_AVAILABLE, str(fault), row, news)
            yield Equipment(voice, interviewer or PlanInterviewer(), news)

    return equip


def _price(chosen: Chosen, part: Part) -> Price:
    resolved = resolve(chosen.choice, part, has_key=chosen.key is not None)
    return UNKNOWN if resolved.own_address else price_of(resolved.provider.name, resolved.model)


def _model(
    chosen: Chosen, row: InterviewRow, rule: AddressRule, allowance: Allowance
) -> ModelInterviewer:
    resolved = resolve(chosen.choice, Part.LLM, has_key=chosen.key is not None)
    return ModelInterviewer(
        make_llm(chosen.choice, chosen.key, rule),
        resolved.asked or Asked.HEADER_LINE,
        provider=resolved.provider.name,
        background=_background(row),
        allowance=allowance,
    )


def _background(row: InterviewRow) -> Background:
    """What the model may know beyond the plan: role and level from the catalogue, the job's text."""
    pack = role_packs().get(role_pack(row.candidate.get("role", "")) or "")
    step = levels().get(level(row.candidate.get("level", "")) or "")
    return Background(
        focus=pack.focus if pack is not None else (),
        expectations=step.expectations if step is not None else (),
        job=row.job_description or "",
    )


def _with(
    part: Part, chosen: Chosen, voice: Voice, rule: AddressRule, allowance: Allowance
) -> Voice:
    if part is Part.STT:
        return with_providers(voice, stt=chosen, rule=rule, allowance=allowance)
    return with_providers(voice, tts=chosen, rule=rule, allowance=allowance)


def _tell_budget(news: News, told: BudgetNews) -> None:
    news.tell(Degraded("budget", told.value, BUDGET_NEWS[told]))


def _lose(part: Part, cause: str, reason: str, row: InterviewRow, news: News) -> None:
    """A part that was chosen cannot be had; `reason` names no key and no address but the host's."""
    log.warning("provider_lost", interview=row.id, part=part.value, cause=cause, reason=reason)
    kind, instead = PARTS[part]
    news.tell(Degraded(kind, cause, f"The provider that you chose cannot be used, {instead}"))
