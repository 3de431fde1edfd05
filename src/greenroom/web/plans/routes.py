"""The routes of plans: an owner's own, checked and kept, and the built-in ones to read and copy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from starlette.responses import JSONResponse, Response

from greenroom.app import plans
from greenroom.app.plans import Draft, PlanSummary
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.owner_plans import change, owned, put_up, text_of
from greenroom.app.ports import NotFound, PlanRow
from greenroom.web import languages
from greenroom.web.api import ALWAYS, NO_STORE
from greenroom.web.owners import ID_PATTERN, new_owner, owner_of, remember
from greenroom.web.plans.schemas import (
    ChangedPlan,
    CheckedPlan,
    NewPlan,
    PlanList,
    PlanToCheck,
    SavedPlan,
)
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services

ALL, ONE = "/api/plans", "/api/plans/{plan_id}"
TOML_TYPE: Final = "application/toml"

PlanId = Annotated[
    str,
    Path(
        description="The name of a built-in plan, or the id of one of the owner's own.",
        json_schema_extra={"pattern": ID_PATTERN},
    ),
]


def router(services: Services, rates: RateLimits) -> APIRouter:
    """All of it is the owner's, by cookie."""
    api = APIRouter(responses=ALWAYS)
    _add_collection(api, services, rates)
    _add_plan(api, services, rates)
    return api


def _add_collection(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.get(ALL, response_model=PlanList)
    async def list_plans(request: Request) -> Response:
        """The owner's own plans and the built-in ones."""
        owner = owner_of(request)
        rows = [] if owner is None else await services.store.plans.of_owner(owner)
        found = await in_turn(caller(request, owner), listed, rows)
        return JSONResponse({"plans": found}, headers=NO_STORE)

    @api.post(ALL, status_code=201, response_model=SavedPlan, responses=documented(404, 409))
    async def add_plan(request: Request, given: NewPlan) -> Response:
        """Keep a plan of one's own, or a copy of another; faults and all. At most fifty."""
        known = owner_of(request)
        await rates.count("check", request, known)
        await services.permit_storing(known)
        owner = known or new_owner()
        toml = given.toml
        if toml is None:
            source = await text_of(services.store.plans, known, given.copy_of or "")
            toml = await in_turn(owner, plans.copy_of, source)
        row = await put_up(services.store.plans, owner, toml, services.now())
        response = await in_turn(owner, _saved, row, 201)
        response.headers["Location"] = f"{ALL}/{row.id}"
        remember(response, services, owner)
        return response

    schema = JSONResponse(plans.json_schema())

    @api.get(f"{ALL}/schema", response_model=dict[str, Any])
    async def read_schema() -> Response:
        """The JSON Schema of a plan: keys, types, ranges, and what each key means."""
        return Response(schema.body, media_type=schema.media_type)

    @api.post(f"{ALL}/check", response_model=CheckedPlan)
    async def check_plan(request: Request, given: PlanToCheck) -> Response:
        """Everything that is wrong with a plan, by line and key; and its text, or its tables."""
        owner = owner_of(request)
        await rates.count("check", request, owner)
        return await in_turn(caller(request, owner), _checked, given)


def _add_plan(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.get(ONE, response_model=SavedPlan, responses=documented(404))
    async def read_plan(request: Request, plan_id: PlanId) -> Response:
        """A plan with all that is wrong with it."""
        owner = owner_of(request)
        await rates.count("check", request, owner)
        if plan_id in plans.builtin_names():
            row = PlanRow(plan_id, "", plans.source_of(plan_id), 0, "", "")
        else:
            row = await owned(services.store.plans, owner, plan_id)
        return await in_turn(caller(request, owner), _saved, row)

    @api.put(ONE, response_model=SavedPlan, responses=documented(404, 409))
    async def change_plan(request: Request, plan_id: PlanId, given: ChangedPlan) -> Response:
        """Keep a new version. Interviews that were registered before keep the one they have."""
        owner = owner_of(request)
        await rates.count("check", request, owner)
        row = await owned(services.store.plans, owner, plan_id)
        await services.permit_storing(row.owner)
        row = await change(services.store.plans, row, given.toml, given.version, services.now())
        return await in_turn(row.owner, _saved, row)

    @api.delete(ONE, status_code=204, responses=documented(404))
    async def delete_plan(request: Request, plan_id: PlanId) -> Response:
        """Erase a plan of one's own. Interviews keep the copy they have."""
        owner = owner_of(request)
        if owner is None:
            raise NotFound("there is nothing at this address")
        await services.store.plans.delete(plan_id, owner)
        if services.trials is not None:
            await services.trials.drop(owner, plan_id)
        return Response(status_code=204)

    @api.get(
        f"{ONE}/file",
        response_class=Response,
        responses={**documented(404), 200: {"description": "TOML.", "content": {TOML_TYPE: {}}}},
    )
    async def take_plan(request: Request, plan_id: PlanId) -> Response:
        """The plan as a file, to share or to use with `greenroom simulate --plan`."""
        toml = await text_of(services.store.plans, owner_of(request), plan_id)
        disposition = f'attachment; filename="{plan_id}.toml"'
        headers = {**NO_STORE, "Content-Disposition": disposition}
        return Response(toml.encode(), media_type=TOML_TYPE, headers=headers)


def caller(request: Request, owner: str | None) -> str:
    """Whose turn a check takes: the owner's, or the address's while there is none."""
    return owner or (request.client.host if request.client is not None else "unknown")


def _checked(given: PlanToCheck) -> Response:
    found = plans.draft(given.toml or "") if given.plan is None else plans.from_tables(given.plan)
    return JSONResponse(checked(found), headers=NO_STORE)


def _saved(row: PlanRow, status: int = 200) -> Response:
    found = plans.draft(row.toml)
    told = {**checked(found), "id": row.id, "version": row.version, "title": found.title}
    return JSONResponse(told, status, NO_STORE)


def checked(found: Draft) -> dict[str, Any]:
    """A `CheckedPlan`."""
    return {
        "toml": found.toml,
        "plan": found.tables,
        "faults": [
            {
                "line": f.line,
                "key": f.key,
                "reason": str(f.reason),
                "told": languages.told(f.reason),
            }
            for f in found.faults
        ],
        "summary": None if found.summary is None else _length(found.summary),
    }


def _length(summary: PlanSummary) -> dict[str, Any]:
    stages = [{"id": s.id, "title": s.title, "minutes": s.minutes} for s in summary.stages]
    told = {name: getattr(summary, name) for name in ("id", "title", "description", "minutes")}
    return {**told, "stages": stages}


def listed(rows: Sequence[PlanRow]) -> list[dict[str, Any]]:
    """The `PlanRead`s of an owner's rows, then the built-in plans."""
    own = [
        {
            "id": row.id,
            "title": found.title,
            "builtin": False,
            "version": row.version,
            "updated_at": row.updated_at,
            "faults": found.faults,
            "minutes": None if found.summary is None else found.summary.minutes,
        }
        for row in rows
        for found in (plans.outline(row.toml),)
    ]
    built = [
        {
            "id": summary.id,
            "title": summary.title,
            "builtin": True,
            "version": 0,
            "updated_at": None,
            "faults": 0,
            "minutes": summary.minutes,
        }
        for summary in plans.catalogue()
    ]
    return [*own, *built]
