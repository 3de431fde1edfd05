"""The Anthropic server, asked by Anthropic's own client and by LiveKit's plugin.

Both are loaded by the tests: a second that nobody else pays who collects this file."""

import json
from importlib import import_module
from typing import Any

import pytest
from livekit.agents import APIError
from livekit.agents.llm import function_tool
from tests.testing.conftest import ONCE, PROMPT, chat, read

from greenroom.testing.providers import AnthropicServer, Call, Fault, Reply
from greenroom.testing.providers.script import AT_ONCE

JSON = '{"depth": 3, "say": "That is a real result. What came next?"}'
USER = [{"role": "user", "content": "I led it."}]


def client(server: AnthropicServer, key: str | None = None) -> Any:
    key = key or server.key
    return import_module("anthropic").AsyncClient(
        base_url=server.url, api_key=key, max_retries=0, timeout=1.0
    )


async def test_messages_are_streamed():
    """Anthropic's client puts the events together to one message with text, stop reason and usage."""
    asked = {"model": "m", "max_tokens": 100, "messages": USER, "system": "Ask."}
    async with (
        AnthropicServer(JSON, pace=AT_ONCE) as server,
        client(server) as ai,
        ai.messages.stream(**asked) as stream,
    ):
        words = [word async for word in stream.text_stream]
        message = await stream.get_final_message()
    assert "".join(words) == message.content[0].text == JSON
    assert message.stop_reason == "end_turn"
    assert message.usage.output_tokens == len(words) == server.requests[0].tokens_out


async def test_a_message_as_a_whole_with_a_call():
    """Without streaming the same content comes at once, calls included."""
    reply = Reply("Noted.", calls=(Call("record_response", {"summary": "ok"}),))
    async with AnthropicServer(reply, pace=AT_ONCE) as server, client(server) as ai:
        message = await ai.messages.create(model="m", max_tokens=100, messages=USER)
    assert [block.type for block in message.content] == ["text", "tool_use"]
    assert message.content[1].input == {"summary": "ok"}
    assert message.stop_reason == "tool_use"


async def test_the_plugin_reads_words_and_calls():
    """LiveKit's plugin sees words, calls and usage, and its structured output is on the wire."""

    @function_tool
    async def ask_question(question: str) -> None:
        """Ask."""

    calls = (Call("ask_question", {"question": "Why?"}), Call("ask_question", {"question": "How?"}))
    form = {"format": {"type": "json_schema", "schema": {"type": "object"}}}
    script = Reply("I see.", calls=calls)
    async with AnthropicServer(script, pace=AT_ONCE) as server, client(server) as ai:
        llm = import_module("livekit.plugins.anthropic").LLM(
            model="m", api_key=server.key, client=ai
        )
        stream = llm.chat(
            chat_ctx=chat(),
            tools=[ask_question],
            conn_options=ONCE,
            extra_kwargs={"output_config": form},
        )
        words, found, usage = await read(stream)
    assert words == "I see."
    assert [json.loads(call.arguments)["question"] for call in found] == ["Why?", "How?"]
    assert usage.prompt_tokens == server.requests[0].tokens_in
    assert server.requests[0].body["output_config"] == form


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.KEY_REFUSED, "AuthenticationError"),
        (Fault.FORBIDDEN, "PermissionDeniedError"),
        (Fault.RATE_LIMITED, "RateLimitError"),
        (Fault.SERVER_ERROR, "InternalServerError"),
    ],
)
async def test_statuses_are_the_providers(fault, error):
    """Each HTTP fault is what Anthropic's client knows by that name; 429 says when to come back."""
    script = Reply(fault=fault, retry_after_s=7)
    async with AnthropicServer(script) as server, client(server) as ai:
        with pytest.raises(getattr(import_module("anthropic"), error)) as raised:
            await ai.messages.create(model="m", max_tokens=9, messages=USER)
    limited = raised.value.status_code == 429
    assert raised.value.response.headers.get("retry-after") == ("7" if limited else None)


async def test_a_wrong_key_is_refused():
    """Neither models nor messages are to be had with another key."""
    async with AnthropicServer() as server, client(server, "wrong") as ai:
        with pytest.raises(import_module("anthropic").AuthenticationError):
            await ai.models.list()
        with pytest.raises(import_module("anthropic").AuthenticationError):
            await ai.messages.create(model="m", max_tokens=9, messages=USER)
    async with AnthropicServer() as server, client(server) as ai:
        assert [model.id async for model in ai.models.list()] == ["local-model"]


@pytest.mark.parametrize(
    ("fault", "stop", "text"),
    [
        (Fault.LENGTH, "max_tokens", '{"depth": 3,'),
        (Fault.REFUSAL, "refusal", "I can't help with that."),
        (Fault.EMPTY, "end_turn", ""),
        (Fault.PROMPT_ECHO, "end_turn", json.dumps({"depth": 3, "say": PROMPT})),
    ],
)
async def test_faults_of_content(fault, stop, text):
    """Each says in the provider's own way how the message ended."""
    script = Reply(JSON, fault=fault, at=5)
    async with AnthropicServer(script, pace=AT_ONCE) as server, client(server) as ai:
        asked = {"model": "m", "max_tokens": 9, "messages": USER, "system": PROMPT}
        message = await ai.messages.create(**asked)
    assert message.stop_reason == stop
    assert "".join(block.text for block in message.content) == text


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.CUT, Fault.GARBLED])
async def test_what_the_plugin_does_notice(fault):
    """A stall, a cut line and a broken protocol raise."""
    script = Reply(JSON, fault=fault, at=5)
    async with AnthropicServer(script, pace=AT_ONCE) as server, client(server) as ai:
        llm = import_module("livekit.plugins.anthropic").LLM(
            model="m", api_key=server.key, client=ai
        )
        with pytest.raises(APIError):
            await read(llm.chat(chat_ctx=chat(), conn_options=ONCE))
