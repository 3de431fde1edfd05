"""Google's Gemini, by its API key."""

from __future__ import annotations

from typing import Any

import httpx2
from google import genai
from google.genai import types
from livekit.agents import APIConnectOptions, llm
from livekit.plugins import google as plugin

from greenroom.adapters.models.http_client import READ_S, http_client
from greenroom.adapters.models.no_retries import NO_RETRIES, without_retries
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import Resolved


class LLM(plugin.LLM):
    """Asked once, over our own connections: the client that the plugin makes hides a second try
    after up to ten seconds."""

    def __init__(self, chosen: Resolved, key: str, connections: httpx2.AsyncClient) -> None:
        options = types.HttpOptions(base_url=chosen.base_url, timeout=round(1000 * READ_S))
        super().__init__(model=chosen.model, api_key=key, vertexai=False, http_options=options)
        ours = options.model_copy(update={"httpx_async_client": connections})
        self._client = genai.Client(api_key=key, vertexai=False, http_options=ours)
        self._connections = connections

    def chat(self, *, conn_options: APIConnectOptions = NO_RETRIES, **asked: Any) -> Any:
        return super().chat(conn_options=without_retries(conn_options), **asked)

    async def aclose(self) -> None:
        await super().aclose()
        await self._connections.aclose()


def make_llm(chosen: Resolved, key: str | None, rule: AddressRule) -> llm.LLM[Any]:
    connections = http_client(chosen.provider.name, rule if chosen.own_address else None)
    return LLM(chosen, key or "", connections)
