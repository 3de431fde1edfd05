"""Two `serve` processes over one PostgreSQL and one LiveKit server let in what one would."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.e2e.house import House
from tests.rooms.conftest import APPLICATION

from greenroom.testing.livekit import LiveKitProcess
from greenroom.testing.postgresql import postgres_server

pytestmark = [pytest.mark.rooms, pytest.mark.slow]

PEOPLE, CAPACITY = 30, 8


@pytest.fixture
def houses(binary: Path, tmp_path: Path) -> Iterator[list[House]]:
    livekit = LiveKitProcess(binary, tmp_path / "livekit")
    with postgres_server() as server:
        shared = livekit.environment | {
            "GREENROOM_DATABASE": server.new_database(),
            "GREENROOM_CAPACITY": str(CAPACITY),
            "GREENROOM_SECRET": "one secret that both of these servers know",
            "GREENROOM_KEY_ENCRYPTION_KEY": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
        }
        both = [House(tmp_path / name, **shared) for name in ("one", "two")]
        try:
            livekit.start()
            for house in both:
                house.log.parent.mkdir()
                house.start()
            for house in both:
                house.wait_until_ready()
            yield both
        finally:
            for house in both:
                house.kill()
            livekit.stop()


async def registered(client: httpx2.AsyncClient) -> dict[str, str]:
    made = (await client.post("/api/interviews", json=APPLICATION)).json()
    client.cookies.clear()  # the next one is somebody else
    return {"Authorization": f"Bearer {made['access_token']}"}


async def test_eight_of_thirty_get_a_token(houses: list[House]) -> None:
    """Thirty ask two servers at one moment: eight tokens, and twenty-two are told their place in line.
    A server that is killed takes no seat with it, and gives none back: the other one goes on refusing."""
    clients = [httpx2.AsyncClient(base_url=house.address, timeout=60) for house in houses]
    asked = [clients[number % 2] for number in range(PEOPLE)]
    people = [await registered(client) for client in asked]

    async def ask(number: int, client: httpx2.AsyncClient) -> tuple[int, Any]:
        answer = await client.post("/api/token", headers=people[number])
        return answer.status_code, answer.json()

    told = await asyncio.gather(*(ask(number, client) for number, client in enumerate(asked)))
    statuses = [status for status, _ in told]
    assert (statuses.count(201), statuses.count(503)) == (CAPACITY, PEOPLE - CAPACITY)
    for here in range(2):
        places = [body["place"] for status, body in told[here::2] if status == 503]
        assert sorted(places) == list(range(1, len(places) + 1))
    houses[0].kill()
    again = await asyncio.gather(*(ask(number, clients[1]) for number in range(PEOPLE)))
    assert [status for status, _ in again] == statuses, "each as before, by the server that is left"
    for client in clients:
        await client.aclose()
