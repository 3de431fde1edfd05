"""A provider's recogniser that fails, over real sockets, with the real local one behind it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
import pytest
from livekit import rtc
from livekit.agents import inference, stt
from livekit.agents.stt import SpeechEventType
from pydantic import SecretStr
from tests.adapters.speech.conftest import Say, errors, quiet

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.plugins import make_stt
from greenroom.adapters.speech import health, remote_stt
from greenroom.adapters.speech.health import Remote
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import Moonshine, Samples
from greenroom.adapters.speech.moonshine_stt import MoonshineSTT
from greenroom.adapters.speech.remote_stt import FallbackSTT
from greenroom.app.providers.addresses import AddressRule
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.session.voice import Degraded
from greenroom.testing.providers import DeepgramServer, Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.server import ProviderServer

pytestmark = pytest.mark.speech

FIRST = "I planned the migration of our billing system."
SECOND = "It took six weeks."
HERE = AddressRule(loopback=True)
WINDOW = 512
FASTER = 8
"""Sound is fed this many times faster than it was said."""


class Stage:
    """A recogniser of two that hears what is said, and what it tells."""

    def __init__(self, ear: stt.STT[Any], stream: stt.RecognizeStream) -> None:
        self.ear, self._stream = ear, stream
        self.events: list[stt.SpeechEvent] = []
        self.news: list[Degraded] = []
        self.faster = FASTER
        ear.on("error", lambda event: self.news.append(event.error))

    async def listen(self) -> None:
        async for event in self._stream:
            self.events.append(event)

    async def hear(self, *sounds: Samples) -> None:
        for sound in sounds:
            for at in range(0, len(sound) - WINDOW, WINDOW):
                frame = rtc.AudioFrame(sound[at : at + WINDOW].tobytes(), 16_000, 1, WINDOW)
                self._stream.push_frame(frame)
                await asyncio.sleep(0.032 / self.faster)

    def finals(self) -> list[str]:
        found = [e for e in self.events if e.type is SpeechEventType.FINAL_TRANSCRIPT]
        return [event.alternatives[0].text for event in found]

    async def until(self, finals: int) -> str:
        """Wait, in a silent room, for so many finals; all of them as one text."""
        async with asyncio.timeout(20):
            while len(self.finals()) < finals:
                await self.hear(quiet(0.2))
        return " ".join(self.finals())

    def kinds(self) -> list[SpeechEventType]:
        edges = (SpeechEventType.START_OF_SPEECH, SpeechEventType.END_OF_SPEECH)
        return [event.type for event in self.events if event.type in edges]


@asynccontextmanager
async def stage(
    server: ProviderServer, moonshine: Moonshine, thread: ModelThread, provider: str = "deepgram"
) -> AsyncIterator[Stage]:
    choice = ModelChoice(provider, "m", server.url)
    plugin = make_stt(choice, SecretStr("k"), HERE, voices=inference.VAD())
    ear = FallbackSTT(Remote(plugin, provider, fault_of), MoonshineSTT(moonshine, thread))
    stream = ear.stream()
    made = Stage(ear, stream)
    listening = asyncio.ensure_future(made.listen())
    try:
        yield made
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await stream.aclose()
        await ear.aclose()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(health), "FIRST_LOOK_S", 0.0)
    monkeypatch.setitem(vars(remote_stt), "CONNECT_S", 1.0)


async def test_a_provider_that_works_is_heeded(moonshine, thread, say: Say) -> None:
    """The provider's words and no others, and no news."""
    async with (
        DeepgramServer(["One.", "Two."], key=None) as server,
        stage(server, moonshine, thread) as live,
    ):
        await live.hear(quiet(0.5), say(FIRST), quiet(1.0), say(SECOND))
        assert await live.until(2) == "One. Two."
        await live.hear(quiet(5))
        assert live.finals() == ["One.", "Two."]
        assert live.news == []


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (Fault.KEY_REFUSED, "key_refused"),
        (Fault.FORBIDDEN, "forbidden"),
        (Fault.RATE_LIMITED, "rate_limited"),
        (Fault.SERVER_ERROR, "server_error"),
        (Fault.CUT, "cut"),
    ],
)
async def test_a_connection_that_fails(fault, cause, moonshine, thread, say: Say) -> None:
    """Every word is heard by the local recogniser, and the candidate is told once."""
    connect = Reply(fault=fault, retry_after_s=60)
    async with (
        DeepgramServer(connect=connect, key=None) as server,
        stage(server, moonshine, thread) as live,
    ):
        live.ear.health._look_s = 60.0
        await live.hear(say(FIRST))
        assert errors(FIRST, await live.until(1)) <= 1
        assert [(n.part, n.cause, n.notice) for n in live.news] == [
            ("hearing", cause, remote_stt.NOTICE)
        ]


@pytest.mark.parametrize("at", [0, 2, 4])
async def test_a_line_cut_in_mid_sentence_loses_no_word(at, moonshine, thread, say: Say) -> None:
    """What had been said before the cut is heard from the sound that was kept, once and in order;
    what the provider had told already is not heard again."""
    heard = [FIRST, Reply("never told", fault=Fault.CUT, at=at)]
    second = "It took six weeks and everybody was very glad about it."
    both = f"{FIRST} {second}"
    async with DeepgramServer(heard, key=None) as server, stage(server, moonshine, thread) as live:
        live.ear.health._look_s = 60.0
        await live.hear(quiet(0.5), say(FIRST), say(second))
        assert errors(both, await live.until(2)) <= 1
        await live.hear(quiet(2))
        assert errors(both, " ".join(live.finals())) <= 1
        assert live.finals()[0] == FIRST
        kinds = live.kinds()
        assert kinds == [SpeechEventType.START_OF_SPEECH, SpeechEventType.END_OF_SPEECH] * (
            len(kinds) // 2
        )


async def test_words_heard_again_are_dated_when_they_were_said(moonshine, thread, say: Say) -> None:
    """The gate goes by when a word was spoken; that it was heard late does not count."""
    heard = Reply("x", fault=Fault.CUT, at=4)
    async with DeepgramServer(heard, key=None) as server, stage(server, moonshine, thread) as live:
        live.faster = 1
        await live.hear(quiet(1.0))
        began = remote_stt._now()
        await live.hear(say(FIRST))
        await live.until(1)
        final = next(e for e in live.events if e.type is SpeechEventType.FINAL_TRANSCRIPT)
        assert 0.0 < final.speech_start_time - began < 0.8  # the line was cut after 1.5 s


@pytest.mark.parametrize("fault", [Fault.STALL, Fault.GARBLED, Fault.WRONG_SCHEMA, Fault.EMPTY])
async def test_a_provider_that_says_nothing(fault, moonshine, thread, say: Say) -> None:
    """A recogniser that stays connected and silent is found out by the local one, and the words are
    heard all the same."""
    async with (
        DeepgramServer(Reply("x", fault=fault), key=None) as server,
        stage(server, moonshine, thread) as live,
    ):
        live.ear.health._look_s = 60.0
        await live.hear(quiet(0.5), say(FIRST), quiet(3.0))
        assert errors(FIRST, await live.until(1)) <= 1
        assert [news.cause for news in live.news] == ["timeout"]


async def test_a_noise_is_no_failure(moonshine, thread) -> None:
    """A sound that is no speech has no words, and a provider that gives none is right."""
    noise = (np.random.default_rng(2).standard_normal(16_000) * 3_000).astype(np.int16)
    async with (
        DeepgramServer(Reply("", fault=Fault.EMPTY), key=None) as server,
        stage(server, moonshine, thread) as live,
    ):
        await live.hear(quiet(0.5), noise, quiet(6.0))
        assert live.finals() == []
        assert live.news == []


async def test_it_comes_back(moonshine, thread, say: Say) -> None:
    """The provider is tried beside the local recogniser and heeded again when it has understood
    something; no word is told twice."""
    connect = [Reply(fault=Fault.SERVER_ERROR), ""]
    async with (
        DeepgramServer("Provider speaking.", connect=connect, key=None) as server,
        stage(server, moonshine, thread) as live,
    ):
        live.ear.health._look_s = 0.0
        await live.hear(quiet(0.2), say(FIRST), quiet(4.0))
        assert errors(FIRST, " ".join(live.finals())) <= 1
        assert [news.cause for news in live.news] == ["server_error", "recovered"]
        await live.hear(say(SECOND), quiet(2.0))
        assert live.finals()[1:] == ["Provider speaking."]


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (Fault.KEY_REFUSED, "key_refused"),
        (Fault.SERVER_ERROR, "server_error"),
        (Fault.GARBLED, "malformed"),
        (Fault.WRONG_SCHEMA, "wrong_schema"),
        (Fault.CUT, "cut"),
        (Fault.STALL, "timeout"),
    ],
)
async def test_a_recogniser_of_whole_utterances(fault, cause, moonshine, thread, say: Say) -> None:
    """An utterance whose request fails is heard by the local recogniser instead."""
    heard = [FIRST, Reply("x", fault=fault)]
    both = f"{FIRST} {SECOND}"
    async with (
        OpenAIServer(transcriptions=heard, key=None, pace=AT_ONCE) as server,
        stage(server, moonshine, thread, "openai") as live,
    ):
        live.ear.health._look_s = 60.0
        await live.hear(quiet(0.5), say(FIRST), quiet(1.0))
        await live.until(1)
        await live.hear(say(SECOND), quiet(1.0))
        assert errors(both, await live.until(2)) <= 1
        assert [news.cause for news in live.news] == [cause]


@pytest.mark.parametrize(("provider", "guesses"), [("deepgram", True), ("openai", False)])
async def test_it_says_whether_its_provider_guesses(
    moonshine: Moonshine, thread: ModelThread, provider: str, guesses: bool
) -> None:
    """One that does not tells the end of a voice before its words, which the gate must know (T2)."""
    async with (
        DeepgramServer([], key=None) as server,
        stage(server, moonshine, thread, provider) as made,
    ):
        assert made.ear.capabilities.interim_results is guesses
