"""What `serve` asks of PostgreSQL for interviews in LiveKit rooms: its watcher, and the pings of their pages.

python -m benchmarks.room_pages [N ...]

A real PostgreSQL, a real LiveKit server, `greenroom serve` with an owner's cookie for each page, which pings every
two seconds. Jobs are not there: their leases are taken for longer than this lasts (`benchmarks.room_database` counts them).
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import httpx2

from benchmarks.embedded_server import seat
from benchmarks.room_database import Counted
from greenroom.adapters.storage import open_store
from greenroom.testing.livekit import LiveKitProcess, find_server
from greenroom.testing.postgresql import postgres_server
from greenroom.web.owners import COOKIE

STEPS = (0, 1, 5, 10, 20, 50)
SECONDS = 20.0
PING_S = 2.0
LONG_MS = 3_600_000


def main(steps: Sequence[int]) -> None:
    binary = find_server()
    assert binary is not None, "needs livekit-server: make programs"
    with postgres_server() as server, tempfile.TemporaryDirectory(prefix="greenroom-bench-") as at:
        livekit = LiveKitProcess(binary, Path(at, "livekit"))
        livekit.start()
        try:
            for pages in steps:
                counted = Counted(server.new_database())
                answered = _serve(livekit, Path(at, str(pages)), counted, pages)
                print(
                    f"{pages} pages: {counted.transactions:.2f} transactions a second and "
                    f"{counted.most} connections in all; {answered} pings",
                    flush=True,
                )
        finally:
            livekit.stop()


def _serve(livekit: LiveKitProcess, data: Path, counted: Counted, pages: int) -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serving = subprocess.Popen(
        [sys.executable, "-m", "greenroom", "serve", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={
            **os.environ,
            **livekit.environment,
            "GREENROOM_DATA": str(data),
            "GREENROOM_DATABASE": counted.address,
            "GREENROOM_SECRET": "of this measurement alone",
            "GREENROOM_CAPACITY": str(max(pages, 1)),
        },
    )
    try:
        return asyncio.run(_ping(f"http://127.0.0.1:{port}", counted, pages))
    finally:
        serving.terminate()
        serving.wait(60)


async def _ping(address: str, counted: Counted, pages: int) -> int:
    """How many pings came through to where they are passed on. There is no room, so that ends there."""
    async with httpx2.AsyncClient(base_url=address, timeout=30) as client:
        while True:
            try:
                if (await client.get("/healthz")).json()["status"] == "ok":
                    break
            except httpx2.TransportError:
                pass
            await asyncio.sleep(0.5)
        await client.post(
            "/api/interviews", json={"plan": "two-stage", "name": "A", "role": "B", "consent": True}
        )
        own = client.cookies[COOKIE].rpartition(".")[0]
        store = await open_store(counted.address)
        names = []
        for number in range(pages):
            row = replace(seat(number)[0], mode="livekit", status="running", owner=own)
            await store.interviews.create(row)
            await store.leases.take(row.id, "job", LONG_MS)
            names.append(row.id)
        await store.aclose()

        async def page(name: str, number: int) -> int:
            await asyncio.sleep(PING_S * number / max(pages, 1))
            until, answered = time.perf_counter() + SECONDS, 0
            while time.perf_counter() < until:
                answer = await client.post(
                    f"/api/interviews/{name}/messages", json={"t": "ping", "every_ms": 2000}
                )
                answered += answer.status_code in {202, 409, 503}
                await asyncio.sleep(PING_S)
            return answered

        with counted.talking():
            answered = await asyncio.gather(
                *(page(name, number) for number, name in enumerate(names))
            )
            if not names:
                await asyncio.sleep(SECONDS)
        return sum(answered)


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or STEPS)
