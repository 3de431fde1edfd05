"""Plugins made from choices, asked over real sockets."""

import asyncio
import json
import subprocess
import sys

import pytest
from livekit import rtc
from livekit.agents import APIConnectOptions, llm
from pydantic import SecretStr
from tests.adapters.models.conftest import HERE, choice_of, key_of
from tests.testing.conftest import chat, read
from tests.testing.test_deepgram_server import QUIET, RATE, VOICE

from greenroom.adapters.models.diagnosis import upstream
from greenroom.adapters.models.key_check import check_key
from greenroom.adapters.models.plugins import make_llm, make_stt, make_tts
from greenroom.adapters.models.reply_format import reply_format_options
from greenroom.app.ports import UpstreamFault, UserFault
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import PROVIDERS, ModelChoice, Part, ReplyFormat
from greenroom.testing.providers import (
    AnthropicServer,
    DeepgramServer,
    Fault,
    GoogleServer,
    OpenAIServer,
    Reply,
)
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.server import ProviderServer

SCHEMA = {
    "type": "object",
    "properties": {"depth": {"type": "integer"}, "say": {"type": "string"}},
    "required": ["depth", "say"],
    "additionalProperties": False,
}
JSON = '{"depth": 3, "say": "What came next?"}'


def language_models(reply: Reply | str) -> dict[str, ProviderServer]:
    return {
        "openai": OpenAIServer(reply, pace=AT_ONCE),
        "openai-compatible": OpenAIServer(reply, key=None, pace=AT_ONCE),
        "anthropic": AnthropicServer(reply, pace=AT_ONCE),
        "google": GoogleServer(reply, pace=AT_ONCE),
    }


@pytest.mark.parametrize("provider", [n for n, p in PROVIDERS.items() if Part.LLM in p.parts])
async def test_a_language_model_follows_a_schema(provider: str) -> None:
    """Each is asked for JSON in its own way, in the order of the schema, in one round trip."""
    async with language_models(JSON)[provider] as server:
        model = make_llm(choice_of(server, provider), key_of(server), HERE)
        asked = PROVIDERS[provider].asked
        assert asked is not None
        words, _, usage = await read(
            model.chat(chat_ctx=chat(), **reply_format_options(asked, "r", SCHEMA))
        )
        await model.aclose()
    assert words == JSON
    assert usage.completion_tokens == server.requests[0].tokens_out > 0
    assert server.count("llm") == 1
    sent = json.dumps(server.requests[0].body)
    assert ('"depth"' in sent) == (asked is not ReplyFormat.HEADER_LINE)
    assert asked is ReplyFormat.HEADER_LINE or sent.index('"depth"') < sent.index('"say"')


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
async def test_nobody_is_asked_twice(provider: str) -> None:
    """A failure is told at once, even to a caller who would have tried four times."""
    async with language_models(Reply(fault=Fault.SERVER_ERROR))[provider] as server:
        model = make_llm(choice_of(server, provider), key_of(server), HERE)
        patient = APIConnectOptions(max_retry=3, timeout=60)
        with pytest.raises(UpstreamFault), upstream(provider):
            await read(model.chat(chat_ctx=chat(), conn_options=patient))
        await model.aclose()
    assert server.count("llm") == 1


async def test_speech_is_made() -> None:
    """OpenAI's voice and an imitator's, which ignores what it is asked for and sends a WAV."""
    for server, provider in (
        (OpenAIServer(pace=AT_ONCE), "openai"),
        (OpenAIServer(pace=AT_ONCE, sse=False, key=None), "openai-compatible"),
    ):
        async with server:
            voice = make_tts(choice_of(server, provider), key_of(server), HERE)
            async with voice.synthesize("How did you know that it worked?") as speech:
                sound = await speech.collect()
            await voice.aclose()
        assert sound.duration == pytest.approx(7 * 0.36, abs=0.1)


async def test_deepgram_tells_words_as_they_come() -> None:
    """The recogniser streams: guesses first, then the whole sentence."""
    async with DeepgramServer("I led the migration.") as server:
        ear = make_stt(choice_of(server, "deepgram"), key_of(server), HERE, voices=None)  # type: ignore[arg-type]
        async with ear.stream() as stream:
            stream.push_frame(rtc.AudioFrame(VOICE + QUIET, RATE, 1, len(VOICE + QUIET) // 2))
            kinds = []
            async for event in stream:
                kinds.append(event.type.value)
                if event.type.value == "final_transcript":
                    break
        await ear.aclose()
    assert kinds.index("interim_transcript") < kinds.index("final_transcript")
    assert event.alternatives[0].text == "I led the migration."


@pytest.mark.parametrize("part", list(Part))
async def test_a_key_is_checked_without_cost(part: Part) -> None:
    """A good key passes, a bad one is refused, and no model is asked."""
    servers = language_models("") | {"deepgram": DeepgramServer()}
    for provider, server in servers.items():
        if part not in PROVIDERS[provider].parts:
            continue
        url = getattr(server, "origin", "") if provider == "deepgram" else server.url
        choice = ModelChoice(provider, "m", url)
        async with server:
            choice = ModelChoice(provider, "m", server.origin + choice.base_url.partition(":0")[2])  # type: ignore[union-attr]
            await check_key(choice, part, key_of(server), HERE)
            if server.key is not None:
                with pytest.raises(UpstreamFault, match="key_refused"):
                    await check_key(choice, part, SecretStr("wrong"), HERE)
        assert {request.part for request in server.requests} == {"key"}


async def test_an_address_must_be_permitted() -> None:
    """A user's address is looked at when it is chosen, and where it leads when it is asked."""
    async with OpenAIServer(key=None) as server:
        own = choice_of(server, "openai-compatible")
        with pytest.raises(UserFault, match="not allowed"):
            make_llm(own, None, AddressRule())
        by_name = ModelChoice(
            "openai-compatible", "m", server.url.replace("127.0.0.1", "localhost")
        )
        rule = AddressRule.of(["other.example"], loopback=False)
        with pytest.raises(UserFault):
            make_llm(by_name, None, rule)
        encrypted = by_name.base_url.replace("http:", "https:")  # type: ignore[union-attr]
        model = make_llm(ModelChoice("openai-compatible", "m", encrypted), None, rule)
        with pytest.raises(UpstreamFault, match="address_refused"), upstream("openai-compatible"):
            await read(model.chat(chat_ctx=chat()))
        await model.aclose()
        deepgram = ModelChoice("deepgram", "m", encrypted)
        ear = make_stt(deepgram, SecretStr("k"), rule, voices=None)  # type: ignore[arg-type]
        with pytest.raises(UpstreamFault, match="unreachable"), upstream("deepgram"):
            async with ear.stream() as stream:
                await anext(stream)
        await ear.aclose()
        assert server.requests == []


async def test_the_environments_key_stays_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's own OpenAI key and organisation are not sent to a user's address."""
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "the-operators-own")
    async with _Headers() as seen:
        url = f"http://127.0.0.1:{seen.port}/v1"
        model = make_llm(ModelChoice("openai-compatible", "m", url), None, HERE)
        with pytest.raises(UpstreamFault), upstream("openai-compatible"):
            await read(model.chat(chat_ctx=chat()))
        await model.aclose()
    assert "chat/completions" in seen.text
    assert "the-operators-own" not in seen.text


class _Headers:
    """A socket that keeps what it is sent and hangs up."""

    text = ""

    async def __aenter__(self) -> "_Headers":
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.text += (await reader.readuntil(b"\r\n\r\n")).decode()
        writer.close()

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()


MISSING = """
import sys
sys.modules["livekit.plugins.anthropic"] = None
from pydantic import SecretStr
from greenroom.adapters.models.plugins import make_llm
from greenroom.app.ports import OperatorFault
from greenroom.app.providers.catalogue import ModelChoice
assert not any(name.startswith("livekit") for name in sys.modules if sys.modules[name])
try:
    make_llm(ModelChoice("anthropic"), SecretStr("k"))
except OperatorFault as fault:
    print(fault)
"""


def test_a_missing_plugin_says_what_to_install() -> None:
    """Nothing of LiveKit is loaded before a choice is made; without its extra a provider is refused
    with the command that brings it."""
    run = subprocess.run(
        [sys.executable, "-c", MISSING], capture_output=True, text=True, check=True
    )
    assert "pip install greenroom[anthropic]" in run.stdout


def test_what_takes_long_is_imported_in_a_thread() -> None:
    """After preloading, choosing a provider imports its plugin and little else: the event loop of a
    server full of interviews does not stand still."""
    program = """
import importlib, sys, threading
import livekit.agents
from greenroom.adapters.models.plugins import MODULES, preload
for provider in MODULES:
    thread = threading.Thread(target=preload, args=(provider,))
    thread.start(), thread.join()
before = set(sys.modules)
for name in MODULES.values():
    importlib.import_module(f"greenroom.adapters.models.{name}")
late = [name for name in sys.modules if name not in before]
print(len([name for name in late if not name.startswith(("livekit", "greenroom"))]))
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(run.stdout) < 40


def test_a_language_model_is_livekits() -> None:
    """What is made can be given to any `AgentSession`."""
    model = make_llm(ModelChoice("openai"), SecretStr("k"))
    assert isinstance(model, llm.LLM)
    assert model.model == "gpt-4.1"
