"""The pages: HTML for people, rendered on the server and brought to life by ES modules.

Whose an interview is, is told by the request's cookie, as in the API. No page carries an inline script,
a `style` attribute or an address outside this server.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from greenroom.app import consent, local_languages, plans
from greenroom.app.plans import PlanSummary
from greenroom.app.plans.checking import in_turn, plan_of
from greenroom.app.plans.owner_plans import usable
from greenroom.app.providers.catalogue import Part
from greenroom.interview.bounds import LONGEST_TYPED
from greenroom.interview.plan import LEVELS
from greenroom.interview.prompts import LANGUAGES
from greenroom.web import languages
from greenroom.web.not_found import not_found_page
from greenroom.web.owners import opened, owner_of
from greenroom.web.saved_providers import here, saved_of
from greenroom.web.services import Services
from greenroom.web.templating import page


class _Static(StaticFiles):
    """Package files: asked for again on every visit (ETag), so an update arrives at once. Fonts never
    change under their name and are kept."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = path.endswith(".woff2")
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if kept else "no-cache"
        )
        return response


def static_files() -> StaticFiles:
    """The app that serves `/static`."""
    with as_file(files("greenroom.web") / "static") as directory:
        return _Static(directory=Path(directory))


def error_page(status: int, path: str = "") -> HTMLResponse:
    """The page for an address that has nothing (404), or for something that broke on our side."""
    if status < 500:
        return page("404.html", status, missing=not_found_page(path))
    return page("broken.html", status)


def router(services: Services) -> APIRouter:
    """From the start to the room, and privacy. Mount `static_files()` at `/static` beside it."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/")
    async def start(request: Request) -> HTMLResponse:
        own, ours = await _own_plans(services, owner_of(request)), plans.catalogue()
        return page(
            "start.html",
            saved=await saved_of(services, request),
            here=here(services.keys.operators),
            plans=[*own, *ours[: len(plans.GENERAL)]],
            more=ours[len(plans.GENERAL) :],
            try_plan=plans.TRY,
            chosen=request.query_params.get("plan"),
            named=LANGUAGES,
            unspoken=lambda language: local_languages.lacking(
                language, set(services.keys.operators)
            ),
            levels=LEVELS,
            consent=consent.words(languages.current().code),
            sends_mail=services.mailer is not None,
            retention_days=services.retention_days,
        )

    @pages.get("/interviews/{interview_id}/check")
    async def check(request: Request, interview_id: str) -> Response:
        row = await opened(request, interview_id)
        if row.status != "created":
            return RedirectResponse(f"/interviews/{row.id}/room", 303)
        plan = await plan_of(row)
        lacks = local_languages.lacking(plan.language, row.keys)
        told = local_languages.notices(plan.language, lacks)
        return page("check.html", interview=row, plan=plan, deaf=Part.STT in lacks, notices=told)

    @pages.get("/interviews/{interview_id}/room")
    async def room(request: Request, interview_id: str) -> Response:
        row = await opened(request, interview_id)
        if row.status == "ended":
            return RedirectResponse(f"/interviews/{row.id}/report", 303)
        plan = await plan_of(row)
        return page("room.html", interview=row, plan=plan, longest_answer=LONGEST_TYPED)

    @pages.get("/privacy")
    async def privacy() -> HTMLResponse:
        return page(
            "privacy.html",
            sends_mail=services.mailer is not None,
            retention_days=services.retention_days,
            here=here(services.keys.operators),
        )

    return pages


async def _own_plans(services: Services, owner: str | None) -> Sequence[PlanSummary]:
    """The owner's own plans that can be used."""
    if owner is None:
        return []
    found = await in_turn(owner, usable, await services.store.plans.of_owner(owner))
    return [replace(summary, id=row.id) for row, summary in found]
