"""The pages of circles: one's own circles and the lines they led to, one circle, one conversation."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse

from greenroom.app.circles.watching import Following
from greenroom.app.ports import CircleRow, NotFound
from greenroom.app.providers.known import Part
from greenroom.app.stamps import stamped
from greenroom.web.circles.access import circle_opened, meeting_opened
from greenroom.web.circles.forms import objective
from greenroom.web.circles.speakers import Speaker, operators_speaker, speaker
from greenroom.web.desk import Desk
from greenroom.web.owners import owner_of
from greenroom.web.saved import saved
from greenroom.web.templating import rendered

Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


def router(desk: Desk) -> APIRouter:
    """For the owner's cookie alone: who holds a token uses the API."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/circles")
    async def circles(request: Request) -> HTMLResponse:
        owner = owner_of(request)
        kept = desk.store.circles
        rows = [] if owner is None else await kept.of_owner(owner)
        keys = [] if owner is None else await desk.keys.of_owner(owner)
        return _page(
            "circles.html",
            circles=[(row, objective(row), await kept.meetings(row.id)) for row in rows],
            lines=[(one, _moment(one.at_ms)) for one in await kept.notices(owner)] if owner else [],
            now=stamped(desk.now()),
            usual=operators_speaker(desk.keys.operators),
            saved=[one for one in map(saved, keys) if Part.LLM.value in one.parts],
        )

    @pages.get("/circles/{circle_id}")
    async def circle(request: Request, circle_id: str) -> HTMLResponse:
        row = await circle_opened(request, circle_id)
        return _page(
            "circle.html",
            circle=row,
            objective=objective(row),
            speaker=await _speaker(desk, row),
            meetings=await desk.store.circles.meetings(row.id),
            open=row.opens_at <= stamped(desk.now()) < row.closes_at,
            retention_days=desk.retention_days,
        )

    @pages.get("/circles/{circle_id}/interviews/{number}")
    async def watching(request: Request, circle_id: str, number: Number) -> HTMLResponse:
        row, meeting, watcher = await meeting_opened(request, circle_id, number)
        entries = list(Following(watcher).feed(await desk.store.circles.written(meeting.id)))
        if not entries:
            raise NotFound("there is nothing at this address")
        return _page(
            "watching.html",
            circle=row,
            meeting=meeting,
            started=entries[0],
            entries=entries,
            speaks=(await _speaker(desk, row)).words if watcher == "owner" else "",
            retention_days=desk.retention_days,
        )

    return pages


async def _speaker(desk: Desk, row: CircleRow) -> Speaker:
    return speaker(row, await desk.keys.of_owner(row.owner), desk.keys.operators)


def _page(template: str, **values: Any) -> HTMLResponse:
    return HTMLResponse(rendered(template, **values), headers={"Cache-Control": "no-store"})


def _moment(at_ms: int) -> str:
    return stamped(datetime.fromtimestamp(at_ms / 1000, UTC))
