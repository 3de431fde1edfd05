"""From what a candidate or the operator chose to what an interview is held with: opened keys,
plugins, an interviewer.

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
from greenroom.adapters.models.tool_caller import ToolCaller
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.ports import Allowance, InterviewRow, OperatorFault, Reader, Store, UserFault
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.budgets import Budget, BudgetNews, ceilings
from greenroom.app.providers.catalogue import Part, ReplyFormat, resolve
from greenroom.app.providers.choices import Chosen, own_key
from greenroom.app.providers.keys import KeyRing
from greenroom.app.providers.prices import UNKNOWN, Price, price_of
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.roles import level, levels, role_pack, role_packs
from greenroom.app.sound import SoundArchive
from greenroom.assessment.sentence import Sentence
from greenroom.bootstrap.keys import address_rule
from greenroom.bootstrap.operators import operators_rule
from greenroom.bootstrap.voices import with_providers
from greenroom.interview.background import Background
from greenroom.interview.plan import InterviewPlan
from greenroom.session.consulting import UNREACHED
from greenroom.session.equipment import Equip, Equipment, News
from greenroom.session.voice import Degraded, Voice
from greenroom.settings import Settings

KEY_GONE: Final = "key_gone"
"""Cause of an incident: the chosen key was deleted, or does not open."""
NOT_AVAILABLE: Final = "not_available"
"""The provider cannot be used on this server: no plugin, an address that is not allowed, or the
operator has set another one since."""
PARTS: Final[dict[Part, tuple[Literal["interviewer", "hearing", "voice"], Sentence]]] = {
    Part.LLM: (
        "interviewer",
        Sentence(
            "The provider that was chosen cannot be used, so the questions come from the plan alone."
        ),
    ),
    Part.STT: (
        "hearing",
        Sentence("The provider that was chosen cannot be used, so this server itself listens."),
    ),
    Part.TTS: (
        "voice",
        Sentence("The provider that was chosen cannot be used, so this server's own voice speaks."),
    ),
}

BUDGET_NEWS: Final = {
    BudgetNews.NEAR: Sentence("80 percent of the budget for model providers is used."),
    BudgetNews.USED_UP: (
        Sentence(
            "The budget for model providers is used up. The interview goes on: from here on this server "
            "asks, hears and speaks by itself."
        )
    ),
}

log = structlog.get_logger("greenroom.providers")


def equipping(
    settings: Settings,
    store: Store,
    ring: KeyRing,
    documents: PreparationService,
    sound: SoundArchive,
    *,
    local: Callable[[], Voice],
    reader: Reader,
    now: Callable[[], datetime],
) -> Equip:
    """`local` makes the parts of this machine, for one interview each; all share the `reader`; `now` gives
    UTC."""
    typed = address_rule(settings)
    most = ceilings(settings.interview_budget, settings.owner_budget)

    @asynccontextmanager
    async def equip(row: InterviewRow, plan: InterviewPlan) -> AsyncIterator[Equipment]:
        equipped = await ring.equip(row)
        news = News()
        for part, reason in equipped.lost.items():
            cause = KEY_GONE if own_key(row, part) else NOT_AVAILABLE
            _lose(part, cause, reason, row, news)
        tell = partial(_tell_budget, news)
        budget = Budget(store.usage, row.id, row.owner, most, now=now, tell=tell)
        background = _with_role(await documents.background(row, plan), row)
        made = Equipment(
            local(),
            PlanInterviewer(background),
            news,
            background=background,
            keep=sound.keeper(row.id) if row.sound else None,
            reader=reader,
        )
        async with AsyncExitStack() as left:
            for part, chosen in equipped.parts.items():
                spoken = replace(chosen, choice=replace(chosen.choice, language=plan.language))
                rule = operators_rule(spoken.choice) if spoken.operators else typed
                await asyncio.to_thread(preload, spoken.choice.provider)
                try:
                    allowance = budget.allowance(_price(spoken, part))
                    made = _with(made, part, spoken, rule, allowance, left)
                except (UserFault, OperatorFault) as fault:
                    _lose(part, NOT_AVAILABLE, str(fault), row, news)
            yield made

    return equip


def _price(chosen: Chosen, part: Part) -> Price:
    resolved = resolve(chosen.choice, part, has_key=chosen.key is not None)
    return UNKNOWN if resolved.own_address else price_of(resolved.provider.name, resolved.model)


def _with(
    equipment: Equipment,
    part: Part,
    chosen: Chosen,
    rule: AddressRule,
    allowance: Allowance,
    left: AsyncExitStack,
) -> Equipment:
    """The equipment with one part of it done by whom was chosen; `left` closes what is left of it."""
    match part:
        case Part.STT:
            voice = with_providers(equipment.voice, stt=chosen, rule=rule, allowance=allowance)
            return replace(equipment, voice=voice)
        case Part.TTS:
            voice = with_providers(equipment.voice, tts=chosen, rule=rule, allowance=allowance)
            return replace(equipment, voice=voice)
        case Part.LLM:
            resolved = resolve(chosen.choice, part, has_key=chosen.key is not None)
            asked, provider = resolved.asked or ReplyFormat.HEADER_LINE, resolved.provider.name
            model = make_llm(chosen.choice, chosen.key, rule)
            left.push_async_callback(model.aclose)
            if asked is ReplyFormat.TOOLS:
                faults = _Faults(equipment.news)
                caller = ToolCaller(model, provider, allowance=allowance, tell=faults.tell)
                return replace(equipment, model=caller)
            known = equipment.background
            return replace(
                equipment,
                interviewer=ModelInterviewer(
                    model, asked, provider=provider, background=known, allowance=allowance
                ),
            )


class _Faults:
    """Failures of a model that calls tools: each is an incident, and the candidate is told once."""

    def __init__(self, news: News) -> None:
        self._news, self._told = news, False

    def tell(self, cause: UpstreamCause) -> None:
        # of a budget that is used up the candidate hears from the budget
        first = not self._told and cause is not UpstreamCause.BUDGET
        self._told = self._told or first
        self._news.tell(Degraded("interviewer", cause, UNREACHED if first else None))


def _with_role(background: Background, row: InterviewRow) -> Background:
    """What the interviewer may know beyond the plan: the papers, role and level from the catalogue."""
    pack = role_packs().get(role_pack(row.candidate.get("role", "")) or "")
    step = levels().get(level(row.candidate.get("level", "")) or "")
    return replace(
        background,
        focus=pack.focus if pack is not None else (),
        expectations=step.expectations if step is not None else (),
    )


def _tell_budget(news: News, told: BudgetNews) -> None:
    news.tell(Degraded("budget", told.value, BUDGET_NEWS[told]))


def _lose(part: Part, cause: str, reason: str, row: InterviewRow, news: News) -> None:
    """A part that was chosen cannot be had; `reason` names no key and no address but the host's."""
    log.warning("provider_lost", interview=row.id, part=part.value, cause=cause, reason=reason)
    kind, told = PARTS[part]
    news.tell(Degraded(kind, cause, told))
