"""Web searches as Tavily and Exa offer them: POST /search, each with its own key, names and errors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from greenroom.testing.providers.script import AT_ONCE, Fault, Reply
from greenroom.testing.providers.server import KEY, STATUS, ProviderServer, break_off


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One page that a search finds."""

    title: str
    url: str
    text: str
    published: str | None = None


ONE_PAGE = (SearchResult("About us", "https://www.example.org/about", "We move freight by rail."),)


class _SearchServer(ProviderServer):
    """Finds the same pages for every query, or fails as it is told."""

    def __init__(
        self,
        results: Sequence[SearchResult] = ONE_PAGE,
        *,
        faults: Sequence[Fault | None] = (),
        key: str | None = KEY,
    ) -> None:
        """The first requests fail by these `faults`, in turn (None: it does not)."""
        super().__init__(key=key, pace=AT_ONCE)
        self.results = tuple(results)
        self._faults = list(faults)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        router.add_post("/search", self._search)

    async def _search(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.note(request, "search", body)
        if not isinstance(body.get("query"), str) or not body["query"]:
            raise self.refusal(request, 400, "bad_request")
        fault = self._faults.pop(0) if self._faults else None
        if fault in STATUS:
            raise self.failure(request, Reply(fault=fault))
        if fault in (Fault.STALL, Fault.CUT):
            await break_off(request, fault)
        return web.Response(body=self._written(body, fault), content_type="application/json")

    def _written(self, body: Mapping[str, Any], fault: Fault | None) -> bytes:
        answer: Any = self.answer(body)
        if fault is Fault.WRONG_SCHEMA:
            answer = {"answer": {"content": "Certainly!"}}
        elif fault is Fault.EMPTY:
            answer["results"] = []
        whole = json.dumps(answer).encode()
        return whole[:-9] if fault in (Fault.GARBLED, Fault.MALFORMED) else whole

    def answer(self, body: Mapping[str, Any]) -> dict[str, Any]:
        raise NotImplementedError


class TavilyServer(_SearchServer):
    """`Authorization: Bearer`, `max_results`; answers with `content`."""

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        return {"detail": {"error": text}}

    def answer(self, body: Mapping[str, Any]) -> dict[str, Any]:
        found = self.results[: body.get("max_results", 5)]
        return {
            "query": body["query"],
            "follow_up_questions": None,
            "answer": None,
            "images": [],
            "results": [
                {
                    "url": one.url,
                    "title": one.title,
                    "content": one.text,
                    "score": 0.9,
                    "raw_content": None,
                    **({"published_date": one.published} if one.published else {}),
                }
                for one in found
            ],
            "response_time": 0.9,
            "request_id": "4f1f8a0c",
        }


class ExaServer(_SearchServer):
    """`x-api-key`, `numResults`; answers with `text` where `contents` asks for it."""

    def key_sent(self, request: web.Request) -> str:
        return request.headers.get("x-api-key", "")

    def error(self, status: int, kind: str, text: str) -> Mapping[str, Any]:
        return {"requestId": "4f1f8a0c", "error": text, "tag": kind.upper()}

    def answer(self, body: Mapping[str, Any]) -> dict[str, Any]:
        wanted = body.get("contents") or {}
        longest = (wanted.get("text") or {}).get("maxCharacters", 0)
        found = self.results[: body.get("numResults", 10)]
        return {
            "requestId": "4f1f8a0c",
            "resolvedSearchType": "neural",
            "results": [
                {
                    "id": one.url,
                    "title": one.title,
                    "url": one.url,
                    "publishedDate": one.published,
                    "author": None,
                    **({"text": one.text[:longest]} if longest else {}),
                }
                for one in found
            ],
            "costDollars": {"total": 0.005},
        }
