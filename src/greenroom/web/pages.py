"""The pages: HTML for people, rendered on the server and brought to life by ES modules.

The router knows nothing of storage or sessions; it asks a `Backstage`. No page carries an inline
script, a `style` attribute or an address outside this server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from greenroom.app import plans
from greenroom.app.budgets import Account
from greenroom.app.ports import InterviewRow, SealedKey
from greenroom.interview.plan import LEVELS, InterviewPlan
from greenroom.web import charts, reading
from greenroom.web.figures import figures
from greenroom.web.saved import Saved, offered, saved, used

_RETRY_AFTER_S = 20


class Backstage(Protocol):
    """What pages ask of the product. Methods that take a request check who asks."""

    async def interview(self, request: Request, interview_id: str) -> InterviewRow:
        """Raises `NotFound` when there is none or it is somebody else's."""
        ...

    async def record(self, row: InterviewRow) -> Mapping[str, Any] | None:
        """The record so far; None before the first event."""
        ...

    async def report(self, row: InterviewRow) -> Mapping[str, Any]: ...
    async def history(self, request: Request) -> Sequence[InterviewRow]:
        """The asking owner's interviews, newest first."""
        ...

    async def keys(self, request: Request) -> Sequence[SealedKey]:
        """The asking owner's saved providers, newest first."""
        ...

    async def account(self, request: Request) -> Account:
        """What the asking owner has used of providers."""
        ...

    @property
    def running(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    @property
    def retention_days(self) -> int: ...


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


_environment = Environment(
    loader=PackageLoader("greenroom.web", "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_environment.filters["clock"] = charts.clock
_environment.filters["minutes"] = lambda plan: -(-sum(s.hard_limit for s in plan.stages) // 60_000)


def _page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    html = _environment.get_template(template).render(**values)
    headers = {"Cache-Control": "no-store"}
    if status == 503:
        headers["Retry-After"] = str(_RETRY_AFTER_S)
    return HTMLResponse(html, status, headers)


def error_page(status: int) -> HTMLResponse:
    """The page for an address that has nothing (404), or for something that broke on our side."""
    return _page("404.html" if status < 500 else "broken.html", status)


def router(backstage: Backstage) -> APIRouter:
    """All pages. Mount `static_files()` at `/static` beside it."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    _on_the_way_in(pages, backstage)
    _afterwards(pages, backstage)
    return pages


def _on_the_way_in(pages: APIRouter, backstage: Backstage) -> None:
    @pages.get("/")
    async def start(request: Request) -> HTMLResponse:
        return _page(
            "start.html",
            saved=await _saved(backstage, request),
            plans=plans.catalogue(),
            levels=LEVELS,
            retention_days=backstage.retention_days,
        )

    @pages.get("/interviews/{interview_id}/check")
    async def check(request: Request, interview_id: str) -> Response:
        row = await backstage.interview(request, interview_id)
        if row.status != "created":
            return RedirectResponse(f"/interviews/{row.id}/room", 303)
        return _page("check.html", interview=row, plan=_plan(row))

    @pages.get("/interviews/{interview_id}/room")
    async def room(request: Request, interview_id: str) -> Response:
        row = await backstage.interview(request, interview_id)
        if row.status == "ended":
            return RedirectResponse(f"/interviews/{row.id}/report", 303)
        if row.status != "running" and backstage.running >= backstage.capacity:
            return _page("full.html", 503, interview=row, capacity=backstage.capacity)
        return _page("room.html", interview=row, plan=_plan(row))


def _afterwards(pages: APIRouter, backstage: Backstage) -> None:
    @pages.get("/interviews/{interview_id}/report")
    async def report(request: Request, interview_id: str) -> HTMLResponse:
        row = await backstage.interview(request, interview_id)
        record = await backstage.record(row)
        if record is None:
            return _page("unstarted.html", interview=row)
        made = await backstage.report(row)
        return _page(
            "report.html",
            **_report_values(row, record, made),
            retention_days=backstage.retention_days,
        )

    @pages.get("/history")
    async def history(request: Request) -> HTMLResponse:
        rows = await backstage.history(request)
        return _page(
            "history.html",
            past=[(row, _strip(await backstage.record(row))) for row in rows],
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
            offered=offered(),
            used=used(await backstage.account(request)),
        )

    @pages.get("/privacy")
    async def privacy() -> HTMLResponse:
        return _page("privacy.html", retention_days=backstage.retention_days)


async def _saved(backstage: Backstage, request: Request) -> list[Saved]:
    return [saved(row) for row in await backstage.keys(request)]


def _plan(row: InterviewRow) -> InterviewPlan:
    """The plan as it was stored with the interview, for this candidate."""
    known = row.candidate
    return plans.parse(row.plan_toml, row.plan_id, role=known["role"], level=known["level"])


def _report_values(
    row: InterviewRow, record: Mapping[str, Any], made: Mapping[str, Any]
) -> dict[str, Any]:
    plan = _plan(row)
    titles = {stage.id: stage.title for stage in plan.stages}
    return {
        "interview": row,
        "plan": plan,
        "record": record,
        "report": made,
        "headline": reading.headline(record),
        "length_ms": charts.length_ms(record),
        "spoken_ms": reading.spoken_ms(record, "candidate"),
        "tape": charts.tape(record),
        "timeline": charts.timeline(record, titles),
        "figures": figures(record, made["measures"]),
        "moves": reading.moves(record, titles),
        "refusals": reading.refusals(record),
        "parts": reading.transcript(record, titles),
    }


def _strip(record: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What a row of the history shows of an interview that has begun."""
    if record is None:
        return None
    return {
        "length_ms": charts.length_ms(record),
        "answers": len(charts.answers(record)),
        "picture": charts.tape(record, 24),
    }
