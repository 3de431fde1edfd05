"""The OpenAI server, asked by OpenAI's own client and by LiveKit's plugins."""

import asyncio
import contextlib
import io
import json
import time
import wave

import numpy as np
import openai
import pytest
from livekit import rtc
from livekit.agents import APIError
from livekit.agents.llm import function_tool
from livekit.plugins import openai as plugin
from tests.testing.conftest import ONCE, chat, read

from greenroom.testing.providers import Call, Fault, OpenAIServer, Pace, Reply
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.sound import as_wav, hum

SCHEMA = {
    "type": "json_schema",
    "json_schema": {
        "name": "reply",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"depth": {"type": "integer"}, "say": {"type": "string"}},
            "required": ["depth", "say"],
            "additionalProperties": False,
        },
    },
}
JSON = '{"depth": 3, "say": "That is a real result. What came next?"}'


def client(server: OpenAIServer, key: str | None = None) -> openai.AsyncClient:
    key = key or server.key or "any"
    return openai.AsyncClient(base_url=server.url, api_key=key, max_retries=0, timeout=1.0)


def user(text: str = "I led it.") -> list[dict[str, str]]:
    return [{"role": "system", "content": "Ask."}, {"role": "user", "content": text}]


async def test_chat_is_streamed_with_usage():
    """OpenAI's client reads the words token by token, the finish reason, and the usage at the end."""
    async with OpenAIServer(chat=JSON, pace=AT_ONCE) as server, client(server) as ai:
        stream = await ai.chat.completions.create(
            model="m",
            messages=user(),
            stream=True,
            response_format=SCHEMA,
            stream_options={"include_usage": True},
        )
        chunks = [chunk async for chunk in stream]
    words = [c.choices[0].delta.content for c in chunks if c.choices and c.choices[0].delta.content]
    assert "".join(words) == JSON
    assert len(words) > 10
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].usage.completion_tokens == len(words) == server.requests[0].tokens_out
    assert server.requests[0].body["response_format"] == SCHEMA


async def test_usage_is_sent_only_when_asked_for():
    """Without `include_usage` no chunk carries usage, as with the real one."""
    async with OpenAIServer(pace=AT_ONCE) as server, client(server) as ai:
        stream = await ai.chat.completions.create(model="m", messages=user(), stream=True)
        assert [chunk.usage async for chunk in stream if chunk.usage] == []


async def test_chat_as_a_whole():
    """Without streaming one message comes, with its calls and its usage."""
    reply = Reply("Let me note that.", calls=(Call("record_response", {"summary": "ok"}),))
    async with OpenAIServer(chat=reply, pace=AT_ONCE) as server, client(server) as ai:
        whole = await ai.chat.completions.create(model="m", messages=user())
    message = whole.choices[0].message
    assert message.content == "Let me note that."
    assert json.loads(message.tool_calls[0].function.arguments) == {"summary": "ok"}
    assert whole.choices[0].finish_reason == "tool_calls"
    assert whole.usage.completion_tokens > 3


async def test_the_plugin_reads_words_and_calls():
    """LiveKit's plugin sees the words, each call with whole arguments, and the usage."""

    @function_tool
    async def ask_question(question: str) -> None:
        """Ask."""

    calls = (Call("ask_question", {"question": "Why?"}), Call("ask_question", {"question": "How?"}))
    reply = Reply("I see.", calls=calls)
    async with OpenAIServer(chat=reply, pace=AT_ONCE) as server:
        llm = plugin.LLM(model="m", base_url=server.url, api_key=server.key)
        stream = llm.chat(chat_ctx=chat(), tools=[ask_question], conn_options=ONCE)
        words, found, usage = await read(stream)
        await llm.aclose()
    assert words == "I see."
    assert [json.loads(call.arguments)["question"] for call in found] == ["Why?", "How?"]
    assert usage.prompt_tokens == server.requests[0].tokens_in > 20
    assert server.count("llm") == 1


async def test_a_stream_keeps_its_pace():
    """The first word comes after the given time, the rest at the given rate."""
    pace = Pace(first_ms=200, per_s=50)
    six = OpenAIServer(chat="one two three four five six", pace=pace)
    async with six as server, client(server) as ai:
        asked = time.perf_counter()
        stream = await ai.chat.completions.create(model="m", messages=user(), stream=True)
        came = [time.perf_counter() - asked async for c in stream if c.choices[0].delta.content]
    assert len(came) == 6
    assert came[0] >= 0.2
    assert came[-1] >= 0.2 + 5 / 50


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.KEY_REFUSED, openai.AuthenticationError),
        (Fault.FORBIDDEN, openai.PermissionDeniedError),
        (Fault.RATE_LIMITED, openai.RateLimitError),
        (Fault.QUOTA, openai.RateLimitError),
        (Fault.SERVER_ERROR, openai.InternalServerError),
    ],
)
async def test_statuses_are_the_providers(fault, error):
    """Each HTTP fault is what OpenAI's client knows by that name; 429 says when to come back."""
    script = Reply(fault=fault, retry_after_s=7)
    async with OpenAIServer(chat=script) as server, client(server) as ai:
        with pytest.raises(error) as raised:
            await ai.chat.completions.create(model="m", messages=user())
    assert raised.value.response.headers.get("retry-after") == (
        "7" if raised.value.status_code == 429 else None
    )
    assert raised.value.body["message"]


async def test_a_wrong_key_is_refused_everywhere():
    """No route answers without the key, and the log says who had none."""
    async with OpenAIServer() as server, client(server, "wrong") as ai:
        for asking in (
            ai.models.list(),
            ai.chat.completions.create(model="m", messages=user()),
            ai.audio.speech.create(model="m", voice="v", input="Hello."),
            ai.audio.transcriptions.create(model="m", file=("a.wav", as_wav(hum("one")))),
        ):
            with pytest.raises(openai.AuthenticationError):
                await asking
    assert [request.authorized for request in server.requests] == [False] * 4


async def test_a_bad_request_is_refused():
    """A request without messages gets a 400, not a reply."""
    async with OpenAIServer() as server, client(server) as ai:
        with pytest.raises(openai.BadRequestError):
            await ai.chat.completions.create(model="m", messages=[])


async def test_models_are_listed():
    """The call that checks a key names the models and costs no tokens."""
    async with OpenAIServer(models=("a", "b")) as server, client(server) as ai:
        assert [model.id async for model in ai.models.list()] == ["a", "b"]
    assert server.count("key") == 1
    assert server.count("llm") == 0


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault.EMPTY, ""),
        (Fault.REFUSAL, ""),
        (Fault.EARLY_END, '{"depth": 3,'),
        (Fault.LENGTH, '{"depth": 3,'),
        (Fault.WRONG_SCHEMA, '{"answer": {"content": "Certainly!"}}'),
    ],
)
async def test_what_the_plugin_does_not_notice(fault, words):
    """An empty, refused, cut short or wrongly shaped reply looks like a good one to the plugin."""
    async with OpenAIServer(chat=Reply(JSON, fault=fault, at=5), pace=AT_ONCE) as server:
        llm = plugin.LLM(model="m", base_url=server.url, api_key=server.key)
        said, _, _ = await read(llm.chat(chat_ctx=chat(), conn_options=ONCE))
        await llm.aclose()
    assert said == words


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.CUT, Fault.GARBLED])
async def test_what_the_plugin_does_notice(fault):
    """A stall, a cut line and a broken protocol raise, and the log says that the line broke."""
    async with OpenAIServer(chat=Reply(JSON, fault=fault, at=5), pace=AT_ONCE) as server:
        llm = plugin.LLM(model="m", base_url=server.url, api_key=server.key)
        with pytest.raises(APIError):
            await read(llm.chat(chat_ctx=chat(), conn_options=ONCE))
        await llm.aclose()
        await asyncio.sleep(0)
    assert fault is Fault.GARBLED or server.requests[0].aborted


async def test_faults_of_content_keep_the_protocol():
    """Broken JSON is broken in the model's words, an echo holds the instructions, a refusal says so."""
    replies = [Reply(JSON, fault=f) for f in (Fault.MALFORMED, Fault.PROMPT_ECHO, Fault.REFUSAL)]
    async with OpenAIServer(chat=replies, pace=AT_ONCE) as server, client(server) as ai:
        said = [
            (await ai.chat.completions.create(model="m", messages=user())).choices[0].message
            for _ in replies
        ]
    with pytest.raises(json.JSONDecodeError):
        json.loads(said[0].content)
    assert json.loads(said[1].content) == {"depth": 3, "say": "Ask."}
    assert (said[2].content, said[2].refusal) == (None, "I can't help with that.")


async def test_a_script_is_played_in_order_or_computed():
    """A list gives one reply a request, the last for ever; a function sees the request."""
    async with OpenAIServer(chat=["a", "b"], pace=AT_ONCE) as server, client(server) as ai:
        create = ai.chat.completions.create
        told = [await create(model="m", messages=user()) for _ in range(3)]
    assert [reply.choices[0].message.content for reply in told] == ["a", "b", "b"]
    echo = OpenAIServer(chat=lambda r: r.body["messages"][-1]["content"].upper(), pace=AT_ONCE)
    async with echo as server, client(server) as ai:
        reply = await ai.chat.completions.create(model="m", messages=user("hello"))
    assert reply.choices[0].message.content == "HELLO"


@pytest.mark.parametrize("form", ["wav", "pcm"])
@pytest.mark.parametrize("sse", [True, False])
async def test_speech_is_as_long_as_its_words(form, sse):
    """The plugin gets sound of the words' length, by events or as plain bytes, at once or not."""
    async with OpenAIServer(sse=sse, pace=AT_ONCE) as server:
        tts = plugin.TTS(base_url=server.url, api_key=server.key, response_format=form)
        async with tts.synthesize("Tell me about your last project.", conn_options=ONCE) as speech:
            sound = await speech.collect()
        await tts.aclose()
    assert sound.duration == pytest.approx(6 * 0.36, abs=0.05)
    assert np.abs(np.frombuffer(sound.data, np.int16)).max() > 1_000
    assert server.requests[0].body["input"] == "Tell me about your last project."


async def test_speech_breaks_off_in_the_middle():
    """A cut after two pieces leaves two pieces; an empty reply leaves none."""
    script = [Reply(fault=Fault.CUT, at=2), Reply(fault=Fault.EMPTY)]
    async with OpenAIServer(speech=script, pace=AT_ONCE) as server:
        tts = plugin.TTS(base_url=server.url, api_key=server.key, response_format="pcm")
        for least in (0.2, 0.0):
            async with tts.synthesize("word " * 10, conn_options=ONCE) as speech:
                got = 0.0
                with contextlib.suppress(APIError):
                    async for piece in speech:
                        got += piece.frame.duration
                assert isinstance(speech.exception, APIError)
            assert least <= got < 0.5
        await tts.aclose()


async def test_transcriptions_are_scripted_or_as_long_as_the_sound():
    """The plugin's recordings arrive whole; the text is the script's, or of about their length."""
    pcm = rtc.AudioFrame(hum("a b c d"), 24_000, 1, 4 * 24_000 * 36 // 100)
    for script, text in (("I led it.", "I led it."), (None, "word word word word")):
        hearing = OpenAIServer(transcriptions=script, pace=AT_ONCE)
        async with hearing as server, client(server) as ai:
            stt = plugin.STT(client=ai, model="whisper-1")
            event = await stt.recognize(pcm, conn_options=ONCE)
            await stt.aclose()
        assert event.alternatives[0].text == text
        assert server.requests[0].body["seconds"] == pytest.approx(1.44)


def test_the_hum_is_a_wave():
    """`as_wav` makes a file that the standard library reads back."""
    with wave.open(io.BytesIO(as_wav(hum("one two")))) as file:
        assert (file.getframerate(), file.getnchannels()) == (24_000, 1)
        assert file.getnframes() == pytest.approx(2 * 0.36 * 24_000, abs=1)
