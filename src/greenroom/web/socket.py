"""`GET /ws/interviews/{id}`: the page's live connection, handed to the rooms as an `app.ports.Socket`."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable
from contextlib import suppress
from typing import Any, Final

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from greenroom.app.ports import NotFound, Refused, Unauthorized
from greenroom.assessment.sentence import Sentence
from greenroom.web.credentials import check
from greenroom.web.languages import told
from greenroom.web.owners import opened, owner_of, visitor_of
from greenroom.web.problems import incident_of
from greenroom.web.rate_limits import RateLimits
from greenroom.web.security import answers_to, same_origin
from greenroom.web.services import Services

LARGEST_TEXT: Final = 48 * 1024
LARGEST_BINARY: Final = 4 * 1024
"""Bytes of one message; the server's own limit in front of this must not be smaller."""

TOO_LARGE: Final = 1009
BROKEN: Final = 1011
TRY_LATER: Final = 1013
REFUSED: Final = 4000
"""Plus the HTTP status: 4401 is a credential that is none, 4404 is nothing here or not yours, 4409 not now, 4403 another site's page."""


class StarletteSocket:
    """Implements `app.ports.Socket`. When the page is gone `messages` ends and sending does nothing."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket

    async def send_text(self, text: str) -> None:
        if self._open:
            await self._quietly(self._websocket.send_text(text))

    async def send_bytes(self, data: bytes) -> None:
        if self._open:
            await self._quietly(self._websocket.send_bytes(data))

    async def messages(self) -> AsyncIterator[str | bytes]:
        while self._open:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text: str | None = message.get("text")
            data: bytes = message.get("bytes") or b""
            if len(data) > LARGEST_BINARY or len((text or "").encode()) > LARGEST_TEXT:
                await self.close(TOO_LARGE, "a message was too large")
                return
            yield data if text is None else text

    async def close(self, code: int, reason: str) -> None:
        if self._open:
            await self._quietly(self._websocket.close(code, reason))

    @property
    def _open(self) -> bool:
        states = (self._websocket.client_state, self._websocket.application_state)
        return WebSocketState.DISCONNECTED not in states

    async def _quietly(self, sending: Awaitable[None]) -> None:
        """A page may go at any instant, also between our look and our word."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            await sending


def router(services: Services, rates: RateLimits) -> APIRouter:
    """The socket's one route."""
    sockets = APIRouter()

    @sockets.websocket("/ws/interviews/{interview_id}")
    async def attend(websocket: WebSocket, interview_id: str) -> None:
        await websocket.accept()
        socket = StarletteSocket(websocket)
        try:
            await _admit(websocket, services, rates)
            await check(websocket)
            row = await opened(websocket, interview_id)
            await services.rooms.attend(row, socket, visitor_of(websocket, row))
        except Unauthorized:
            await socket.close(REFUSED + 401, "the Authorization header opens nothing here")
        except NotFound:
            await socket.close(REFUSED + 404, "there is nothing at this address")
        except Refused as refused:
            title = Sentence("This is not possible now.")
            await _apologize(socket, title, refused.args[0], **refused.told)
            code = TRY_LATER if refused.status == 503 else REFUSED + refused.status
            await socket.close(code, "refused")
        except Exception as error:  # noqa: BLE001 - the edge: logged by type, told without content
            incident = incident_of(error)
            title = Sentence("Something broke on our side.")
            known = Sentence("If you tell us of it, please quote {incident}.", incident=incident)
            await _apologize(socket, title, known)
            await socket.close(BROKEN, incident)
        else:
            await socket.close(1000, "")

    return sockets


async def _admit(websocket: WebSocket, services: Services, rates: RateLimits) -> None:
    """Browsers let any page open a socket anywhere, cookies included: the origin decides."""
    if not same_origin(websocket.headers) or not answers_to(websocket, services.hosts):
        raise Refused(Sentence("Another site may not listen in."), status=403)
    await rates.count("request", websocket, owner_of(websocket))


async def _apologize(
    socket: StarletteSocket, title: Sentence, detail: Sentence, **also: Any
) -> None:
    shown = {"t": "error", "title": told(title), "detail": told(detail), **also}
    await socket.send_text(json.dumps(shown))
