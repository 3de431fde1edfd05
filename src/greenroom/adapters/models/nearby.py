"""Looks for model servers on this machine: a request for a list of models to each usual port."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from greenroom.adapters.models.diagnosis import upstream
from greenroom.adapters.models.http_client import http_client
from greenroom.adapters.models.key_check import names_at
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.nearby import OWN, PLACES, NearbyServer, Place, talking

LIMIT_S: Final = 0.3
"""For all of them at once: a program of this machine answers sooner, or is not offered."""


async def look(rule: AddressRule, places: Sequence[Place] = PLACES) -> tuple[NearbyServer, ...]:
    """The servers that list a model without a key, in the order of the places. Loopback alone is asked,
    and only where the rule allows it."""
    found = await asyncio.gather(*(_at(place, rule) for place in places))
    return tuple(server for server in found if server is not None)


async def _at(place: Place, rule: AddressRule) -> NearbyServer | None:
    rule.check(place.base_url)
    try:
        async with asyncio.timeout(LIMIT_S):
            names = await _listed(place, rule)
    except TimeoutError:
        return None
    models = talking(names)
    return NearbyServer(place.title, place.base_url, models) if models else None


async def _listed(place: Place, rule: AddressRule) -> tuple[str, ...]:
    """The names on the first list that there is; none for what is no model server, or wants a key."""
    async with http_client(OWN.name, rule) as connections:
        for url in place.lists:
            try:
                with upstream(OWN.name):
                    names = await names_at(connections, url, {})
            except UpstreamFault:
                continue
            if names is not None:
                return names
    return ()
