"""The application with jobs for circles, and one owner's browser; the model is a local server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.circle.conftest import LINE, verdict
from tests.web.circle_app import CIRCLE, ENTRY
from tests.web.conftest import ORIGIN, House

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.durable_jobs import DurableJobs
from greenroom.bootstrap.circle_jobs import DeferredMissions, missions
from greenroom.bootstrap.keys import key_ring
from greenroom.settings import Settings, load
from greenroom.testing.providers import OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE, Request

KEY = "sk-canary-7be1c05d93f2a648"
SAID = "Sundays work for a duo."
JUDGED = verdict("yes", quotes=[("m1", SAID), ("m2", SAID)], line=LINE)
PATIENCE_S = 60.0


def playing(request: Request) -> Reply:
    """Both agents say the same; whoever is asked for a verdict says yes."""
    judge = "injection_suspected" in json.dumps(request.body["messages"])
    return Reply(JUDGED if judge else json.dumps({"as_user_message": SAID}))


@dataclass
class Site:
    """The application, its jobs, and one owner's browser."""

    house: House
    store: MemoryStore
    settings: Settings
    late: DeferredMissions
    client: httpx2.AsyncClient

    async def saved(self, server: OpenAIServer) -> str:
        """A key for it, entered as people enter one."""
        wanted = {
            "provider": "openai-compatible",
            "base_url": server.url,
            "models": {"llm": "local-model"},
            "key": KEY,
        }
        answer = await self.client.post("/api/keys", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def entered(self, **more: Any) -> str:
        """A circle that somebody has entered; the place of their conversation."""
        made = await self.client.post("/api/circles", json={**CIRCLE, **more})
        assert made.status_code == 201, made.text
        place = f"/api/circles/{made.json()['id']}"
        assert (await self.client.post(f"{place}/entries", json=ENTRY)).status_code == 201
        return f"{place}/interviews/1"

    @asynccontextmanager
    async def working(self, **changes: Any) -> AsyncIterator[DurableJobs]:
        """Jobs are done inside it."""
        settings = self.settings.model_copy(update=changes)
        ring = key_ring(settings, self.store)
        async with missions(settings, self.store, ring) as jobs:
            self.late.open(jobs)
            await jobs.put_missing([row.id for row in await self.store.circles.unfinished()])
            yield jobs
            self.late.open(None)

    async def ended(self, place: str) -> dict[str, Any]:
        """The conversation, when it is over."""
        async with asyncio.timeout(PATIENCE_S):
            while (read := (await self.client.get(place)).json())["status"] != "ended":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return dict(read)


@pytest.fixture
async def site(house: House, tmp_path: Path) -> AsyncIterator[Site]:
    store = MemoryStore(lambda: int(time.time() * 1000))
    settings, late = load(data=tmp_path), DeferredMissions()
    async with browser(house, store, settings, late) as client:
        yield Site(house, store, settings, late, client)


@asynccontextmanager
async def browser(
    house: House, store: MemoryStore, settings: Settings, late: DeferredMissions
) -> AsyncIterator[httpx2.AsyncClient]:
    """Of somebody at the application with these settings."""
    app = house.app(
        store=store, keys=key_ring(settings, store), missions=late, now=lambda: datetime.now(UTC)
    )
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield client


def model(chat: Any = playing, key: str = KEY) -> OpenAIServer:
    return OpenAIServer(chat, key=key, pace=AT_ONCE)


def ending(read: dict[str, Any]) -> dict[str, Any]:
    return next(one["ended"] for one in read["events"] if "ended" in one)
