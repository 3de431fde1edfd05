"""Model servers on this machine are found by their lists, over real sockets, and nothing else is."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import pytest
from aiohttp import web
from tests.adapters.models.conftest import HERE
from tests.adapters.models.test_key_check import Handler, says, server

from greenroom.adapters.models.nearby import LIMIT_S, look
from greenroom.app.ports import UserFault
from greenroom.app.providers.addresses import PUBLIC_ONLY
from greenroom.app.providers.nearby import PLACES, NearbyServer, Place

LISTED = json.dumps({"object": "list", "data": [{"id": "qwen3:8b"}, {"id": "nomic-embed-text"}]})
TAGS = json.dumps({"models": [{"name": "llama3.2:3b", "model": "llama3.2:3b"}]})


def place_of(origin: str) -> Place:
    return Place("Some server", urlsplit(origin).port or 0)


async def found(routes: dict[tuple[str, str], Handler]) -> tuple[NearbyServer, ...]:
    async with server(routes) as origin:
        return await look(HERE, [place_of(origin)])


async def test_openai_s_list() -> None:
    """Every one of the three has it; models that only embed text are not offered."""
    async with server({("GET", "/v1/models"): says(200, LISTED)}) as origin:
        assert await look(HERE, [place_of(origin)]) == (
            NearbyServer("Some server", f"{origin}/v1", ("qwen3:8b",)),
        )


async def test_ollama_s_own_list() -> None:
    """An Ollama that has no list of OpenAI's kind has its own."""
    (there,) = await found({("GET", "/api/tags"): says(200, TAGS)})
    assert there.models == ("llama3.2:3b",)


@pytest.mark.parametrize(
    "answer",
    [
        says(200, "<html>Router</html>"),
        says(200, '{"data": []}'),
        says(200, '{"data": [{"id": "text-embedding-3"}]}'),
        says(200, '{"data": "' + "x" * 5_000_000 + '"}'),
        says(401),
        says(500),
    ],
    ids=["page", "empty", "embeddings", "huge", "wants a key", "broken"],
)
async def test_what_is_no_model_server(answer: Handler) -> None:
    """Another program on the port, or one that wants a key, is not offered."""
    assert await found({("GET", "/v1/models"): answer, ("GET", "/api/tags"): answer}) == ()


async def test_a_redirect_is_not_followed() -> None:
    """What answers on loopback sends nobody elsewhere."""
    asked: list[str] = []

    async def elsewhere(request: web.Request) -> web.StreamResponse:
        asked.append(request.path)
        raise web.HTTPFound("/other")

    async def other(request: web.Request) -> web.StreamResponse:
        asked.append(request.path)
        return web.Response(text=LISTED)

    routes = {("GET", path): elsewhere for path in ("/v1/models", "/api/tags")}
    assert await found({**routes, ("GET", "/other"): other}) == ()
    assert asked == ["/v1/models", "/api/tags"]


async def test_one_that_hangs_holds_nobody_up() -> None:
    """They are asked side by side: one that says nothing is left out, and the others are found."""

    async def silent(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(20)
        return web.Response()

    async with (
        server({("GET", "/v1/models"): silent}) as slow,
        server({("GET", "/v1/models"): says(200, LISTED)}) as quick,
        asyncio.timeout(10 * LIMIT_S),
    ):
        (there,) = await look(HERE, [place_of(slow), place_of(quick)])
    assert there.base_url == f"{quick}/v1"


async def test_nothing_listens() -> None:
    """Closed ports are no fault."""
    async with server({}) as origin:
        gone = place_of(origin)
    assert await look(HERE, [gone]) == ()


async def test_only_where_this_machine_may_be_asked() -> None:
    """A rule that forbids loopback forbids looking there, too."""
    with pytest.raises(UserFault):
        await look(PUBLIC_ONLY)


def test_only_loopback_is_looked_at() -> None:
    """The places are ports of this machine."""
    assert {place.host for place in PLACES} == {"127.0.0.1"}
