"""The language model of whoever runs a command: from the settings, not from a candidate's keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from greenroom.app.addresses import AddressRule
from greenroom.app.ports import OperatorFault, UserFault
from greenroom.app.providers import Asked, ModelChoice, Part, resolve
from greenroom.settings import PREFIX, Settings

if TYPE_CHECKING:
    from livekit.agents import llm


@dataclass(frozen=True, slots=True)
class OperatorsModel:
    """`aclose` the model after use."""

    model: llm.LLM[Any]
    asked: Asked
    provider: str
    name: str
    """Provider and model, `openai/gpt-4.1`: no key and no address."""


def operators_model(settings: Settings) -> OperatorsModel:
    """Raises `OperatorFault` naming the settings that are missing or wrong."""
    if settings.llm is None:
        raise OperatorFault(
            f"no language model is set; set {PREFIX}LLM and {PREFIX}LLM_KEY (docs/settings.md)"
        )
    choice = ModelChoice(settings.llm, settings.llm_model, settings.llm_url)
    try:
        chosen = resolve(choice, Part.LLM, has_key=bool(settings.llm_key.get_secret_value()))
        from greenroom.adapters.models.plugins import make_llm  # takes seconds

        # whoever sets the environment of a process may send it where they like
        host = urlsplit(settings.llm_url or "").hostname or ""
        rule = AddressRule.of([host], loopback=True)
        made = make_llm(choice, settings.llm_key, rule)
    except UserFault as fault:
        raise OperatorFault(f"{PREFIX}LLM: {fault}") from None
    name = f"{chosen.provider.name}/{chosen.model}"
    return OperatorsModel(made, chosen.asked or Asked.HEADER_LINE, chosen.provider.name, name)
