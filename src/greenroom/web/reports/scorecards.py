"""Routes of the scorecard: asking for it, and looking whether it is made."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from greenroom.app.ports import ScorecardRow
from greenroom.app.registration import FieldFault
from greenroom.app.reports.replay import report_of
from greenroom.app.scorecards.requests import OPERATORS, ask
from greenroom.app.scorecards.rubrics import names
from greenroom.assessment.sentence import Sentence
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.owners import opened, owner_of
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services


class NewScorecard(BaseModel):
    """Asking for it is agreeing that questions and answers go to the provider that judges."""

    rubric: Annotated[
        str | None, Field(max_length=80, json_schema_extra={"enum": [*names(), None]})
    ] = None
    """A built-in rubric; null: the one that fits the role."""
    key: Annotated[str | None, Field(max_length=40)] = None
    """Id of one of the owner's keys; empty: the operator's model; null: what the interview used, or
    else the operator's."""


class ScorecardSoFar(BaseModel):
    status: Literal["none", "asked", "made"]
    rubric: str | None
    asked_at: str | None
    scorecard: dict[str, Any] | None
    """As in the report; null until it is made."""


def router(services: Services, rates: RateLimits) -> APIRouter:
    api = APIRouter(responses=ALWAYS)
    place = f"{ONE}/scorecard"

    @api.post(place, status_code=202, response_model=ScorecardSoFar, responses=documented(404, 409))
    async def ask_for_scorecard(
        request: Request, interview_id: InterviewId, wanted: NewScorecard
    ) -> Response:
        """Have the interview judged, in the background. 409 before it ended, or where no model is."""
        row = await opened(request, interview_id)
        await rates.count("scorecard", request, row.owner)
        await services.permit_storing(row.owner)
        if wanted.key not in (None, OPERATORS) and owner_of(request) != row.owner:
            raise FieldFault(
                "key",
                Sentence(
                    "This token gives access to one interview only; it cannot use its owner's keys."
                ),
            )
        asked = await ask(
            services.store,
            services.keys,
            row,
            services.now(),
            rubric=wanted.rubric,
            key=wanted.key,
            operators=services.operators_model is not None,
        )
        services.scorecard_asked()
        return JSONResponse(_told(asked), 202, NO_STORE)

    @api.get(place, response_model=ScorecardSoFar, responses=documented(404))
    async def read_scorecard(request: Request, interview_id: InterviewId) -> Response:
        """Whether a scorecard was asked for and is made, and the scorecard."""
        row = await opened(request, interview_id)
        found = await services.store.scorecards.find(row.id)
        content = _told(found)
        if content["status"] == "made":
            content["scorecard"] = (await report_of(services.store, row))["scorecard"]
        return JSONResponse(content, headers=NO_STORE)

    return api


def _told(row: ScorecardRow | None) -> dict[str, Any]:
    if row is None:
        return {"status": "none", "rubric": None, "asked_at": None, "scorecard": None}
    status = "asked" if row.card is None else "made"
    return {"status": status, "rubric": row.rubric, "asked_at": row.asked_at, "scorecard": None}
