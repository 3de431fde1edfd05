"""Every fault of every part: what the caller sees, and what nobody sees."""

import asyncio
import io
import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator

import pytest
from livekit import rtc
from livekit.agents import vad
from pydantic import SecretStr
from tests.adapters.models.conftest import CANARY, HERE
from tests.adapters.models.serving import server
from tests.testing.conftest import chat, read
from tests.testing.test_deepgram_server import QUIET, RATE, VOICE

from greenroom.adapters.models import http_client, no_retries
from greenroom.adapters.models.diagnosis import fault_of, upstream
from greenroom.adapters.models.plugins import make_llm, make_stt, make_tts
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.testing.providers import (
    DeepgramServer,
    Fault,
    OpenAIServer,
    Reply,
)
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.server import ProviderServer

SECRET = SecretStr(CANARY)
JSON = '{"depth": 3, "say": "What came next?"}'
Ask = Callable[[ProviderServer], Awaitable[object]]

HTTP = {
    Fault.KEY_REFUSED: UpstreamCause.KEY_REFUSED,
    Fault.FORBIDDEN: UpstreamCause.FORBIDDEN,
    Fault.RATE_LIMITED: UpstreamCause.RATE_LIMITED,
    Fault.SERVER_ERROR: UpstreamCause.SERVER_ERROR,
    Fault.STALL: UpstreamCause.TIMEOUT,
}
LLM = HTTP | {Fault.CUT: UpstreamCause.CUT, Fault.GARBLED: UpstreamCause.MALFORMED}
UNSEEN = dict.fromkeys(
    (
        Fault.EARLY_END,
        Fault.LENGTH,
        Fault.MALFORMED,
        Fault.WRONG_SCHEMA,
        Fault.EMPTY,
        Fault.REFUSAL,
        Fault.PROMPT_ECHO,
    )
)
"""What only the reader of the words can see: the plugin takes these for good replies."""
EXPECTED = {
    "openai": LLM | UNSEEN | {Fault.QUOTA: UpstreamCause.QUOTA},
    "anthropic": LLM | UNSEEN | {Fault.QUOTA: UpstreamCause.QUOTA},
    "google": LLM
    | UNSEEN
    | {
        Fault.QUOTA: UpstreamCause.RATE_LIMITED,  # it says so of both
        Fault.EMPTY: UpstreamCause.EMPTY,
        Fault.REFUSAL: UpstreamCause.REFUSED,
    },
    "speech": HTTP
    | {
        Fault.QUOTA: UpstreamCause.QUOTA,
        Fault.CUT: UpstreamCause.CUT,
        Fault.EMPTY: UpstreamCause.EMPTY,
    },
    "transcription": HTTP
    | {
        Fault.QUOTA: UpstreamCause.QUOTA,
        Fault.CUT: UpstreamCause.CUT,
        Fault.GARBLED: UpstreamCause.MALFORMED,
        Fault.WRONG_SCHEMA: UpstreamCause.WRONG_SCHEMA,
        Fault.EMPTY: None,
    },
    "listening": HTTP
    | {
        Fault.QUOTA: UpstreamCause.RATE_LIMITED,
        Fault.STALL: UpstreamCause.UNREACHABLE,  # no answer to the handshake
        Fault.CUT: UpstreamCause.CUT,
    },
}


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stall is found after half a second."""
    for module in (http_client, no_retries):
        monkeypatch.setitem(vars(module), "READ_S", 0.5)
    return


def server_of(part: str, fault: Fault) -> ProviderServer:
    reply = Reply(JSON, fault=fault, at=2)
    match part:
        case "speech":
            return OpenAIServer(speech=reply, key=None, pace=AT_ONCE)
        case "transcription":
            return OpenAIServer(transcriptions=reply, key=None, pace=AT_ONCE)
        case "listening":
            return DeepgramServer(connect=Reply(fault=fault), key=None)
        case _:
            return server(part, reply, key=None)


async def ask(part: str, server: ProviderServer, voices: vad.VAD) -> None:
    """Use the part once, and close it."""
    match part:
        case "speech":
            voice = make_tts(ModelChoice("openai", base_url=server.url), SECRET, HERE)
            try:
                async with voice.synthesize("Tell me about your last project.") as speech:
                    await speech.collect()
            finally:
                await voice.aclose()
        case "transcription":
            choice = ModelChoice("openai", base_url=server.url)
            ear = make_stt(choice, SECRET, HERE, voices=voices)
            try:
                await ear.recognize(rtc.AudioFrame(VOICE, RATE, 1, len(VOICE) // 2))
            finally:
                await ear.aclose()
        case "listening":
            choice = ModelChoice("deepgram", base_url=server.url)
            ear = make_stt(choice, SECRET, HERE, voices=voices)
            try:
                async with ear.stream() as stream:
                    stream.push_frame(
                        rtc.AudioFrame(VOICE + QUIET, RATE, 1, len(VOICE + QUIET) // 2)
                    )
                    async for event in stream:
                        if event.type.value == "final_transcript":
                            break
            finally:
                await ear.aclose()
        case provider:
            model = make_llm(ModelChoice(provider, base_url=server.url), SECRET, HERE)
            try:
                await read(model.chat(chat_ctx=chat()))
            finally:
                await model.aclose()


CASES = [(part, fault, cause) for part, table in EXPECTED.items() for fault, cause in table.items()]


@pytest.mark.parametrize(("part", "fault", "cause"), CASES)
async def test_every_fault_has_its_cause(
    part: str, fault: Fault, cause: UpstreamCause | None, voices: vad.VAD
) -> None:
    """The caller sees provider, cause and whether to try again; the canary is in no error, no
    traceback and no log, though the servers quote it."""
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    root = logging.getLogger()
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.DEBUG)
    seen: UpstreamFault | None = None
    try:
        async with server_of(part, fault) as server:
            try:
                with upstream(part):
                    await ask(part, server, voices)
            except UpstreamFault as error:
                seen = error
                told.write("".join(traceback.format_exception(error)))
                told.write(repr(error) + repr(vars(error)))
            try:
                await ask(part, server, voices)
            except Exception as raw:  # noqa: BLE001 - whatever a plugin raises is looked at
                told.write("".join(traceback.format_exception(raw)) + repr(raw))
        await asyncio.sleep(0)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    assert (seen.cause if seen else None) == cause
    if seen is not None:
        assert seen.retryable == UpstreamCause(seen.cause).retryable
        assert seen.retry_after_s in (None, 2.0)
    assert CANARY not in told.getvalue()


@pytest.mark.parametrize("part", ["openai", "anthropic", "google", "speech", "transcription"])
async def test_when_to_come_back_is_told(part: str, voices: vad.VAD) -> None:
    """Retry-After of a 429 reaches the caller."""
    async with server_of(part, Fault.RATE_LIMITED) as server:
        with pytest.raises(UpstreamFault) as raised, upstream(part):
            await ask(part, server, voices)
    assert raised.value.retry_after_s == 2.0


async def test_nobody_there(voices: vad.VAD) -> None:
    """A port where nobody listens is unreachable, for every part."""
    for part in EXPECTED:
        async with server_of(part, Fault.EMPTY) as server:
            pass
        with pytest.raises(UpstreamFault, match="unreachable"), upstream(part):
            await ask(part, server, voices)


def test_keys_are_in_no_repr() -> None:
    """Neither a choice nor a plugin object shows its key."""
    choice = ModelChoice("openai")
    model = make_llm(choice, SECRET)
    assert CANARY not in repr(choice) + repr(model) + str(model) + repr(SECRET)


def test_what_nobody_knows_is_unexplained() -> None:
    """An error of an unknown kind still has a cause of the closed list, and carries no text."""
    fault = fault_of("openai", RuntimeError("sk-secret"))
    assert (fault.cause, str(fault)) == (UpstreamCause.UNEXPLAINED, "openai: unexplained")
