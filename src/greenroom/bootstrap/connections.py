"""What one connection may cost before a route sees it: time to send its headers, their size, and how
many connections there are, in all and from one address."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from greenroom.web.addresses import counted

Network: TypeAlias = IPv4Network | IPv6Network

HEADERS_S: Final = 15.0
"""A request's headers have arrived by then, or the connection is closed."""
HEADER_BYTES: Final = 16 * 1024
"""Of one request, all together. Cookies, a token and a path fill a tenth of it."""
MOST: Final = 4_096
"""Connections at once, where the system allows so many open files."""
FILES: Final = 65_536
"""Open files that we ask the system for."""


def allowed() -> int:
    """How many connections there may be: half of the open files that this process may have. The other
    half is for the database, the models and child processes."""
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft // 2)


class BoundedHTTP(H11Protocol):
    """Closes what comes too often, or too slowly."""

    most = MOST
    """Connections at once; three quarters of them from one address."""
    headers_s = HEADERS_S
    networks: tuple[Network, ...] = ()

    _headers_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._expect_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._have_headers()
        elif self._headers_due is None:
            self._expect_headers()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._have_headers()  # from here on another protocol has the connection
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_headers()
        super().connection_lost(exc)

    def _expect_headers(self) -> None:
        self._headers_due = self.loop.call_later(self.headers_s, self.transport.abort)

    def _have_headers(self) -> None:
        if self._headers_due is not None:
            self._headers_due.cancel()
            self._headers_due = None

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > self.most:
            return True
        if self.client is None or _is_among(self.client[0], self.networks):
            return False
        ours = counted(self.client[0])
        from_here = sum(
            client is not None and counted(client[0]) == ours
            for client in (getattr(one, "client", None) for one in self.connections)
        )
        return from_here > self.most * 3 // 4


def incoming(proxies: Collection[str], **changes: float) -> dict[str, Any]:
    """uvicorn's settings for what comes in. `proxies`: whose word is believed on whom they speak for;
    they are not bounded by address. `changes`: other limits, for tests."""
    networks = tuple(ip_network(one) for one in proxies)
    bounds = {"most": allowed(), "networks": networks, **changes}
    return {
        "http": type("BoundedHTTP", (BoundedHTTP,), bounds),
        "h11_max_incomplete_event_size": HEADER_BYTES,
        "proxy_headers": bool(proxies),
        "forwarded_allow_ips": list(proxies),
    }


def _is_among(host: str, networks: Collection[Network]) -> bool:
    address = ip_address(host)
    return any(address in network for network in networks)
