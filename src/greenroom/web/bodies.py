"""A request's body is read whole and within bounds before anything parses it."""

from __future__ import annotations

import asyncio
import re
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom.app.documents import LARGEST_DOCUMENT, SENTENCES, DocumentFault
from greenroom.assessment.sentence import Sentence
from greenroom.web.problems import problem

TOO_LARGE: Final = SENTENCES[DocumentFault.TOO_LARGE]

LARGEST: Final = 256 * 1024
"""Bytes of a JSON body: 20,000 characters of job description fit in any script."""
FORM: Final = 64 * 1024
"""Bytes of a form around the document in it."""
DOCUMENTS: Final = re.compile(r"/api/interviews/[^/]+/documents")
"""The one place where a file is taken."""
DRAINED: Final = 8 * 1024 * 1024
"""So much of a body that is too large is still read and thrown away, because a client that is cut
off while it sends never sees why."""
READ_S: Final = 20
"""A body that takes longer is somebody holding the line."""
DOCUMENT_S: Final = 90
"""The same for a document: 5 MB over half a megabit a second."""


class BoundedBodies:
    """Answers 413 to a body that is too large and 408 to one that does not come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _announces_body(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        document = DOCUMENTS.fullmatch(scope["path"]) is not None
        largest = LARGEST_DOCUMENT + FORM if document else LARGEST
        try:
            async with asyncio.timeout(DOCUMENT_S if document else READ_S):
                body = await _read(receive, largest)
        except TimeoutError:
            await problem(408, Sentence("The request did not arrive in time."))(
                scope, receive, send
            )
            return
        if len(body) > largest:
            detail = (
                TOO_LARGE
                if document
                else Sentence("At most {most} KiB can be sent here.", most=LARGEST // 1024)
            )
            headers = {"Connection": "close"}
            await problem(413, detail, headers=headers)(scope, receive, send)
            return
        await self._app(scope, _replayed(body, receive), send)


def _announces_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


async def _read(receive: Receive, largest: int) -> bytes:
    """The body, or its first bytes past `largest`; a client that leaves ends it early."""
    body, seen, more = bytearray(), 0, True
    while more and seen <= DRAINED:
        message = await receive()
        chunk = message.get("body", b"")
        seen += len(chunk)
        if len(body) <= largest:
            body += chunk
        more = message.get("more_body", False)
    return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return unread.pop() if unread else await receive()

    return replay
