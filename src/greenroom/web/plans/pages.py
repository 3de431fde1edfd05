"""The pages of plans: the list, one in plain words, and the editor."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response

from greenroom.app import plans
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.owner_plans import owned, text_of
from greenroom.web.languages import N_, told
from greenroom.web.owners import owner_of
from greenroom.web.plans import plain_words
from greenroom.web.plans.routes import caller, listed
from greenroom.web.services import Services
from greenroom.web.templating import page


def router(services: Services) -> APIRouter:
    """What is a plan and what is wrong with it, the page asks of the API."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/plans")
    async def shelf(request: Request) -> HTMLResponse:
        owner = owner_of(request)
        rows = [] if owner is None else await services.store.plans.of_owner(owner)
        found = await in_turn(caller(request, owner), listed, rows)
        own = [one for one in found if not one["builtin"]]
        described = {summary.id: summary for summary in plans.catalogue()}
        return page("plans.html", own=own, builtin=described.values())

    @pages.get("/plans/{plan_id}/read")
    async def read(request: Request, plan_id: str) -> HTMLResponse:
        owner = owner_of(request)
        toml = await text_of(services.store.plans, owner, plan_id)
        plan = await in_turn(caller(request, owner), plain_words.plain, toml)
        title = (
            plan.title if plan is not None else plans.title_of(toml) or told(N_("Untitled plan"))
        )
        own = plan_id not in plans.builtin_names()
        return page("plan_read.html", plan=plan, title=title, plan_id=plan_id, own=own)

    @pages.get("/plans/{plan_id}", response_model=None)
    async def editor(request: Request, plan_id: str) -> Response:
        if plan_id in plans.builtin_names():  # nobody's to edit
            return RedirectResponse(f"/plans/{plan_id}/read", 303)
        row = await owned(services.store.plans, owner_of(request), plan_id)
        title = await in_turn(row.owner, plans.title_of, row.toml)
        return page("plan.html", plan=row, title=title)

    return pages
