"""The page between registration and the microphone: what may the interviewer ask about?"""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from greenroom.app.plans.checking import plan_of
from greenroom.app.ports import InterviewRow
from greenroom.app.preparation.service import MOST_DOCUMENTS
from greenroom.web.languages import N_
from greenroom.web.owners import opened
from greenroom.web.services import Services
from greenroom.web.templating import page

POINTS: Final = {
    "role": N_("A job"),
    "project": N_("Something you did"),
    "number": N_("A figure"),
    "skill": N_("Skills"),
}


def router(services: Services) -> APIRouter:
    """For the owner's cookie, or whoever holds the interview's token."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/interviews/{interview_id}/prepare")
    async def prepare(request: Request, interview_id: str) -> Response:
        row = await opened(request, interview_id)
        if row.status != "created":
            return RedirectResponse(f"/interviews/{row.id}/room", 303)
        return page("prepare.html", **await _values(services, row))

    return pages


async def _values(services: Services, row: InterviewRow) -> dict[str, Any]:
    folder = await services.preparation.folder(row)
    plan = await plan_of(row)
    return {
        "interview": row,
        "folder": folder,
        "documents": folder.documents,
        "full": len(folder.documents) >= MOST_DOCUMENTS,
        "points": POINTS,
        "plan": plan,
        "titles": {stage.id: stage.title for stage in plan.stages},
        "search": services.preparation.searches_with,
        "model": "llm" in row.keys,
    }
