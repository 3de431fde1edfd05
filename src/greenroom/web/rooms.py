"""The routes of interviews in LiveKit rooms: the way in, what a page says there, and LiveKit's hints."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, Response

from greenroom.app.ports import LiveKitGateway, Refused
from greenroom.app.registration import interview_of
from greenroom.assessment.sentence import Sentence
from greenroom.web.api import ALWAYS, NO_STORE, ONE, InterviewId
from greenroom.web.credentials import WEBHOOK_PATH, capability_of
from greenroom.web.interview_cache import InterviewCache
from greenroom.web.owners import ID_PATTERN, opened, visitor_of
from greenroom.web.problems import documented
from greenroom.web.services import Services

NO_LIVEKIT: Final = Sentence("This server does not use LiveKit rooms.")
ANY_BODY: Final[dict[str, Any]] = {
    "requestBody": {"required": False, "content": {"application/json": {"schema": {}}}}
}
ONE_MESSAGE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["t"],
                    "properties": {"t": {"type": "string"}},
                    "examples": [{"t": "typed", "text": "I am a nurse."}],
                }
            }
        },
    }
}
SIGNED: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/webhook+json": {"schema": {"type": "object"}}},
    }
}


class Token(BaseModel):
    """The answer of a LiveKit `TokenSource` endpoint."""

    server_url: str
    participant_token: str


def router(services: Services) -> APIRouter:
    rooms = APIRouter(responses=ALWAYS)

    @cache
    def known() -> InterviewCache:
        found = InterviewCache(services.interviews.find)
        services.interviews.on_delete(found.forget)
        return found

    @rooms.post(
        "/api/token",
        status_code=201,
        response_model=Token,
        responses=documented(404, 409),
        openapi_extra=ANY_BODY,
    )
    async def give_token(
        request: Request,
        interview: Annotated[
            str | None,
            Query(
                description="Which interview, for an owner's cookie; a capability opens one alone.",
                json_schema_extra={"pattern": ID_PATTERN},
            ),
        ] = None,
        instead: Annotated[
            Literal["1"] | None,
            Query(description="Set the owner's other open interview aside; with the cookie alone."),
        ] = None,
    ) -> Response:
        """A token for the room of one interview, which lives for two minutes and lets its bearer
        hear and speak. What the request's body asks for is not obeyed. 409 when the interview is
        over, its owner has another open, or this server has no LiveKit. 503 while all rooms are
        taken: `place` is where the interview stands in line, kept for whoever asks again."""
        row = await opened(request, interview or interview_of(capability_of(request) or ""))
        given = await _gateway(services).admit(row, visitor_of(request, row))
        token = Token(server_url=given.server_url, participant_token=given.participant_token)
        return JSONResponse(token.model_dump(), 201, NO_STORE)

    @rooms.post(
        f"{ONE}/messages",
        status_code=202,
        responses=documented(404, 409),
        openapi_extra=ONE_MESSAGE,
    )
    async def take_message(request: Request, interview_id: InterviewId) -> Response:
        """What a page in a LiveKit room says besides speech: one message of the socket's protocol.
        409 when nobody holds the interview just now."""
        text = (await request.body()).decode("utf-8", "replace")
        row = await opened(request, interview_id, known().find if _is_ping(text) else None)
        await _gateway(services).deliver(row, text)
        return Response(status_code=202)

    @rooms.post(
        WEBHOOK_PATH,
        status_code=204,
        responses=documented(409),
        openapi_extra=SIGNED,
    )
    async def take_hint(request: Request) -> Response:
        """LiveKit's webhooks, signed by it. A hint to look, never believed; 401 when not signed."""
        text = (await request.body()).decode("utf-8", "replace")
        _gateway(services).hint(text, request.headers.get("authorization", ""))
        return Response(status_code=204)

    return rooms


def _is_ping(message: str) -> bool:
    """Each page sends one every two seconds. It says nothing but that the page is there."""
    try:
        return bool(json.loads(message).get("t") == "ping")
    except (ValueError, AttributeError, RecursionError):
        return False


def _gateway(services: Services) -> LiveKitGateway:
    if services.livekit is None:
        raise Refused(NO_LIVEKIT)
    return services.livekit
