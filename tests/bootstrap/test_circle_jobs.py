"""Interviews between agents put together from the settings (C7)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import text

from greenroom.adapters.storage import open_store
from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import OperatorFault
from greenroom.bootstrap.circle_jobs import DeferredMissions, hold_missions, missions, work
from greenroom.bootstrap.keys import key_ring
from greenroom.circle.ends import CircleEnd
from greenroom.circle.state import State, folded
from greenroom.settings import Settings, load
from greenroom.testing.circles import admitted, circle_row
from greenroom.testing.providers import OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE

PATIENCE_S = 60.0


async def a_store(**chosen: str) -> MemoryStore:
    """With one circle, whose model was `chosen`, that somebody has entered."""
    store = MemoryStore()
    await store.circles.create(circle_row("c", keys=chosen))
    await admitted(store, "m")
    return store


async def ended(store: MemoryStore) -> State:
    async with asyncio.timeout(PATIENCE_S):
        while await store.circles.unfinished():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return folded([one.entry for one in await store.circles.written("m")])


async def test_the_operators_model_speaks(tmp_path: Path) -> None:
    """For both sides and for the judge, of which it is asked as often as the rules say."""
    store = await a_store(llm="operator:openai-compatible")
    reply = json.dumps({"as_user_message": "hello", "stop_suggested": True})
    async with OpenAIServer(Reply(reply), pace=AT_ONCE) as server:
        settings = load(
            data=tmp_path,
            llm="openai-compatible",
            llm_model="local-model",
            llm_url=server.url,
            llm_key=SecretStr(server.key or ""),
        )
        async with missions(settings, store, key_ring(settings, store)) as jobs:
            await jobs.put("m")
            state = await ended(store)
    assert (state.ended, state.decided) == (CircleEnd.OWNER_STOP, None)
    assert [opinion.judgement for opinion in state.opinions] == [None]


async def test_without_a_model_nobody_judges(tmp_path: Path) -> None:
    """What was admitted before the queue opened, or right before a crash, is found; the agents say
    set sentences, and there is no decision."""
    store, late = await a_store(), DeferredMissions()
    await late.put("m")  # there is no queue yet: it waits in the store
    settings = load(data=tmp_path)
    holding = asyncio.get_running_loop().create_task(
        hold_missions(settings, store, key_ring(settings, store), late)
    )
    state = await ended(store)
    holding.cancel()
    await asyncio.wait((holding,))
    assert (state.ended, len(state.turns), state.decided) == (CircleEnd.MAX_TURNS, 8, None)


async def test_a_store_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Is told in a sentence, and what else the server does goes on."""
    settings, store = load(data=tmp_path), await open_store(tmp_path / "kept.db")
    async with store.database.transaction() as connection:
        await connection.execute(text("DROP TABLE meeting_lease"))
    await hold_missions(settings, store, key_ring(settings, store), DeferredMissions())
    await store.aclose()
    assert "no interviews between agents: the database failed" in capsys.readouterr().err


def test_processes_that_share_need_postgresql(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite `serve` holds the interviews, and says so."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    monkeypatch.delenv("GREENROOM_DATABASE", raising=False)
    with pytest.raises(OperatorFault, match="GREENROOM_DATABASE"):
        work()


def test_a_process_that_could_open_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not begin: it would end what others can hold. It says what is missing, and makes no key of its
    own."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("GREENROOM_DATABASE", "postgresql://nobody@127.0.0.1:1/nowhere")
    monkeypatch.delenv("GREENROOM_KEY_ENCRYPTION_KEY", raising=False)
    with pytest.raises(OperatorFault, match="GREENROOM_KEY_ENCRYPTION_KEY"):
        work()
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("settings", [{"missions_at_once": 0}, {"missions_per_minute": 0}])
def test_limits_that_cannot_be(settings: dict[str, Any]) -> None:
    """Are refused at the start."""
    with pytest.raises(OperatorFault, match="GREENROOM_MISSIONS"):
        load(**settings)
    assert Settings.model_fields["missions_at_once"].default == 4
