"""What every provider server has: a socket on loopback, a log, a key, and the plain HTTP faults."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, Self

from aiohttp import web

from greenroom.testing.providers.script import (
    Fault,
    Lines,
    Pace,
    Reply,
    Request,
    Told,
    count_tokens,
    told,
)

STATUS = {
    Fault.KEY_REFUSED: 401,
    Fault.FORBIDDEN: 403,
    Fault.RATE_LIMITED: 429,
    Fault.QUOTA: 429,
    Fault.SERVER_ERROR: 500,
}
ERRORS: Mapping[int, type[web.HTTPError]] = {
    400: web.HTTPBadRequest,
    401: web.HTTPUnauthorized,
    403: web.HTTPForbidden,
    429: web.HTTPTooManyRequests,
    500: web.HTTPInternalServerError,
}
LONGEST_BODY = 32 * 2**20
KEY = "test-key-of-a-local-server"


class Broken(Exception):
    """The reply ends here, by the script."""


class ProviderServer:
    """Enter it to listen, leave it to stop. `url` is what a client calls its base URL.

    An error's text repeats what the client sent as its key, as careless servers do: whoever shows
    or logs the texts of providers shows keys.
    """

    def __init__(self, *, key: str | None, pace: Pace) -> None:
        self.key = key
        """What a client must send; None: anything will do, as with most servers of one's own."""
        self.pace = pace
        self.requests: list[Request] = []
        self._runner: web.AppRunner | None = None
        self._port = 0

    def count(self, part: str) -> int:
        """Requests for this part so far: round trips."""
        return sum(request.part == part for request in self.requests)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        return self.origin

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=LONGEST_BODY)
        self.add_routes(app.router)
        # a client that hangs up cancels its handler, as a provider stops a model nobody reads
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    # For the protocols

    def add_routes(self, router: web.UrlDispatcher) -> None:
        raise NotImplementedError

    def key_sent(self, request: web.Request) -> str:
        return request.headers.get("Authorization", "").removeprefix("Bearer ")

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        """The body of an error, in this provider's shape."""
        raise NotImplementedError

    def note(self, request: web.Request, part: str, body: Mapping[str, Any]) -> Request:
        """Write the request down. Raises the 401 of a wrong key."""
        authorized = self.key is None or self.key_sent(request) == self.key
        noted = Request(part, body, asyncio.get_running_loop().time(), authorized)
        self.requests.append(noted)
        if not authorized:
            raise self.failure(request, Reply(fault=Fault.KEY_REFUSED))
        return noted

    def said(
        self, request: web.Request, noted: Request, lines: Lines, asked: Iterable[str], prompt: str
    ) -> Told:
        """What the script says to it. Counts the tokens of `asked`; raises a fault that is an HTTP error."""
        noted.tokens_in = sum(count_tokens(noted.body.get(part)) for part in asked)
        reply = lines.next(noted)
        if reply.fault in STATUS:
            raise self.failure(request, reply)
        return told(reply, prompt)

    def failure(self, request: web.Request, reply: Reply) -> web.HTTPError:
        """The HTTP error of a reply whose fault is one."""
        assert reply.fault is not None
        return self.refusal(request, STATUS[reply.fault], reply.fault.value, reply.retry_after_s)

    def refusal(
        self, request: web.Request, status: int, kind: str, retry_after_s: int | None = None
    ) -> web.HTTPError:
        text = f"{kind}; the key sent was {self.key_sent(request)}"
        body = json.dumps(self.error(status, kind, text))
        raised = ERRORS[status](text=body, content_type="application/json")
        if status == 429 and retry_after_s is not None:
            raised.headers["Retry-After"] = str(retry_after_s)
        return raised

    @contextlib.asynccontextmanager
    async def streaming(
        self, request: web.Request, noted: Request, content_type: str
    ) -> AsyncIterator[web.StreamResponse]:
        """A response that is sent piece by piece. A client that hangs up is noted."""
        out = web.StreamResponse(
            headers={"Content-Type": content_type, "Cache-Control": "no-cache"}
        )
        await out.prepare(request)
        try:
            yield out
        except Broken:
            noted.aborted = True
        except (ConnectionError, asyncio.CancelledError):
            noted.aborted = True
            raise


async def break_off(request: web.Request, fault: Fault | None) -> None:
    """Stall for ever, cut the line, or end early. Raises `Broken` where the stream is to stop."""
    if fault is Fault.STALL:
        await asyncio.Event().wait()
    if fault is Fault.CUT and request.transport is not None:
        request.transport.abort()
    raise Broken
