"""Trying a plan: the routes, and the page that shows how the simulated interview went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from greenroom.app import plans
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.owner_plans import text_of
from greenroom.app.plans.trials import Trial, Trials
from greenroom.app.ports import Refused, TrialCandidate
from greenroom.assessment.sentence import Sentence
from greenroom.web.api import ALWAYS, NO_STORE
from greenroom.web.languages import N_, told
from greenroom.web.owners import new_owner, owner_of, remember
from greenroom.web.plans.routes import ONE, PlanId, caller
from greenroom.web.plans.trial_transcript import tried
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services
from greenroom.web.templating import page

PLACE: Final = f"{ONE}/trial"
CANDIDATES: Final[Mapping[TrialCandidate, str]] = {
    "typical": N_("Typical: answers what was asked, with a story"),
    "terse": N_("Terse: one word for everything"),
    "rambling": N_("Rambling: talks for three minutes, and stops only when stopped"),
}


class NewTrial(BaseModel):
    candidate: TrialCandidate = "typical"


class TrialSoFar(BaseModel):
    """Simulated: no person spoke, no interview was made, and nothing of it is counted or stored."""

    status: Literal["none", "waiting", "running", "done", "failed"]
    candidate: TrialCandidate | None
    minutes: int | None
    """What its hard limits add up to."""
    took_ms: int | None
    """What it took this candidate, by the interview's own clock."""
    record: dict[str, Any] | None
    """As of an interview; null until it is done."""
    why: str | None
    """Why it failed."""


def router(services: Services, rates: RateLimits) -> APIRouter:
    """By the owner's cookie."""
    api = APIRouter(responses=ALWAYS)

    @api.post(PLACE, status_code=202, response_model=TrialSoFar, responses=documented(404, 409))
    async def try_plan(request: Request, plan_id: PlanId, wanted: NewTrial) -> Response:
        """Try a plan against a simulated candidate, in the background; no model is asked. 409 for a
        plan with faults, and while another of the owner's is being tried."""
        known = owner_of(request)
        toml = await text_of(services.store.plans, known, plan_id)
        await rates.count("trial", request, known)
        owner = known or new_owner()
        trial = await _trials(services).begin(owner, plan_id, toml, wanted.candidate)
        response = JSONResponse(_told(trial), 202, NO_STORE)
        remember(response, services, owner)
        return response

    @api.get(PLACE, response_model=TrialSoFar, responses=documented(404))
    async def read_trial(request: Request, plan_id: PlanId) -> Response:
        """How far the owner's newest trial is, if it is of this plan, and its record."""
        owner = owner_of(request)
        await text_of(services.store.plans, owner, plan_id)
        return JSONResponse(_told(_found(services, owner, plan_id)), headers=NO_STORE)

    @api.delete(PLACE, status_code=204, responses=documented(404))
    async def stop_trial(request: Request, plan_id: PlanId) -> Response:
        """Stop the trial if it runs, and forget it."""
        owner = owner_of(request)
        await text_of(services.store.plans, owner, plan_id)
        if owner is not None and services.trials is not None:
            await services.trials.drop(owner, plan_id)
        return Response(status_code=204)

    return api


def pages(services: Services, rates: RateLimits) -> APIRouter:
    found = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @found.get("/plans/{plan_id}/try")
    async def trial_page(request: Request, plan_id: str) -> HTMLResponse:
        owner = owner_of(request)
        await rates.count("check", request, owner)
        toml = await text_of(services.store.plans, owner, plan_id)
        draft = await in_turn(caller(request, owner), plans.draft, toml)
        trial = _found(services, owner, plan_id)
        values: dict[str, Any] = {
            "plan_id": plan_id,
            "own": plan_id not in plans.builtin_names(),
            "title": draft.title or told(N_("Untitled plan")),
            "faults": draft.faults,
            "summary": draft.summary,
            "candidates": CANDIDATES,
            "trial": trial,
            "tried": None if trial is None or trial.record is None else tried(trial, trial.record),
        }
        return page("try.html", **values)

    return found


def _trials(services: Services) -> Trials:
    if services.trials is None:
        raise Refused(Sentence("This server tries no plans."))
    return services.trials


def _found(services: Services, owner: str | None, plan_id: str) -> Trial | None:
    return (
        None if owner is None or services.trials is None else services.trials.find(owner, plan_id)
    )


def _told(trial: Trial | None) -> dict[str, Any]:
    """A `TrialSoFar`."""
    if trial is None:
        names = ("candidate", "minutes", "took_ms", "record", "why")
        return {"status": "none", **dict.fromkeys(names)}
    return {
        "status": trial.status,
        "candidate": trial.candidate,
        "minutes": trial.summary.minutes,
        "took_ms": None if trial.record is None else trial.record["ended_ms"],
        "record": trial.record,
        "why": trial.why,
    }
