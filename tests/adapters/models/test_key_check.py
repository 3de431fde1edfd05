"""Which models a server says it has, asked over real sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from tests.adapters.models.conftest import HERE, choice_of, key_of

from greenroom.adapters.models.key_check import DOES, LARGEST_LIST, check_key
from greenroom.app.ports import UpstreamFault, UserFault
from greenroom.app.providers.catalogue import ModelChoice, Part
from greenroom.testing.providers import AnthropicServer, DeepgramServer, GoogleServer, OpenAIServer
from greenroom.testing.providers.server import ProviderServer

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def server(routes: dict[tuple[str, str], Handler]) -> AsyncIterator[str]:
    """Somebody's server with these routes; its origin."""
    app = web.Application()
    for (method, path), handler in routes.items():
        app.router.add_route(method, path, handler)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def says(status: int, text: str = "{}") -> Handler:
    async def answer(request: web.Request) -> web.StreamResponse:
        return web.Response(status=status, text=text, content_type="application/json")

    return answer


async def asked(base_url: str, part: Part = Part.LLM) -> tuple[str, ...] | None:
    return await check_key(ModelChoice("openai-compatible", "m", base_url), part, None, HERE)


@pytest.mark.parametrize(
    ("provider", "make"),
    [("openai", OpenAIServer), ("openai-compatible", OpenAIServer), ("anthropic", AnthropicServer), ("google", GoogleServer)],
)  # fmt: skip
async def test_every_list_of_models_is_read(
    provider: str, make: Callable[[], ProviderServer]
) -> None:
    """OpenAI's, Anthropic's and Google's lists have forms of their own; each gives names."""
    async with make() as there:
        found = await check_key(choice_of(there, provider), Part.LLM, key_of(there), HERE)
    assert found == ("local-model",)


async def test_a_provider_without_a_list_gives_none() -> None:
    """Deepgram is asked for its projects, which name no models."""
    async with DeepgramServer() as there:
        choice = ModelChoice("deepgram", None, there.origin)
        assert await check_key(choice, Part.STT, key_of(there), HERE) is None


async def test_an_alias_that_is_not_listed_is_asked_for() -> None:
    """Providers know models by names that their lists leave out: such a name is asked for by itself."""
    routes = {
        ("GET", "/v1/models"): says(200, '{"data": [{"id": "big-20260101"}]}'),
        ("GET", "/v1/models/big-latest"): says(200),
    }
    async with server(routes) as origin:
        choice = ModelChoice("anthropic", None, origin)
        key = key_of(AnthropicServer())
        models = ("big-latest", "no/such?one")
        found = await check_key(choice, Part.LLM, key, HERE, models=models)
    assert found == ("big-20260101", "big-latest")


@pytest.mark.parametrize("part", Part)
async def test_a_server_without_a_list_is_taken_if_it_does_the_part(part: Part) -> None:
    """Not every server that speaks OpenAI's API has a list: an empty request, which does no work, tells
    whether it does the part. One that has nothing there is refused."""
    places = {f"/v1/{place}": does for does, place in DOES.items()}
    for path, does in places.items():
        async with server({("POST", path): says(422)}) as origin:
            if does is part:
                assert await asked(f"{origin}/v1", part) is None
            else:
                with pytest.raises(UpstreamFault, match="not_found"):
                    await asked(f"{origin}/v1", part)


async def test_an_address_without_its_end_is_told() -> None:
    """The commonest mistake, an address without /v1, is named."""
    async with OpenAIServer(key=None) as there:
        with pytest.raises(UserFault, match="ends in /v1"):
            await asked(there.origin)


@pytest.mark.parametrize(
    "text", ["", "<html>", "[]", '{"data": 7}', '{"object": "list"}', "[" * 100_000, "9" * 5000]
)
async def test_what_is_no_list_is_none(text: str) -> None:
    """A server that answers anything else is one without a list."""
    async with server({("GET", "/v1/models"): says(200, text)}) as origin:
        assert await asked(f"{origin}/v1") is None


async def test_odd_entries_of_a_list_are_passed_over() -> None:
    """Entries without a name, and names that are none, leave the others as they are."""
    text = '{"data": [7, {"id": 7}, {"id": ""}, {"id": "a\\nb"}, {"id": "good"}, {"id": "good"}]}'
    async with server({("GET", "/v1/models"): says(200, text)}) as origin:
        assert await asked(f"{origin}/v1") == ("good",)


async def test_a_list_without_end_is_not_read() -> None:
    """A reply that is longer than any list counts as none."""
    long = '{"data": [{"id": "' + "x" * LARGEST_LIST + '"}]}'
    async with server({("GET", "/v1/models"): says(200, long)}) as origin:
        assert await asked(f"{origin}/v1") is None
