"""The pages: HTML for people, rendered on the server and brought to life by ES modules.

The router knows nothing of storage or sessions; it asks a `Backstage`. No page carries an inline
script, a `style` attribute or an address outside this server.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from greenroom.app import consent, plans, spoken
from greenroom.app.plans import PlanSummary
from greenroom.app.plans.checking import plan_of
from greenroom.app.ports import InterviewRow, Link, ScorecardRow, SealedKey, SoundSpan, Told
from greenroom.app.providers.budgets import Account
from greenroom.app.providers.keys import own_key
from greenroom.app.providers.known import ModelChoice, Part
from greenroom.app.scorecards import requests as scorecards
from greenroom.app.scorecards import rubrics
from greenroom.interview.bounds import LONGEST_TYPED
from greenroom.interview.plan import LEVELS
from greenroom.web import history, languages
from greenroom.web.languages import N_
from greenroom.web.missing import missing
from greenroom.web.reports import context as reports
from greenroom.web.reports.playing import Playing
from greenroom.web.saved import Saved, asked_models, here, offered, saved, used
from greenroom.web.templating import rendered

_RETRY_AFTER_S = 20
LONGEST_SEARCH: Final = 120
PLACE: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
T = TypeVar("T")


class Backstage(Protocol):
    """What pages ask of the product. Methods that take a request check who asks."""

    async def interview(self, request: Request, interview_id: str) -> InterviewRow:
        """Raises `NotFound` when there is none or it is somebody else's."""
        ...

    async def summary(
        self, row: InterviewRow, make: Callable[[InterviewRow, Mapping[str, Any] | None], T]
    ) -> T:
        """What `make` makes of the interview and its record so far (None before the first event), made once
        for each version of them."""
        ...

    async def apart(self, owner: str, work: Callable[[], T]) -> T:
        """Do work that takes a while off the event loop; one owner's comes one after the other."""
        ...

    async def told(self, row: InterviewRow) -> Told | None:
        """Record and report so far; None before the first event."""
        ...

    async def scorecard(self, row: InterviewRow) -> ScorecardRow | None:
        """The request for a scorecard, made or not."""
        ...

    async def judges(self, row: InterviewRow) -> Sequence[SealedKey]:
        """The interview's owner's keys whose model could judge it."""
        ...

    async def links(self, row: InterviewRow) -> Sequence[Link]:
        """Open links to its report."""
        ...

    async def sound(self, row: InterviewRow) -> Sequence[SoundSpan]:
        """What is kept of the candidate's voice."""
        ...

    async def shared(self, request: Request, token: str) -> tuple[InterviewRow, Link, Told]:
        """What a link shows to whoever has it. Raises `NotFound`."""
        ...

    async def history(self, request: Request) -> Sequence[InterviewRow]:
        """The asking owner's interviews, newest first."""
        ...

    async def plans(self, request: Request) -> Sequence[PlanSummary]:
        """The asking owner's own plans that can be used."""
        ...

    async def keys(self, request: Request) -> Sequence[SealedKey]:
        """The asking owner's saved providers, newest first."""
        ...

    @property
    def operators(self) -> Mapping[Part, ModelChoice]:
        """Who does a part when nobody chooses, where it is not this machine."""
        ...

    async def account(self, request: Request) -> Account:
        """What the asking owner has used of providers."""
        ...

    @property
    def retention_days(self) -> int: ...
    @property
    def operators_model(self) -> str | None:
        """Whose model judges for those without a key of their own; None: nobody's."""
        ...

    @property
    def looks_nearby(self) -> bool:
        """Whether model servers on this machine are looked for, when the owner asks."""
        ...

    @property
    def sends_mail(self) -> bool: ...


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
        return _page("404.html", status, missing=missing(path))
    return _page("broken.html", status)


def router(backstage: Backstage) -> APIRouter:
    """All pages. Mount `static_files()` at `/static` beside it."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    _on_the_way_in(pages, backstage)
    _afterwards(pages, backstage)
    return pages


def _on_the_way_in(pages: APIRouter, backstage: Backstage) -> None:
    @pages.get("/")
    async def start(request: Request) -> HTMLResponse:
        own, ours = await backstage.plans(request), plans.catalogue()
        return _page(
            "start.html",
            saved=await _saved(backstage, request),
            here=here(backstage.operators),
            plans=[*own, *ours[: len(plans.GENERAL)]],
            more=ours[len(plans.GENERAL) :],
            try_plan=plans.TRY,
            chosen=request.query_params.get("plan"),
            named=spoken.NAMES,
            unspoken=lambda language: spoken.lacking(language, set(backstage.operators)),
            levels=LEVELS,
            consent=consent.words(languages.current().code),
            sends_mail=backstage.sends_mail,
            retention_days=backstage.retention_days,
        )

    @pages.get("/interviews/{interview_id}/check")
    async def check(request: Request, interview_id: str) -> Response:
        row = await backstage.interview(request, interview_id)
        if row.status != "created":
            return RedirectResponse(f"/interviews/{row.id}/room", 303)
        plan = await plan_of(row)
        lacks = spoken.lacking(plan.language, row.keys)
        told = spoken.notices(plan.language, lacks)
        return _page("check.html", interview=row, plan=plan, deaf=Part.STT in lacks, notices=told)

    @pages.get("/interviews/{interview_id}/room")
    async def room(request: Request, interview_id: str) -> Response:
        row = await backstage.interview(request, interview_id)
        if row.status == "ended":
            return RedirectResponse(f"/interviews/{row.id}/report", 303)
        plan = await plan_of(row)
        return _page("room.html", interview=row, plan=plan, longest_answer=LONGEST_TYPED)


def _afterwards(pages: APIRouter, backstage: Backstage) -> None:
    @pages.get("/interviews/{interview_id}/report")
    async def report(request: Request, interview_id: str) -> HTMLResponse:
        row = await backstage.interview(request, interview_id)
        told = await backstage.told(row)
        if told is None:
            return _page("unstarted.html", interview=row)
        email = row.candidate.get("email", "")
        sound = await backstage.sound(row)
        around: dict[str, Any] = {
            "interview": row,
            "judging": await _judging(backstage, row),
            "files": FILES,
            "mail": {"offered": backstage.sends_mail, "address": email},
            "links": await backstage.links(row),
            "shareable": reports.SHAREABLE,
            "retention_days": backstage.retention_days,
            "correctable": told.correctable if row.status == "ended" else frozenset(),
        }

        def page() -> HTMLResponse:
            hear = Playing(told.record, told.voices, sound)
            return _page("report.html", **reports.values(told), practise=True, hear=hear, **around)

        return await backstage.apart(row.owner, partial(copy_context().run, page))

    @pages.get("/shared/{token}")
    async def shared(request: Request, token: str) -> HTMLResponse:
        row, link, told = await backstage.shared(request, token)
        name = f"{row.candidate.get('level', '')} {row.candidate.get('role', '')}".strip()

        def made() -> HTMLResponse:
            return _page("shared.html", **reports.values(told, link.parts), name=name, link=link)

        page = await backstage.apart(row.owner, partial(copy_context().run, made))
        page.headers["X-Robots-Tag"] = "noindex, nofollow"
        page.headers["Referrer-Policy"] = "no-referrer"
        return page

    @pages.get("/history")
    async def past(request: Request) -> HTMLResponse:
        wanted = " ".join(request.query_params.get("q", "").split())[:LONGEST_SEARCH]
        asked = request.query_params.get("from", "")
        first = int(asked) if PLACE.fullmatch(asked) else 0
        kept = await backstage.history(request)

        async def read(row: InterviewRow) -> history.Past:
            return await backstage.summary(row, history.past)

        found = await history.page(kept, first, wanted, read)
        return _page(
            "history.html",
            past=found.past,
            page=found,
            first=first,
            total=len(kept),
            any=bool(kept),
            wanted=wanted,
            saved=await _saved(backstage, request),
            retention_days=backstage.retention_days,
        )

    @pages.get("/keys")
    async def keys(request: Request) -> HTMLResponse:
        kept = await _saved(backstage, request)
        fresh = request.query_params.get("saved")
        return _page(
            "keys.html",
            saved=kept,
            fresh=next((one for one in kept if one.row.id == fresh), None),
            unlisted="unlisted" in request.query_params,
            offered=offered(),
            here=here(backstage.operators),
            used=used(await backstage.account(request)),
            looks=backstage.looks_nearby,
        )

    @pages.get("/privacy")
    async def privacy() -> HTMLResponse:
        return _page(
            "privacy.html",
            sends_mail=backstage.sends_mail,
            retention_days=backstage.retention_days,
            here=here(backstage.operators),
        )


async def _saved(backstage: Backstage, request: Request) -> list[Saved]:
    return [saved(row) for row in await backstage.keys(request)]


FILES: Final = (
    {"format": "pdf", "suffix": ".pdf", "name": "PDF", "what": N_("To print and to hand on")},
    {"format": "html", "suffix": ".html", "name": "HTML", "what": N_("A page for any browser")},
    {"format": "md", "suffix": ".md", "name": "Markdown", "what": N_("Text to read and to keep")},
    {"format": "json", "suffix": ".json", "name": "JSON", "what": N_("The whole record")},
)
"""Downloads of a report."""


async def _judging(backstage: Backstage, row: InterviewRow) -> dict[str, Any]:
    """Who could judge the interview, by what, and whether that is under way."""
    found = await backstage.scorecard(row)
    return {
        "waiting": found is not None and found.card is None,
        "judges": asked_models(await backstage.judges(row), backstage.operators_model),
        "usual": own_key(row, Part.LLM) or scorecards.OPERATORS,
        "rubrics": [rubrics.load_builtin(name) for name in rubrics.names()],
        "rubric": found.rubric if found is not None else scorecards.rubric_for(row),
    }
