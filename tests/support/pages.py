"""The pages for one owner, over services in memory that hold what a test puts there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send
from tests.support.records import Record
from tests.support.services import memory_at, services_over

from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.vault import SealingVault, new_key
from greenroom.app import plans
from greenroom.app.ports import (
    Amount,
    InterviewRow,
    Letter,
    Limits,
    Link,
    NotFound,
    ScorecardRow,
    SealedKey,
)
from greenroom.app.reports.replay import ReplayedInterview, words_version
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.assessment.coaching.shapes import NOTHING_KNOWN
from greenroom.assessment.speech import NOT_KEPT
from greenroom.testing.sound import sealed_sound
from greenroom.web import history, keys, pages
from greenroom.web.owners import remember
from greenroom.web.rate_limits import RateLimits
from greenroom.web.reports import pages as report_pages
from greenroom.web.services import Services

NOW: Final = datetime(2026, 11, 21, 11, 0, tzinfo=UTC)
OWNER: Final = f"own_{'5' * 32}"
RATES: Final = RateLimits(
    MemoryCounters(),
    interviews_per_minute=10_000,
    requests_per_minute=10_000,
    documents_per_minute=10_000,
    people_per_address=10_000,
    clock=NOW.timestamp,
)


def _done(work: Coroutine[Any, Any, None]) -> None:
    """Do this now, in a thread: Playwright's own loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


class _Owner:
    """Everybody who asks is the owner."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        answer = Response()
        remember(answer, services, OWNER)
        self._cookie = answer.headers["set-cookie"].partition(";")[0].encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            others = [value for name, value in scope["headers"] if name == b"cookie"]
            headers = [one for one in scope["headers"] if one[0] != b"cookie"]
            cookies = b"; ".join((*others, self._cookie))
            scope = {**scope, "headers": [*headers, (b"cookie", cookies)]}
        await self._app(scope, receive, send)


class NoMail:
    """Takes letters and sends none."""

    async def send(self, letter: Letter) -> None:
        """Taken."""


class PagesHouse:
    """What the pages need and no more; `changes` are of the services."""

    def __init__(self, **changes: Any) -> None:
        self.store = memory_at(NOW)
        self.services = services_over(self.store, SealingVault.of(new_key()), NOW, **changes)

    def app(self, *middleware: Middleware) -> FastAPI:
        """The pages alone."""
        app = FastAPI(middleware=[Middleware(_Owner, services=self.services), *middleware])
        app.state.services = self.services
        app.include_router(pages.router(self.services))
        app.include_router(report_pages.router(self.services, RATES))
        app.include_router(history.router(self.services))
        app.include_router(keys.pages(self.services))

        @app.exception_handler(404)
        @app.exception_handler(NotFound)
        async def nothing(request: Request, error: Exception) -> HTMLResponse:
            return pages.error_page(404, request.url.path)

        return app

    def add(
        self,
        interview_id: str,
        record: Record | None = None,
        card: ScorecardRow | None = None,
        sound_ms: int = 0,
        **changes: Any,
    ) -> InterviewRow:
        """An interview of the `classic` plan; ended if there is a record."""
        values: dict[str, Any] = {
            "id": interview_id, "owner": OWNER, "plan_id": "classic", "plan_toml": plans.source_of("classic"),
            "candidate": {"name": "Amara", "email": "", "role": "software engineer", "level": "senior"},
            "created_at": "2026-11-21T10:02:00.000+00:00", "status": "created" if record is None else "ended",
            "sound": sound_ms > 0,
        }  # fmt: skip
        row = InterviewRow(**(values | changes))
        _done(self._add(row, record, card, sound_ms))
        return row

    async def _add(
        self, row: InterviewRow, record: Record | None, card: ScorecardRow | None, sound_ms: int
    ) -> None:
        await self.store.interviews.create(row)
        if record is not None:
            await self._read(row, record)
        if card is not None:
            await self.store.scorecards.ask(replace(card, card=None))
            if card.card is not None:
                await self.store.scorecards.keep(row.id, card.asked_at, card.card)
        if sound_ms:
            await self.store.sounds.append(sealed_sound(row.id, 0, sound_ms))

    async def _read(self, row: InterviewRow, record: Record) -> None:
        """Have the archive remember this as what is in the journal."""
        interviews = self.store.interviews
        await interviews.journal(row.id).append("a journal that has been read")
        version = await words_version(interviews, row)
        plan = plans.parse(row.plan_toml, row.plan_id)
        found = ReplayedInterview(
            dict(record), NOT_KEPT, NOTHING_KNOWN, plan, version, frozenset(), 1
        )

        async def made() -> ReplayedInterview:
            return found

        key = Key("record", (row.id,), version)
        await report_cache_of(interviews).once(key, made, lambda _: 1)

    def put_keys(self, keys: Iterable[SealedKey]) -> None:
        """Providers that the owner has saved."""

        async def put() -> None:
            for key in keys:
                await self.store.keys.put(replace(key, owner=OWNER))

        _done(put())

    def spend(self, interview_id: str, amount: Amount) -> None:
        """Models used in an interview."""

        async def use() -> None:
            await self.store.usage.reserve(interview_id, OWNER, amount, Limits())

        _done(use())

    def link(self, link: Link) -> None:
        """An open link to a report."""
        _done(self.store.links.add(link))
