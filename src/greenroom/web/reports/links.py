"""Routes by which a report leaves the house: links to it, and the e-mail to its candidate."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from greenroom.app.reports.mailing import mail_report
from greenroom.app.reports.sharing import Part, live, revoke, share
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.forms import OpenLink
from greenroom.web.owners import ID_PATTERN, opened
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services

MOST_DAYS = 90


class NewLink(BaseModel):
    parts: Annotated[list[Part], Field(min_length=1, max_length=len(Part))]
    """What anyone with the link is shown."""
    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = 7
    """When it ends by itself."""


class MadeLink(OpenLink):
    path: str
    """Behind this server's own address. Shown once; only the hash of what is secret in it is kept."""


class LinkList(BaseModel):
    links: list[OpenLink]


LinkId = Annotated[str, Path(description="A link's id.", json_schema_extra={"pattern": ID_PATTERN})]


def router(services: Services, rates: RateLimits) -> APIRouter:
    api = APIRouter(responses=ALWAYS)
    place = f"{ONE}/links"

    @api.post(place, status_code=201, response_model=MadeLink, responses=documented(404, 409))
    async def make_link(request: Request, interview_id: InterviewId, wanted: NewLink) -> Response:
        """A link that shows parts of the report to anyone who has it. 409 before the interview ended."""
        row = await opened(request, interview_id)
        link, token = await share(
            services.store.links, row, wanted.parts, wanted.days, services.now()
        )
        return JSONResponse(OpenLink.of(link) | {"path": f"/shared/{token}"}, 201, NO_STORE)

    @api.get(place, response_model=LinkList, responses=documented(404))
    async def list_links(request: Request, interview_id: InterviewId) -> Response:
        """The links that still open."""
        row = await opened(request, interview_id)
        found = await live(services.store.links, row, services.now())
        return JSONResponse({"links": [OpenLink.of(link) for link in found]}, headers=NO_STORE)

    @api.delete(f"{place}/{{link_id}}", status_code=204, responses=documented(404))
    async def end_link(request: Request, interview_id: InterviewId, link_id: LinkId) -> Response:
        """The link opens nothing from now on."""
        row = await opened(request, interview_id)
        await revoke(services.store.links, row, link_id)
        return Response(status_code=204)

    @api.post(f"{ONE}/mail", status_code=204, responses=documented(404, 409))
    async def send_mail(request: Request, interview_id: InterviewId) -> Response:
        """Send the report as PDF to the address that was given for the interview. 409 where there is
        none, or where this server sends no e-mail."""
        row = await opened(request, interview_id)
        await rates.count_mail(request, row.owner)
        await mail_report(services.store, services.report_renderer, services.mailer, row)
        return Response(status_code=204)

    return api
