"""What candidates entrust to us put together from the settings: who seals papers and sound, reads papers,
looks companies up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from importlib import import_module

import structlog

from greenroom.adapters.documents.reader import ConfinedDocuments
from greenroom.adapters.opus import OpusCodec
from greenroom.adapters.research.searches import search_of
from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import (
    InterviewRow,
    OperatorFault,
    PaperModel,
    PaperModels,
    Store,
    UserFault,
)
from greenroom.app.preparation.looking_up import LookUp
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.budgets import Budget, ceilings
from greenroom.app.providers.catalogue import Part, ReplyFormat, resolve
from greenroom.app.providers.keys import KeyRing
from greenroom.app.providers.prices import UNKNOWN, price_of
from greenroom.app.sound import SoundArchive
from greenroom.bootstrap.keys import address_rule
from greenroom.bootstrap.operators import operators_rule
from greenroom.data_directory import sealing_keys
from greenroom.interview.circumstances import Circumstances
from greenroom.settings import Settings

log = structlog.get_logger("greenroom.preparation")


def circumstances(settings: Settings) -> Circumstances:
    """What interviewers can tell of interviews that are held here."""
    return Circumstances(
        country=settings.country or "",
        kept_days=settings.retention_days,
        model=settings.llm is not None,
    )


def preparation_service(
    settings: Settings, store: Store, ring: KeyRing, now: Callable[[], datetime]
) -> PreparationService:
    """`now` gives UTC. Raises `OperatorFault` for a search that is set by halves."""
    research = search_of(settings.search, settings.search_key, settings.search_url)
    return PreparationService(
        store.folders,
        SealingVault.of(sealing_keys(settings)),
        ConfinedDocuments(),
        now=now,
        models=paper_models(settings, store, ring, now),
        look_up=None if research is None else LookUp(research),
    )


def sound_archive(settings: Settings, store: Store) -> SoundArchive:
    return SoundArchive(store.sounds, SealingVault.of(sealing_keys(settings)), OpusCodec())


def paper_models(
    settings: Settings, store: Store, ring: KeyRing, now: Callable[[], datetime]
) -> PaperModels:
    """The model that holds the interview (the candidate's choice, or the operator's) reads the papers, too."""
    typed = address_rule(settings)
    most = ceilings(settings.interview_budget, settings.owner_budget)

    @asynccontextmanager
    async def of(row: InterviewRow) -> AsyncIterator[PaperModel | None]:
        chosen = (await ring.equip(row)).parts.get(Part.LLM)
        if chosen is None:
            yield None
            return
        rule = operators_rule(chosen.choice) if chosen.operators else typed
        found = resolve(chosen.choice, Part.LLM, has_key=chosen.key is not None)
        # LiveKit takes seconds to import: the server must not wait for it
        plugins = await asyncio.to_thread(import_module, "greenroom.adapters.models.plugins")
        json_model = await asyncio.to_thread(import_module, "greenroom.adapters.models.json_model")
        await asyncio.to_thread(plugins.preload, chosen.choice.provider)
        try:
            model = plugins.make_llm(chosen.choice, chosen.key, rule)
        except (UserFault, OperatorFault) as fault:
            log.warning("paper_model_lost", interview=row.id, reason=str(fault))
            yield None
            return
        price = UNKNOWN if found.own_address else price_of(found.provider.name, found.model)
        budget = Budget(store.usage, row.id, row.owner, most, now=now, tell=lambda _: None)
        try:
            yield json_model.JsonModel(
                model,
                found.asked or ReplyFormat.HEADER_LINE,
                found.provider.name,
                budget.allowance(price),
            )
        finally:
            await model.aclose()

    return of
