"""Tavily and Exa over plain HTTP: one request, no retries, nothing of a failure's text kept.

Both are asked at the operator's address with the operator's key; what they answer is read no further
than a search's answer can be long, and every part of it is checked for its type.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import httpx2
from pydantic import SecretStr

from greenroom.app.ports import FoundPage, OperatorFault, Research, UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause, cause_of_status

CONNECT_S: Final = 5.0
READ_S: Final = 15.0
LARGEST: Final = 2**20
PAGES: Final = 5
CHARACTERS: Final = 1_000
LIMITS_REACHED: Final = frozenset({432, 433})
"""Tavily's statuses: the plan's limit, and that of pay-as-you-go."""


class _Search(ABC):
    provider: str
    usual: str
    """Its usual address."""

    def __init__(self, key: SecretStr, url: str | None = None) -> None:
        self._key, self._url = key, (url or self.usual).rstrip("/")

    async def search(self, company: str) -> Sequence[FoundPage]:
        """Raises `UpstreamFault`."""
        table = await self._asked(f"{company}: what the company does, its products, recent news")
        results = table.get("results")
        if not isinstance(results, list):
            raise self._fault(UpstreamCause.WRONG_SCHEMA)
        found = [self._page(result) for result in results if isinstance(result, dict)]
        return [page for page in found if page.url and page.text]

    async def _asked(self, query: str) -> Mapping[str, Any]:
        headers, body = self._request(query)
        limits = httpx2.Timeout(READ_S, connect=CONNECT_S)
        try:
            async with (
                httpx2.AsyncClient(timeout=limits, follow_redirects=False) as client,
                client.stream(
                    "POST", f"{self._url}/search", headers=headers, json=body
                ) as response,
            ):
                if response.status_code != 200:
                    raise self._refusal(response)
                table = json.loads(await _bounded(response))
        except httpx2.TimeoutException:
            raise self._fault(UpstreamCause.TIMEOUT) from None
        except httpx2.ConnectError:
            raise self._fault(UpstreamCause.UNREACHABLE) from None
        except httpx2.HTTPError:
            raise self._fault(UpstreamCause.CUT) from None
        except (ValueError, RecursionError):
            raise self._fault(UpstreamCause.MALFORMED) from None
        if not isinstance(table, dict):
            raise self._fault(UpstreamCause.WRONG_SCHEMA)
        return table

    def _refusal(self, response: httpx2.Response) -> UpstreamFault:
        status = response.status_code
        cause = UpstreamCause.QUOTA if status in LIMITS_REACHED else cause_of_status(status)
        waits = response.headers.get("retry-after", "")
        seconds = float(waits) if waits.isdecimal() else None
        return self._fault(cause, seconds)

    def _fault(self, cause: UpstreamCause, retry_after_s: float | None = None) -> UpstreamFault:
        return UpstreamFault(
            self.provider, cause, retryable=cause.retryable, retry_after_s=retry_after_s
        )

    @abstractmethod
    def _request(self, query: str) -> tuple[dict[str, str], dict[str, Any]]:
        """Headers and body."""

    @abstractmethod
    def _page(self, result: Mapping[str, Any]) -> FoundPage: ...


class Tavily(_Search):
    """Implements `ports.Research`: POST /search, the key as a bearer token."""

    provider = "Tavily"
    usual = "https://api.tavily.com"

    def _request(self, query: str) -> tuple[dict[str, str], dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self._key.get_secret_value()}"}
        return headers, {"query": query, "search_depth": "basic", "max_results": PAGES}

    def _page(self, result: Mapping[str, Any]) -> FoundPage:
        title, url, text = (_text(result.get(key)) for key in ("title", "url", "content"))
        return FoundPage(title, url, text, _text(result.get("published_date")) or None)


class Exa(_Search):
    """Implements `ports.Research`: POST /search with the pages' text, the key in `x-api-key`."""

    provider = "Exa"
    usual = "https://api.exa.ai"

    def _request(self, query: str) -> tuple[dict[str, str], dict[str, Any]]:
        headers = {"x-api-key": self._key.get_secret_value()}
        text = {"text": {"maxCharacters": CHARACTERS}}
        return headers, {"query": query, "type": "auto", "numResults": PAGES, "contents": text}

    def _page(self, result: Mapping[str, Any]) -> FoundPage:
        title, url, text = (_text(result.get(key)) for key in ("title", "url", "text"))
        return FoundPage(title, url, text, _text(result.get("publishedDate")) or None)


SEARCHES: Final[Mapping[str, type[Tavily] | type[Exa]]] = {"tavily": Tavily, "exa": Exa}


def search_of(
    name: Literal["tavily", "exa"] | None, key: SecretStr, url: str | None
) -> Research | None:
    """The search that the settings name; None: they name none. Raises `OperatorFault`."""
    if name is None:
        return None
    if not key.get_secret_value():
        raise OperatorFault("GREENROOM_SEARCH also needs GREENROOM_SEARCH_KEY")
    if url is not None and urlsplit(url).scheme not in ("http", "https"):
        raise OperatorFault("GREENROOM_SEARCH_URL: give an address that begins with https://")
    return SEARCHES[name](key, url)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


async def _bounded(response: httpx2.Response) -> bytes:
    """The body; what is longer than any answer is broken off."""
    body = b""
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > LARGEST:
            raise httpx2.RemoteProtocolError("the reply is too long")
    return body
