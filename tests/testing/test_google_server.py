"""The Gemini server, asked by Google's own client and by LiveKit's plugin."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from google import genai
from google.genai import errors, types
from livekit.agents import APIError
from livekit.plugins import google as plugin
from tests.testing.conftest import ONCE, chat, read

from greenroom.testing.providers import Call, Fault, GoogleServer, Reply
from greenroom.testing.providers.script import AT_ONCE

# google-genai makes a kind of session that aiohttp would rather not have
pytestmark = pytest.mark.filterwarnings("ignore:Inheritance class:DeprecationWarning")


def options(server: GoogleServer) -> types.HttpOptions:
    return types.HttpOptions(base_url=server.url)


@asynccontextmanager
async def llm_of(server: GoogleServer) -> AsyncIterator[plugin.LLM]:
    llm = plugin.LLM(model="m", api_key=server.key, http_options=options(server))
    yield llm
    await llm._client.aio.aclose()  # the plugin leaves it open


async def test_content_is_streamed():
    """Google's client reads the words, the finish reason and the usage."""
    async with GoogleServer("I see. What next?", pace=AT_ONCE) as server:
        client = genai.Client(api_key=server.key, http_options=options(server))
        stream = await client.aio.models.generate_content_stream(model="m", contents="Hello")
        chunks = [chunk async for chunk in stream]
        await client.aio.aclose()
    assert "".join(chunk.text or "" for chunk in chunks) == "I see. What next?"
    assert chunks[-1].candidates[0].finish_reason == types.FinishReason.STOP
    assert chunks[-1].usage_metadata.candidates_token_count == server.requests[0].tokens_out


async def test_the_plugin_reads_words_and_calls():
    """LiveKit's plugin can be pointed here by its `http_options`, and sees words, calls and usage."""
    reply = Reply("I see.", calls=(Call("ask_question", {"question": "Why?"}),))
    async with GoogleServer(reply, pace=AT_ONCE) as server, llm_of(server) as llm:
        words, calls, usage = await read(llm.chat(chat_ctx=chat(), conn_options=ONCE))
    assert words == "I see."
    assert [call.name for call in calls] == ["ask_question"]
    assert usage.prompt_tokens == server.requests[0].tokens_in > 0


@pytest.mark.parametrize(
    "fault",
    [
        Fault.KEY_REFUSED,
        Fault.FORBIDDEN,
        Fault.RATE_LIMITED,
        Fault.SERVER_ERROR,
        Fault.REFUSAL,
        Fault.EMPTY,
        Fault.STALL,
        Fault.CUT,
        Fault.GARBLED,
    ],
)
async def test_what_the_plugin_does_notice(fault):
    """HTTP faults, a refusal, an empty reply and a broken line raise."""
    script = Reply("one two three", fault=fault, at=1)
    async with GoogleServer(script, pace=AT_ONCE) as server, llm_of(server) as llm:
        with pytest.raises(APIError):
            await read(llm.chat(chat_ctx=chat(), conn_options=ONCE))


async def test_a_wrong_key_is_refused():
    """Models are listed with the right key alone."""
    async with GoogleServer() as server:
        client = genai.Client(api_key="wrong", http_options=options(server))
        with pytest.raises(errors.ClientError):
            await client.aio.models.list()
        await client.aio.aclose()
        client = genai.Client(api_key=server.key, http_options=options(server))
        assert [model.name async for model in await client.aio.models.list()]
        await client.aio.aclose()
