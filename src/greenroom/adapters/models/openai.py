"""OpenAI, and every server that speaks its API."""

from __future__ import annotations

from typing import Any

import openai
from livekit.agents import APIConnectOptions, llm, stt, tts, vad
from livekit.agents.utils import AudioBuffer
from livekit.plugins import openai as plugin

from greenroom.adapters.models.http_client import http_client
from greenroom.adapters.models.no_retries import NO_RETRIES, without_retries
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import Resolved
from greenroom.app.providers.upstream import UpstreamCause

NO_KEY = "none"
"""Sent where no key is needed: the client insists on one, and must not look for one itself."""
OPENAI_VOICE = "alloy"
"""What imitators understand when no voice is named."""


def client(chosen: Resolved, key: str | None, rule: AddressRule) -> openai.AsyncClient:
    """Nothing is taken from the environment: a server's own key is not for a user's address."""
    made = openai.AsyncClient(
        api_key=key or NO_KEY,
        base_url=chosen.base_url,
        max_retries=0,
        http_client=http_client(chosen.provider.name, rule if chosen.own_address else None),
    )
    made.organization = made.project = None
    return made


class LLM(plugin.LLM):
    """Closes its connections with itself, and is asked once."""

    def __init__(self, chosen: Resolved, made: openai.AsyncClient) -> None:
        super().__init__(model=chosen.model, client=made)

    def chat(self, *, conn_options: APIConnectOptions = NO_RETRIES, **asked: Any) -> Any:
        return super().chat(conn_options=without_retries(conn_options), **asked)

    async def aclose(self) -> None:
        await super().aclose()
        await self._client.close()


class STT(plugin.STT):
    """Recognises whole utterances."""

    def __init__(self, chosen: Resolved, made: openai.AsyncClient) -> None:
        super().__init__(
            model=chosen.model, language=chosen.language, client=made, use_realtime=False
        )
        self._name = chosen.provider.name

    async def recognize(
        self, buffer: AudioBuffer, *, conn_options: APIConnectOptions = NO_RETRIES, **asked: Any
    ) -> stt.SpeechEvent:
        heard = await super().recognize(buffer, conn_options=without_retries(conn_options), **asked)
        if any(not isinstance(data.text, str) for data in heard.alternatives):
            cause = UpstreamCause.WRONG_SCHEMA  # the client checks no types
            raise UpstreamFault(self._name, cause, retryable=cause.retryable)
        return heard

    async def aclose(self) -> None:
        await super().aclose()
        await self._client.close()


class Utterances(stt.StreamAdapter):
    """Cuts a stream into the utterances that such a recogniser takes, and closes it with itself."""

    async def recognize(
        self, buffer: AudioBuffer, *, conn_options: APIConnectOptions = NO_RETRIES, **asked: Any
    ) -> stt.SpeechEvent:
        return await super().recognize(buffer, conn_options=without_retries(conn_options), **asked)

    async def aclose(self) -> None:
        await super().aclose()
        await self.wrapped_stt.aclose()


class TTS(plugin.TTS):
    """Speaks one sentence a request."""

    def __init__(self, chosen: Resolved, made: openai.AsyncClient) -> None:
        super().__init__(
            model=chosen.model,
            voice=chosen.voice or OPENAI_VOICE,
            client=made,
            # imitators speak at various rates, which only the header of a WAV tells
            response_format="wav" if chosen.own_address else "pcm",
        )

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = NO_RETRIES
    ) -> tts.ChunkedStream:
        return super().synthesize(text, conn_options=without_retries(conn_options))

    async def aclose(self) -> None:
        await super().aclose()
        await self._client.close()


def make_llm(chosen: Resolved, key: str | None, rule: AddressRule) -> llm.LLM[Any]:
    return LLM(chosen, client(chosen, key, rule))


def make_stt(chosen: Resolved, key: str | None, rule: AddressRule, voices: vad.VAD) -> stt.STT[Any]:
    return Utterances(stt=STT(chosen, client(chosen, key, rule)), vad=voices)


def make_tts(chosen: Resolved, key: str | None, rule: AddressRule) -> tts.TTS[Any]:
    return TTS(chosen, client(chosen, key, rule))
