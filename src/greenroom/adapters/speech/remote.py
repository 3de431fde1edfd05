"""Hearing and speaking by a provider, with this machine's own parts for when it fails."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from livekit.agents import stt, tts

from greenroom.adapters.speech.health import Remote
from greenroom.adapters.speech.remote_stt import FallbackSTT
from greenroom.adapters.speech.remote_tts import FallbackTTS
from greenroom.session.voice import Voice


def with_fallback(
    local: Voice,
    *,
    ears: Remote[stt.STT[Any]] | None = None,
    mouth: Remote[tts.TTS[Any]] | None = None,
) -> Voice:
    """`local`, its parts preceded by the remote ones that are given. The result owns all of them.

    A failure is told once to the candidate and every time to the record, nothing said is lost, and
    the provider is looked for again later.
    """
    return replace(
        local,
        stt=local.stt if ears is None else FallbackSTT(ears, local.stt),
        tts=local.tts if mouth is None else FallbackTTS(mouth, local.tts),
    )
