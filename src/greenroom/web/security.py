"""What guards every request before a route sees it, and what every response says to the browser."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom.app.ports import Refused, Unauthorized
from greenroom.app.providers.addresses import literal
from greenroom.assessment.sentence import Sentence
from greenroom.web.credentials import check
from greenroom.web.owners import owner_of
from greenroom.web.problems import problem, unauthorized
from greenroom.web.rate_limits import RateLimits
from greenroom.web.services import Services

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PROBED: Final = frozenset({"/healthz", "/livez", "/readyz", "/metrics"})
"""Load balancers and scrapers may know the server by its address alone, and an address cannot be rebound.
What they ask for is not counted."""
FILES: Final = "/static/"
REGISTRATION: Final = ("POST", "/api/interviews")
"""Has a share of its own, so that nobody without a cookie keeps others from coming."""
MESSAGES: Final = re.compile(r"/api/interviews/[^/]+/messages")
"""What a page says by itself, every few seconds."""
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "microphone=(self), speaker-selection=(self), camera=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; media-src 'self' blob:; worker-src 'self'; manifest-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'"
)


class SecurityHeaders:
    """Every response, whoever made it, tells the browser what it may do with it."""

    def __init__(self, app: ASGIApp, *, secure: bool, connects: tuple[str, ...] = ()) -> None:
        self._app, self._secure = app, secure
        self._policy = " ".join((POLICY, *connects))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        policy = self._policy
        if _HOST.fullmatch(host):
            policy += f" ws://{host} wss://{host}"

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)  # a route may be stricter
                headers["Content-Security-Policy"] = policy
                if self._secure:
                    headers["Strict-Transport-Security"] = "max-age=31536000"
            await send(message)

        await self._app(scope, receive, dressed)


class Guard:
    """Refuses what is no request for us: a foreign host or page, an odd path, too many."""

    def __init__(self, app: ASGIApp, services: Services, rates: RateLimits) -> None:
        self._app, self._services, self._rates = app, services, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = await self._refusal(HTTPConnection(scope))
        await (refusal or self._app)(scope, receive, send)

    async def _refusal(self, connection: HTTPConnection) -> Response | None:
        path: str = connection.scope["path"]
        if not path.isprintable() or "\\" in path:
            return problem(400, Sentence("The address has characters that are not allowed."))
        if not (answers_to(connection, self._services.hosts) or _is_probe(connection)):
            return problem(400, Sentence("This server does not answer to that host name."))
        if connection.scope["method"] not in SAFE_METHODS and not same_origin(connection.headers):
            return problem(403, Sentence("Another site may not ask for this."))
        try:
            await self._count(connection)
            await check(connection)
        except Refused as refused:
            return problem(
                429, refused.args[0], headers={"Retry-After": str(refused.retry_after_s)}
            )
        except Unauthorized as error:
            return unauthorized(error)
        return None

    async def _count(self, connection: HTTPConnection) -> None:
        path, owner = connection.scope["path"], owner_of(connection)
        if path in PROBED:
            return
        if path.startswith(FILES):
            await self._rates.count("file", connection, owner)
        elif MESSAGES.fullmatch(path):
            await self._rates.count("message", connection, owner)
        elif (connection.scope["method"], path) != REGISTRATION:
            await self._rates.count("request", connection, owner)


def answers_to(connection: HTTPConnection, hosts: frozenset[str] | None) -> bool:
    """Whether the Host header names us. A rebound DNS name of somebody else's does not."""
    if hosts is None:
        return True
    return _split(f"//{connection.headers.get('host', '')}").hostname in hosts


def _is_probe(connection: HTTPConnection) -> bool:
    host = _split(f"//{connection.headers.get('host', '')}").hostname or ""
    return connection.scope["path"] in PROBED and literal(host) is not None


def same_origin(headers: Headers) -> bool:
    """Whether a page of ours, or no page at all, sent this.

    Browsers say where a request comes from and let no script change it; a program that is no
    browser says nothing and carries nobody's cookies against their will.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return True
    return _split(origin).netloc.lower() == headers.get("host", "").lower()


def _split(address: str) -> SplitResult:
    """The parts of an address that anybody may have written; one that has none is nobody's."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
