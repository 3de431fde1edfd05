"""One process that lets people in: `file|address PLACE threads|tokens|keeping CAPACITY INTERVIEW…`.

Says `ready`, waits for a line, and then says in JSON what each interview was told. `keeping` takes a seat
for each and says `renewed` each time it has renewed them all.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Barrier

from pydantic import SecretStr
from tests.adapters.rooms.conftest import MemoryControl

from greenroom.adapters.rooms.rooms import LiveKitRooms
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.storage import open_store
from greenroom.app.ports import InterviewRow, Refused

SECRET = SecretStr("a secret of the right length, for tests alone")
SERVER = LiveKitServer("wss://livekit.example.org", "a-key", SECRET)
LONG_MS = 60_000
SHORT_MS, BEAT_S = 3_000, 0.25


def at_the_word() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def by_threads(where: Path | str, capacity: int, names: Sequence[str]) -> dict[str, bool]:
    together = Barrier(len(names) + 1)

    async def ask(name: str) -> bool:
        store = await open_store(where, connections=1)
        try:
            await asyncio.to_thread(together.wait)
            return await store.seats.take(name, name, LONG_MS, capacity=capacity, by_owner=1)
        finally:
            await store.aclose()

    with ThreadPoolExecutor(len(names)) as pool:
        asked = [pool.submit(lambda name=name: asyncio.run(ask(name))) for name in names]
        at_the_word()
        together.wait()
        return {name: one.result() for name, one in zip(names, asked, strict=True)}


async def by_tokens(where: Path | str, capacity: int, names: Sequence[str]) -> dict[str, str]:
    @asynccontextmanager
    async def control(_: LiveKitServer) -> AsyncIterator[MemoryControl]:
        yield MemoryControl()

    store = await open_store(where)
    async with LiveKitRooms(SERVER, store, capacity=capacity, control=control) as rooms:

        async def ask(name: str) -> str:
            row = await store.interviews.find(name)
            assert isinstance(row, InterviewRow)
            try:
                given = await rooms.admit(row)
            except Refused as refused:
                return str(refused)
            assert given.participant_token
            return "token"

        await asyncio.to_thread(at_the_word)
        told = await asyncio.gather(*map(ask, names))
    await store.aclose()
    return dict(zip(names, told, strict=True))


async def keep(where: Path | str, capacity: int, names: Sequence[str]) -> None:
    store = await open_store(where)
    await asyncio.to_thread(at_the_word)
    for name in names:
        assert await store.seats.take(name, "me", SHORT_MS, capacity=capacity, by_owner=1)
    while True:
        await store.seats.renew("me", names, SHORT_MS)
        print("renewed", flush=True)
        await asyncio.sleep(BEAT_S)


def main(kind: str, place: str, how: str, capacity: str, *names: str) -> None:
    where = Path(place) if kind == "file" else place
    if how == "threads":
        print(json.dumps(by_threads(where, int(capacity), names)))
    elif how == "tokens":
        print(json.dumps(asyncio.run(by_tokens(where, int(capacity), names))))
    else:
        asyncio.run(keep(where, int(capacity), names))


if __name__ == "__main__":
    main(*sys.argv[1:])
