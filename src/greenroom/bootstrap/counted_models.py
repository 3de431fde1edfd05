"""Language models that are asked for one object, each made for one interview, and what they use counted
within its budget and its owner's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from greenroom.app.ports import Subject, Usage
from greenroom.app.providers.budgets import Budget, ceilings
from greenroom.app.providers.catalogue import Part, ReplyFormat, resolve
from greenroom.app.providers.choices import Chosen
from greenroom.app.providers.prices import UNKNOWN, price_of
from greenroom.bootstrap.keys import address_rule
from greenroom.bootstrap.operators import operators_rule
from greenroom.bootstrap.operators_model import for_objects
from greenroom.settings import Settings

if TYPE_CHECKING:
    from greenroom.adapters.models.json_model import JsonModel

KEY_GONE: Final = "key_gone"
NOT_AVAILABLE: Final = "not_available"
"""Causes beside those of `app.providers.upstream`: the same words as an interview's incidents have for it."""
ADAPTERS: Final = ("judge", "writer", "circle")
"""Of `greenroom.adapters.models`: what asks the models that are made here."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a model is made for, and in whose budget it counts."""

    id: str
    owner: str
    of: Subject = "interview"


class CountedModels:
    def __init__(self, settings: Settings, usage: Usage, now: Callable[[], datetime]) -> None:
        self._settings, self._usage, self._now = settings, usage, now

    async def made(self, use: Use, chosen: Chosen) -> tuple[JsonModel, str]:
        """The model, to be closed after use, and what it is called. Raises `UserFault` or
        `OperatorFault` for a choice that cannot work on this server."""
        plain = for_objects(chosen)
        rule = operators_rule(plain.choice) if plain.operators else address_rule(self._settings)
        plugins = await asyncio.to_thread(_loaded, plain.choice.provider)
        model = plugins.make_llm(plain.choice, plain.key, rule)
        from greenroom.adapters.models.json_model import JsonModel

        found = resolve(plain.choice, Part.LLM, has_key=plain.key is not None)
        price = UNKNOWN if found.own_address else price_of(found.provider.name, found.model)
        most = ceilings(self._settings.interview_budget, self._settings.owner_budget)
        budget = Budget(
            self._usage, use.id, use.owner, most, now=self._now, tell=lambda _: None, of=use.of
        )
        asked = found.asked or ReplyFormat.HEADER_LINE
        counted = JsonModel(model, asked, found.provider.name, budget.allowance(price))
        return counted, f"{found.provider.name}/{found.model}"


def _loaded(provider: str) -> Any:
    """LiveKit and what a plugin imports for seconds, in a thread: the server must not wait for it."""
    for name in ADAPTERS:
        import_module(f"greenroom.adapters.models.{name}")
    plugins = import_module("greenroom.adapters.models.plugins")
    plugins.preload(provider)
    return plugins
