"""From what a candidate chose to what their interview is held with: opened keys, plugins, an interviewer.

`serve` uses it, and so does a worker once it has redeemed its ticket. What was chosen and cannot be
had is done by this machine, which the candidate is told and the record says (S4).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Final, Literal

import structlog

from greenroom.adapters.models.interviewer import ModelInterviewer
from greenroom.adapters.models.plugins import make_llm
from greenroom.app.addresses import AddressRule
from greenroom.app.interviewer import PlanInterviewer
from greenroom.app.keys import Chosen, KeyRing
from greenroom.app.ports import (
    InterviewRow,
    OperatorFault,
    UserFault,
)
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

log = structlog.get_logger("greenroom.providers")


def equipping(settings: Settings, ring: KeyRing, local: Callable[[], Voice]) -> Equip:
    """`local` makes the parts of this machine, for one interview each."""
    rule = address_rule(settings)

    @asynccontextmanager
    async def equip(row: InterviewRow, plan: InterviewPlan) -> AsyncIterator[Equipment]:
        equipped = await ring.equip(row)
        news = News()
        for part, reason in equipped.lost.items():
            _lose(part, KEY_GONE, reason, row, news)
        voice, interviewer = local(), None
        async with AsyncExitStack() as left:
            for part, chosen in equipped.parts.items():
                spoken = replace(chosen, choice=replace(chosen.choice, language=plan.language))
                try:
                    if part is Part.LLM:
                        interviewer = _model(spoken, row, rule)
                        left.push_async_callback(interviewer.aclose)
                    else:
                        voice = _with(part, spoken, voice, rule)
                except (UserFault, OperatorFault) as fault:
                    _lose(part, NOT_AVAILABLE, str(fault), row, news)
            yield Equipment(voice, interviewer or PlanInterviewer(), news)

    return equip


def _model(chosen: Chosen, row: InterviewRow, rule: AddressRule) -> ModelInterviewer:
    resolved = resolve(chosen.choice, Part.LLM, has_key=chosen.key is not None)
    return ModelInterviewer(
        make_llm(chosen.choice, chosen.key, rule),
        resolved.asked or Asked.HEADER_LINE,
        provider=resolved.provider.name,
        background=_background(row),
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


def _with(part: Part, chosen: Chosen, voice: Voice, rule: AddressRule) -> Voice:
    if part is Part.STT:
        return with_providers(voice, stt=chosen, rule=rule)
    return with_providers(voice, tts=chosen, rule=rule)


def _lose(part: Part, cause: str, reason: str, row: InterviewRow, news: News) -> None:
    """A part that was chosen cannot be had; `reason` names no key and no address but the host's."""
    log.warning("provider_lost", interview=row.id, part=part.value, cause=cause, reason=reason)
    kind, instead = PARTS[part]
    news.tell(Degraded(kind, cause, f"The provider that you chose cannot be used, {instead}"))
