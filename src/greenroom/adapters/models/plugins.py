"""From a choice and a key to a plugin object. Plugins are imported when they are first chosen."""

from __future__ import annotations

import contextlib
import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from pydantic import SecretStr

from greenroom.app.ports import OperatorFault
from greenroom.app.providers.addresses import PUBLIC_ONLY, AddressRule
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part, Resolved, resolve

if TYPE_CHECKING:
    from livekit.agents import llm, stt, tts, vad

MODULES = {name: name if provider.base_url else "openai" for name, provider in PROVIDERS.items()}
"""Which module here makes a provider's plugins. A server of one's own speaks OpenAI's API."""
SLOW = {
    "openai": ("openai.types.realtime", "openai.types.responses", "openai.types.beta.realtime"),
    "anthropic": ("anthropic",),
    "google": ("google.genai.live", "google.cloud.speech_v2", "google.cloud.texttospeech"),
}
"""What these plugins import for seconds. The plugins themselves must be imported in the main thread
(LiveKit insists), where an event loop full of interviews would stand still for so long."""


def preload(provider: str) -> None:
    """To be called in a thread before a provider is used. What is missing is told when it is."""
    for name in SLOW.get(MODULES.get(provider, ""), ()):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def make_llm(
    choice: ModelChoice, key: SecretStr | None, rule: AddressRule = PUBLIC_ONLY
) -> llm.LLM[Any]:
    """A language model of one interview; `aclose` it. Raises `UserFault` for a choice that cannot
    work, `OperatorFault` for a plugin that is not installed."""
    chosen = _resolve(choice, Part.LLM, key, rule)
    return cast("llm.LLM[Any]", _module(chosen).make_llm(chosen, _plain(key), rule))


def make_stt(
    choice: ModelChoice,
    key: SecretStr | None,
    rule: AddressRule = PUBLIC_ONLY,
    *,
    voices: vad.VAD,
) -> stt.STT[Any]:
    """A streaming recogniser; `voices` finds the utterances for those that take them whole."""
    chosen = _resolve(choice, Part.STT, key, rule)
    module = _module(chosen)
    more = (voices,) if chosen.provider.hears == "utterance" else ()
    return cast("stt.STT[Any]", module.make_stt(chosen, _plain(key), rule, *more))


def make_tts(
    choice: ModelChoice, key: SecretStr | None, rule: AddressRule = PUBLIC_ONLY
) -> tts.TTS[Any]:
    chosen = _resolve(choice, Part.TTS, key, rule)
    return cast("tts.TTS[Any]", _module(chosen).make_tts(chosen, _plain(key), rule))


def _resolve(choice: ModelChoice, part: Part, key: SecretStr | None, rule: AddressRule) -> Resolved:
    chosen = resolve(choice, part, has_key=bool(_plain(key)))
    if chosen.own_address:
        rule.check(chosen.base_url)
    return chosen


def _plain(key: SecretStr | None) -> str | None:
    return None if key is None else key.get_secret_value()


def _module(chosen: Resolved) -> ModuleType:
    provider = chosen.provider
    try:
        return importlib.import_module(f"greenroom.adapters.models.{MODULES[provider.name]}")
    except ImportError as error:
        what = f"greenroom[{provider.extra}]" if provider.extra else "greenroom again"
        raise OperatorFault(
            f"The plugin for {provider.title} is missing. Install it: pip install {what}"
        ) from error
