"""A batch with a model: a server on loopback that speaks as OpenAI does."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from tests.support.operators_model import in_a_thread

from greenroom.testing.providers import OpenAIServer, Request
from greenroom.testing.providers.script import AT_ONCE


def served(chat: Callable[[Request], Any]) -> AbstractContextManager[OpenAIServer]:
    """A server that answers so, in a thread of its own: a batch has the main one."""
    return in_a_thread(OpenAIServer(chat, key=None, pace=AT_ONCE))


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Set the operator's model to the server at this address."""

    def at(url: str) -> None:
        monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("GREENROOM_LLM", "openai-compatible")
        monkeypatch.setenv("GREENROOM_LLM_MODEL", "local-model")
        monkeypatch.setenv("GREENROOM_LLM_URL", url)

    return at


def results(folder: Path) -> list[dict[str, Any]]:
    """What is written of each run."""
    return [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
