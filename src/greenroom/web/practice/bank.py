"""The bank of questions and the wordings that a candidate keeps, over HTTP and as a page."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from greenroom.app.ports import NotFound, Refused
from greenroom.app.practice import bank
from greenroom.app.practice.questions import held
from greenroom.assessment.sentence import Sentence
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.credentials import signed
from greenroom.web.forms import Created
from greenroom.web.owners import owned, owner_of
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services
from greenroom.web.templating import page

LONGEST_WORDING: Final = 4_000
"""Characters that are kept to say next time: some five minutes of speech."""
Name = Annotated[str, Field(max_length=80)]


class Practised(BaseModel):
    """A question of the bank."""

    plan: Name
    stage: Name
    question: Name


class Bank(BaseModel):
    roles: list[dict[str, str]]
    questions: list[dict[str, Any]]
    """`{plan, stage, kind, question, text}`: those of the role, in the order of its plan."""


class Kept(BaseModel):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_WORDING)]


Message = Annotated[int, Path(ge=0, le=10**6, description="The message that asked.")]


def router(services: Services, rates: RateLimits) -> APIRouter:
    api = APIRouter(responses=ALWAYS)
    _add_bank(api, services, rates)
    _add_wordings(api, services)
    return api


def _add_bank(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.get("/api/bank", response_model=Bank, responses=documented(404))
    async def read_bank(request: Request, role: str = "") -> Response:
        """The questions of one role pack; without `role` those of the newest interview's role."""
        chosen = role or bank.usual(await _rows(request))
        found = [asdict(one) for one in bank.questions(chosen)]
        roles = [{"id": id_, "title": title} for id_, title in bank.roles()]
        return JSONResponse({"roles": roles, "questions": found}, headers=NO_STORE)

    @api.post("/api/bank", status_code=201, response_model=Created, responses=documented(404, 409))
    async def practise_question(request: Request, wanted: Practised) -> Response:
        """Register for one question of the bank, as for the newest interview. 409 where there is none."""
        owner = owner_of(request)
        await rates.count("interview", request, owner)
        if owner is None:
            raise Refused(bank.FIRST_REGISTER)
        await services.permit_storing(owner)
        row, capability = await bank.practise(
            services.store,
            owner,
            wanted.plan,
            wanted.stage,
            wanted.question,
            services.now(),
            services.mode,
        )
        headers = {**NO_STORE, "Location": f"/api/interviews/{row.id}"}
        return JSONResponse(
            {"id": row.id, "access_token": signed(services, capability)}, 201, headers
        )

    async def _rows(request: Request) -> Any:
        owner = owner_of(request)
        return [] if owner is None else await services.interviews.of_owner(owner)


def _add_wordings(api: APIRouter, services: Services) -> None:
    place = f"{ONE}/wordings/{{message}}"

    @api.put(place, status_code=204, responses=documented(404, 409))
    async def keep_wording(
        request: Request, interview_id: InterviewId, message: Message, given: Kept
    ) -> Response:
        """Keep how this question is to be answered next time: the owner's own text, shown beside the
        question."""
        row = await owned(request, interview_id)
        text = given.text.strip()
        if not text or not all(c.isprintable() or c.isspace() for c in text):
            raise Refused(Sentence("Write down some words to keep."), status=422)
        (await held(services.store, row)).exchange(message)
        await services.permit_storing(row.owner)
        await services.store.wordings.keep(row.id, message, text)
        return Response(status_code=204)

    @api.delete(place, status_code=204, responses=documented(404))
    async def drop_wording(
        request: Request, interview_id: InterviewId, message: Message
    ) -> Response:
        """Keep it no longer."""
        row = await owned(request, interview_id)
        if message not in await services.store.wordings.of_interview(row.id):
            raise NotFound("no wording is kept there")
        await services.store.wordings.keep(row.id, message, None)
        return Response(status_code=204)


def pages(services: Services) -> APIRouter:
    found = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @found.get("/practice/bank")
    async def browse(request: Request, role: str = "", kind: str = "") -> HTMLResponse:
        owner = owner_of(request)
        rows = [] if owner is None else await services.interviews.of_owner(owner)
        chosen = role or bank.usual(rows)
        every = bank.questions(chosen)
        kinds = list(dict.fromkeys(one.kind for one in every))
        shown = [one for one in every if one.kind == kind] if kind in kinds else every
        return page(
            "bank.html",
            role=chosen,
            kind=kind,
            roles=bank.roles(),
            kinds=kinds,
            groups=[(k, list(ones)) for k, ones in groupby(shown, key=lambda one: one.kind)],
            registered=bool(rows),
            first=bank.FIRST_REGISTER,
        )

    return found
