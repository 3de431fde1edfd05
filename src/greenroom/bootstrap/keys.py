"""Providers' keys put together from the settings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib import import_module

from pydantic import SecretStr

from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import Store, UserFault
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.app.providers.keys import KeyRing
from greenroom.app.providers.nearby import PLACES, Look, NearbyServer
from greenroom.bootstrap.operators import operators
from greenroom.data_directory import sealing_keys
from greenroom.settings import Settings


def address_rule(settings: Settings) -> AddressRule:
    """Where base URLs that users type may lead on this server."""
    hosts = (settings.provider_hosts or "").split(",")
    return AddressRule.of(hosts, loopback=not settings.production)


def nearby(settings: Settings) -> Look | None:
    """Looks for model servers on this machine, where owners may use them; else None."""
    rule = address_rule(settings)
    places = [place for place in PLACES if _allowed(rule, place.base_url)]
    if not places:
        return None

    async def look() -> Sequence[NearbyServer]:
        module = await asyncio.to_thread(import_module, "greenroom.adapters.models.nearby")
        found: Sequence[NearbyServer] = await module.look(rule, places)
        return found

    return look


def _allowed(rule: AddressRule, url: str) -> bool:
    try:
        rule.check(url)
    except UserFault:
        return False
    return True


def key_ring(settings: Settings, store: Store) -> KeyRing:
    """Raises `OperatorFault` for a key-encryption key that is none, and for providers that are set
    in a way that cannot work."""
    rule = address_rule(settings)

    async def check(
        choice: ModelChoice, part: Part, key: SecretStr | None, models: Sequence[str]
    ) -> Sequence[str] | None:
        # imports LiveKit, which takes seconds: the server must not wait for it
        module = await asyncio.to_thread(import_module, "greenroom.adapters.models.key_check")
        found: Sequence[str] | None = await module.check_key(choice, part, key, rule, models=models)
        return found

    vault = SealingVault.of(sealing_keys(settings))
    return KeyRing(store.keys, vault, check, operators=operators(settings))
