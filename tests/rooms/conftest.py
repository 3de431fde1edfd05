"""A LiveKit server, the product with it, and a worker: once for all tests that do not break them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Playwright
from tests.e2e.conftest import Visit, chromium, speaker  # noqa: F401 - fixtures
from tests.e2e.house import BRIEFLY, Change, House, free_port
from tests.e2e.visitor import visiting
from tests.rooms.workers import Workers

from greenroom.adapters.storage import open_store
from greenroom.testing.livekit import LiveKitProcess, RoomCandidate, find_server

APPLICATION = {"plan": "two-stage", "name": "Amara", "role": "Data engineer", "consent": True}
SCRIPTS = Path(__file__).parent / "page"
TAP, HOLE = str(SCRIPTS / "tap.js"), str(SCRIPTS / "hole.js")
Join = Callable[..., AbstractAsyncContextManager[RoomCandidate]]


@dataclass
class Stage:
    """All three together."""

    livekit: LiveKitProcess
    house: House
    workers: Workers

    async def journal(self, interview: str) -> Sequence[str]:
        address = self.house.environment.get("GREENROOM_DATABASE")
        store = await open_store(address or self.house.data / "greenroom.db")
        try:
            return await store.interviews.journal_lines(interview)
        finally:
            await store.aclose()

    async def register(self, changes: Sequence[Change] = (BRIEFLY,)) -> tuple[str, str]:
        """A new interview, with these changes of its plan: id and capability."""
        async with httpx2.AsyncClient(base_url=self.house.address) as client:
            made = (await client.post("/api/interviews", json=APPLICATION)).json()
        self.house.replan(made["id"], *changes)
        return made["id"], made["access_token"]

    @asynccontextmanager
    async def candidate(
        self, changes: Sequence[Change] = (BRIEFLY,), **options: Any
    ) -> AsyncIterator[RoomCandidate]:
        """A candidate in the room of a new interview."""
        candidate = RoomCandidate(self.house.address, *await self.register(changes))
        try:
            await candidate.join(**options)
            yield candidate
        finally:
            await candidate.aclose()


@pytest.fixture(scope="session")
def binary() -> Path:
    found = find_server()
    if found is None:
        pytest.skip("needs livekit-server: make programs builds it where Go is installed")
    return found


@pytest.fixture(scope="session")
def stage(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(binary, tmp_path_factory.mktemp("stage")) as found:
        yield found


@pytest.fixture
def visit(chromium: Playwright, stage: Stage, speaker: Any) -> Visit:  # noqa: F811
    """`with visit() as visitor`: somebody in a room of this stage, with a microphone that speaks when told to."""
    return partial(visiting, chromium, stage.house, speaker, more=(TAP,))


@contextmanager
def staged(binary: Path, folder: Path, **settings: str) -> Iterator[Stage]:
    port = free_port()
    webhook = f"http://127.0.0.1:{port}/api/livekit/webhook"
    livekit = LiveKitProcess(binary, folder / "livekit", webhook=webhook)
    house = House(folder, **livekit.environment | {"LIVEKIT_URL": livekit.named} | settings)
    house.port, house.address = port, f"http://127.0.0.1:{port}"
    workers = Workers(folder, house.environment)
    try:
        livekit.start()
        house.start()
        house.wait_until_ready()
        workers.start()
        yield Stage(livekit, house, workers)
    finally:
        workers.close()
        house.kill()
        livekit.stop()
