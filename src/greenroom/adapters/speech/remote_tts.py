"""A provider's voice, and this machine's own for when it fails.

LiveKit's `tts.FallbackAdapter` loses the rest of a sentence whose sound broke off, counts the whole as
said, and pays for every sentence twice while the provider is down: docs/decisions/0013.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterable, AsyncIterator
from typing import Any

from livekit import rtc
from livekit.agents import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions, tts, utils

from greenroom.adapters.speech.fallback import Fallback
from greenroom.adapters.speech.health import Health, Remote
from greenroom.app.ports import Amount
from greenroom.assessment.sentence import Sentence
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.voice import Degraded

FIRST_SOUND_S = 4.0
"""A sentence that makes no sound for so long is said by the other voice."""
NEXT_SOUND_S = 3.0
PROBE = "Ready."
"""What a voice that failed is asked to say, unheard, to find out whether it is back."""
NOTICE = Sentence("The usual voice cannot be reached at the moment, so another one speaks.")


class FallbackTTS(Fallback[tts.TTS[Any]], tts.TTS[str]):
    """One voice of two. A sentence that breaks off is said again from its beginning by the local
    voice, so that every question is heard whole."""

    def __init__(self, remote: Remote[tts.TTS[Any]], local: tts.TTS[Any]) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=False),
            sample_rate=local.sample_rate,
            num_channels=1,
        )
        self.remote, self.local = remote, local
        self.health = Health("voice", remote.provider, NOTICE, self._told)
        self._background_tasks = BackgroundTasks()
        self._measure_both()

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return _Sentence(self, text, conn_options)

    def prewarm(self) -> None:
        self.remote.plugin.prewarm()

    def look(self) -> None:
        """See in the background whether the provider is back, if it is time."""
        if self.health.due:
            self.health.looking()
            self._background_tasks.run(self._probe())

    async def _probe(self) -> None:
        try:
            async with spending(self.remote, PROBE):
                async for _ in sound(self.remote.plugin, PROBE):
                    """Nobody hears it."""
        except Exception as error:  # noqa: BLE001 - any failure means that it is not back
            self.health.failed(self.remote.fault_of(self.remote.provider, error))
        else:
            self.health.recovered()

    def _told(self, news: Degraded) -> None:
        now = time.time()  # noqa: TID251 - LiveKit stamps its events with it
        error = tts.TTSError(timestamp=now, label=self.label, error=news, recoverable=True)
        self.emit("error", error)

    async def aclose(self) -> None:
        await self._background_tasks.aclose()
        await self._close_both()


class _Sentence(tts.ChunkedStream):
    def __init__(self, owner: FallbackTTS, text: str, conn_options: APIConnectOptions) -> None:
        super().__init__(tts=owner, input_text=text, conn_options=conn_options)
        self._owner = owner

    async def _metrics_monitor_task(self, event_aiter: AsyncIterable[tts.SynthesizedAudio]) -> None:
        """The voice that speaks reports its usage itself."""
        async for _ in event_aiter:
            pass

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(
            request_id=utils.shortuuid(),
            sample_rate=self._owner.sample_rate,
            num_channels=1,
            mime_type="audio/pcm",
        )
        owner = self._owner
        # a voice makes no sound of "…", which must not count as its failure
        if not (owner.health.usable and any(sign.isalnum() for sign in self._input_text)):
            owner.look()
            await self._say(owner.local, output_emitter)
            return
        try:
            async with spending(owner.remote, self._input_text):
                await self._say(owner.remote.plugin, output_emitter)
        except Exception as error:  # noqa: BLE001 - whatever happens, the sentence is said
            owner.health.failed(owner.remote.fault_of(owner.remote.provider, error))
            await self._say(owner.local, output_emitter)

    async def _say(self, voice: tts.TTS[Any], output_emitter: tts.AudioEmitter) -> None:
        rate = self._owner.sample_rate
        resampler: rtc.AudioResampler | None = None
        async for frame in sound(voice, self._input_text):
            if frame.sample_rate == rate:
                output_emitter.push(frame.data.tobytes())
                continue
            resampler = resampler or rtc.AudioResampler(frame.sample_rate, rate)
            for part in resampler.push(frame):
                output_emitter.push(part.data.tobytes())
        for part in resampler.flush() if resampler is not None else ():
            output_emitter.push(part.data.tobytes())
        output_emitter.flush()


@contextlib.asynccontextmanager
async def spending(remote: Remote[tts.TTS[Any]], text: str) -> AsyncIterator[None]:
    """Account for saying `text`: set aside before, spent after, also when it broke off. Raises an
    `UpstreamFault` when it may not be said."""
    if remote.allowance is None:
        yield
        return
    amount = Amount(characters=len(text))
    reservation = await remote.allowance.reserve(amount)
    if reservation is None:
        raise remote.unaffordable()
    try:
        yield
    finally:
        await remote.allowance.settle(reservation, amount)


async def sound(voice: tts.TTS[Any], text: str) -> AsyncIterable[rtc.AudioFrame]:
    """What a voice makes of a sentence. Raises what the plugin raises, or `TimeoutError` when the
    sound does not come."""
    once = APIConnectOptions(max_retry=0, timeout=FIRST_SOUND_S)
    async with voice.synthesize(text, conn_options=once) as speech:
        limit_s = FIRST_SOUND_S
        while True:
            try:
                async with asyncio.timeout(limit_s):
                    audio = await anext(speech)
            except StopAsyncIteration:
                return
            yield audio.frame
            limit_s = NEXT_SOUND_S
