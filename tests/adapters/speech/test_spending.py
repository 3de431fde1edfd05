"""What a provider's voice and recogniser may use, and what happens when that is used up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from livekit.agents import inference
from livekit.plugins import openai
from pydantic import SecretStr
from tests.adapters.speech.conftest import Say, quiet
from tests.adapters.speech.test_remote_stt import HERE, Stage
from tests.testing.conftest import ONCE

from greenroom.adapters.models.diagnosis import fault_of
from greenroom.adapters.models.plugins import make_stt
from greenroom.adapters.speech.audio_budget import BLOCK_S
from greenroom.adapters.speech.health import Remote
from greenroom.adapters.speech.model_thread import ModelThread
from greenroom.adapters.speech.moonshine import Moonshine
from greenroom.adapters.speech.moonshine_stt import MoonshineSTT
from greenroom.adapters.speech.remote_stt import FallbackSTT
from greenroom.adapters.speech.remote_tts import FallbackTTS
from greenroom.app.ports import Amount, Ceiling, OperatorFault
from greenroom.app.providers.catalogue import ModelChoice
from greenroom.session.voice import Degraded
from greenroom.simulation.scripted_speech import ScriptedTTS
from greenroom.testing.allowance import MemoryAllowance
from greenroom.testing.providers import DeepgramServer, OpenAIServer
from greenroom.testing.providers.script import AT_ONCE
from greenroom.testing.providers.server import ProviderServer

FIRST = "Tell me about a project."
SECOND = "What was your own part in it?"


async def test_a_voice_spends_characters_and_then_gives_way() -> None:
    """Each sentence is set aside before it is asked for; the one that is too much is said by the
    local voice, and no request is made (S4)."""
    allowance = MemoryAllowance(Ceiling(characters=len(FIRST) + 5))
    news: list[Degraded] = []
    async with OpenAIServer(key=None, pace=AT_ONCE) as server:
        remote = openai.TTS(base_url=server.url, api_key="k", response_format="pcm")
        voice = FallbackTTS(Remote(remote, "openai", fault_of, allowance), ScriptedTTS())
        voice.on("error", lambda event: news.append(event.error))
        for text in (FIRST, SECOND, FIRST):
            async with voice.synthesize(text, conn_options=ONCE) as speech:
                assert (await speech.collect()).duration > 1
        await voice.aclose()
        assert server.count("tts") == 1
    assert allowance.spent == [Amount(characters=len(FIRST))]
    assert allowance.refused == [Amount(characters=len(SECOND))]
    assert allowance.reserved == Amount()
    # the budget itself tells the candidate, so the voice has no sentence of its own
    assert [(one.part, one.cause, one.notice) for one in news] == [("voice", "budget", None)]


@asynccontextmanager
async def listening(
    server: ProviderServer,
    provider: str,
    allowance: MemoryAllowance,
    moonshine: Moonshine,
    thread: ModelThread,
) -> AsyncIterator[Stage]:
    choice = ModelChoice(provider, "m", server.url)
    plugin = make_stt(choice, SecretStr("k"), HERE, voices=inference.VAD())
    remote = Remote(plugin, provider, fault_of, allowance)
    ear = FallbackSTT(remote, MoonshineSTT(moonshine, thread))
    stream = ear.stream()
    made = Stage(ear, stream)
    task = asyncio.ensure_future(made.listen())
    try:
        yield made
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await stream.aclose()
        await ear.aclose()


@pytest.mark.speech
async def test_a_recogniser_spends_what_it_has_heard(moonshine, thread, say: Say) -> None:
    """A block is set aside ahead; settled is what the recogniser reports: of one that takes
    utterances the voice alone, not the silence around it."""
    allowance = MemoryAllowance(Ceiling(seconds=2 * BLOCK_S))
    async with (
        OpenAIServer(transcriptions="One.", key=None, pace=AT_ONCE) as server,
        listening(server, "openai", allowance, moonshine, thread) as live,
    ):
        await live.hear(quiet(3), say(FIRST), quiet(1))
        assert await live.until(1) == "One."
        await live.hear(quiet(10))
        assert allowance.reserved == Amount(seconds=BLOCK_S)
        assert live.news == []
    heard = sum(allowance.spent, Amount())
    assert 1 <= heard.seconds <= 5
    assert allowance.reserved == Amount()


@pytest.mark.speech
async def test_a_recogniser_that_used_its_budget_up_gives_way(moonshine, thread, say: Say) -> None:
    """When the next block is refused the local recogniser hears on, and no word is lost (S4)."""
    allowance = MemoryAllowance(Ceiling(seconds=BLOCK_S))
    async with (
        DeepgramServer(["One."], key=None) as server,
        listening(server, "deepgram", allowance, moonshine, thread) as live,
    ):
        await live.hear(quiet(1), say(FIRST), quiet(1))
        assert await live.until(1) == "One."
        await live.hear(quiet(BLOCK_S))
        async with asyncio.timeout(20):
            while not live.news:
                await live.hear(quiet(1))
        await live.hear(say(SECOND))
        text = await live.until(2)
    assert [(one.cause, one.notice) for one in live.news] == [("budget", None)]
    assert "part" in text
    assert len(allowance.refused) == 1


class LostAllowance(MemoryAllowance):
    """Its database goes away after the first reservation."""

    async def settle(self, reservation: str, spent: Amount) -> None:
        raise OperatorFault("the database is gone")


@pytest.mark.speech
async def test_without_an_account_nothing_is_used(moonshine, thread, say: Say) -> None:
    """When the account cannot be reached the provider hears no more; the local recogniser hears on,
    and closing is no error."""
    allowance = LostAllowance()
    async with (
        DeepgramServer(["One."], key=None) as server,
        listening(server, "deepgram", allowance, moonshine, thread) as live,
    ):
        async with asyncio.timeout(20):
            while not live.news:
                await live.hear(quiet(5))
        await live.hear(say(SECOND))
        assert "part" in await live.until(1)
    assert [one.cause for one in live.news] == ["budget"]


@pytest.mark.speech
async def test_without_a_budget_nobody_is_asked(moonshine, thread, say: Say) -> None:
    """A ceiling of nothing: the local recogniser hears from the first word, no connection is made."""
    allowance = MemoryAllowance(Ceiling(seconds=0))
    async with DeepgramServer(["One."], key=None) as server:
        async with listening(server, "deepgram", allowance, moonshine, thread) as live:
            await live.hear(quiet(0.5), say(FIRST))
            assert "project" in await live.until(1)
        assert server.count("stt") == 0
