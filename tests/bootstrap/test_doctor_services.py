"""What `greenroom doctor` says of providers and the LiveKit server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from tests.typed import typed

from greenroom.bootstrap.doctor_result import Check
from greenroom.bootstrap.doctor_services import livekit, providers
from greenroom.settings import Settings
from greenroom.testing.providers import Fault, OpenAIServer
from greenroom.testing.providers.script import AT_ONCE

KEY = "sk-canary-5f1d9c77aa20413e"


async def asked(**settings: Any) -> list[Check]:
    return await asyncio.to_thread(lambda: list(providers(Settings(**settings))))


async def test_each_provider_is_asked_once() -> None:
    """One cheap call for each part that is set; what is refused says what to do, never the key."""
    async with OpenAIServer(key=KEY, pace=AT_ONCE) as server:
        common = {"llm": "openai-compatible", "llm_url": server.url, "llm_model": "local-model"}
        speech = {"stt": "openai-compatible", "stt_url": server.url, "stt_model": "local-model"}
        right, wrong = SecretStr(KEY), SecretStr(f"{KEY}x")
        found = await asked(**common, **speech, llm_key=right, stt_key=wrong, llm_asked="tools")
        assert [(check.name, check.ok) for check in found] == [
            ("provider llm", True),
            ("provider stt", False),
        ]
        assert "asked by tools, no price known" in found[0].detail
        assert Fault.KEY_REFUSED in found[1].detail
        assert "GREENROOM_STT_KEY" in found[1].remedy
        assert server.count("key") == 2
        assert "canary" not in str(found)
    (gone,) = await asked(**common, llm_key=right)
    assert (gone.ok, "unreachable" in gone.detail) == (False, True)
    assert "GREENROOM_LLM_URL" in gone.remedy


async def test_providers_that_are_not_set_or_set_wrong() -> None:
    """None is fine; half of one is not."""
    (none,) = await asked()
    assert (none.ok, none.required) == (False, False)
    (half,) = await asked(tts_key=SecretStr(KEY))
    assert (half.ok, half.required) == (False, True)
    assert "GREENROOM_TTS: name the provider too" in half.detail


Looked = Callable[..., dict[str, Check]]


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    """What is found with these variables and no other ones of LiveKit."""

    def look(**variables: str) -> dict[str, Check]:
        for name in ("URL", "API_KEY", "API_SECRET"):
            monkeypatch.delenv(f"LIVEKIT_{name}", raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return {check.name: check for check in livekit()}

    return look


def test_no_livekit_is_fine_and_half_of_it_is_not(looked: Looked) -> None:
    """Interviews are held by `serve` then; a URL without credentials is a fault."""
    assert not looked()["livekit"].required
    half = looked(LIVEKIT_URL="ws://127.0.0.1:1")["livekit"]
    assert (half.ok, half.required) == (False, True)
    assert "LIVEKIT_API_SECRET" in half.detail


def test_a_livekit_server_that_is_away(looked: Looked) -> None:
    """It is said, and nothing else is tried."""
    away = {"LIVEKIT_API_KEY": "k", "LIVEKIT_API_SECRET": "s" * 40}
    found = looked(LIVEKIT_URL="ws://127.0.0.1:1", **away)
    assert {name: check.ok for name, check in found.items()} == {"livekit server": False}
    assert "cannot be reached" in found["livekit server"].detail


def test_the_doctor_says_it_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is typed, in JSON: each of these has its line."""
    for name in [name for name in os.environ if name.startswith(("GREENROOM_", "LIVEKIT_"))]:
        monkeypatch.delenv(name)
    for name in ("GREENROOM_DATA", "GREENROOM_MODELS"):
        monkeypatch.setenv(name, str(tmp_path))
    told = typed(capsys, "doctor", "--json", "--port", "0")
    for name in ("key-encryption key", "sealed keys", "providers", "livekit"):
        assert f'"name": "{name}"' in told.stdout, told.stderr
