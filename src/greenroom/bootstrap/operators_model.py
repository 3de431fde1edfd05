"""The language model of the person who runs a command or the server: from the settings, not from a candidate's
keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.app.providers.catalogue import Part, ReplyFormat, resolve
from greenroom.app.providers.choices import Chosen
from greenroom.bootstrap.operators import operators, operators_rule
from greenroom.settings import PREFIX, Settings

if TYPE_CHECKING:
    from livekit.agents import llm


@dataclass(frozen=True, slots=True)
class OperatorsModel:
    """`aclose` the model after use."""

    model: llm.LLM[Any]
    asked: ReplyFormat
    provider: str
    name: str
    """Provider and model, `openai/gpt-4.1`: no key and no address."""


def operators_model(settings: Settings) -> OperatorsModel:
    """Raises `OperatorFault` naming the settings that are missing or wrong."""
    chosen = operators_choice(settings)
    try:
        found = resolve(chosen.choice, Part.LLM, has_key=chosen.key is not None)
        from greenroom.adapters.models.plugins import make_llm  # takes seconds

        made = make_llm(chosen.choice, chosen.key, operators_rule(chosen.choice))
    except UserFault as fault:
        raise OperatorFault(f"{PREFIX}LLM: {fault}") from None
    name = f"{found.provider.name}/{found.model}"
    return OperatorsModel(made, found.asked or ReplyFormat.HEADER_LINE, found.provider.name, name)


def operators_choice(settings: Settings) -> Chosen:
    """Provider, model and key as they are set, to be asked for one object. Raises `OperatorFault` when
    none is set."""
    chosen = operators(settings).get(Part.LLM)
    if chosen is None:
        raise OperatorFault(
            f"no language model is set; set {PREFIX}LLM and {PREFIX}LLM_KEY (docs/reference/settings.md)"
        )
    return for_objects(chosen)


def for_objects(chosen: Chosen) -> Chosen:
    """The same, to be asked for one object: that a model calls tools in interviews means nothing then."""
    if chosen.choice.asked is ReplyFormat.TOOLS:
        return replace(chosen, choice=replace(chosen.choice, asked=None))
    return chosen
