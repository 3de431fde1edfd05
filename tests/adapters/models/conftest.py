"""Choices that lead to the local servers."""

import pytest
from livekit.agents import inference, vad
from pydantic import SecretStr

from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.testing.providers.server import ProviderServer

HERE = AddressRule(loopback=True)
CANARY = "canary-8f3d2b1c9a7e"
"""A key that must not be found anywhere."""


def key_of(server: ProviderServer) -> SecretStr | None:
    return None if server.key is None else SecretStr(server.key)


def choice_of(server: ProviderServer, provider: str) -> ModelChoice:
    return ModelChoice(provider, "local-model", server.url)


@pytest.fixture(scope="session")
def voices() -> vad.VAD:
    return inference.VAD()
