"""The servers that models are asked at in these tests, and the ways in which they are asked for JSON."""

from __future__ import annotations

from typing import Final

import pytest

from greenroom.app.providers.catalogue import ReplyFormat
from greenroom.testing.providers import AnthropicServer, GoogleServer, OpenAIServer, Script
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.server import KEY, ProviderServer


def server(provider: str, script: Script, *, key: str | None = KEY) -> ProviderServer:
    match provider:
        case "anthropic":
            return AnthropicServer(script, key=key, pace=AT_ONCE)
        case "google":
            return GoogleServer(script, key=key, pace=AT_ONCE)
        case _:
            return OpenAIServer(script, key=key, pace=AT_ONCE)


BY_EVERY_WAY: Final = pytest.mark.parametrize(
    ("provider", "asked"),
    [
        ("openai", ReplyFormat.JSON_SCHEMA),
        ("openai-compatible", ReplyFormat.HEADER_LINE),
        ("anthropic", ReplyFormat.ANTHROPIC_FORMAT),
        ("google", ReplyFormat.GOOGLE_SCHEMA),
    ],
)
