"""The language of a page: chosen by the person, or by the browser, or English; and its words.

English stands in the templates and scripts and is the key. The other languages are gettext catalogues in
`translations/`, read as they are. The interview's own language is its plan's, and has nothing to do with this.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Final
from urllib.parse import parse_qs, parse_qsl, urlencode

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from fastapi import APIRouter
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from greenroom.assessment.sentence import Sentence

LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "hi": "हिन्दी",
    "pt": "Português",
}
"""Each by its own name."""
ENGLISH: Final = "en"
COOKIE: Final = "greenroom_language"
CHOICE: Final = "language"
"""What an address asks with: `?language=de`."""
LIFETIME_S: Final = 400 * 24 * 3600
MOST_WEIGHED: Final = 20
"""Languages of a browser's list that are looked at."""


@dataclass(frozen=True, slots=True)
class PageLanguage:
    """A language with its words."""

    code: str
    words: NullTranslations
    script: str = ""
    """The same for the page's scripts."""
    known: frozenset[str] = frozenset()
    """What has a translation, be it the same word."""


def N_(english: str) -> str:  # gettext's own name for it
    """Marks words that are translated where they are shown."""
    return english


def catalogue(code: str) -> Catalog:
    """The catalogue as it is kept."""
    kept = files("greenroom.web") / "translations" / f"{code}.po"
    return read_po(BytesIO(kept.read_bytes()), locale=code)


@cache
def page_language(code: str) -> PageLanguage:
    """One of `LANGUAGES`."""
    if code == ENGLISH:
        return PageLanguage(code, NullTranslations())
    kept = catalogue(code)
    compiled = BytesIO()
    write_mo(compiled, kept)
    compiled.seek(0)
    known = frozenset(m.id for m in kept if isinstance(m.id, str) and m.string)
    return PageLanguage(code, GNUTranslations(compiled), script_of(kept), known)


def script_of(kept: Catalog) -> str:
    """The messages that scripts show, as a script of their own."""
    told = {
        (message.id if isinstance(message.id, str) else message.id[0]): message.string
        for message in kept
        if message.string and any(place.endswith(".js") for place, _ in message.locations)
    }
    return f"globalThis.greenroomWords = {json.dumps(told, ensure_ascii=False)};\n"


_current: ContextVar[PageLanguage | None] = ContextVar("page_language", default=None)
_others: ContextVar[tuple[tuple[str, str], ...]] = ContextVar("others", default=())
"""What the address holds beside a choice of language."""


def current() -> PageLanguage:
    """The language of the request that is being answered."""
    return _current.get() or page_language(ENGLISH)


def told(text: str) -> str:
    """A sentence of a report, or words that were marked, in the language of the request."""
    if current().code == ENGLISH:
        return str(text)
    words = current().words
    if isinstance(text, Sentence):
        return text.said(words)
    return words.gettext(text) if text else ""


def is_told(text: str) -> bool:
    """Whether these words are in the language of the request."""
    language = current()
    return language.code == ENGLISH or text in language.known or told(text) != text


def address_in(code: str) -> str:
    """The same page in this language; the rest of what its address asks stays."""
    return "?" + urlencode([*_others.get(), (CHOICE, code)])


@contextmanager
def using(language: PageLanguage) -> Iterator[None]:
    """What is shown meanwhile is in this language."""
    held = _current.set(language)
    try:
        yield
    finally:
        _current.reset(held)


def script_address(language: PageLanguage) -> str:
    """Where the page's scripts get their words: another address for other words."""
    return f"/words/{language.code}.js?{hashlib.sha256(language.script.encode()).hexdigest()[:12]}"


def chosen(connection: HTTPConnection) -> str:
    """The person's choice before the browser's, before English."""
    asked = _asked(connection.scope) or connection.cookies.get(COOKIE, "")
    return asked if asked in LANGUAGES else preferred(connection.headers.get("accept-language", ""))


def _asked(scope: Scope) -> str | None:
    values = parse_qs(scope.get("query_string", b"").decode("latin-1")).get(CHOICE, [""])
    return values[0] if values[0] in LANGUAGES else None


def _beside_choice(scope: Scope) -> tuple[tuple[str, str], ...]:
    asked = parse_qsl(scope.get("query_string", b"").decode("latin-1"))
    return tuple((name, value) for name, value in asked if name != CHOICE)


def preferred(header: str) -> str:
    """The first of the browser's languages that there is; `de-AT` is `de`."""
    weighed: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST_WEIGHED]:
        code, _, weight = part.partition(";")
        try:
            share = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if share > 0:
            weighed.append((-share, code.strip().partition("-")[0].lower()))
    wanted = (code for _, code in sorted(weighed, key=lambda one: one[0]))
    return next((code for code in wanted if code in LANGUAGES), ENGLISH)


class LanguageChoice:
    """Finds out the language of every request, and keeps a choice that is made by an address."""

    def __init__(self, app: ASGIApp, languages: Mapping[str, PageLanguage] | None = None) -> None:
        self._app, self._languages = app, languages or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        code = chosen(HTTPConnection(scope))

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith("text/html"):
                    headers.add_vary_header("Accept-Language, Cookie")
                    if _asked(scope):
                        kept = f"{COOKIE}={code}; Max-Age={LIFETIME_S}; Path=/; SameSite=Lax"
                        headers.append("Set-Cookie", f"{kept}; HttpOnly")
            await send(message)

        _others.set(_beside_choice(scope))  # a request has a context of its own
        with using(self._languages.get(code) or page_language(code)):
            await self._app(scope, receive, told)


def router() -> APIRouter:
    """The words of each language for scripts."""
    words = APIRouter(include_in_schema=False)

    @words.get("/words/{code}.js")
    async def script(code: str) -> Response:
        """Kept by the browser for good: other words have another address."""
        found = (
            current()
            if current().code == code
            else page_language(code if code in LANGUAGES else ENGLISH)
        )
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(found.script, media_type="text/javascript", headers=headers)

    return words
