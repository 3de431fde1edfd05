"""What letting people into LiveKit rooms asks of PostgreSQL: transactions for each who asks.

python -m benchmarks.admission

A real PostgreSQL and rooms in memory. Thirty ask for eight rooms, one after the other; those who wait ask
again; those who are in come back. Counted where they are committed, so a busy machine changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from pydantic import SecretStr
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from greenroom.adapters.rooms.rooms import LiveKitRooms
from greenroom.adapters.rooms.server import LiveKitServer
from greenroom.adapters.storage import open_store
from greenroom.app.ports import InterviewRow, Refused
from greenroom.testing import interview_row
from greenroom.testing.postgresql import postgres_server

PEOPLE, CAPACITY = 30, 8
SECRET: Final = SecretStr("a secret of the right length, for a measurement alone")
SERVER: Final = LiveKitServer("wss://livekit.example.org", "a-key", SECRET)


class EmptyRooms:
    """A LiveKit server that nobody has joined yet."""

    async def occupied(self) -> Sequence[str]:
        return ()


async def measure(address: str) -> dict[str, float]:
    """Transactions for each person who was let in, was refused, asked again, came back."""
    store = await open_store(address)
    engine = store.database._engine  # noqa: SLF001 - there is no other place to count
    assert isinstance(engine, AsyncEngine)
    committed: list[object] = []
    event.listen(engine.sync_engine, "commit", committed.append)

    @asynccontextmanager
    async def control(_: LiveKitServer) -> AsyncIterator[EmptyRooms]:
        yield EmptyRooms()

    rows = [interview_row(f"i{n}", f"owner {n}", mode="livekit") for n in range(PEOPLE)]
    for row in rows:
        await store.interviews.create(row)
    found: dict[str, float] = {}
    rooms = LiveKitRooms(SERVER, store, capacity=CAPACITY, control=control)  # type: ignore[arg-type]
    async with rooms:
        rooms._watching.cancel()  # noqa: SLF001 - it looks four times a second, whoever asks
        await rooms._watcher.look()  # noqa: SLF001

        async def ask(what: str, those: Sequence[InterviewRow]) -> None:
            committed.clear()
            for row in those:
                with suppress(Refused):
                    await rooms.admit(row)
            found[what] = len(committed) / len(those)

        await ask("let in", rows[:CAPACITY])
        await ask("refused", rows[CAPACITY:])
        await ask("asked again", rows[CAPACITY:])
        await ask("came back", rows[:CAPACITY])
    await store.aclose()
    return found


def main() -> None:
    with postgres_server() as server:
        for what, count in asyncio.run(measure(server.new_database())).items():
            print(f"{what}: {count:.1f} transactions each")


if __name__ == "__main__":
    main()
