"""A provider's recogniser, and this machine's own for when it fails or falls silent.

LiveKit's `stt.FallbackAdapter` loses the words that were on their way, does not notice a recogniser
that stays connected and says nothing, and does not go back within a stream: docs/decisions/0013.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterable
from dataclasses import replace
from typing import Any

from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    APIConnectOptions,
    NotGivenOr,
    stt,
    utils,
)
from livekit.agents.stt import SpeechEventType

from greenroom.adapters.speech.audio_budget import AudioBudget
from greenroom.adapters.speech.fallback import Fallback
from greenroom.adapters.speech.health import Health, Remote
from greenroom.adapters.speech.listener import Listener
from greenroom.adapters.speech.pending_audio import SAMPLE_RATE, PendingAudio
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.assessment.sentence import Sentence
from greenroom.session.voice import Degraded

CONNECT_S = 4.0
SILENT_S = 3.0
"""Voice that ended so long ago and has no words yet: the local recogniser is asked what it was."""
WORDLESS_S = 5.0
"""Voice that goes on so long without an interim of a recogniser that gives some."""
LEAST_VOICE_S = 0.4
QUIET_S = 1.5
"""Back to the provider only when nobody has spoken for so long: its last words have come then."""
NOTICE = Sentence(
    "The usual speech recognition cannot be reached at the moment; another one listens instead."
)
WORDS = (
    SpeechEventType.FINAL_TRANSCRIPT,
    SpeechEventType.INTERIM_TRANSCRIPT,
    SpeechEventType.PREFLIGHT_TRANSCRIPT,
)
NO_RETRIES = APIConnectOptions(max_retry=0, timeout=CONNECT_S)


class FallbackSTT(Fallback[stt.STT[Any]], stt.STT[Any]):
    """One recogniser of two. What the remote one had not yet told when it failed is heard by the
    local one from the sound that was kept."""

    def __init__(self, remote: Remote[stt.STT[Any]], local: stt.STT[Any]) -> None:
        guesses = remote.plugin.capabilities.interim_results
        super().__init__(capabilities=replace(local.capabilities, interim_results=guesses))
        self.remote, self.local = remote, local
        self.health = Health("hearing", remote.provider, NOTICE, self._told)
        self.audio_budget = AudioBudget(remote)
        self._measure_both()

    async def _recognize_impl(
        self,
        buffer: utils.AudioBuffer,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.SpeechEvent:
        """Recordings are nothing for a provider here: the interview is heard as a stream."""
        return await self.local.recognize(buffer, language=language, conn_options=conn_options)

    def stream(
        self,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        return _Stream(self, language, conn_options)

    def fault(self, error: BaseException) -> UpstreamFault:
        return self.remote.fault_of(self.remote.provider, error)

    def silent(self) -> UpstreamFault:
        """It is connected and says nothing."""
        return UpstreamFault(self.remote.provider, UpstreamCause.TIMEOUT, retryable=True)

    def _told(self, news: Degraded) -> None:
        error = stt.STTError(timestamp=_now(), label=self.label, error=news, recoverable=True)
        self.emit("error", error)

    async def aclose(self) -> None:
        await self.audio_budget.aclose()
        await self._close_both()


class _Stream(stt.RecognizeStream):
    """`_heeded` is the listener whose words count; the other one, if it is there, is being tried."""

    def __init__(
        self, owner: FallbackSTT, language: NotGivenOr[str], conn_options: APIConnectOptions
    ) -> None:
        once = replace(conn_options, max_retry=0)
        super().__init__(stt=owner, conn_options=once, sample_rate=SAMPLE_RATE)
        self._owner, self._language = owner, language
        self._pending = PendingAudio(_now)
        self._tasks = asyncio.TaskGroup()
        self._remote: Listener | None = None
        self._local: Listener | None = None
        self._heeded: Listener | None = None
        self._speaking = self._over = False
        self._proven = False
        """A remote listener that is being tried has understood something."""
        self._unmatched = 0
        """Finals of the local listener since the remote one is being tried."""

    async def _metrics_monitor_task(self, event_aiter: AsyncIterable[stt.SpeechEvent]) -> None:
        """The recogniser that hears reports its usage itself."""
        async for _ in event_aiter:
            pass

    async def _run(self) -> None:
        try:
            async with self._tasks:
                if self._owner.health.usable and await self._may_ask():
                    self._remote = self._heeded = self._open(self._owner.remote.plugin)
                else:
                    self._local = self._heeded = self._open(self._owner.local)
                await self._feed()
        except BaseExceptionGroup as group:  # LiveKit asks what kind of error it is
            raise group.exceptions[0] from group

    async def _may_ask(self) -> bool:
        if await self._owner.audio_budget.begin():
            return True
        self._owner.health.failed(self._owner.remote.unaffordable())
        return False

    async def _feed(self) -> None:
        async for item in self._input_ch:
            if isinstance(item, rtc.AudioFrame):
                self._pending.push(item)
                for listener in self._listeners():
                    listener.hear(item)
                self._consider()
            else:
                for listener in self._listeners():
                    listener.flush()
        self._over = True
        for listener in self._listeners():
            listener.end() if listener is self._heeded else listener.drop()

    def _listeners(self) -> list[Listener]:
        return [listener for listener in (self._remote, self._local) if listener is not None]

    def _open(self, recogniser: stt.STT[Any], *, back_s: float = 0.0) -> Listener:
        """A new listener for the sound from now on; `back_s` earlier with what was kept."""
        stream = recogniser.stream(language=self._language, conn_options=NO_RETRIES)
        stream.start_time_offset = self.start_time_offset + self._pending.now_s - back_s
        return Listener(stream, self._tasks, self._heard, self._ended)

    def _ended(self, listener: Listener, error: Exception | None) -> None:
        """Raises what the local one raised: nobody else hears."""
        if listener is not self._remote:
            if error is not None:
                raise error
        elif error is not None:
            self._lost(self._owner.fault(error))
        elif not self._over:
            cause = UpstreamCause.CUT
            self._lost(UpstreamFault(self._owner.remote.provider, cause, retryable=True))

    # What is heard

    def _heard(self, listener: Listener, event: stt.SpeechEvent) -> None:
        words = event.type in WORDS and bool(event.alternatives and event.alternatives[0].text)
        final = words and event.type is SpeechEventType.FINAL_TRANSCRIPT
        if listener is not self._heeded:
            self._tried(listener, event, final=final)
            return
        if listener is self._local:
            self._pending.date(event, self.start_time_offset)
            self._unmatched += final
        elif words or event.type is SpeechEventType.END_OF_SPEECH:
            self._pending.told(event, self.start_time_offset)
            if final:
                self._drop_local()  # if it was asked what the remote one did not tell
        self._pass_on(event)

    def _pass_on(self, event: stt.SpeechEvent) -> None:
        if event.type is SpeechEventType.START_OF_SPEECH:
            if self._speaking:
                return
            self._speaking = True
        elif event.type is SpeechEventType.END_OF_SPEECH:
            if not self._speaking:
                return
            self._speaking = False
        with contextlib.suppress(utils.aio.ChanClosed):
            self._event_ch.send_nowait(event)

    def _tried(self, listener: Listener, event: stt.SpeechEvent, *, final: bool) -> None:
        """Words of a listener that does not count yet: proof of the remote one, or the local one's
        verdict on a remote one that says nothing."""
        if listener is self._remote:
            self._proven = self._proven or final
        elif final:
            self._owner.health.failed(self._owner.silent())
            self._close_remote()
            self._heeded = self._local
            self._heard(listener, event)
        elif event.type is SpeechEventType.END_OF_SPEECH:
            self._drop_local()  # there were no words: the remote one was right to say nothing
            self._pending.settle()

    # Who hears

    def _consider(self) -> None:
        """After each piece of sound: is something wrong, is somebody back?"""
        if self._owner.audio_budget.refused and self._remote is not None:
            remote = self._remote
            self._lost(self._owner.remote.unaffordable())
            remote.drop()
        if self._heeded is self._remote:
            if self._local is None and self._suspicious():
                self._hear_again()
        elif self._remote is None:
            if self._owner.health.due and self._pending.quiet_s >= QUIET_S:
                self._owner.health.looking()
                self._proven, self._unmatched = False, 0
                self._remote = self._open(self._owner.remote.plugin)
        elif self._pending.quiet_s >= QUIET_S and not self._speaking:
            self._decide()

    def _suspicious(self) -> bool:
        pending = self._pending
        if pending.voice_s < LEAST_VOICE_S:
            return False
        streams = self._owner.remote.plugin.capabilities.interim_results
        return pending.quiet_s >= SILENT_S or (streams and pending.wordless_s >= WORDLESS_S)

    def _decide(self) -> None:
        """The remote listener was tried beside the local one. Two answers are enough to know."""
        if self._proven:
            self._owner.health.recovered()
            self._heeded = self._remote
            self._pending.settle()
            self._drop_local()
        elif self._unmatched >= 2:
            self._owner.health.failed(self._owner.silent())
            self._close_remote()

    def _hear_again(self) -> None:
        """A local listener that hears what was kept, and goes on."""
        kept = self._pending.keep()
        self._local = self._open(self._owner.local, back_s=self._pending.kept_s)
        for frame in kept:
            self._local.hear(frame)

    def _lost(self, fault: UpstreamFault) -> None:
        """The remote listener is gone."""
        heeded = self._heeded is self._remote
        self._remote = None
        if self._over:
            return
        self._owner.health.failed(fault)
        if not heeded:
            return
        if self._local is None:
            self._hear_again()
        self._heeded = self._local
        if self._pending.voice_s == 0:
            ended = stt.SpeechEvent(type=SpeechEventType.END_OF_SPEECH)
            self._pass_on(ended)

    def _drop_local(self) -> None:
        local, self._local = self._local, None
        if local is not None:
            local.drop()

    def _close_remote(self) -> None:
        remote, self._remote = self._remote, None
        if remote is not None:
            remote.drop()


def _now() -> float:
    return time.time()  # noqa: TID251 - LiveKit stamps its events with it
