"""One person who asks for everything the server has, as often as it lets them.

    python -m benchmarks.flood ADDRESS SECONDS          reads what `intruder` returned from standard input

Prints one JSON line: how many requests were answered by each status, and the slowest routes.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import random
import re
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
from docx import Document
from itsdangerous import Signer

from greenroom.app import plans
from greenroom.app.ports import Store
from greenroom.testing.ended import journal_of
from greenroom.testing.interviews import interview_row
from greenroom.web.owners import COOKIE, new_owner

SECRET = b"of no use to anybody"
"""What the benchmark's server signs cookies with."""
WORKERS, STRANGERS = 6, 2
"""Requests at once: with the owner's cookie, and without one."""
ANSWER = "I led the payment migration with six people, and we cut errors by 40 percent in 2 years. "
SAFE_TO_ERASE = re.compile(r".*\{(key|plan|link|circle|document|highlight)\w*\}.*")
PAGES = (
    "/",
    "/history",
    "/keys",
    "/plans",
    "/privacy",
    "/circles",
    "/interviews/{interview_id}/report",
    "/interviews/{interview_id}/room",
    "/interviews/{interview_id}/check",
    "/shared/nobody",
    "/static/greenroom.css",
    "/openapi.json",
)
CIRCLE = {
    "owner_profile": {"display_name": "Ana", "motivations_and_goals": {"goal": "a-" * 5_000}},
    "owner_circle": {"objective_text": "A cellist for duos", "radius_m": 400},
}


async def intruder(store: Store) -> dict[str, str]:
    """Give the store an owner with an interview that is over and long, and one that has not begun."""
    owner = new_owner()
    ended = interview_row("int_ended", owner, plan_id="two-stage", status="running")
    whose = {"name": "Ada", "role": "cook", "level": "mid"}
    ended = replace(ended, plan_toml=plans.source_of("two-stage"), candidate=whose)
    await store.interviews.create(ended)
    journal = store.interviews.journal(ended.id)
    for line in journal_of(ended, *[ANSWER * 88] * 6):
        await journal.append(line)
    await store.interviews.set_status(ended.id, "ended", "2026-11-21T09:10:00.000Z")
    waiting = replace(ended, id="int_open", status="created")
    await store.interviews.create(waiting)
    signer = Signer(SECRET, salt="greenroom.owner", digest_method=hashlib.sha256)
    return {"cookie": signer.sign(owner).decode(), "ended": ended.id, "open": waiting.id}


def paper() -> bytes:
    """A document of some fifty thousand characters."""
    document, written = Document(), io.BytesIO()
    for _ in range(600):
        document.add_paragraph(ANSWER)
    document.save(written)
    return written.getvalue()


@dataclass
class Flood:
    """All routes, asked in a new order each round."""

    address: str
    known: dict[str, str]
    paper: bytes = field(default_factory=paper)
    statuses: Counter[int] = field(default_factory=Counter)
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    async def run(self, seconds: float) -> None:
        until = time.perf_counter() + seconds
        async with aiohttp.ClientSession() as client:
            async with client.get(f"{self.address}/openapi.json") as answer:
                routes = _routes(await answer.json())
            cookies = {COOKIE: self.known["cookie"]}
            async with (
                aiohttp.ClientSession(cookies=cookies) as owner,
                aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as stranger,
                asyncio.TaskGroup() as tasks,
            ):
                for number in range(WORKERS + STRANGERS):
                    whose = owner if number < WORKERS else stranger
                    tasks.create_task(self._ask(whose, list(routes), number, until))

    async def _ask(
        self, client: aiohttp.ClientSession, routes: list[tuple[str, str]], seed: int, until: float
    ) -> None:
        dice = random.Random(seed)
        while time.perf_counter() < until:
            dice.shuffle(routes)
            for method, path in routes:
                if time.perf_counter() >= until:
                    return
                began = time.perf_counter()
                status = await self._one(client, method, path, until)
                self.statuses[status] += 1
                self.took[f"{method} {path}"].append(time.perf_counter() - began)
                if status == 429:
                    await asyncio.sleep(0.05)

    async def _one(
        self, client: aiohttp.ClientSession, method: str, path: str, until: float
    ) -> int:
        ended = self.known["open" if "document" in path or method == "POST" else "ended"]
        where = self.address + re.sub(r"\{\w+\}", "x", path.replace("{interview_id}", ended))
        timeout = aiohttp.ClientTimeout(total=max(0.1, until - time.perf_counter()) + 1)
        try:
            async with client.request(
                method, where, timeout=timeout, allow_redirects=False, **self._body(method, path)
            ) as answer:
                await answer.read()
                return answer.status
        except (TimeoutError, aiohttp.ClientError):
            return 0

    def _body(self, method: str, path: str) -> dict[str, Any]:
        if path.endswith("/documents") and method == "POST":
            form = aiohttp.FormData()
            form.add_field("file", self.paper, filename="cv.docx")
            return {"data": form}
        if path.startswith("/api/plans") and method in ("POST", "PUT"):
            toml = plans.source_of("classic")
            return {"json": {"toml": toml + f"\n# {'x' * 20_000}", "version": 1}}
        told: dict[str, Any] = {"plan": "two-stage", "name": "Ada", "role": "cook", "consent": True}
        if path == "/api/circles":
            told = CIRCLE
        if path == "/api/interviews":
            told["job_description"] = "Required: 3+ years Python, AWS.\n" * 600
        return {} if method == "GET" else {"json": told}


def _routes(api: dict[str, Any]) -> list[tuple[str, str]]:
    """Everything in the API, but what would take the person's own things away."""
    every = [
        (method.upper(), path)
        for path, methods in api["paths"].items()
        for method in methods
        if (method != "delete" or SAFE_TO_ERASE.fullmatch(path)) and not path.endswith("/events")
    ]
    return [*every, *(("GET", path) for path in PAGES)]


async def _main(address: str, seconds: float) -> None:
    flood = Flood(address, json.loads(sys.stdin.read()))
    await flood.run(seconds)
    slowest = sorted(flood.took.items(), key=lambda item: -max(item[1]))[:8]
    told = {
        "statuses": {str(status): count for status, count in sorted(flood.statuses.items())},
        "slowest": {route: round(max(took), 2) for route, took in slowest},
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(_main(sys.argv[1], float(sys.argv[2])))
