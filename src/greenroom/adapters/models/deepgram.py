"""Deepgram's recogniser, which tells words as they are spoken."""

from __future__ import annotations

from typing import Any

import aiohttp
from livekit.agents import APIConnectOptions, stt
from livekit.plugins import deepgram as plugin

from greenroom.adapters.models.http_client import socket_session
from greenroom.adapters.models.no_retries import NO_RETRIES, without_retries
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import Resolved

LISTEN = "/v1/listen"


class STT(plugin.STT):
    """Closes its session with itself, and is asked once."""

    def __init__(self, chosen: Resolved, key: str, session: aiohttp.ClientSession) -> None:
        super().__init__(
            model=chosen.model,
            language=chosen.language,
            api_key=key,
            base_url=chosen.base_url.removesuffix(LISTEN) + LISTEN,
            http_session=session,
        )
        self._own_session = session

    def stream(self, *, conn_options: APIConnectOptions = NO_RETRIES, **asked: Any) -> Any:
        return super().stream(conn_options=without_retries(conn_options), **asked)

    async def aclose(self) -> None:
        await super().aclose()
        await self._own_session.close()


def make_stt(chosen: Resolved, key: str | None, rule: AddressRule) -> stt.STT[Any]:
    return STT(chosen, key or "", socket_session(rule if chosen.own_address else None))
