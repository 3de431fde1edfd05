"""The providers that the operator has set: for every interview whose candidate chose none."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import SecretStr

from greenroom.app.ports import OperatorFault, UserFault
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice, Part, Provider, ReplyFormat, resolve
from greenroom.app.providers.choices import Chosen
from greenroom.settings import PREFIX, Settings


def operators(settings: Settings) -> Mapping[Part, Chosen]:
    """Who does which part. Raises `OperatorFault` naming the setting that is missing or wrong."""
    found = {part: _of(settings, part) for part in Part}
    return {part: chosen for part, chosen in found.items() if chosen is not None}


def operators_rule(choice: ModelChoice) -> AddressRule:
    """Whoever sets the environment of a process may send it where they like."""
    return AddressRule.of([urlsplit(choice.base_url or "").hostname or ""], loopback=True)


def _of(settings: Settings, part: Part) -> Chosen | None:
    provider, model, url, key = (
        getattr(settings, part.value + name) for name in ("", "_model", "_url", "_key")
    )
    plain: SecretStr | None = key if key.get_secret_value() else None
    if provider is None:
        if model or url or plain:
            raise OperatorFault(
                f"{PREFIX}{part.name}: name the provider too, or unset what belongs to it"
            )
        return None
    choice = ModelChoice(
        provider,
        model,
        url and url.strip().rstrip("/"),
        voice=settings.tts_voice if part is Part.TTS else None,
        asked=settings.llm_asked if part is Part.LLM else None,
    )
    try:
        chosen = resolve(choice, part, has_key=plain is not None)
        if chosen.own_address:
            operators_rule(choice).check(chosen.base_url)
    except UserFault as fault:
        raise OperatorFault(f"{PREFIX}{part.name}: {fault}") from None
    if choice.asked is not None and choice.asked not in _forms(chosen.provider):
        forms = ", ".join(_forms(chosen.provider))
        raise OperatorFault(f"{PREFIX}LLM_ASKED: {provider} can be asked by {forms}")
    return Chosen(choice, plain, operators=True)


def _forms(provider: Provider) -> tuple[ReplyFormat, ...]:
    """Its own form first, then what every one of them can do. Imitators of OpenAI may follow schemas."""
    own = (provider.asked,) if provider.asked not in (None, ReplyFormat.HEADER_LINE) else ()
    schema = (ReplyFormat.JSON_SCHEMA,) if provider.base_url is None else ()
    return tuple(dict.fromkeys((*own, *schema, ReplyFormat.HEADER_LINE, ReplyFormat.TOOLS)))
