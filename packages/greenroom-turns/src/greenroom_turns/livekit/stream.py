"""The words of one stream of a recogniser, let through to a LiveKit session or kept from it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterable
from dataclasses import replace
from typing import Any

from livekit import rtc
from livekit.agents import APIConnectOptions, stt, utils
from livekit.agents.language import LanguageCode

from greenroom_turns.limits import to_millis
from greenroom_turns.listener import Listener
from greenroom_turns.spoken import Chances, ranked

INTERIM, FINAL = stt.SpeechEventType.INTERIM_TRANSCRIPT, stt.SpeechEventType.FINAL_TRANSCRIPT
WORDS = (INTERIM, stt.SpeechEventType.PREFLIGHT_TRANSCRIPT, FINAL)


class GatedStream(stt.RecognizeStream):
    def __init__(
        self,
        owner: stt.STT[Any],
        inner: stt.RecognizeStream,
        listener: Listener,
        options: APIConnectOptions,
    ) -> None:
        # Retries are the inner stream's business; here they would multiply.
        super().__init__(stt=owner, conn_options=replace(options, max_retry=0))
        self._inner, self._listener = inner, listener
        self._words = listener.hears(self._send)

    async def _metrics_monitor_task(self, event_aiter: AsyncIterable[stt.SpeechEvent]) -> None:
        """The inner stream reports its usage itself."""
        async for _ in event_aiter:
            pass

    async def _run(self) -> None:
        try:
            async with contextlib.aclosing(self._inner), asyncio.TaskGroup() as tasks:
                feeding = tasks.create_task(self._feed())
                async for event in self._inner:
                    self._filter(event)
                feeding.cancel()
        except BaseExceptionGroup as group:  # LiveKit asks what kind of error it is
            raise group.exceptions[0] from group

    async def aclose(self) -> None:
        await super().aclose()
        if not self._task.cancelled():
            self._task.exception()  # told by the `error` event; unasked, asyncio would log it again

    async def _feed(self) -> None:
        async for item in self._input_ch:
            if isinstance(item, rtc.AudioFrame):
                data, at_ms = item.data.tobytes(), self._listener.host.now_ms()
                self._words.sound.add(at_ms, data, item.sample_rate, item.num_channels)
                self._inner.push_frame(item)
            else:
                self._inner.flush()
        with contextlib.suppress(RuntimeError):  # it has closed by itself
            self._inner.end_input()

    def _pass(self, event: stt.SpeechEvent) -> None:
        with contextlib.suppress(utils.aio.ChanClosed):
            self._event_ch.send_nowait(event)

    def _send(self, told: stt.SpeechEvent, text: str, *, final: bool) -> None:
        first, *others = told.alternatives
        kind = told.type if final or text else INTERIM
        self._pass(replace(told, type=kind, alternatives=[replace(first, text=text), *others]))

    def _filter(self, event: stt.SpeechEvent) -> None:
        match event.type:
            case stt.SpeechEventType.START_OF_SPEECH:
                self._listener.voice_begins(to_millis(event.speech_start_time or event.created_at))
                self._pass(event)
            case stt.SpeechEventType.END_OF_SPEECH:
                self._listener.voice_ends(to_millis(event.speech_end_time or event.created_at))
                gate = self._listener.gate
                gate.utterance_ends()
                if gate.wordless and self._stt.capabilities.interim_results:
                    none = stt.SpeechData(language=LanguageCode(gate.lang), text="")
                    self._judge(replace(event, type=FINAL, alternatives=[none]))
                self._pass(event)
            case kind if kind in WORDS and event.alternatives:
                self._judge(event)
            case _:
                self._pass(event)

    def _judge(self, event: stt.SpeechEvent) -> None:
        """Of an end of speech without words, too: it may have been a hum. Who tells no interims tells the
        end before the words."""
        data, told = event.alternatives[0], event.alternatives[0].metadata or {}
        heard = [(one.text, one.confidence) for one in event.alternatives]
        final = event.type is FINAL
        self._words.words_come(
            event,
            data.text,
            to_millis(event.created_at),
            final=final,
            began_ms=to_millis(event.speech_start_time) if event.speech_start_time else None,
            ended_ms=to_millis(event.speech_end_time) if final and event.speech_end_time else None,
            confidence=data.confidence or None,
            alternatives=ranked(heard) if len(heard) > 1 or told.get("weighed") else None,
            chances=Chances(*found) if (found := told.get("chances")) else None,
            hum=bool(told.get("hum")),
        )
