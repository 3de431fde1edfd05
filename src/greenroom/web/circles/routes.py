"""The circle routes: a circle is opened, visitors enter it, and its interviews are followed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import JSONResponse, Response

from greenroom.app.circles.entries import enter, open_circle
from greenroom.app.circles.holding import stop
from greenroom.app.circles.watching import Following, Watcher, result
from greenroom.app.ports import CircleRow, Circles, MissionRow, Refused, Written
from greenroom.app.providers.catalogue import Part
from greenroom.assessment.sentence import Sentence
from greenroom.web.circles.access import circle_opened, meeting_opened
from greenroom.web.circles.forms import (
    ChangedCircle,
    ChosenModel,
    Circle,
    CircleInterview,
    CircleInterviewSoFar,
    CircleList,
    CircleWithInterviews,
    CreatedCircle,
    EnteredCircle,
    Line,
    LineList,
    NewCircle,
    NewEntry,
)
from greenroom.web.circles.streams import Streams
from greenroom.web.credentials import signed
from greenroom.web.owners import ID_PATTERN, new_owner, owner_of, remember
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services

ALWAYS = documented(400, 403, 408, 413, 422, 429, 500, 503)
NO_STORE: Final = {"Cache-Control": "no-store"}
ALL, ONE = "/api/circles", "/api/circles/{circle_id}"
MEETING: Final = f"{ONE}/interviews/{{number}}"
STREAM: Final = {
    **documented(404),
    200: {"description": "Server-sent events.", "content": {"text/event-stream": {}}},
}

CircleId = Annotated[
    str,
    Path(description="A circle's opaque id.", json_schema_extra={"pattern": ID_PATTERN}),
]
Number = Annotated[
    int, Path(description="Of the interview in its circle, from 1.", ge=1, le=2**31 - 1)
]


def router(services: Services, rates: RateLimits) -> APIRouter:
    """Each route with its whole path: metrics name a request by it."""
    api = APIRouter(responses=ALWAYS)
    _add_collection(api, services, rates)
    _add_circle(api, services, rates)
    _add_interview(api, services)
    return api


def _add_collection(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.post(ALL, status_code=201, response_model=CreatedCircle)
    async def create_circle(request: Request, wanted: NewCircle) -> Response:
        """Open a circle. The answer holds the tokens that open it and that report entries to it."""
        known = owner_of(request)
        await rates.count("interview", request, known)
        await services.permit_storing(known)
        owner = known or new_owner()
        now = services.now()
        told = replace(wanted.wanted(now), keys=await _keys(services, owner, wanted.providers))
        opened = await open_circle(services.store.circles, owner, told, now)
        made = CreatedCircle(
            id=opened.row.id,
            access_token=signed(services, opened.capability),
            entry_token=signed(services, opened.entry_token),
        )
        headers = {**NO_STORE, "Location": f"{ALL}/{opened.row.id}"}
        response = JSONResponse(made.model_dump(), 201, headers)
        remember(response, services, owner)
        return response

    @api.get(ALL, response_model=CircleList)
    async def list_circles(request: Request) -> Response:
        """The owner's own circles, newest first; none without the owner's cookie."""
        owner = owner_of(request)
        rows = [] if owner is None else await services.store.circles.of_owner(owner)
        return JSONResponse({"circles": [Circle.of(row) for row in rows]}, headers=NO_STORE)

    @api.get("/api/inbox", response_model=LineList)
    async def read_inbox(request: Request) -> Response:
        """The lines that the owner was told, newest first; none without the owner's cookie."""
        owner = owner_of(request)
        found = [] if owner is None else await services.store.circles.notices(owner)
        return JSONResponse({"notices": [Line.of(one) for one in found]}, headers=NO_STORE)


def _add_circle(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.get(ONE, response_model=CircleWithInterviews, responses=documented(404))
    async def read_circle(request: Request, circle_id: CircleId) -> Response:
        """The circle, what its owner said of it, and its interviews."""
        row = await circle_opened(request, circle_id)
        meetings = await services.store.circles.meetings(row.id)
        listed = [CircleInterview.of(meeting) for meeting in meetings]
        return JSONResponse({**_whole(row), "interviews": listed}, headers=NO_STORE)

    @api.patch(ONE, response_model=Circle, responses=documented(404))
    async def change_circle(
        request: Request, circle_id: CircleId, wanted: ChangedCircle
    ) -> Response:
        """Choose another model, for conversations that begin afterwards; those that wait or go on keep
        the one that was chosen when they began."""
        row = await circle_opened(request, circle_id)
        keys = await _keys(services, row.owner, wanted.providers)
        await services.store.circles.set_keys(row.id, keys)
        return JSONResponse(Circle.of(replace(row, keys=keys)), headers=NO_STORE)

    @api.delete(ONE, status_code=204, responses=documented(404))
    async def erase_circle(request: Request, circle_id: CircleId) -> Response:
        """Erase the circle, its interviews and the lines they led to. What runs stops."""
        row = await circle_opened(request, circle_id)
        await services.store.circles.delete(row.id)
        return Response(status_code=204)

    @api.post(
        f"{ONE}/entries",
        status_code=201,
        response_model=EnteredCircle,
        responses={**documented(404, 409), 200: {"model": EnteredCircle}},
    )
    async def report_entry(request: Request, circle_id: CircleId, entry: NewEntry) -> Response:
        """A visitor entered. Radius, window and cooldown are checked before anything else: 409 says
        which forbids it. The same entry again is the same interview (200)."""
        row = await circle_opened(request, circle_id, entering=True)
        await rates.count("entry", request, row.owner)
        await services.permit_storing(row.owner)
        if services.missions is None:
            raise Refused(
                Sentence("No interviews between agents are held here just now."), status=503
            )
        now = services.now()
        admitted = await enter(
            services.store.circles,
            services.missions,
            row,
            entry.entered(now),
            secret=services.secret,
            now=now,
        )
        meeting = admitted.row
        made = EnteredCircle(
            circle=row.id,
            interview=meeting.number,
            status=meeting.status,
            access_token=signed(services, admitted.capability),
        )
        headers = {**NO_STORE, "Location": f"{ALL}/{row.id}/interviews/{meeting.number}"}
        return JSONResponse(made.model_dump(), 201 if admitted.new else 200, headers)


def _add_interview(api: APIRouter, services: Services) -> None:
    streams = Streams(services)

    @api.get(MEETING, response_model=CircleInterviewSoFar, responses=documented(404))
    async def read_circle_interview(
        request: Request, circle_id: CircleId, number: Number
    ) -> Response:
        """What was said so far, how it ended, and for the owner what was decided."""
        _, meeting, watcher = await meeting_opened(request, circle_id, number)
        return JSONResponse(await _told(services.store.circles, meeting, watcher), headers=NO_STORE)

    @api.get(f"{MEETING}/events", response_class=Response, responses=STREAM)
    async def follow_circle_interview(
        request: Request, circle_id: CircleId, number: Number
    ) -> Response:
        """The same as it happens, one event an entry; `Last-Event-ID` goes on behind that one."""
        _, meeting, watcher = await meeting_opened(request, circle_id, number)
        return streams.of(request, meeting, watcher)

    @api.post(f"{MEETING}/stop", status_code=202, responses=documented(404, 409))
    async def stop_circle_interview(
        request: Request, circle_id: CircleId, number: Number
    ) -> Response:
        """End a conversation that is going on; it is not judged. Either side may. 409 when it is
        over."""
        _, meeting, _ = await meeting_opened(request, circle_id, number)
        await stop(services.store.circles, meeting.id)
        return Response(status_code=202)

    @api.delete(MEETING, status_code=204, responses=documented(404))
    async def erase_circle_interview(
        request: Request, circle_id: CircleId, number: Number
    ) -> Response:
        """Erase one interview, for both sides. Either side may."""
        _, meeting, _ = await meeting_opened(request, circle_id, number)
        await services.store.circles.delete_meeting(meeting.id)
        return Response(status_code=204)


async def _keys(services: Services, owner: str, wanted: ChosenModel) -> Mapping[str, str]:
    """Whose model it is, to be kept with the circle. Raises `FieldFault` for a key that is not this
    owner's."""
    chosen = wanted.named()
    await services.keys.permit(owner, chosen)
    return services.keys.with_operators(chosen, [Part.LLM])


async def taken_away(circles: Circles, owner: str | None) -> list[dict[str, Any]]:
    """Everything that is kept of an owner's circles, as their owner sees it."""
    rows = [] if owner is None else await circles.of_owner(owner)
    return [
        {
            **_whole(row),
            "interviews": [
                await _told(circles, meeting, "owner") for meeting in await circles.meetings(row.id)
            ],
        }
        for row in rows
    ]


def _whole(row: CircleRow) -> dict[str, Any]:
    return {
        **Circle.of(row),
        "owner_profile": row.mission["owner_profile"],
        "owner_circle": row.mission["owner_circle"],
        "rules": row.mission.get("rules", {}),
    }


async def _told(circles: Circles, meeting: MissionRow, watcher: Watcher) -> dict[str, Any]:
    written = await circles.written(meeting.id)
    seen = await asyncio.to_thread(_seen, written, watcher)
    return {"circle": meeting.circle_id, **CircleInterview.of(meeting), **seen}


def _seen(written: Sequence[Written], watcher: Watcher) -> dict[str, Any]:
    return {**result(written, watcher), "events": list(Following(watcher).feed(written))}
