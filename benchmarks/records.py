"""How late the event loop is while the largest allowed record is opened, beside a server that is idle.

A server of ours on SQLite; a second process asks it as browsers do. Nothing is asked twice, so nothing
comes out of memory.

python -m benchmarks.records [--quick]
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import uvicorn
from sqlalchemy import insert
from starlette.responses import Response

from benchmarks.table import Row, quantile, tell
from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.documents.reader import ConfinedDocuments
from greenroom.adapters.models.key_check import check_key
from greenroom.adapters.opus import OpusCodec
from greenroom.adapters.storage import SqlStore, open_store
from greenroom.adapters.storage.tables import entry
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app import plans
from greenroom.app.ports import InterviewRow
from greenroom.app.preparation.service import PreparationService
from greenroom.app.providers.keys import KeyRing
from greenroom.app.registration import fresh
from greenroom.app.sound import SoundArchive
from greenroom.bootstrap.report_renderer import report_renderer
from greenroom.interview.bounds import BOUNDS
from greenroom.interview.events import SpeechStarted, SpeechStopped
from greenroom.interview.journal import Header, encode_entry, encode_header
from greenroom.interview.plan import Candidate
from greenroom.interview.state import Phase
from greenroom.testing.ended import STORY, journal_of
from greenroom.testing.interviews import interview_row
from greenroom.testing.playbook import Playbook
from greenroom.testing.rooms import QuietRooms
from greenroom.web.app import create_app
from greenroom.web.owners import remember
from greenroom.web.services import Services

COMMAND: Final = "python -m benchmarks.records"
TARGET: Final = "p99 ≤ 100 ms"
TICK_S: Final = 0.005
OWNER: Final = f"own_{'0':0>32}"
HISTORY: Final = 200
CLIENT: Final = """
import asyncio, json, sys
import aiohttp

async def one(session, path):
    async with session.get(path) as answer:
        await answer.read()
        return answer.status

async def main():
    base, headers, *paths = json.loads(sys.argv[1])
    async with aiohttp.ClientSession(base, headers=headers) as session:
        print(json.dumps(await asyncio.gather(*(one(session, path) for path in paths))))

asyncio.run(main())
"""


def largest_journal(interview_id: str) -> list[str]:
    """The journal of an interview that talked until its record was full, with a voice for each answer."""
    plan, candidate = plans.load_builtin("classic"), Candidate("Ann", "nurse", "senior")
    play = Playbook(plan, candidate, interviewer=lambda _: (), bounds=BOUNDS).candidate_joins()
    play.at("0:30")
    words = "our team moved the ward rota to a shared plan and the waiting fell from a day to two hours "
    number = 0
    while play.state.phase is Phase.RUNNING:
        number += 1
        play.post(SpeechStarted(play.now, play.now - 30))
        play.post(SpeechStopped(play.now, play.now))
        play.candidate_types(f"{number} {words[number % 40 :]}")
    play.to_the_end()
    header = Header(
        interview_id, "2026-01-05T09:00:00Z", "embedded", candidate, plan, bounds=BOUNDS
    )
    entries = [encode_entry(n, *step) for n, step in enumerate(play.log, 1)]
    return [encode_header(header), *entries]


async def keep(store: SqlStore, lines: Sequence[str]) -> str:
    """An ended interview with this journal."""
    interview_id, _, hashed = fresh()
    row = InterviewRow(
        interview_id,
        OWNER,
        plans.source_of("classic"),
        "classic",
        {"name": "Ann", "email": "", "role": "nurse", "level": "senior"},
        "2026-01-05T09:00:00.000+00:00",
        "ended",
        "2026-01-05T10:00:00.000+00:00",
        hashed,
    )
    await store.interviews.create(row)
    rows = [
        {"interview_id": interview_id, "seq": seq, "line": line} for seq, line in enumerate(lines)
    ]
    async with store.database.transaction() as connection:
        await connection.execute(insert(entry), rows)
    return interview_id


def services_over(store: SqlStore) -> Services:
    vault, now = SealingVault.of(new_key()), lambda: datetime.now(UTC)

    async def health() -> dict[str, Any]:
        return {"status": "ok", "parts": {}, "version": "0"}

    return Services(
        store=store,
        keys=KeyRing(store.keys, vault, lambda *asked: check_key(*asked[:3], models=asked[3])),
        preparation=PreparationService(store.folders, vault, ConfinedDocuments(), now=now),
        sound=SoundArchive(store.sounds, vault, OpusCodec()),
        rooms=QuietRooms(),
        counters=MemoryCounters(),
        secret=b"a secret for benchmarks alone, long enough",
        now=now,
        health=health,
        metrics=lambda: b"",
        seen=lambda **_: None,
        report_renderer=report_renderer(),
    )


@asynccontextmanager
async def serving(services: Services) -> AsyncIterator[str]:
    """A server on this loop; its address."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(services), log_config=None, access_log=False)
    server = uvicorn.Server(config)
    running = asyncio.ensure_future(server.serve(sockets=[listening]))
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        listening.close()


async def late(until: asyncio.Future[Any]) -> list[float]:
    """How late the loop came back to somebody who asked for it every few milliseconds, in seconds."""
    found = []
    while not until.done():
        due = time.perf_counter() + TICK_S
        await asyncio.sleep(TICK_S)
        found.append(max(0.0, time.perf_counter() - due))
    return found


async def asked(base: str, cookie: str, paths: Sequence[str]) -> list[int]:
    """The statuses of these pages, all asked for at the same time by a process of its own."""
    told = json.dumps([base, {"cookie": cookie}, *paths])
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLIENT, told, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    statuses: list[int] = json.loads(out)
    return statuses


async def measured(directory: Path, *, quick: bool) -> list[Row]:
    store = await open_store(directory / "bench.db")
    services, response = services_over(store), Response()
    remember(response, services, OWNER)
    cookie = response.headers["set-cookie"].partition(";")[0]
    lines = await asyncio.to_thread(largest_journal, "int_largest")
    first, second = await keep(store, lines), await keep(store, lines)
    ordinary = await asyncio.to_thread(journal_of, interview_row("a"), *[STORY] * 2)
    for _ in range(HISTORY // 10 if quick else HISTORY):
        await keep(store, ordinary)
    one, other = f"/api/interviews/{first}", f"/api/interviews/{second}"
    size = f"{len(lines):,} lines, {sum(len(line.encode()) for line in lines) / 2**20:.1f} MiB"
    opened = {
        f"the largest allowed record ({size}) opened: report, page, questions": [
            f"{one}/report",
            one,
            f"/interviews/{first}/report",
            f"/interviews/{first}/questions",
        ],
        "the same taken away: JSON, Markdown, HTML, PDF, seed": [
            f"{other}/export?format={format}" for format in ("json", "md", "html", "pdf", "seed")
        ],
        f"history of {HISTORY // 10 if quick else HISTORY} interviews, practice, everything exported": [
            "/history",
            "/history?from=100",
            "/practice",
            "/api/interviews",
            "/api/export",
        ],
    }
    rows = []
    async with serving(services) as base:
        idle = await late(asyncio.ensure_future(asyncio.sleep(3 if quick else 10)))
        for what, paths in opened.items():
            began = time.perf_counter()
            asking = asyncio.ensure_future(asked(base, cookie, paths))
            found = await late(asking)
            wrong = [status for status in asking.result() if status not in (200, 503)]
            took = f"{time.perf_counter() - began:.1f} s for all"
            failed = f", answered {wrong}" if wrong else ""
            rows.append(
                Row(f"lateness of the loop: {what}", TARGET, f"{told(found)}; {took}{failed}", f"idle: {told(idle)}", COMMAND)
            )  # fmt: skip
    await store.aclose()
    return rows


def told(seconds: Sequence[float]) -> str:
    p50, p99 = (1000 * quantile(seconds, share) for share in (0.5, 0.99))
    return f"p50 {p50:.1f}, p99 {p99:.1f}, max {1000 * max(seconds):.0f} ms"


def rows(*, quick: bool) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as directory:
        yield from asyncio.run(measured(Path(directory), quick=quick))


if __name__ == "__main__":
    tell(rows)
