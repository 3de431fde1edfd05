"""Providers' keys put together from the settings."""

from __future__ import annotations

import asyncio
from importlib import import_module

from pydantic import SecretStr

from greenroom.adapters.vault import SealingVault
from greenroom.app.ports import Store
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.keys import KeyRing
from greenroom.app.providers.known import ModelChoice, Part
from greenroom.bootstrap.operators import operators
from greenroom.settings import Settings, sealing_keys


def address_rule(settings: Settings) -> AddressRule:
    """Where base URLs that users type may lead on this server."""
    hosts = (settings.provider_hosts or "").split(",")
    return AddressRule.of(hosts, loopback=not settings.production)


def key_ring(settings: Settings, store: Store) -> KeyRing:
    """Raises `OperatorFault` for a key-encryption key that is none, and for providers that are set
    in a way that cannot work."""
    rule = address_rule(settings)

    async def check(choice: ModelChoice, part: Part, key: SecretStr | None) -> None:
        # imports LiveKit, which takes seconds: the server must not wait for it
        found = await asyncio.to_thread(import_module, "greenroom.adapters.models.key_check")
        await found.check_key(choice, part, key, rule)

    vault = SealingVault.of(sealing_keys(settings))
    return KeyRing(store.keys, vault, check, operators=operators(settings))
