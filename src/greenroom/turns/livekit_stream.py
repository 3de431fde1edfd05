"""One stream of a recogniser, with what is no turn taken out of it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterable
from dataclasses import replace
from typing import TYPE_CHECKING

from livekit import rtc
from livekit.agents import APIConnectOptions, NotGivenOr, stt, utils
from livekit.agents.language import LanguageCode

from greenroom.turns.cause import TurnCause
from greenroom.turns.decision import Action, Decision
from greenroom.turns.doubt import Chances, ranked
from greenroom.turns.gate import HUMMED, Verdict
from greenroom.turns.limits import Millis
from greenroom.turns.sound import RecentSound

if TYPE_CHECKING:
    from greenroom.turns.livekit import GatedSTT

AT_ONCE = [Decision(Action.INTERRUPT, c) for c in (TurnCause.STOP_WORD, TurnCause.LIKE_STOP)]
_WORDS = (stt.SpeechEventType.INTERIM_TRANSCRIPT, stt.SpeechEventType.PREFLIGHT_TRANSCRIPT)


class GatedStream(stt.RecognizeStream):
    def __init__(
        self, owner: GatedSTT, language: NotGivenOr[str], conn_options: APIConnectOptions
    ) -> None:
        # Retries are the inner stream's business; here they would multiply.
        super().__init__(stt=owner, conn_options=replace(conn_options, max_retry=0))
        self._owner = owner
        self._inner = owner.inner.stream(language=language, conn_options=conn_options)
        self._sound = RecentSound()
        self._let_in = False
        """An interim of the present utterance was handed on."""

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
                data = item.data.tobytes()
                self._sound.add(epoch_ms(now()), data, item.sample_rate, item.num_channels)
                self._inner.push_frame(item)
            else:
                self._inner.flush()
        with contextlib.suppress(RuntimeError):  # it has closed by itself
            self._inner.end_input()

    def send(self, event: stt.SpeechEvent) -> None:
        with contextlib.suppress(utils.aio.ChanClosed):
            self._event_ch.send_nowait(event)

    def _filter(self, event: stt.SpeechEvent) -> None:
        match event.type:
            case stt.SpeechEventType.START_OF_SPEECH:
                self._owner.voice_begins(event.speech_start_time or event.created_at)
                self.send(event)
            case stt.SpeechEventType.END_OF_SPEECH:
                self._end_of_speech(event)
            case stt.SpeechEventType.FINAL_TRANSCRIPT if event.alternatives:
                self._final(event)
            case kind if kind in _WORDS and event.alternatives:
                self._interim(event)
            case _:
                self.send(event)

    def _judge(self, event: stt.SpeechEvent, *, final: bool) -> Verdict:
        data = event.alternatives[0]
        heard = [(one.text, one.confidence) for one in event.alternatives]
        told = data.metadata or {}
        verdict = self._owner.gate.words_come(
            data.text,
            epoch_ms(event.created_at),
            final=final,
            began_ms=epoch_ms(event.speech_start_time) if event.speech_start_time else None,
            ended_ms=epoch_ms(event.speech_end_time) if final and event.speech_end_time else None,
            confidence=data.confidence or None,
            alternatives=ranked(heard) if len(heard) > 1 or told.get("weighed") else None,
            chances=Chances(*found) if (found := told.get("chances")) else None,
            measure=self._sound.between,
            carried=(event, self),
        )
        self._owner.tell(verdict)
        return verdict

    def _interim(self, event: stt.SpeechEvent) -> None:
        decision = self._judge(event, final=False).decision
        if decision.action in (Action.ANSWER, Action.INTERRUPT):
            self._let_in = True
            self.send(event)
        if decision in AT_ONCE:
            self._owner.interrupt()

    def _final(self, event: stt.SpeechEvent) -> None:
        verdict = self._judge(event, final=True)
        if verdict.decision.action is Action.WAIT:
            self._take_back(event)
        else:
            self.settle(event, verdict)

    def settle(self, event: stt.SpeechEvent, verdict: Verdict) -> None:
        """Carry out the verdict about a final transcript."""
        match verdict.decision.action:
            case Action.IGNORE | Action.WAIT:
                self._take_back(event)
                if verdict.spoken.text.strip():
                    self._owner.acknowledged(verdict)
            case Action.ANSWER if verdict.decision.cause is TurnCause.SPOKEN_BEFORE:
                self._take_back(event)
                self._owner.keep_late_words(verdict, event, self)
            case Action.ANSWER | Action.INTERRUPT:
                # LiveKit weighs a final by the words known BEFORE it: with no interim it would
                # wait for the end of the turn before it stops the interviewer.
                if verdict.decision.action is Action.INTERRUPT and not self._let_in:
                    self.send(replace(event, type=stt.SpeechEventType.INTERIM_TRANSCRIPT))
                self._let_in = False
                self.send(event)

    def _take_back(self, event: stt.SpeechEvent) -> None:
        """Blank an interim that was let in, or its words would count with the next voice."""
        if self._let_in:
            self._let_in = False
            blank = replace(event.alternatives[0], text="")
            kind = stt.SpeechEventType.INTERIM_TRANSCRIPT
            self.send(replace(event, type=kind, alternatives=[blank]))

    def _end_of_speech(self, event: stt.SpeechEvent) -> None:
        """A voice that ended without any words may have been a hum, which is an answer to a silent
        interviewer like every other backchannel."""
        ended = event.speech_end_time or event.created_at
        wordless = self._owner.gate.wordless
        self._owner.voice_ends(ended)
        if wordless:
            data = stt.SpeechData(language=LanguageCode(self._owner.gate.lang), text="")
            kind = stt.SpeechEventType.FINAL_TRANSCRIPT
            empty = stt.SpeechEvent(type=kind, alternatives=[data], speech_end_time=ended)
            if self._judge(empty, final=True).decision.cause is TurnCause.HUM:
                self.send(replace(empty, alternatives=[replace(data, text=HUMMED)]))
        self._owner.gate.utterance_ends()
        self.send(event)


def now() -> float:
    return time.time()  # noqa: TID251 - LiveKit stamps its events with it


def epoch_ms(seconds: float) -> Millis:
    return round(seconds * 1000)
