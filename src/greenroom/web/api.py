"""The JSON routes. Each one reads, asks a use case, and answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import JSONResponse, Response

from greenroom.app.erasure import erase, erase_owner
from greenroom.app.local_languages import lacking, notices
from greenroom.app.plans.checking import plan_of
from greenroom.app.providers.budgets import account
from greenroom.app.registration import Application, register
from greenroom.app.reports.exports import Format, export
from greenroom.app.reports.replay import record_of, report_of
from greenroom.app.reports.report_cache import report_cache_of
from greenroom.app.reports.sharing import live
from greenroom.web.circles.routes import taken_away
from greenroom.web.credentials import signed
from greenroom.web.forms import (
    Created,
    Interview,
    InterviewList,
    InterviewSoFar,
    LanguageNotice,
    NewCommand,
    NewInterview,
    OpenLink,
    Report,
)
from greenroom.web.key_forms import SavedKey, Used
from greenroom.web.languages import preferred
from greenroom.web.owners import ID_PATTERN, forget, new_owner, opened, owner_of, remember
from greenroom.web.preparation.forms import Preparation
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services
from greenroom.web.takeaway_forms import KeptPlan, Takeaway

ALWAYS = documented(400, 401, 403, 408, 413, 422, 429, 500, 503, 507)
"""What any route may answer: a request too odd, too large or too frequent, with a credential
that is none, one too many to be kept, or our own failure."""
EXPORTS = {
    **documented(404, 409),
    200: {
        "description": "The file.",
        "content": {format.media_type.split(";")[0]: {} for format in Format},
    },
}
NO_STORE = {"Cache-Control": "no-store"}
ALL, ONE = "/api/interviews", "/api/interviews/{interview_id}"

InterviewId = Annotated[
    str,
    Path(
        description="An interview's opaque id.",
        # Described, not enforced: an odd id is a 404 like any other that is not there.
        json_schema_extra={"pattern": ID_PATTERN},
    ),
]


def router(services: Services, rates: RateLimits) -> APIRouter:
    """All routes under `/api`, each with its whole path: metrics name a request by it."""
    api = APIRouter(responses=ALWAYS)
    _add_collection(api, services, rates)
    _add_interview(api, services)
    return api


def _add_collection(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.post(ALL, status_code=201, response_model=Created)
    async def create_interview(request: Request, wanted: NewInterview) -> Response:
        """Register for an interview. The answer holds the one token that opens it."""
        known = owner_of(request)
        await rates.count("interview", request, known)
        owner = known or new_owner()
        await services.permit_storing(known)
        chosen = wanted.providers.named()
        await services.keys.permit(owner, chosen)
        papers = {"job_description", "company"}
        told = wanted.model_dump(exclude={"consent", "providers", *papers})
        application = Application(**told, providers=services.keys.with_operators(chosen))
        asked = preferred(request.headers.get("accept-language", ""))
        row, capability = await register(
            services.store, application, owner, services.now(), services.mode, asked
        )
        await services.preparation.begin(row, wanted.job_description, wanted.company)
        language = (await plan_of(row)).language
        lacks = lacking(language, row.keys)
        made = Created(
            id=row.id,
            access_token=signed(services, capability),
            lacks=list(lacks),
            notices=[LanguageNotice(**asdict(one)) for one in notices(language, lacks)],
        )
        headers = {**NO_STORE, "Location": f"/api/interviews/{row.id}"}
        response = JSONResponse(made.model_dump(), 201, headers)
        remember(response, services, owner)
        return response

    @api.get(ALL, response_model=InterviewList)
    async def list_interviews(request: Request) -> Response:
        """The owner's own interviews, newest first; none without the owner's cookie."""
        owner = owner_of(request)
        rows = [] if owner is None else await services.interviews.of_owner(owner)
        content = {"interviews": [Interview.of(row) for row in rows]}
        return JSONResponse(content, headers=NO_STORE)

    @api.delete(ALL, status_code=204)
    async def erase_all(request: Request) -> Response:
        """Erase all of the owner's interviews."""
        owner = owner_of(request)
        for row in [] if owner is None else await services.interviews.of_owner(owner):
            await erase(services.interviews, services.rooms, row.id)
        return Response(status_code=204)

    @api.get("/api/export", response_model=Takeaway)
    async def export_all(request: Request) -> Response:
        """Everything that is kept of the owner, in one file."""
        owner = owner_of(request)
        rows = [] if owner is None else await services.interviews.of_owner(owner)
        interviews = [
            {
                **Interview.of(row),
                "papers": Preparation.of(
                    await services.preparation.folder(row), services.preparation.searches_with
                ),
                "record": await record_of(services.interviews, row),
                "scorecard": await _card(services, row.id),
                "links": [
                    OpenLink.of(one)
                    for one in await live(services.store.links, row, services.now())
                ],
                "sound": await services.sound.kept(row),
            }
            for row in rows
        ]
        kept = [] if owner is None else await services.keys.of_owner(owner)
        own = [] if owner is None else await services.store.plans.of_owner(owner)
        used = await account(services.store.usage, owner, services.ceilings.owner, services.now())
        takeaway = {
            "circles": await taken_away(services.store.circles, owner),
            "keys": [SavedKey.of(row) for row in kept],
            "plans": [KeptPlan.of(row) for row in own],
            "retries": [asdict(one) for one in await services.store.retries.of_owner(owner or "")],
            "wordings": [
                {"interview_id": of, "message": at, "text": text}
                for (of, at), text in (await services.store.wordings.of_owner(owner or "")).items()
            ],
            "drills": [asdict(one) for one in await services.store.drills.of_owner(owner or "")],
            "used": Used.of(used),
        }
        headers = {**NO_STORE, "Content-Disposition": 'attachment; filename="greenroom.json"'}
        write = partial(_written, takeaway, interviews)
        body = await report_cache_of(services.interviews).apart(owner or "", write)
        return Response(body, media_type="application/json", headers=headers)

    @api.delete("/api/owner", status_code=204)
    async def erase_me(request: Request) -> Response:
        """Erase everything that belongs to the owner, keys and usage too, and the owner's cookie."""
        owner = owner_of(request)
        if owner is not None:
            await erase_owner(services.store, services.rooms, owner)
            if services.trials is not None:
                await services.trials.drop(owner)
        response = Response(status_code=204)
        forget(response, services)
        return response


def _written(takeaway: Mapping[str, Any], interviews: Sequence[Mapping[str, Any]]) -> bytes:
    """JSON, interview by interview: written at one go, a long history would hold everybody up."""
    each = (json.dumps(one, ensure_ascii=False) for one in interviews)
    rest = json.dumps(takeaway, ensure_ascii=False)
    return f'{{"interviews":[{",".join(each)}],{rest[1:]}'.encode()


async def _card(services: Services, interview_id: str) -> Mapping[str, Any] | None:
    found = await services.store.scorecards.find(interview_id)
    return None if found is None else found.card


def _add_interview(api: APIRouter, services: Services) -> None:
    @api.get(ONE, response_model=InterviewSoFar, responses=documented(404))
    async def read_interview(request: Request, interview_id: InterviewId) -> Response:
        """The interview's state and its record so far."""
        row = await opened(request, interview_id)
        content = {**Interview.of(row), "record": await record_of(services.interviews, row)}
        return JSONResponse(content, headers=NO_STORE)

    @api.delete(ONE, status_code=204, responses=documented(404))
    async def erase_interview(request: Request, interview_id: InterviewId) -> Response:
        """Stop the interview if it runs and erase all of it. It cannot be brought back."""
        row = await opened(request, interview_id)
        await erase(services.interviews, services.rooms, row.id)
        return Response(status_code=204)

    @api.get(f"{ONE}/report", response_model=Report, responses=documented(404, 409))
    async def read_report(request: Request, interview_id: InterviewId) -> Response:
        """What was measured and what happened. 409 before the interview began."""
        row = await opened(request, interview_id)
        return JSONResponse(await report_of(services.store, row), headers=NO_STORE)

    @api.get(f"{ONE}/export", response_class=Response, responses=EXPORTS)
    async def export_interview(
        request: Request,
        interview_id: InterviewId,
        format: Annotated[Format, Query(description="What to write it as.")] = Format.JSON,
    ) -> Response:
        """The interview as a file to keep. 409 before the interview began."""
        row = await opened(request, interview_id)
        made = await export(services.store, row, format, services.report_renderer)
        disposition = f'attachment; filename="{made.filename}"'
        headers = {**NO_STORE, "Content-Disposition": disposition}
        return Response(made.content, media_type=made.media_type, headers=headers)

    @api.post(f"{ONE}/commands", status_code=202, responses=documented(404, 409))
    async def give_command(
        request: Request, interview_id: InterviewId, given: NewCommand
    ) -> Response:
        """What the room's buttons do. 409 when the interview is not running."""
        row = await opened(request, interview_id)
        await services.rooms.command(row.id, given.command.value)
        return Response(status_code=202)
