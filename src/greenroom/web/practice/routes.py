"""The routes of practice: questions of an interview, one of them again, comparing, drills, progress."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from greenroom.app.ports import InterviewRow, NotFound, Refused, Store
from greenroom.app.practice import drills
from greenroom.app.practice.progress import progress
from greenroom.app.practice.questions import Held, held
from greenroom.app.practice.retrying import comparison, retry
from greenroom.app.practice.wording import Worded, worded
from greenroom.app.registration import FieldFault
from greenroom.app.reports.incidents import CAUSES
from greenroom.app.reports.replay import words_version
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.app.scorecards.requests import OPERATORS, chosen_key
from greenroom.assessment.rewording.checked import SENTENCES
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.stronger import stronger
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.credentials import signed
from greenroom.web.forms import Created
from greenroom.web.languages import told
from greenroom.web.owners import opened, owned, owner_of
from greenroom.web.problems import documented
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services

Message = Annotated[int, Field(ge=0, le=10**6)]


class NewRetry(BaseModel):
    message: Message
    """Index of the message that asked, as in the interview's record."""


class Questions(BaseModel):
    questions: list[dict[str, Any]]


class Comparison(BaseModel):
    """`difference` is the second minus the first, and null where not both are measured."""

    interview: str
    message: int
    retry: str
    question: str
    first: dict[str, Any]
    second: dict[str, Any]
    measures: list[dict[str, Any]]
    criteria: list[dict[str, Any]]
    """`{id, title, first: {level, quotes}, second: {level, quotes}, difference}`, each with its words."""
    criteria_missing: str | None
    """Why there are none."""
    judges: list[str | None]
    """Of both; of two judges there is no difference."""


class NewWording(BaseModel):
    """Asking for it is agreeing that the question and the answer go to the provider that words it."""

    message: Message
    """Index of the message that asked, as in the interview's record."""
    key: Annotated[str | None, Field(max_length=40)] = None
    """Id of one of the owner's keys; empty: the operator's model; null: what the interview used, or
    else the operator's."""


class Wording(BaseModel):
    """A wording of which every word was the candidate's, or why there is none."""

    by: str | None
    """The model; null when it could not be asked."""
    sentences: list[dict[str, Any]] | None
    """`{text, from: [{message, start, end}], gap}`. Null: `stronger` of the question stands."""
    refused: str | None
    """Why the wording did not withstand the check."""
    cause: str | None
    """Why the model failed."""
    why: str | None
    """Either of them in words."""


class DrillList(BaseModel):
    drills: list[dict[str, Any]]
    """What is due first, first."""


class Review(BaseModel):
    """How a question went: as the candidate says, by a retry's answer, or never again."""

    interview: Annotated[str, Field(max_length=40)]
    message: Message
    grade: Literal["again", "hard", "good", "easy"] | None = None
    """Null: by the answer of `retry`."""
    retry: Annotated[str, Field(max_length=40)] | None = None
    drop: bool = False


class Reviewed(BaseModel):
    due: str | None
    """Null: it does not come again."""
    why: str


class Progress(BaseModel):
    interviews: list[dict[str, Any]]
    measures: dict[str, list[dict[str, Any]]]
    criteria: dict[str, list[dict[str, Any]]]
    weak_areas: list[dict[str, Any]]


def router(services: Services, rates: RateLimits) -> APIRouter:
    api = APIRouter(responses=ALWAYS)
    _add_questions(api, services, rates)
    _add_drills(api, services)
    return api


def _add_questions(api: APIRouter, services: Services, rates: RateLimits) -> None:
    @api.get(f"{ONE}/questions", response_model=Questions, responses=documented(404, 409))
    async def read_questions(request: Request, interview_id: InterviewId) -> Response:
        """Each question with its answers, a stronger answer in the candidate's own words, and its
        retries. 409 before the interview began."""
        row = await opened(request, interview_id)
        return JSONResponse({"questions": await questions(services.store, row)}, headers=NO_STORE)

    @api.post(
        f"{ONE}/retries", status_code=201, response_model=Created, responses=documented(404, 409)
    )
    async def retry_question(
        request: Request, interview_id: InterviewId, wanted: NewRetry
    ) -> Response:
        """Register for one question again, with the same voice and model. 409 until the interview is
        over."""
        row = await opened(request, interview_id)
        await rates.count("interview", request, row.owner)
        await services.permit_storing(row.owner)
        await services.keys.permit(row.owner, row.keys)
        again, capability = await retry(
            services.store, row, wanted.message, services.now(), services.mode
        )
        headers = {**NO_STORE, "Location": f"/api/interviews/{again.id}"}
        return JSONResponse(
            {"id": again.id, "access_token": signed(services, capability)}, 201, headers
        )

    @api.post(f"{ONE}/wordings", response_model=Wording, responses=documented(404, 409))
    async def word_answer(
        request: Request, interview_id: InterviewId, wanted: NewWording
    ) -> Response:
        """Have a model word the answer to a question, and show it if code finds every word in what the
        candidate said. It is not kept. 409 before the interview ended, or where no model is."""
        row = await opened(request, interview_id)
        if wanted.key not in (None, OPERATORS) and owner_of(request) != row.owner:
            raise FieldFault(
                "key",
                Sentence(
                    "This token gives access to one interview only; it cannot use its owner's keys."
                ),
            )
        async with rates.wording(request, row.owner):
            operators = services.operators_model is not None
            key = await chosen_key(services.keys, row, wanted.key, operators=operators)
            if services.writers is None:
                raise Refused(Sentence("No model words answers on this server."))
            found = await worded(services.store, services.writers, row, wanted.message, key)
        return JSONResponse(_wording(found), headers=NO_STORE)

    @api.get(f"{ONE}/comparison", response_model=Comparison, responses=documented(404, 409))
    async def compare(request: Request, interview_id: InterviewId) -> Response:
        """Of an interview that is a retry: its answer beside the first one."""
        row = await owned(request, interview_id)
        return JSONResponse(await comparison(services.store, row), headers=NO_STORE)


def _add_drills(api: APIRouter, services: Services) -> None:
    @api.get("/api/drills", response_model=DrillList)
    async def read_drills(request: Request) -> Response:
        """The owner's questions that are to come again, and when."""
        owner, now = owner_of(request), services.now()
        found = [] if owner is None else await drills.queue(services.store, owner, now)
        return JSONResponse({"drills": [drills.plain(one, now) for one in found]}, headers=NO_STORE)

    @api.post("/api/drills", response_model=Reviewed, responses=documented(404, 409))
    async def review_drill(request: Request, given: Review) -> Response:
        """Grade a repetition, or take a question out of the queue."""
        owner = owner_of(request)
        row = await services.interviews.find(given.interview) if owner is not None else None
        if row is None or row.owner != owner:
            raise NotFound("there is no such question")
        if given.drop:
            await drills.drop(services.store, row, given.message, services.now())
            return JSONResponse(
                {"due": None, "why": told(Sentence("It will not come again."))}, headers=NO_STORE
            )
        kept, why = await drills.review(
            services.store, row, given.message, given.grade, given.retry, services.now()
        )
        return JSONResponse({"due": kept.due, "why": told(why)}, headers=NO_STORE)

    @api.get("/api/progress", response_model=Progress)
    async def read_progress(request: Request) -> Response:
        """Measures and criteria over the owner's newest twenty interviews, and what stays weak."""
        return JSONResponse(
            await progress(services.store, owner_of(request) or ""), headers=NO_STORE
        )


def _wording(found: Worded) -> dict[str, Any]:
    """A `Wording`."""
    why = None
    if found.cause is not None:
        cause = told(CAUSES.get(found.cause, ""))
        why = f"{told(Sentence('The model failed.'))} {cause}".strip()
    elif found.refusal is not None:
        why = told(SENTENCES[found.refusal])
    return {
        "by": found.by,
        "sentences": [one.plain() for one in found.sentences] or None,
        "refused": found.refusal,
        "cause": found.cause,
        "why": why,
    }


async def questions(store: Store, row: InterviewRow) -> list[dict[str, Any]]:
    """Every question of an interview, as `Questions` tells it. Raises `Refused` before it began."""
    cache = report_cache_of(store.interviews)

    async def make() -> list[dict[str, Any]]:
        interview = await held(store, row)
        return await cache.apart(row.owner, partial(_questions, interview))

    key = Key("questions", (row.id,), await words_version(store.interviews, row))
    found = await cache.once(key, make, lambda told: 4 * sum(len(str(one)) for one in told))
    again = await store.retries.of_interview(row.id)
    return [
        {**one, "retries": [r.interview_id for r in again if r.message == one["message"]]}
        for one in found
    ]


def _questions(interview: Held) -> list[dict[str, Any]]:
    plan = interview.replayed.plan
    found = []
    for exchange in interview.exchanges:
        told = exchange.asked["stage"] in plan.experience
        better = stronger(exchange.answers, plan.language) if told else None
        found.append(
            {
                "message": exchange.message,
                "stage": exchange.asked["stage"],
                "question": exchange.question,
                "answers": [{"message": a["index"], "text": a["text"]} for a in exchange.answers],
                "depth": exchange.depth,
                "weak": drills.weak(exchange),
                "stronger": None
                if better is None
                else {
                    "pieces": [piece.plain() for piece in better.pieces],
                    "left_out": [piece.plain() for piece in better.left_out],
                },
            }
        )
    return found
