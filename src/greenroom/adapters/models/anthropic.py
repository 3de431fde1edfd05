"""Anthropic's language models."""

from __future__ import annotations

from typing import Any

import anthropic
from livekit.agents import APIConnectOptions, llm
from livekit.plugins import anthropic as plugin

from greenroom.adapters.models.http_client import http_client
from greenroom.adapters.models.no_retries import NO_RETRIES, without_retries
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import Resolved


class LLM(plugin.LLM):
    """Closes its connections with itself (the plugin leaves them open), and is asked once."""

    def __init__(self, chosen: Resolved, key: str, made: anthropic.AsyncClient) -> None:
        super().__init__(model=chosen.model, api_key=key, client=made)

    def chat(self, *, conn_options: APIConnectOptions = NO_RETRIES, **asked: Any) -> Any:
        return super().chat(conn_options=without_retries(conn_options), **asked)

    async def aclose(self) -> None:
        await super().aclose()
        await self._client.close()


def make_llm(chosen: Resolved, key: str | None, rule: AddressRule) -> llm.LLM[Any]:
    key = key or ""
    made = anthropic.AsyncClient(
        api_key=key,
        base_url=chosen.base_url,
        max_retries=0,
        http_client=http_client(chosen.provider.name, rule if chosen.own_address else None),
    )
    made.auth_token = None  # the environment's, if there is one
    return LLM(chosen, key, made)
