"""A voice goes through two interviews: where nobody allowed it not a byte of it is found afterwards, and
where it was allowed and then erased, none either (R1, Sec)."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import pytest
from tests.adapters.speech.conftest import Say, say, speaker
from tests.canary.candidate import FRAME, Candidate
from tests.canary.houses import talkative
from tests.e2e.house import House, contents

from greenroom.adapters.vault import SealingVault
from greenroom.app.sound import about_sound
from greenroom.data_directory import sealing_keys
from greenroom.settings import Settings

__all__ = ["say", "speaker"]  # fixtures

pytestmark = [pytest.mark.speech, pytest.mark.slow]

WINDOW = 64
"""Bytes that no chance brings about twice."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with talkative(tmp_path) as house:
        yield house


def places(house: House) -> dict[str, bytes]:
    """The data directory, the log, temporary files."""
    found = contents(house.data)
    for path in (house.log, *Path(tempfile.gettempdir()).glob("tmp*")):
        with suppress(FileNotFoundError):
            if path.is_file():
                found[str(path)] = path.read_bytes()
    return found


def traces(house: House, pieces: list[bytes]) -> list[str]:
    assert pieces
    assert all(len(piece) == WINDOW for piece in pieces)
    return [name for name, data in places(house).items() if any(p in data for p in pieces)]


def loud(pcm: bytes) -> list[bytes]:
    """The middle of every frame in which there is a voice."""
    middles = [pcm[at + 480 : at + 480 + WINDOW] for at in range(0, len(pcm) - FRAME, FRAME)]
    return [m for m in middles if np.abs(np.frombuffer(m, "<i2").astype(int)).max() > 1_000]


def rows(house: House) -> list[tuple[str, int, int, bytes]]:
    with closing(sqlite3.connect(house.data / "greenroom.db")) as database:
        query = "SELECT interview_id, at_ms, length_ms, sealed FROM sound ORDER BY at_ms"
        return database.execute(query).fetchall()


async def held(house: House, client: httpx2.AsyncClient, spoken: bytes, **told: Any) -> str:
    """An interview with one answer by voice; its id."""
    wanted = {"plan": "two-stage", "consent": True, **told}
    made = (await client.post("/api/interviews", json=wanted)).json()
    address = f"{house.address.replace('http', 'ws')}/ws/interviews/{made['id']}"
    async with asyncio.timeout(200):
        await Candidate(spoken, ()).attend(address, made["access_token"])
    answer: str = made["id"]
    return answer


async def test_sound_is_where_it_was_allowed_and_nowhere_else(house: House, say: Say) -> None:
    """Not allowed: no row, no sample, in no file. Allowed: every second of the interview, sealed, and
    nothing of it in the clear. Erased: not a sealed byte is left."""
    spoken = (
        np.asarray(say("I build software for a zoo that keeps quokkas.")).astype("<i2").tobytes()
    )
    voice = loud(spoken)
    async with httpx2.AsyncClient(base_url=house.address, timeout=30) as client:
        silent = await held(house, client, spoken)
        assert rows(house) == []
        assert traces(house, voice) == []
        refused = await client.get(f"/api/interviews/{silent}/sound?from_ms=0&to_ms=60000")
        assert refused.status_code == 404

        kept = await held(house, client, spoken, keep_sound=True)
        record = (await client.get(f"/api/interviews/{kept}")).json()["record"]
        answer = next(m for m in record["messages"] if m["kind"] == "answer")
        assert record["incidents"] == []
        found = rows(house)
        assert {row[0] for row in found} == {kept}
        reached = sum(length for _, _, length, _ in found)
        assert found[0][1] <= answer["started_ms"] < answer["ended_ms"] <= found[-1][1] + 1_000
        assert reached >= 0.9 * (record["ended_ms"] - found[0][1])
        vault = SealingVault.of(sealing_keys(Settings(data=house.data)))
        clear = [vault.unseal(about_sound(kept, at), sealed) for _, at, _, sealed in found]
        assert traces(house, [piece[8 : 8 + WINDOW] for piece in clear if len(piece) > 200]) == []
        assert traces(house, voice) == []
        stretch = f"from_ms={answer['started_ms']}&to_ms={answer['ended_ms']}"
        heard = await client.get(f"/api/interviews/{kept}/sound?{stretch}")
        assert heard.status_code == 200
        assert np.abs(np.frombuffer(heard.content[44:], "<i2").astype(int)).max() > 1_000

        sealed = [row[3][-WINDOW:] for row in found]
        assert traces(house, sealed), "the search finds what is there"
        assert (await client.delete(f"/api/interviews/{kept}")).status_code == 204
        assert rows(house) == []
        assert traces(house, sealed) == []
