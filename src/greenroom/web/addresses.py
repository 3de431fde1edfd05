"""Where a request comes from, as it is counted."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import HTTPConnection

UNKNOWN: Final = "unknown"
SUBSCRIBER: Final = 64
"""Bits of an IPv6 address that one subscriber has: the rest is chosen freely."""


def address_of(connection: HTTPConnection) -> str:
    """The caller's IPv4 address, or the /64 network of its IPv6 address. Behind a trusted proxy it is
    what the proxy says (uvicorn has put it there)."""
    return UNKNOWN if connection.client is None else counted(connection.client.host)


def counted(host: str) -> str:
    """What this address is counted as."""
    try:
        address = ip_address(host)
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address.packed[: SUBSCRIBER // 8] + bytes(8), SUBSCRIBER)))
