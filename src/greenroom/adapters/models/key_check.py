"""Whether a key is good, and which models it opens: calls that cost nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

import httpx2
from pydantic import SecretStr

from greenroom.adapters.models.diagnosis import upstream
from greenroom.adapters.models.http_client import http_client
from greenroom.app.ports import UpstreamFault, UserFault
from greenroom.app.providers import model_names
from greenroom.app.providers.addresses import PUBLIC_ONLY, AddressRule
from greenroom.app.providers.catalogue import ModelChoice, Part, Resolved, resolve
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.sentence import Sentence

ANTHROPIC_VERSION = "2023-06-01"
LARGEST_LIST: Final = 4 * 2**20
"""Bytes of a list of models; a longer one is not read."""
DOES: Final = {
    Part.LLM: "chat/completions",
    Part.STT: "audio/transcriptions",
    Part.TTS: "audio/speech",
}
"""Where a server that speaks OpenAI's API does a part, below its base URL."""


async def check_key(
    choice: ModelChoice,
    part: Part,
    key: SecretStr | None,
    rule: AddressRule = PUBLIC_ONLY,
    *,
    models: Sequence[str] = (),
) -> tuple[str, ...] | None:
    """Returns the names of the models that the provider lists, and those of `models` that it knows by
    another name; None where it gives no list. Raises `UpstreamFault` when it does not accept the key,
    `UserFault` for a choice that cannot work."""
    plain = "" if key is None else key.get_secret_value()
    chosen = resolve(choice, part, has_key=bool(plain))
    if chosen.own_address:
        rule.check(chosen.base_url)
    name = chosen.provider.name
    url, headers = _call(chosen, plain)
    connections = http_client(name, rule if chosen.own_address else None)
    with upstream(name):
        async with connections:
            if chosen.provider.base_url is None:
                return await _of_own_server(connections, chosen, part, headers)
            found = await names_at(connections, url, headers)
            if found is None:
                return None
            place = url.partition("?")[0]
            missing = [one for one in models if not model_names.has(found, one)]
            aliases = [
                one
                for one in missing
                if await _found(connections, f"{place}/{quote(one, safe='')}", headers)
            ]
            return (*found, *aliases)


def _call(chosen: Resolved, key: str) -> tuple[str, dict[str, str]]:
    """The address to get, and the headers that carry the key."""
    match chosen.provider.name:
        case "anthropic":
            headers = {"x-api-key": key, "anthropic-version": ANTHROPIC_VERSION}
            return f"{chosen.base_url}/v1/models?limit=1000", headers
        case "google":
            return f"{chosen.base_url}/v1beta/models?pageSize=1000", {"x-goog-api-key": key}
        case "deepgram":
            return f"{chosen.base_url}/v1/projects", {"Authorization": f"Token {key}"}
        case _:
            headers = {"Authorization": f"Bearer {key}"} if key else {}
            return f"{chosen.base_url}/models", headers


async def _of_own_server(
    connections: httpx2.AsyncClient, chosen: Resolved, part: Part, headers: dict[str, str]
) -> tuple[str, ...] | None:
    """Not every server that speaks OpenAI's API has a list; one that has none must do the part."""
    try:
        return await names_at(connections, f"{chosen.base_url}/models", headers)
    except UpstreamFault as fault:
        if fault.cause != UpstreamCause.NOT_FOUND:
            raise
    if await _found(connections, f"{chosen.base_url}/v1/models", headers):
        raise UserFault(Sentence("The address of this server ends in /v1: add that."))
    await _does(connections, f"{chosen.base_url}/{DOES[part]}", headers)
    return None


async def names_at(
    connections: httpx2.AsyncClient, url: str, headers: dict[str, str]
) -> tuple[str, ...] | None:
    """The names on the list at this address; None: what is there is no list of models."""
    body = b""
    async with connections.stream("GET", url, headers=headers) as response:
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > LARGEST_LIST:
                return None
    return await asyncio.to_thread(_read, body)


def _read(body: bytes) -> tuple[str, ...] | None:
    """OpenAI and Anthropic list `data`, each with its `id`; Google `models`, each with its `name`."""
    try:
        whole: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    for rows, key in (("data", "id"), ("models", "name")):
        found = whole.get(rows) if isinstance(whole, dict) else None
        if isinstance(found, list):
            told = (one.get(key) for one in found if isinstance(one, dict))
            return model_names.names(told, prefix="models/" if rows == "models" else "")
    return None


async def _found(connections: httpx2.AsyncClient, url: str, headers: dict[str, str]) -> bool:
    try:
        await connections.get(url, headers=headers)
    except UpstreamFault:
        return False
    return True


async def _does(connections: httpx2.AsyncClient, url: str, headers: dict[str, str]) -> None:
    """Send an empty request, which is refused before any work is done. Raises `UpstreamFault` when
    nothing is there, or the key is not accepted."""
    try:
        await connections.post(url, headers=headers, json={})
    except UpstreamFault as fault:
        if fault.cause not in (UpstreamCause.REJECTED, UpstreamCause.SERVER_ERROR):
            raise
