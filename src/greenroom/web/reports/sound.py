"""Routes of an interview's sound: whether it is kept, hearing it, and deleting it alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, StrictBool
from starlette.responses import Response

from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.owners import opened
from greenroom.web.problems import documented
from greenroom.web.services import Services

LATEST_MS = 10**9
"""Eleven days: no interview is as long."""
WAV = {
    **documented(404, 409),
    200: {"description": "The sound.", "content": {"audio/wav": {}}},
}


class KeepSound(BaseModel):
    keep: StrictBool
    """Whether the sound of the answers may be kept."""


Moment = Annotated[int, Query(ge=0, le=LATEST_MS)]


def router(services: Services) -> APIRouter:
    api = APIRouter(responses=ALWAYS)
    place = f"{ONE}/sound"

    @api.put(place, status_code=204, responses=documented(404, 409))
    async def allow_sound(
        request: Request, interview_id: InterviewId, wanted: KeepSound
    ) -> Response:
        """Allow that the sound of the answers is kept, or take that back. 409 once the interview has
        begun."""
        row = await opened(request, interview_id)
        await services.sound.allow(row, allowed=wanted.keep)
        return Response(status_code=204)

    @api.get(place, response_class=Response, responses=WAV)
    async def hear_sound(
        request: Request, interview_id: InterviewId, from_ms: Moment, to_ms: Moment
    ) -> Response:
        """The candidate's voice from one moment of the interview to another, two minutes later at most, as
        WAV. Milliseconds of the record. 404 where nothing is kept, 409 where it does not open."""
        row = await opened(request, interview_id)
        wav = await services.sound.wav(row, from_ms, to_ms)
        return Response(wav, media_type="audio/wav", headers=NO_STORE)

    @api.delete(place, status_code=204, responses=documented(404))
    async def erase_sound(request: Request, interview_id: InterviewId) -> Response:
        """Delete the sound and keep no more of it. The rest of the interview stays."""
        row = await opened(request, interview_id)
        await services.sound.delete(row)
        return Response(status_code=204)

    return api
