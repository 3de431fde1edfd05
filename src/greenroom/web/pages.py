"""The pages: HTML for people, rendered on the server and brought to life by ES modules.

Whose an interview is, is told by the request's cookie, as in the API. No page carries an inline script,
a `style` attribute or an address outside this server.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from greenroom.app import consent, local_languages, plans
from greenroom.app.plans import PlanSummary
from greenroom.app.plans.checking import in_turn, plan_of
from greenroom.app.plans.owner_plans import usable
from greenroom.app.ports import InterviewRow, Refused, SealedKey
from greenroom.app.providers.budgets import account
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.choices import own_key
from greenroom.app.reports.replay import contents_of, record_of, words_version
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.app.reports.sharing import live, shown
from greenroom.app.scorecards import requests as scorecards
from greenroom.app.scorecards import rubrics
from greenroom.interview.bounds import LONGEST_TYPED
from greenroom.interview.plan import LEVELS
from greenroom.interview.prompts import LANGUAGES
from greenroom.web import history, languages
from greenroom.web.languages import N_
from greenroom.web.not_found import not_found_page
from greenroom.web.owners import opened, owner_of
from greenroom.web.rate_limits import RateLimits
from greenroom.web.reports import context as reports
from greenroom.web.reports.playing import Playing
from greenroom.web.saved_providers import asked_models, here, offered, saved, used
from greenroom.web.services import Services
from greenroom.web.templating import rendered

_RETRY_AFTER_S = 20
LONGEST_SEARCH: Final = 120
PLACE: Final = re.compile(r"[0-9]{1,6}", re.ASCII)


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


def _page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    html = rendered(template, **values)
    headers = {"Cache-Control": "no-store"}
    if status == 503:
        headers["Retry-After"] = str(_RETRY_AFTER_S)
    return HTMLResponse(html, status, headers)


def error_page(status: int, path: str = "") -> HTMLResponse:
    """The page for an address that has nothing (404), or for something that broke on our side."""
    if status < 500:
        return _page("404.html", status, missing=not_found_page(path))
    return _page("broken.html", status)


def router(services: Services, rates: RateLimits) -> APIRouter:
    """All pages. Mount `static_files()` at `/static` beside it."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    _on_the_way_in(pages, services)
    _afterwards(pages, services, rates)
    return pages


def _on_the_way_in(pages: APIRouter, services: Services) -> None:
    @pages.get("/")
    async def start(request: Request) -> HTMLResponse:
        own, ours = await _own_plans(services, owner_of(request)), plans.catalogue()
        return _page(
            "start.html",
            saved=[saved(key) for key in await _keys(services, request)],
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
        return _page("check.html", interview=row, plan=plan, deaf=Part.STT in lacks, notices=told)

    @pages.get("/interviews/{interview_id}/room")
    async def room(request: Request, interview_id: str) -> Response:
        row = await opened(request, interview_id)
        if row.status == "ended":
            return RedirectResponse(f"/interviews/{row.id}/report", 303)
        plan = await plan_of(row)
        return _page("room.html", interview=row, plan=plan, longest_answer=LONGEST_TYPED)


def _afterwards(pages: APIRouter, services: Services, rates: RateLimits) -> None:
    @pages.get("/interviews/{interview_id}/report")
    async def report(request: Request, interview_id: str) -> HTMLResponse:
        row = await opened(request, interview_id)
        try:
            told = await contents_of(services.store, row)
        except Refused:  # it never began
            return _page("unstarted.html", interview=row)
        email = row.candidate.get("email", "")
        sound = await services.sound.kept(row)
        around: dict[str, Any] = {
            "interview": row,
            "judging": await _judging(services, row),
            "files": FILES,
            "mail": {"offered": services.mailer is not None, "address": email},
            "links": await live(services.store.links, row, services.now()),
            "shareable": reports.SHAREABLE,
            "retention_days": services.retention_days,
            "correctable": told.correctable if row.status == "ended" else frozenset(),
        }

        def page() -> HTMLResponse:
            hear = Playing(told.record, told.voices, sound)
            return _page("report.html", **reports.values(told), practise=True, hear=hear, **around)

        return await report_cache_of(services.interviews).apart(row.owner, page)

    @pages.get("/shared/{token}")
    async def shared(request: Request, token: str) -> HTMLResponse:
        await rates.count_shared(request)
        row, link, told = await shown(services.store, token, services.now())

        def made() -> HTMLResponse:
            return _page(
                "shared.html", **reports.values(told, link.parts), interview=row, link=link
            )

        page = await report_cache_of(services.interviews).apart(row.owner, made)
        page.headers["X-Robots-Tag"] = "noindex, nofollow"
        page.headers["Referrer-Policy"] = "no-referrer"
        return page

    @pages.get("/history")
    async def past(request: Request) -> HTMLResponse:
        wanted = " ".join(request.query_params.get("q", "").split())[:LONGEST_SEARCH]
        asked = request.query_params.get("from", "")
        first = int(asked) if PLACE.fullmatch(asked) else 0
        owner = owner_of(request)
        kept = [] if owner is None else await services.interviews.of_owner(owner)
        found = await history.page(kept, first, wanted, partial(_past, services))
        return _page(
            "history.html",
            past=found.past,
            page=found,
            first=first,
            total=len(kept),
            any=bool(kept),
            wanted=wanted,
            saved=[saved(key) for key in await _keys(services, request)],
            retention_days=services.retention_days,
        )

    @pages.get("/keys")
    async def keys(request: Request) -> HTMLResponse:
        kept = [saved(key) for key in await _keys(services, request)]
        fresh = request.query_params.get("saved")
        usage, most = services.store.usage, services.ceilings.owner
        spent = await account(usage, owner_of(request), most, services.now())
        return _page(
            "keys.html",
            saved=kept,
            fresh=next((one for one in kept if one.row.id == fresh), None),
            unlisted="unlisted" in request.query_params,
            offered=offered(),
            here=here(services.keys.operators),
            used=used(spent),
            looks=services.nearby is not None,
        )

    @pages.get("/privacy")
    async def privacy() -> HTMLResponse:
        return _page(
            "privacy.html",
            sends_mail=services.mailer is not None,
            retention_days=services.retention_days,
            here=here(services.keys.operators),
        )


async def _keys(services: Services, request: Request) -> Sequence[SealedKey]:
    """The asking owner's saved providers, newest first."""
    owner = owner_of(request)
    return [] if owner is None else await services.keys.of_owner(owner)


async def _own_plans(services: Services, owner: str | None) -> Sequence[PlanSummary]:
    """The owner's own plans that can be used."""
    if owner is None:
        return []
    found = await in_turn(owner, usable, await services.store.plans.of_owner(owner))
    return [replace(summary, id=row.id) for row, summary in found]


async def _past(services: Services, row: InterviewRow) -> history.Past:
    """An interview's line in the history, made once for each version of its words."""
    interviews = services.interviews
    readings = report_cache_of(interviews)

    async def made() -> history.Past:
        record = await record_of(interviews, row)
        return await readings.apart(row.owner, partial(history.past, row, record))

    key = Key("history", (row.id,), (await words_version(interviews, row), row.status))
    return await readings.once(key, made, lambda one: 2 * len(repr(one)))


FILES: Final = (
    {"format": "pdf", "suffix": ".pdf", "name": "PDF", "what": N_("To print and to hand on")},
    {"format": "html", "suffix": ".html", "name": "HTML", "what": N_("A page for any browser")},
    {"format": "md", "suffix": ".md", "name": "Markdown", "what": N_("Text to read and to keep")},
    {"format": "json", "suffix": ".json", "name": "JSON", "what": N_("The whole record")},
)
"""Downloads of a report."""


async def _judging(services: Services, row: InterviewRow) -> dict[str, Any]:
    """Who could judge the interview, by what, and whether that is under way."""
    found = await services.store.scorecards.find(row.id)
    judges = await scorecards.judging_keys(services.keys, row.owner)
    return {
        "waiting": found is not None and found.card is None,
        "judges": asked_models(judges, services.operators_model),
        "usual": own_key(row, Part.LLM) or scorecards.OPERATORS,
        "rubrics": [rubrics.load_builtin(name) for name in rubrics.names()],
        "rubric": found.rubric if found is not None else scorecards.rubric_for(row),
    }
