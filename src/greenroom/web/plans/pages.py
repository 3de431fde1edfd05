"""The pages of plans: the list, and the editor."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from greenroom.app import plans
from greenroom.app.plans.shelf import owned
from greenroom.web.desk import Desk
from greenroom.web.owners import owner_of
from greenroom.web.plans.routes import listed
from greenroom.web.templating import rendered

NO_STORE: Final = {"Cache-Control": "no-store"}


def router(desk: Desk) -> APIRouter:
    """What is a plan and what is wrong with it, the page asks of the API."""
    pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @pages.get("/plans")
    async def shelf(request: Request) -> HTMLResponse:
        owner = owner_of(request)
        rows = [] if owner is None else await desk.store.plans.of_owner(owner)
        found = await asyncio.to_thread(listed, rows)
        own = [one for one in found if not one["builtin"]]
        described = {summary.id: summary for summary in plans.catalogue()}
        return HTMLResponse(
            rendered("plans.html", own=own, builtin=described.values()), 200, NO_STORE
        )

    @pages.get("/plans/{plan_id}")
    async def editor(request: Request, plan_id: str) -> HTMLResponse:
        row = await owned(desk.store.plans, owner_of(request), plan_id)
        title = (await asyncio.to_thread(plans.draft, row.toml)).title
        return HTMLResponse(rendered("plan.html", plan=row, title=title), 200, NO_STORE)

    return pages
