"""The HTTP client that every plugin is given.

A provider's error becomes an `UpstreamFault` before the plugin sees it: providers quote keys, prompts
and answers in their errors, and plugins put those into exceptions and logs. An address that a user
typed is resolved here and connected to by the address that was checked, so that a name cannot lead
elsewhere between the look and the leap.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import AsyncIterator
from functools import partial
from typing import Final, cast

import aiohttp
import httpx2
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import DefaultResolver

from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.addresses import PORTS, Address, AddressRule, literal
from greenroom.app.providers.upstream import UpstreamCause, cause_of_status

CONNECT_S: Final = 5.0
READ_S: Final = 10.0
"""Without a byte for so long a request is given up, whatever the plugin asked for."""
LARGEST_ERROR: Final = 16 * 1024
LARGEST_REPLY: Final = 64 * 2**20
LONGEST_WAIT_S: Final = 3600.0
OUT_OF_MONEY: Final = frozenset({"insufficient_quota", "billing_error"})


def http_client(provider: str, rule: AddressRule | None) -> httpx2.AsyncClient:
    """`rule` is given where the address is a user's. Redirects are never followed: a key goes only
    where it was meant to go."""
    transport = None if rule is None else CheckedTransport(provider, rule)
    return httpx2.AsyncClient(
        transport=transport,
        trust_env=rule is None,  # the operator's proxy may reach what the rule forbids
        follow_redirects=False,
        timeout=httpx2.Timeout(READ_S, connect=CONNECT_S),
        event_hooks={"request": [_hurry], "response": [partial(_refuse, provider)]},
    )


def socket_session(rule: AddressRule | None) -> aiohttp.ClientSession:
    """The same for the plugin that speaks WebSocket by aiohttp."""
    resolver = None if rule is None else CheckedResolver(rule)
    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(resolver=resolver))


async def _hurry(request: httpx2.Request) -> None:
    """Plugins set limits of their own for some requests, up to twenty minutes."""
    wanted = request.extensions.get("timeout", {})
    request.extensions["timeout"] = {
        step: min(limit, wanted.get(step) or limit)
        for step, limit in (
            ("connect", CONNECT_S),
            ("pool", CONNECT_S),
            ("read", READ_S),
            ("write", READ_S),
        )
    }


async def _refuse(provider: str, response: httpx2.Response) -> None:
    if response.is_success:
        return
    kinds = await _kinds(response) if response.status_code in (400, 429) else frozenset[str]()
    cause = UpstreamCause.QUOTA if kinds & OUT_OF_MONEY else cause_of_status(response.status_code)
    raise UpstreamFault(
        provider,
        cause,
        retryable=cause.retryable,
        retry_after_s=_seconds(response.headers.get("retry-after", "")),
    )


async def _kinds(response: httpx2.Response) -> frozenset[str]:
    """The words that an error's body gives as its code and type; nothing for any other body."""
    body = b""
    try:
        async for piece in response.aiter_bytes():
            body += piece
            if len(body) > LARGEST_ERROR:
                break
        error = json.loads(body)["error"]
        return frozenset(str(error.get(key)) for key in ("code", "type"))
    except (ValueError, KeyError, TypeError, AttributeError, httpx2.HTTPError):
        return frozenset()


def _seconds(retry_after: str) -> float | None:
    """Of a Retry-After header; dates, which model providers do not send, count as none."""
    try:
        seconds = float(retry_after)
    except ValueError:
        return None
    return min(max(0.0, seconds), LONGEST_WAIT_S)


class CheckedTransport(httpx2.AsyncBaseTransport):
    """Connects to checked addresses only, and reads no more than any reply can be long."""

    def __init__(self, provider: str, rule: AddressRule) -> None:
        self._provider, self._rule = provider, rule
        self._inner = httpx2.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        host = request.url.host
        port = request.url.port or PORTS[request.url.scheme]
        address = await self._address(host, port)
        request.extensions = dict(request.extensions) | {"sni_hostname": host}
        request.url = request.url.copy_with(host=str(address))  # the Host header stays
        response = await self._inner.handle_async_request(request)
        response.stream = _Bounded(cast("httpx2.AsyncByteStream", response.stream))
        return response

    async def _address(self, host: str, port: int) -> Address:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, port, type=socket.SOCK_STREAM
            )
        except OSError as error:
            raise httpx2.ConnectError(f"no address for {host}") from error
        for _, _, _, _, place in found:
            address = ipaddress.ip_address(str(place[0]).partition("%")[0])
            if self._rule.permits(host, port, address):
                return address
        raise UpstreamFault(self._provider, UpstreamCause.ADDRESS_REFUSED, retryable=False)

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for piece in self._inner:
            length += len(piece)
            if length > LARGEST_REPLY:
                raise httpx2.RemoteProtocolError("the reply is too long")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


class CheckedResolver(AbstractResolver):
    """Names that lead to addresses which the rule forbids are unknown.

    aiohttp does not ask a resolver about an address that the URL spells out; that is what
    `AddressRule.check` of the URL is for.
    """

    def __init__(self, rule: AddressRule) -> None:
        self._rule, self._inner = rule, DefaultResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._inner.resolve(host, port, family)
        permitted = [
            result
            for result in found
            if (address := literal(result["host"])) is not None
            and self._rule.permits(host, port, address)
        ]
        if not permitted:
            raise OSError(None, "address refused")
        return permitted

    async def close(self) -> None:
        await self._inner.close()
