"""The page of the history: what a row shows of an interview, and finding one by words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from greenroom.app import plans
from greenroom.app.ports import InterviewRow
from greenroom.app.reports.replay import record_of, words_version
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.web.owners import owner_of
from greenroom.web.reports import charts
from greenroom.web.saved_providers import saved_of
from greenroom.web.services import Services
from greenroom.web.templating import page

LONGEST_SEARCH: Final = 120
PLACE: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
PAGE: Final = 25
"""Interviews on one page."""
LOOKED_THROUGH: Final = 100
"""Interviews that one search looks through; the next page goes on behind them."""


def router(services: Services) -> APIRouter:
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/history")
    async def history(request: Request) -> HTMLResponse:
        wanted = " ".join(request.query_params.get("q", "").split())[:LONGEST_SEARCH]
        asked = request.query_params.get("from", "")
        first = int(asked) if PLACE.fullmatch(asked) else 0
        owner = owner_of(request)
        kept = [] if owner is None else await services.interviews.of_owner(owner)
        found = await _found(services, kept, first, wanted)
        return page(
            "history.html",
            past=found.past,
            page=found,
            first=first,
            total=len(kept),
            any=bool(kept),
            wanted=wanted,
            saved=await saved_of(services, request),
            retention_days=services.retention_days,
        )

    return pages


@dataclass(frozen=True, slots=True)
class Past:
    """One row."""

    row: InterviewRow
    title: str
    """Its plan's."""
    strip: Mapping[str, Any] | None
    """Of an interview that has begun."""
    words: str
    """What a search looks in: role, level, plan, day, and everything that was said."""

    def matches(self, wanted: str) -> bool:
        """Whether every word that is looked for is in the interview."""
        return all(word in self.words for word in wanted.casefold().split())


def _past(row: InterviewRow, record: Mapping[str, Any] | None) -> Past:
    title = plans.title_of(row.plan_toml) or row.plan_id
    said = [message["text"] for message in (record or {}).get("messages", ())]
    known = row.candidate
    told = (known["role"], known["level"], known["name"], title, row.created_at[:10], *said)
    strip = None if record is None else _strip(record)
    return Past(row, title, strip, " ".join(told).casefold())


@dataclass(frozen=True, slots=True)
class Page:
    """Some of an owner's interviews, newest first."""

    past: Sequence[Past]
    older: int | None
    """Where the next page begins; None: there is none."""
    looked: int
    """How many interviews were looked through."""


async def _found(services: Services, rows: Sequence[InterviewRow], first: int, wanted: str) -> Page:
    """The interviews from place `first` that match, as many as a page holds and a search looks through."""
    found: list[Past] = []
    looked = 0
    for row in rows[first : first + LOOKED_THROUGH]:
        if len(found) == PAGE:
            break
        looked += 1
        one = await _read(services, row)
        if one.matches(wanted):
            found.append(one)
    after = first + looked
    return Page(found, after if after < len(rows) else None, looked)


async def _read(services: Services, row: InterviewRow) -> Past:
    """An interview's line in the history, made once for each version of its words."""
    interviews = services.interviews
    readings = report_cache_of(interviews)

    async def made() -> Past:
        record = await record_of(interviews, row)
        return await readings.apart(row.owner, partial(_past, row, record))

    key = Key("history", (row.id,), (await words_version(interviews, row), row.status))
    return await readings.once(key, made, lambda one: 2 * len(repr(one)))


def _strip(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "length_ms": charts.length_ms(record),
        "answers": len(charts.answers(record)),
        "picture": charts.tape(record, 24),
    }
