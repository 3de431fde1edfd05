"""The gate on anybody's LiveKit agent: a decorator of its STT, on public hooks alone.

    gate = GatedSTT(deepgram.STT())
    session = AgentSession(stt=gate, turn_handling=gated_turn_handling(), ...)
    gate.bind(session)

With `min_words=1` LiveKit's voice activity can neither pause nor interrupt the agent until a word
stands in the current transcript, and the gate lets no word of a backchannel in. The STT is the right
place for it because its stream survives handoffs (an overridden `stt_node` reopens the provider's
stream at each) and comes before everything that could interrupt; a `StopResponse` comes after.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterable
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias, cast

from livekit import rtc
from livekit.agents import (
    DEFAULT_API_CONNECT_OPTIONS,
    NOT_GIVEN,
    AgentSession,
    AgentStateChangedEvent,
    APIConnectOptions,
    NotGivenOr,
    UserStateChangedEvent,
    stt,
    utils,
)
from livekit.agents.language import LanguageCode
from livekit.agents.voice import SpeechHandle

from greenroom.turns.cause import TurnCause
from greenroom.turns.decision import Action, QuestionKind, decide
from greenroom.turns.gate import Decide, Gate, Verdict
from greenroom.turns.hooks import OnAck, OnDecision, OnLateWords, OnWords
from greenroom.turns.limits import Limits, Millis, to_millis
from greenroom.turns.livekit.binding import unheld
from greenroom.turns.sound import RecentSound
from greenroom.turns.spoken import Chances, ranked

PASSED_ON: tuple[Literal["metrics_collected"], Literal["error"]] = ("metrics_collected", "error")
log = logging.getLogger(__name__)
_Carried: TypeAlias = "tuple[stt.SpeechEvent, _GatedStream]"
_WORDS = (stt.SpeechEventType.INTERIM_TRANSCRIPT, stt.SpeechEventType.PREFLIGHT_TRANSCRIPT)


class GatedSTT(stt.STT[Any]):
    """An STT that keeps from the session what is not a turn.

    Without `on_late_words` an answer that must not interrupt is handed on as soon as the
    interviewer has finished.
    """

    def __init__(
        self,
        inner: stt.STT[Any],
        *,
        language: str = "en",
        limits: Limits | None = None,
        decide: Decide = decide,
        on_ack: OnAck | None = None,
        on_decision: OnDecision | None = None,
        on_late_words: OnLateWords | None = None,
        on_words: OnWords | None = None,
    ) -> None:
        if not inner.capabilities.streaming:
            raise ValueError(
                f"{inner.label} does not stream: wrap it in livekit.agents.stt.StreamAdapter first"
            )
        super().__init__(capabilities=replace(inner.capabilities))
        self.inner = inner
        self.gate = Gate(lang=language, limits=limits, decide=decide)
        self._on_ack, self._on_decision, self._on_late_words = on_ack, on_decision, on_late_words
        self._on_words = on_words
        self._listening: _GatedStream | None = None
        """Whose words count."""
        self._session: AgentSession[Any] | None = None
        self._composing = False
        self._stopping: SpeechHandle | None = None
        """A speech that has fallen silent: paused or at its end, which only the handle can tell."""
        self._silent_ms: Millis = 0
        self._late: list[_Carried] = []
        """Answers that wait only in order not to interrupt."""
        self._patience: asyncio.TimerHandle | None = None
        self._interruption: asyncio.Future[None] | None = None
        self._passed_on = {event: partial(self.emit, event) for event in PASSED_ON}
        for event, passing in self._passed_on.items():
            inner.on(event, passing)

    # What the conversation tells

    def bind(self, session: AgentSession[Any]) -> None:
        """Follow this session's states. Call it once, before `session.start`. Logs what cannot be held
        in it."""
        for sentence in unheld(session):
            log.warning(sentence)
        self._session = session
        session.on("agent_state_changed", self._agent_state_changed)
        session.on("user_state_changed", self._user_state_changed)

    def expect(self, question: QuestionKind | None) -> None:
        """The kind of the question that is asked next, or None when none is pending."""
        self.gate.question = question

    def composing(self, composing: bool) -> None:
        """The interviewer composes where LiveKit cannot see it. Ended by speaking, too."""
        self._composing = composing
        if composing:
            self.gate.interviewer_composes(to_millis(_now()))
        elif not self.gate.audible and not self._is("thinking", "speaking"):
            self._yield(to_millis(_now()))

    def _agent_state_changed(self, event: AgentStateChangedEvent) -> None:
        at_ms = to_millis(event.created_at)
        if event.new_state in ("thinking", "speaking"):
            self._stopping = None
            if event.new_state == "speaking":
                self._composing = False
                self.gate.interviewer_speaks(at_ms)
            else:
                self.gate.interviewer_composes(at_ms)
            return
        speech = self._session.current_speech if self._session is not None else None
        if event.old_state == "speaking" and speech and not (speech.done() or speech.interrupted):
            self._stopping, self._silent_ms = speech, at_ms
            speech.add_done_callback(self._speech_ends)
        elif self.gate.audible or not self._composing:
            self._yield(at_ms)

    def _speech_ends(self, speech: SpeechHandle) -> None:
        """A handle calls in no fixed order; whoever owns the speech is to hear of its end first."""
        asyncio.get_running_loop().call_soon(self._speech_done, speech)

    def _speech_done(self, speech: SpeechHandle) -> None:
        if self._stopping is speech:
            self._stopping = None
            if not self._is("thinking", "speaking"):
                self._yield(self._silent_ms)

    def _yield(self, at_ms: Millis) -> None:
        """The floor is free: hand on what is an answer of all that had to wait for this."""
        for verdict in self.gate.interviewer_yields(at_ms):
            self.tell(verdict)
            event, stream = cast("_Carried", verdict.carried)
            stream.settle(event, verdict)
        late, self._late = self._late, []
        for event, stream in late:
            stream.send(event)

    def _user_state_changed(self, event: UserStateChangedEvent) -> None:
        if event.new_state == "speaking":
            self.voice_begins(event.created_at)
        else:
            self.voice_ends(event.created_at)

    def voice_begins(self, at: float) -> None:
        """Voice activity or the recogniser heard a voice begin, at this epoch second."""
        self.gate.voice_begins(to_millis(at))
        if self._patience is None:
            limit_s = self.gate.limits.untranscribed_limit_ms / 1000
            self._patience = asyncio.get_running_loop().call_later(limit_s, self._voice_goes_on)

    def voice_ends(self, at: float) -> None:
        self.gate.voice_ends(to_millis(at))
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _voice_goes_on(self) -> None:
        self._patience = None
        if (verdict := self.gate.voice_goes_on(to_millis(_now()))) is not None:
            self.tell(verdict)
            if verdict.decision.action is Action.INTERRUPT:
                self.interrupt()

    # What follows from a verdict

    def tell(self, verdict: Verdict) -> None:
        if self._on_decision is not None:
            self._on_decision(verdict.decision, verdict.spoken.text, *verdict.seconds)

    def interrupt(self) -> None:
        """Stop the interviewer now. A speech that may not be interrupted goes on."""
        if self._session is not None and self._is("speaking"):
            with contextlib.suppress(RuntimeError):
                self._interruption = self._session.interrupt()

    def _is(self, *states: str) -> bool:
        return self._session is not None and self._session.agent_state in states

    def acknowledged(self, verdict: Verdict) -> None:
        if self._on_ack is not None:
            self._on_ack(verdict.spoken.text, *verdict.seconds, verdict.decision.cause.value)

    def words(
        self, verdict: Verdict, text: str, stream: _GatedStream, *, final: bool = False
    ) -> None:
        if self._on_words is not None and stream is self._listening:
            self._on_words(text, *verdict.seconds, verdict.spoken.confidence, final)

    def forget(self) -> None:
        """The words on their way count as heard: they are not told a second time. Ends their stream."""
        if self._session is not None:
            self._session.clear_user_turn()
        self._listening = None

    def keep_late_words(
        self, verdict: Verdict, event: stt.SpeechEvent, stream: _GatedStream
    ) -> None:
        spoken = verdict.spoken
        if self._on_late_words is None:
            self._late.append((event, stream))
        else:
            self._on_late_words(spoken.text, *verdict.seconds, spoken.confidence)

    # What LiveKit asks of an STT

    @property
    def model(self) -> str:
        return self.inner.model

    @property
    def provider(self) -> str:
        return self.inner.provider

    def prewarm(self) -> None:
        self.inner.prewarm()

    async def _recognize_impl(
        self,
        buffer: utils.AudioBuffer,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.SpeechEvent:
        return await self.inner.recognize(buffer, language=language, conn_options=conn_options)

    def stream(
        self,
        *,
        language: NotGivenOr[str] = NOT_GIVEN,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
    ) -> stt.RecognizeStream:
        self.gate.utterance_ends()  # the final of a guess dies with the stream that guessed
        self._listening = _GatedStream(self, language, conn_options)
        return self._listening

    async def aclose(self) -> None:
        for event, passing in self._passed_on.items():
            self.inner.off(event, passing)
        await self.inner.aclose()


class _GatedStream(stt.RecognizeStream):
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
                self._sound.add(to_millis(_now()), data, item.sample_rate, item.num_channels)
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
        data, told = event.alternatives[0], event.alternatives[0].metadata or {}
        heard = [(one.text, one.confidence) for one in event.alternatives]
        verdict = self._owner.gate.words_come(
            data.text,
            to_millis(event.created_at),
            final=final,
            began_ms=to_millis(event.speech_start_time) if event.speech_start_time else None,
            ended_ms=to_millis(event.speech_end_time) if final and event.speech_end_time else None,
            confidence=data.confidence or None,
            alternatives=ranked(heard) if len(heard) > 1 or told.get("weighed") else None,
            chances=Chances(*found) if (found := told.get("chances")) else None,
            hum=bool(told.get("hum")),
            measure=self._sound.between,
            carried=(event, self),
        )
        self._owner.tell(verdict)
        return verdict

    def _interim(self, event: stt.SpeechEvent) -> None:
        verdict = self._judge(event, final=False)
        if verdict.decision.action in (Action.ANSWER, Action.INTERRUPT):
            self._let_in = True
            self._pass_on(event, verdict)

    def _final(self, event: stt.SpeechEvent) -> None:
        verdict = self._judge(event, final=True)
        if verdict.decision.action is Action.WAIT:
            self._take_back(event, verdict)
        else:
            self.settle(event, verdict)

    def settle(self, event: stt.SpeechEvent, verdict: Verdict) -> None:
        """Carry out the verdict about a final transcript."""
        match verdict.decision.action:
            case Action.IGNORE | Action.WAIT:
                self._take_back(event, verdict)
                if verdict.spoken.text.strip():
                    self._owner.acknowledged(verdict)
            case Action.ANSWER if verdict.decision.cause is TurnCause.SPOKEN_BEFORE:
                self._take_back(event, verdict)
                self._owner.keep_late_words(verdict, event, self)
            case Action.ANSWER | Action.INTERRUPT:
                self._let_in = False
                self._pass_on(event, verdict, final=True)

    def _pass_on(self, event: stt.SpeechEvent, verdict: Verdict, *, final: bool = False) -> None:
        """Words of a turn. LiveKit would weigh them only with the next sound, or at the turn's end."""
        if verdict.decision.action is Action.INTERRUPT:
            self._owner.interrupt()
        self._owner.words(verdict, verdict.text, self, final=final)
        self.send(_written(event, verdict.text))

    def _take_back(self, event: stt.SpeechEvent, verdict: Verdict) -> None:
        """Blank an interim that was let in, or its words would count with the next voice."""
        if self._let_in:
            self._let_in = False
            self._owner.words(verdict, "", self)
            self.send(_written(replace(event, type=stt.SpeechEventType.INTERIM_TRANSCRIPT), ""))

    def _end_of_speech(self, event: stt.SpeechEvent) -> None:
        """A voice that ended without any words may have been a hum, which is an answer to a silent
        interviewer like every other backchannel. Who tells no interims tells the end before the words."""
        self._owner.voice_ends(event.speech_end_time or event.created_at)
        self._owner.gate.utterance_ends()
        if self._owner.gate.wordless and self._owner.capabilities.interim_results:
            data = stt.SpeechData(language=LanguageCode(self._owner.gate.lang), text="")
            empty = replace(event, type=stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives=[data])
            self.settle(empty, self._judge(empty, final=True))
        self.send(event)


def _written(event: stt.SpeechEvent, text: str) -> stt.SpeechEvent:
    first, *others = event.alternatives
    return replace(event, alternatives=[replace(first, text=text), *others])


def _now() -> float:
    return time.time()  # noqa: TID251 - LiveKit stamps its events with it
