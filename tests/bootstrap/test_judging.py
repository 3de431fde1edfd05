"""Judges of stored interviews, by the model of a key or of the operator, against a local model server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app.ports import InterviewRow, Judge, ScorecardRow
from greenroom.app.providers.keys import KeyRing
from greenroom.app.reports.replay import report_of
from greenroom.app.scorecards.scorecard_worker import ScorecardWorker
from greenroom.bootstrap.background_loops import make_scorecards
from greenroom.bootstrap.hosting import LocalRooms
from greenroom.bootstrap.judging import ModelJudges, operators_title
from greenroom.settings import Settings
from greenroom.testing import sealed_key
from greenroom.testing.ended import QUOTE, STORY, keep_ended
from greenroom.testing.providers import OpenAIServer

NOW = datetime(2026, 1, 2, 11, 0, tzinfo=UTC)
REPLY = json.dumps({"reasoning": "It shows.", "quotes": [QUOTE], "score": 4})


def ring(store: MemoryStore) -> KeyRing:
    async def accept(*_: object) -> None:
        return None

    return KeyRing(store.keys, SealingVault.of(new_key()), accept)


async def judged(tmp_path: Path, key: str = "", **more: Any) -> tuple[MemoryStore, dict[str, Any]]:
    """The scorecard of the story in the report, and the store that it is in."""
    store = MemoryStore()
    row = await keep_ended(store, STORY)
    if "sealed" in more:
        await store.keys.put(more.pop("sealed"))
    settings = Settings(data=tmp_path, **more)
    await store.scorecards.ask(ScorecardRow(row.id, "star", key, NOW.isoformat()))
    judges = ModelJudges(settings, store, ring(store), lambda: NOW)
    await ScorecardWorker(store, judges, holder="x").work_off()
    return store, (await report_of(store, row))["scorecard"]


def operators(server: OpenAIServer) -> dict[str, Any]:
    return {
        "llm": "openai-compatible",
        "llm_url": server.url,
        "llm_model": "local-model",
        "llm_key": server.key,
    }


async def test_the_operators_model_judges_and_is_counted(tmp_path: Path) -> None:
    """Each criterion is asked twice, the candidate is nowhere in it, and what it used is the owner's."""
    async with OpenAIServer(REPLY) as server:
        store, card = await judged(tmp_path, **operators(server))
        assert server.count("llm") == 8
        sent = " ".join(json.dumps(request.body) for request in server.requests)
    assert [entry["score"] for entry in card["criteria"]] == [4, 4, 4, 4]
    assert card["agreement"] == {"readings": 2, "compared": 4, "equal": 4, "widest": 0}
    assert card["judge"] == "openai-compatible/local-model"
    assert "Ada" not in sent
    used = await store.usage.spent(owner="owner-1")
    assert used.tokens_in > 0
    assert used.tokens_out > 0


async def test_a_key_of_ones_own_judges(tmp_path: Path) -> None:
    """The chosen key's server is asked, and the operator's is not."""
    async with OpenAIServer(REPLY, key=None) as own, OpenAIServer("nothing") as theirs:
        sealed = sealed_key(
            "key_1",
            provider="openai-compatible",
            base_url=own.url,
            models={"llm": "local-model"},
            sealed=b"",
            last4="",
        )
        _, card = await judged(tmp_path, "key_1", sealed=sealed, **operators(theirs))
        assert (own.count("llm"), theirs.count("llm")) == (8, 0)
    assert [entry["score"] for entry in card["criteria"]] == [4, 4, 4, 4]


async def test_a_budget_that_is_used_up_asks_nobody(tmp_path: Path) -> None:
    """Without anything left no request is made, and the card says why."""
    async with OpenAIServer(REPLY) as server:
        _, card = await judged(tmp_path, interview_budget="tokens=0", **operators(server))
        assert server.count("llm") == 0
    assert {(e["not_scored"], e["cause"]) for e in card["criteria"]} == {("judge_failed", "budget")}


async def test_a_judge_that_is_not_there(tmp_path: Path) -> None:
    """A key that was deleted, an operator's model that is not set any more: each has its cause."""
    _, card = await judged(tmp_path, "key_gone")
    assert {e["cause"] for e in card["criteria"]} == {"key_gone"}
    _, card = await judged(tmp_path)
    assert {e["cause"] for e in card["criteria"]} == {"not_available"}


def test_who_would_judge(tmp_path: Path) -> None:
    """The page names the operator's provider, or offers none."""
    assert operators_title(Settings(data=tmp_path)) is None
    assert operators_title(Settings(data=tmp_path, llm="openai", llm_key="sk-x")) == "OpenAI"


class Noting:
    """Notes who was to be judged; nobody is."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    @asynccontextmanager
    async def of(self, row: InterviewRow, key: str) -> AsyncIterator[Judge]:
        self.asked.set()
        raise RuntimeError
        yield  # pragma: no cover


@pytest.mark.parametrize("end", ["fail", "open"])
async def test_nothing_is_judged_while_speech_loads(end: str) -> None:
    """What was asked for before a restart waits until the speech models are loaded, or could not be."""
    store, judges, rooms = MemoryStore(), Noting(), LocalRooms(1)
    await keep_ended(store, STORY)
    await store.scorecards.ask(ScorecardRow("a", "star", "", NOW.isoformat()))
    working = asyncio.ensure_future(
        make_scorecards(ScorecardWorker(store, judges, holder="x"), rooms.ready)
    )
    for _ in range(50):
        await asyncio.sleep(0)
    assert not judges.asked.is_set()
    if end == "fail":
        rooms.fail()
    else:
        rooms.open(rooms)
    await judges.asked.wait()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working
