"""Where a base URL that a user typed may lead: to the public internet by https, or where the operator
says. A server that fetches whatever address it is given serves its own network to everybody."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from greenroom.app.ports import UserFault

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

NEVER = tuple(
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8",  # "this host": leads to loopback
        "169.254.0.0/16",  # link-local: AWS, GCP, Azure, OpenStack keep their metadata here
        "100.100.100.200/32",  # Alibaba's metadata
        "168.63.129.16/32",  # Azure's platform
        "192.0.0.192/32",  # Oracle's metadata
        "224.0.0.0/4",
        "::/128",
        "fe80::/10",
        "fd00:ec2::254/128",  # AWS's metadata
        "fd20:ce::254/128",  # GCP's metadata
        "ff00::/8",
    )
)
"""Metadata services and addresses that are no host: refused even to whom the operator allows."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class AddressRule:
    """`hosts`: names or addresses, with a port or without, that are allowed besides the public ones,
    by http too. `loopback`: this machine itself is allowed, as on a laptop."""

    hosts: frozenset[str] = frozenset()
    loopback: bool = False

    @classmethod
    def of(cls, hosts: Iterable[str], *, loopback: bool) -> AddressRule:
        return cls(frozenset(h.strip().lower() for h in hosts if h.strip()), loopback)

    def check(self, url: str) -> str:
        """The URL without a slash at its end. Raises `UserFault`: the reason never quotes more of
        it than the host."""
        try:
            parts = urlsplit(url.strip())
            port = parts.port
        except ValueError:
            raise UserFault(
                "This is no URL; give one like https://models.example.org/v1."
            ) from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise UserFault("Give a URL that begins with https://, like https://host/v1.")
        if parts.username is not None or parts.password is not None:
            raise UserFault("Give the key in its own field, not in the URL.")
        if parts.query or parts.fragment:
            raise UserFault("Give the URL without '?' and '#'.")
        host = parts.hostname.rstrip(".")
        port = port or PORTS[parts.scheme]
        address = literal(host)
        if address is not None and not self.permits(host, port, address):
            raise UserFault(f"The address {host} is not allowed here.")
        if parts.scheme == "http" and not self._may_be_plain(host, port, address):
            raise UserFault(f"Use https for {host}: by http the key would travel in the clear.")
        return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    def permits(self, host: str, port: int, address: Address) -> bool:
        """Whether `host`, which leads to `address`, may be asked. To be called for the address that
        is connected to: a name may lead elsewhere the next time."""
        address = inner(address)
        if any(address in network for network in NEVER):
            return False
        if self._allowed(host, port):
            return True
        return self.loopback if address.is_loopback else address.is_global

    def _allowed(self, host: str, port: int) -> bool:
        name = f"[{host}]" if ":" in host else host
        return bool({host.lower(), name.lower(), f"{name.lower()}:{port}"} & self.hosts)

    def _may_be_plain(self, host: str, port: int, address: Address | None) -> bool:
        here = host == "localhost" or (address is not None and inner(address).is_loopback)
        return self._allowed(host, port) or (here and self.loopback)


PUBLIC_ONLY = AddressRule()


def literal(host: str) -> Address | None:
    """The address that a host name spells out, if it does."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def inner(address: Address) -> Address:
    """The IPv4 address that an IPv6 address carries, if it does."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
    tunnelled = address.teredo[1] if address.teredo is not None else None
    return address.ipv4_mapped or address.sixtofour or tunnelled or address
