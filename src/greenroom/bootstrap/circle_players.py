"""Who speaks and who judges in an interview of a circle: the model that its owner chose, the operator's
where the owner chose none, or nobody's where there was none."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Final

import structlog

from greenroom.app.circles.agents_without_model import NobodyJudges, RuleAgent
from greenroom.app.circles.chosen_model import as_admitted
from greenroom.app.circles.holding import Players
from greenroom.app.circles.missing_model import MissingModel
from greenroom.app.ports import CircleRow, MissionRow, OperatorFault, Store, UserFault
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.choices import OPERATORS, own_key
from greenroom.app.providers.keys import KeyRing
from greenroom.bootstrap.counted_models import KEY_GONE, NOT_AVAILABLE, CountedModels, Use
from greenroom.settings import Settings

if TYPE_CHECKING:
    from greenroom.adapters.models.json_model import JsonModel

NO_MODEL: Final = "plain"
"""Where the limits of a provider's model hold, for interviews that no model is asked for."""

log = structlog.get_logger("greenroom.circles")


class CirclePlayers:
    """Implements `app.circles.holding.Cast`."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        ring: KeyRing,
        *,
        now: Callable[[], datetime],
        ready: Callable[[], Awaitable[None]],
    ) -> None:
        """`ready` returns when models may be imported: not while speech is loading."""
        self._store, self._ring, self._ready = store, ring, ready
        self._models = CountedModels(settings, store.usage, now)

    @asynccontextmanager
    async def of(self, circle: CircleRow, meeting: MissionRow) -> AsyncIterator[Players]:
        """A model that cannot be had ends the interview unjudged: nobody else may be asked instead."""
        if Part.LLM.value not in circle.keys:
            plain = RuleAgent()
            yield Players(plain, plain, NobodyJudges())
            return
        found = await self._made(circle, meeting)
        if isinstance(found, MissingModel):
            yield Players(found, found, found)
            return
        from greenroom.adapters.models.circle import ModelAgent, ModelCircleJudge

        agent = ModelAgent(found)
        try:
            yield Players(agent, agent, ModelCircleJudge(found))
        finally:
            await found.model.aclose()

    async def lane(self, meeting_id: str) -> str:
        """Whose limits hold for an interview: those of its provider, and where an owner's key is used
        those of this owner at the provider. Names no owner: it stands in the queue's tables."""
        meeting = await self._store.circles.meeting_by_id(meeting_id)
        if meeting is None:
            return NO_MODEL
        circle = await self._store.circles.find(meeting.circle_id)
        if circle is None:
            return NO_MODEL
        begun = await self._store.circles.log(meeting_id)
        chosen = as_admitted(circle, begun.entries).keys.get(Part.LLM.value)
        if chosen is None:
            return NO_MODEL
        if chosen.startswith(OPERATORS):
            return chosen.removeprefix(OPERATORS)
        key = await self._store.keys.find(chosen, circle.owner)
        if key is None:
            return NO_MODEL
        return f"{key.provider} of {hashlib.sha256(circle.owner.encode()).hexdigest()[:16]}"

    async def _made(self, circle: CircleRow, meeting: MissionRow) -> JsonModel | MissingModel:
        """Raises `OperatorFault` while the store fails, which is not the key's fault."""
        own = own_key(circle, Part.LLM)
        if own is not None and await self._store.keys.find(own, circle.owner) is None:
            return _absent(meeting, KEY_GONE, f"the provider key {own} was deleted")
        equipped = await self._ring.equip(circle)
        if Part.LLM in equipped.lost:
            cause = NOT_AVAILABLE if own is None else KEY_GONE
            return _absent(meeting, cause, equipped.lost[Part.LLM])
        await self._ready()
        try:
            use = Use(meeting.id, circle.owner, "meeting")
            asked, _ = await self._models.made(use, equipped.parts[Part.LLM])
        except (UserFault, OperatorFault) as fault:
            return _absent(meeting, NOT_AVAILABLE, type(fault).__name__)
        return asked


def _absent(meeting: MissionRow, cause: str, reason: str) -> MissingModel:
    log.warning("model_not_available", meeting=meeting.id, cause=cause, reason=reason)
    return MissingModel(cause)
