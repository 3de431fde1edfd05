"""A provider's voice that fails, over real sockets; the local one speaks silence here."""

import asyncio

import numpy as np
import pytest
from livekit.agents import tts
from livekit.plugins import openai
from tests.testing.conftest import ONCE

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.speech import health, remote_tts
from greenroom.adapters.speech.health import Remote
from greenroom.adapters.speech.remote_tts import FallbackTTS
from greenroom.session.voice import Degraded
from greenroom.simulation.scripted_speech import ScriptedTTS
from greenroom.testing.providers import Fault, OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE

SENTENCE = "Tell me about a project that you are proud of."
SECONDS = 10 * 0.36


class Stage:
    """A voice of two, and the news about it."""

    def __init__(self, server: OpenAIServer) -> None:
        remote = openai.TTS(base_url=server.url, api_key="k", response_format="pcm")
        self.voice = FallbackTTS(Remote(remote, "openai", fault_of), ScriptedTTS())
        self.news: list[Degraded] = []
        self.voice.on("error", self._told)

    def _told(self, event: tts.TTSError) -> None:
        assert event.recoverable
        assert isinstance(event.error, Degraded)
        self.news.append(event.error)

    async def say(self, text: str = SENTENCE) -> tuple[float, float]:
        """Seconds of sound, and of silence."""
        async with self.voice.synthesize(text, conn_options=ONCE) as speech:
            sound = await speech.collect()
        loud = np.abs(np.frombuffer(sound.data, np.int16)) > 20
        first = int(np.flatnonzero(loud)[-1]) if loud.any() else 0
        return first / sound.sample_rate, sound.duration - first / sound.sample_rate


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is waited for in vain takes a second and a half here; a busy machine may need one for what comes."""
    monkeypatch.setitem(vars(remote_tts), "FIRST_SOUND_S", 1.5)
    monkeypatch.setitem(vars(remote_tts), "NEXT_SOUND_S", 1.5)
    monkeypatch.setitem(vars(health), "FIRST_LOOK_S", 0.0)


async def test_a_provider_that_works_speaks() -> None:
    """Nothing is said twice, and there is no news."""
    async with OpenAIServer(key=None, pace=AT_ONCE) as server:
        stage = Stage(server)
        loud, quiet = await stage.say()
        await stage.voice.aclose()
    assert loud == pytest.approx(SECONDS, abs=0.2)
    assert quiet < 0.2
    assert stage.news == []
    assert server.count("tts") == 1


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (Fault.KEY_REFUSED, "rejected"),
        (Fault.FORBIDDEN, "rejected"),
        (Fault.RATE_LIMITED, "rate_limited"),
        (Fault.SERVER_ERROR, "server_error"),
        (Fault.STALL, "timeout"),
        (Fault.CUT, "cut"),
        (Fault.EMPTY, "empty"),
    ],
)
async def test_every_fault_is_bridged(fault: Fault, cause: str) -> None:
    """The sentence is said by the local voice; the candidate is told once."""
    script = [Reply(fault=fault, at=0)] * 3
    async with OpenAIServer(speech=script, key=None, pace=AT_ONCE) as server:
        stage = Stage(server)
        for _ in range(2):
            loud, quiet = await stage.say()
            assert loud == 0.0
            assert quiet == pytest.approx(SECONDS, abs=0.2)
        await stage.voice.aclose()
    assert [news.part for news in stage.news] == ["voice"]
    assert stage.news[0].notice == remote_tts.NOTICE
    if fault not in (Fault.KEY_REFUSED, Fault.FORBIDDEN):  # the bare plugin knows less of these
        assert stage.news[0].cause == cause


async def test_a_sentence_that_breaks_off_is_said_again() -> None:
    """Half of it in one voice, then all of it in the other: a question is always heard whole."""
    script = Reply(fault=Fault.CUT, at=5)
    async with OpenAIServer(speech=script, key=None, pace=AT_ONCE) as server:
        stage = Stage(server)
        loud, quiet = await stage.say()
        await stage.voice.aclose()
    assert 0.5 < loud < 1.2
    assert quiet == pytest.approx(SECONDS, abs=0.2)


async def test_it_comes_back() -> None:
    """While it is away each sentence costs one short probe at most; once it answers, it speaks."""
    down = Reply(fault=Fault.SERVER_ERROR)
    async with OpenAIServer(speech=[down, down, ""], key=None, pace=AT_ONCE) as server:
        stage = Stage(server)
        await stage.say()
        stage.voice.health._look_s = 0.0
        async with asyncio.timeout(10):
            while not stage.voice.health.usable:
                assert (await stage.say("Well then."))[0] == 0.0
                await asyncio.sleep(0.05)
        loud, _ = await stage.say()
        await stage.voice.aclose()
    assert loud > 3.0
    assert [news.cause for news in stage.news] == ["server_error", "recovered"]
    assert [news.notice is None for news in stage.news] == [False, True]
    assert {r.body["input"] for r in server.requests} == {SENTENCE, remote_tts.PROBE}


async def test_a_refused_key_is_not_tried_again() -> None:
    """What waiting does not mend is left alone for the rest of the interview."""
    script = Reply(fault=Fault.KEY_REFUSED)
    async with OpenAIServer(speech=script, key=None, pace=AT_ONCE) as server:
        stage = Stage(server)
        for _ in range(3):
            await stage.say()
        await stage.voice.aclose()
    assert server.count("tts") == 1


async def test_signs_are_no_failure() -> None:
    """Text without a pronounceable sign goes to the local voice, and the provider keeps its name."""
    async with OpenAIServer(key=None, pace=AT_ONCE) as server:
        stage = Stage(server)
        await stage.say("…")
        await stage.voice.aclose()
    assert server.requests == []
    assert stage.voice.health.usable
