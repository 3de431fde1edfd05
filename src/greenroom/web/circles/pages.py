"""The pages of circles: one's own circles and the lines they led to, one circle, one conversation."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from greenroom.app.circles.chosen_model import chosen
from greenroom.app.circles.watching import Following
from greenroom.app.ports import CircleRow, NotFound, Written
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.choices import own_key
from greenroom.app.timestamps import stamped
from greenroom.web.circles.access import circle_opened, meeting_opened
from greenroom.web.circles.forms import objective
from greenroom.web.circles.speakers import UNKNOWN, Speaker, operators_speaker, speaker
from greenroom.web.owners import owner_of
from greenroom.web.saved_providers import saved_of
from greenroom.web.services import Services
from greenroom.web.templating import page

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


def router(services: Services) -> APIRouter:
    """For the owner's cookie alone: who holds a token uses the API."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/circles")
    async def circles(request: Request) -> HTMLResponse:
        owner = owner_of(request)
        kept = services.store.circles
        rows = [] if owner is None else await kept.of_owner(owner)
        return page(
            "circles.html",
            **await _choices(services, request),
            circles=[(row, objective(row), await kept.meetings(row.id)) for row in rows],
            lines=[(one, _moment(one.at_ms)) for one in await kept.notices(owner)] if owner else [],
            now=stamped(services.now()),
        )

    @pages.get("/circles/{circle_id}")
    async def circle(request: Request, circle_id: str) -> HTMLResponse:
        row = await circle_opened(request, circle_id)
        now = stamped(services.now())
        return page(
            "circle.html",
            **await _choices(services, request, own_key(row, Part.LLM)),
            circle=row,
            objective=objective(row),
            speaker=await _speaker(services, row),
            meetings=await services.store.circles.meetings(row.id),
            open=row.opens_at <= now < row.closes_at,
            closed=row.closes_at <= now,
            retention_days=services.retention_days,
        )

    @pages.get("/circles/{circle_id}/interviews/{number}")
    async def watching(request: Request, circle_id: str, number: Number) -> HTMLResponse:
        row, meeting, watcher = await meeting_opened(request, circle_id, number)
        written = await services.store.circles.written(meeting.id)
        entries = await asyncio.to_thread(lambda: list(Following(watcher).feed(written)))
        if not entries:
            raise NotFound("there is nothing at this address")
        return page(
            "watching.html",
            circle=row,
            meeting=meeting,
            started=entries[0],
            entries=entries,
            speaks=(await _spoke(services, row, written)).words if watcher == "owner" else "",
            retention_days=services.retention_days,
        )

    return pages


async def _speaker(services: Services, row: CircleRow) -> Speaker:
    return speaker(row, await services.keys.of_owner(row.owner), services.keys.operators)


async def _spoke(services: Services, row: CircleRow, written: Sequence[Written]) -> Speaker:
    """In a conversation, whatever its circle has chosen since."""
    keys = chosen([one.entry for one in written])
    return UNKNOWN if keys is None else await _speaker(services, replace(row, keys=keys))


async def _choices(services: Services, request: Request, key: str | None = None) -> dict[str, Any]:
    """What `speakers.html` offers; `key` is what is chosen of it."""
    return {
        "usual": operators_speaker(services.keys.operators),
        "saved": [one for one in await saved_of(services, request) if Part.LLM.value in one.parts],
        "chosen": key,
    }


def _moment(at_ms: int) -> str:
    return stamped(datetime.fromtimestamp(at_ms / 1000, UTC))
