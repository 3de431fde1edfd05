"""Routes by which a candidate corrects what was misheard. For the owner alone: a token opens an interview, and
changes no words of it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, Response

from greenroom.app.reports.correcting import correct, take_back
from greenroom.interview.bounds import LONGEST_SPOKEN
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.owners import owned
from greenroom.web.problems import documented
from greenroom.web.services import Services


class NewWords(BaseModel):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_SPOKEN)]
    """What was really said: at most twice as long as what was heard, and 200 characters more."""


class Corrected(BaseModel):
    message: int
    text: str
    heard: str
    """What the recogniser wrote."""
    corrected: list[dict[str, Any]]
    """`{start, end, heard}`, by characters of `text`; empty: nothing differs."""


Message = Annotated[int, Path(ge=0, le=10**6, description="A message's index in the record.")]


def router(services: Services) -> APIRouter:
    api = APIRouter(responses=ALWAYS)
    place = f"{ONE}/corrections/{{message}}"

    @api.put(place, response_model=Corrected, responses=documented(404, 409))
    async def correct_words(
        request: Request, interview_id: InterviewId, message: Message, given: NewWords
    ) -> Response:
        """Correct the words of a spoken message that was misheard. What was heard is kept beside them. 409
        before the interview ended."""
        row = await owned(request, interview_id)
        await services.permit_storing(row.owner)
        said = await correct(services.store, row, message, given.text)
        heard = said.get("heard", said["text"])
        told = {"message": message, "text": said["text"], "heard": heard}
        return JSONResponse({**told, "corrected": said.get("corrected", [])}, headers=NO_STORE)

    @api.delete(place, status_code=204, responses=documented(404, 409))
    async def take_words_back(
        request: Request, interview_id: InterviewId, message: Message
    ) -> Response:
        """What was heard is used again."""
        row = await owned(request, interview_id)
        await take_back(services.store, row, message)
        return Response(status_code=204)

    return api
