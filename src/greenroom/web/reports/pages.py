"""The pages of a report: the candidate's own, and what a link to it shows."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from greenroom.app.ports import InterviewRow, Refused
from greenroom.app.providers.catalogue import Part
from greenroom.app.providers.choices import own_key
from greenroom.app.reports.replay import contents_of
from greenroom.app.reports.report_cache import report_cache_of
from greenroom.app.reports.sharing import live, shown
from greenroom.app.scorecards import requests as scorecards
from greenroom.app.scorecards import rubrics
from greenroom.web.languages import N_
from greenroom.web.owners import opened
from greenroom.web.rate_limits import RateLimits
from greenroom.web.reports.context import SHAREABLE, values
from greenroom.web.reports.playing import Playing
from greenroom.web.saved_providers import asked_models
from greenroom.web.services import Services
from greenroom.web.templating import page

FILES: Final = (
    {"format": "pdf", "suffix": ".pdf", "name": "PDF", "what": N_("To print and to hand on")},
    {"format": "html", "suffix": ".html", "name": "HTML", "what": N_("A page for any browser")},
    {"format": "md", "suffix": ".md", "name": "Markdown", "what": N_("Text to read and to keep")},
    {"format": "json", "suffix": ".json", "name": "JSON", "what": N_("The whole record")},
)
"""Downloads of a report."""


def router(services: Services, rates: RateLimits) -> APIRouter:
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/interviews/{interview_id}/report")
    async def report(request: Request, interview_id: str) -> HTMLResponse:
        row = await opened(request, interview_id)
        try:
            told = await contents_of(services.store, row)
        except Refused:  # it never began
            return page("unstarted.html", interview=row)
        email = row.candidate.get("email", "")
        sound = await services.sound.kept(row)
        around: dict[str, Any] = {
            "interview": row,
            "judging": await _judging(services, row),
            "files": FILES,
            "mail": {"offered": services.mailer is not None, "address": email},
            "links": await live(services.store.links, row, services.now()),
            "shareable": SHAREABLE,
            "retention_days": services.retention_days,
            "correctable": told.correctable if row.status == "ended" else frozenset(),
        }

        def made() -> HTMLResponse:
            hear = Playing(told.record, told.voices, sound)
            return page("report.html", **values(told), practise=True, hear=hear, **around)

        return await report_cache_of(services.interviews).apart(row.owner, made)

    @pages.get("/shared/{token}")
    async def shared(request: Request, token: str) -> HTMLResponse:
        await rates.count_shared(request)
        row, link, told = await shown(services.store, token, services.now())

        def made() -> HTMLResponse:
            return page("shared.html", **values(told, link.parts), interview=row, link=link)

        answer = await report_cache_of(services.interviews).apart(row.owner, made)
        answer.headers["X-Robots-Tag"] = "noindex, nofollow"
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    return pages


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
