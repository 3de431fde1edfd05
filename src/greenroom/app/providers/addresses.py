"""Where a base URL that a user typed may lead: to the public internet by https, or where the operator
says. A server that fetches whatever address it is given serves its own network to everybody."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from greenroom.app.ports import UserFault
from greenroom.assessment.sentence import Sentence

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
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that leads anywhere public by itself."""
NOT_PUBLIC = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.88.99.0/24",  # relays of 6to4, given up
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)
"""What some versions of Python hold to be public."""
TURNED_INTO_IPV4 = tuple(
    (ipaddress.IPv6Network(network), places)
    for network, places in (
        ("::ffff:0:0/96", (96,)),  # IPv4-mapped: the system itself turns it
        ("64:ff9b::/96", (96,)),  # NAT64
        ("2002::/16", (16,)),  # 6to4
        ("2001::/32", (32, -96)),  # Teredo: its server, and the client with its bits inverted
    )
)
"""Networks whose addresses lead to the IPv4 address that stands in them, at these bits."""
HOLD_IPV4 = tuple(
    (ipaddress.IPv6Network(network), places)
    for network, places in (
        ("::/96", (96,)),  # IPv4-compatible, given up
        ("::ffff:0:0:0/96", (96,)),  # IPv4-translated
        ("64:ff9b:1::/48", (96,)),  # NAT64 of one network's own
    )
)
"""Networks whose addresses may lead to the IPv4 address in them, and are not public themselves."""
ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""Third quarter of an address with an IPv4 address in its last one, under any prefix."""
_NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")
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
                Sentence("This is not a URL; give one like https://models.example.org/v1.")
            ) from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise UserFault(Sentence("Give a URL that begins with https://, like https://host/v1."))
        if parts.username is not None or parts.password is not None:
            raise UserFault(Sentence("Give the key in its own field, not in the URL."))
        if parts.query or parts.fragment:
            raise UserFault(Sentence("Give the URL without '?' and '#'."))
        host = _plain(parts.hostname)
        port = port or PORTS[parts.scheme]
        address = literal(host)
        if "%" in host or (address is None and _NUMERIC.fullmatch(host.rpartition(".")[2])):
            raise UserFault(
                Sentence(
                    "Write an address as four numbers, like 93.184.216.34, or in brackets for IPv6."
                )
            )
        if address is not None and not self.permits(host, port, address):
            raise UserFault(Sentence("The address {host} is not allowed here.", host=host))
        if parts.scheme == "http" and not self._may_be_plain(host, port, address):
            raise UserFault(
                Sentence(
                    "Use https for {host}: by http the key would travel in the clear.", host=host
                )
            )
        return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    def permits(self, host: str, port: int, address: Address) -> bool:
        """Whether `host`, which leads to `address`, may be asked. To be called for the address that
        is connected to: a name may lead elsewhere the next time."""
        led_to = leads_to(address)
        if any(one in network for one in (address, *led_to) for network in NEVER):
            return False
        if self._allowed(host, port):
            return True
        return all(self.loopback if one.is_loopback else _is_public(one) for one in led_to)

    def _allowed(self, host: str, port: int) -> bool:
        name = f"[{host}]" if ":" in host else host
        return bool({host.lower(), name.lower(), f"{name.lower()}:{port}"} & self.hosts)

    def _may_be_plain(self, host: str, port: int, address: Address | None) -> bool:
        here = host == "localhost" or (
            address is not None and all(one.is_loopback for one in leads_to(address))
        )
        return self._allowed(host, port) or (here and self.loopback)


PUBLIC_ONLY = AddressRule()


def literal(host: str) -> Address | None:
    """The address that a host name spells out, if it does."""
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def leads_to(address: Address) -> tuple[Address, ...]:
    """Every address by which this one is to be judged: itself, or the IPv4 addresses it is turned into,
    or both."""
    if isinstance(address, ipaddress.IPv4Address):
        return (address,)
    for network, places in TURNED_INTO_IPV4:
        if address in network:
            return tuple(_at(address, place) for place in places)
    held = [
        _at(address, place)
        for network, places in HOLD_IPV4
        if address in network
        for place in places
    ]
    if (int(address) >> 32) & 0xFFFF_FFFF in ISATAP:
        held.append(_at(address, 96))
    return (address,) if address.is_loopback else (address, *held)


def _at(address: ipaddress.IPv6Address, place: int) -> ipaddress.IPv4Address:
    """The IPv4 address that begins at this bit; a negative place: with its bits inverted."""
    bits = (int(address) >> (96 - abs(place))) & 0xFFFF_FFFF
    return ipaddress.IPv4Address(bits ^ 0xFFFF_FFFF if place < 0 else bits)


def _is_public(address: Address) -> bool:
    if not address.is_global or any(address in network for network in NOT_PUBLIC):
        return False
    return isinstance(address, ipaddress.IPv4Address) or address in GLOBAL_UNICAST


def _plain(host: str) -> str:
    """The host name as a resolver takes it: wide digits are digits, an ideographic stop is a dot, and
    what is not to be seen is not there."""
    folded = unicodedata.normalize("NFKC", host).replace("\u3002", ".").lower()
    return "".join(c for c in folded if unicodedata.category(c) != "Cf").rstrip(".")
