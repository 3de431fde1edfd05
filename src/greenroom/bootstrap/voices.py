"""The ears and mouth of an interview put together: a user's providers before this machine's own."""

from __future__ import annotations

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.plugins import make_stt, make_tts
from greenroom.adapters.speech.health import Remote
from greenroom.adapters.speech.remote import with_fallback
from greenroom.app.ports import Allowance
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.choices import Chosen
from greenroom.session.voice import Voice


def with_providers(
    local: Voice,
    *,
    stt: Chosen | None = None,
    tts: Chosen | None = None,
    rule: AddressRule,
    allowance: Allowance | None = None,
) -> Voice:
    """`local` where nothing is chosen, and behind what is. Both spend of one `allowance`; None:
    nothing is counted. Raises `UserFault` or `OperatorFault` for
    a choice that cannot work; whether a key is good shows when it is used."""
    ears = mouth = None
    if stt is not None:
        plugin = make_stt(stt.choice, stt.key, rule, voices=local.vad)
        ears = Remote(plugin, stt.choice.provider, fault_of, allowance)
    if tts is not None:
        speaker = make_tts(tts.choice, tts.key, rule)
        mouth = Remote(speaker, tts.choice.provider, fault_of, allowance)
    return with_fallback(local, ears=ears, mouth=mouth)
