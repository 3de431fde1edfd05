"""The session's parts, how they hang together and which does what: LiveKit's `AgentSession` and what we put around it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any, assert_never

import structlog
from livekit.agents import NOT_GIVEN, AgentSession, CloseEvent, llm
from livekit.agents.voice.agent_session import SessionConnectOptions

from greenroom.app.ports import Interviewer
from greenroom.interview.background import Background
from greenroom.interview.brief import Brief
from greenroom.interview.briefing import brief
from greenroom.interview.commands import (
    FLOOR_TAKEN,
    Command,
    Consult,
    EndInterview,
    EnterStage,
    ReachMilestone,
    RefuseProposal,
    Say,
    SayOn,
    StopSpeaking,
    TakeTurn,
)
from greenroom.interview.events import Aborted, AnswerGiven, UtteranceFinished
from greenroom.interview.prompts import with_tools
from greenroom.interview.state import InterviewState
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.clock import SessionClock
from greenroom.session.consulting import Consultant, PortConsultant
from greenroom.session.endpointing_delay import EndpointingDelay
from greenroom.session.handoff import Handoffs
from greenroom.session.hearing import Hearing
from greenroom.session.inbox import Inbox
from greenroom.session.incidents import Incidents
from greenroom.session.microphone_input import MicrophoneInput
from greenroom.session.speech_faults import SpeechFaults
from greenroom.session.speech_output import SpeechOutput
from greenroom.session.stage_agent import StageAgent
from greenroom.session.tool_bridge import ToolBridge
from greenroom.session.tools import ToolAgent
from greenroom.session.voice import Voice
from greenroom_turns.cause import TurnCause
from greenroom_turns.interruption import Decision
from greenroom_turns.livekit import GatedSTT
from greenroom_turns.livekit.binding import gated_turn_handling

CLOSE_LIMIT_S = 10.0
"""A session that does not close by then is left to the garbage collector."""
REMEMBERED = 24
"""Messages of earlier stages that a model with tools is shown."""

log = structlog.get_logger(__name__)


class SessionParts:
    """Everything of one interview that touches LiveKit."""

    def __init__(
        self,
        *,
        voice: Voice,
        model: llm.LLM[Any] | None,
        background: Background,
        interviewer: Interviewer,
        language: str,
        clock: SessionClock,
        background_tasks: BackgroundTasks,
        inbox: Inbox,
        incidents: Incidents,
        show: Callable[[Mapping[str, Any]], None],
        prepare: Callable[[AnswerGiven | None], None],
        state: Callable[[], InterviewState],
    ) -> None:
        self._inbox, self._clock, self._state = inbox, clock, state
        self._model, self._tts = model, voice.tts
        self._background = background
        self._gate = GatedSTT(
            voice.stt,
            language=language,
            on_ack=lambda *told: self.hearing.ack(*told),
            on_late_words=lambda *told: self.hearing.late_words(*told),
            on_decision=self._on_decision,
            on_words=lambda *told: self.hearing.words(*told),
        )
        self.session: AgentSession[Any] = _make_session(self._gate, voice, model)
        self._gate.bind(self.session)
        self._endpointing = EndpointingDelay(language)
        faults = SpeechFaults(self.session, background_tasks, incidents)
        self.speech = SpeechOutput(
            self.session,
            clock,
            background_tasks=background_tasks,
            post=inbox.post,
            show=show,
            voiceless=faults.voiceless,
        )
        self.hearing = Hearing(
            self.session,
            clock,
            speech=self.speech,
            endpointing=self._endpointing,
            background_tasks=background_tasks,
            post=inbox.post,
            show=show,
            late=self._late,
            forget=self._gate.forget,
            prepare=prepare,
            language=language,
        )
        self.handoffs = Handoffs(self.session, clock, self.speech, self.agent, inbox.post)
        self._bridge = ToolBridge(self.session, clock, inbox, self.handoffs, state)
        port = PortConsultant(interviewer, clock, background_tasks, inbox.post, incidents)
        self._consultant: Consultant = port if model is None else self._bridge
        self._composing = False
        self.session.on("close", self._on_close)

    def carry_out(self, commands: tuple[Command, ...], *, handed_off: bool) -> None:
        """Do what the engine commands. Do not speak when the candidate began to speak while this was decided and
        written: they are heard first, and their turn goes on. `handed_off`: the tool that asked returns the next
        agent itself."""
        unknown = self.hearing.voice and not self._state().speaking
        for command in commands:
            if unknown and isinstance(command, Say):
                now = self._clock.now_ms()
                self._inbox.post(UtteranceFinished(now, command.utterance_id, "", interrupted=True))
            elif isinstance(command, EnterStage) and handed_off:
                pass
            elif not (unknown and command == TakeTurn(FLOOR_TAKEN)):
                self._perform(command)

    def _perform(self, command: Command) -> None:
        match command:
            case Say(question_kind=kind):
                if kind is not None:
                    self._endpointing.expect(kind, self._state().stage.reply_delay)
                self._gate.expect(kind)
                self.speech.say(command)
            case SayOn():
                self.speech.say_on(command)
            case StopSpeaking(utterance_id=utterance_id):
                self.speech.stop(utterance_id)
            case EnterStage(epoch=epoch):
                self._bridge.cut()  # whatever the model is still about
                self.handoffs.apply(epoch)
            case Consult():
                self._consultant.consult(brief(self._state()))
            case TakeTurn(cause=cause):
                if cause == FLOOR_TAKEN:
                    self.hearing.floor_taken()
                self.hearing.take_turn(even_empty=True, since=self._state().now)
            case RefuseProposal() | ReachMilestone() | EndInterview():
                pass  # the asker is told (`Posted.answer`); observers are told; the loop ends
            case _:
                assert_never(command)

    def prepare(self, given: Brief | None) -> None:
        """Have the reply to this made ready; None: no reply to what was told is needed."""
        self._consultant.prepare(given)

    def agent(self, epoch: int) -> StageAgent:
        """The agent of that stage. For -1, the agent that waits for the first stage."""
        stage = self._state().plan.stages[epoch] if epoch >= 0 else None
        if self._model is None:
            return StageAgent(self._entered, stage, epoch)
        history = self.session.history.copy(
            exclude_instructions=True,
            exclude_function_call=True,
            exclude_handoff=True,
            exclude_config_update=True,
        ).truncate(max_items=REMEMBERED)
        state = self._state()
        told = ""
        if stage is not None:
            told = with_tools(stage, state.candidate, self._background, state.plan.language)
        return ToolAgent(
            self._entered, self._bridge, stage, epoch, chat_ctx=history, instructions=told
        )

    def follow(self, state: InterviewState) -> None:
        """Tell the parts how a step left the interview."""
        self._endpointing.pace = state.pace
        self.hearing.handing_off(state.claim is not None)
        current = state.current
        unheard = current is not None and current.audible_at is None
        composing = unheard or state.consult_since is not None
        if composing != self._composing:
            self._composing = composing
            if composing or current is None:
                self._gate.composing(composing)

    async def aclose(self) -> None:
        """Close the session, but never wait for ever: a part of it may hang."""
        self.session.off("close", self._on_close)
        try:
            async with asyncio.timeout(CLOSE_LIMIT_S):
                await self.session.aclose()
        except TimeoutError:
            log.exception("session did not close", after_s=CLOSE_LIMIT_S)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_LIMIT_S):
                await self._gate.aclose()
                await self._tts.aclose()

    def _late(self) -> bool:
        microphone = self.session.input.audio
        return isinstance(microphone, MicrophoneInput) and microphone.late

    # what the agents, the gate and the session tell

    def _entered(self, agent: StageAgent) -> None:
        if agent.epoch >= 0:
            self.handoffs.entered(agent)

    def _on_decision(self, decision: Decision, text: str, began: float, ended: float) -> None:
        if decision.cause is TurnCause.NO_WORDS:
            self.hearing.no_words()
        log.debug(
            "turn decision",
            action=decision.action.value,
            cause=decision.cause.value,
            pii_text=text,
        )

    def _on_close(self, event: CloseEvent) -> None:
        """The session closed without our doing: LiveKit gave up, or its room is gone."""
        log.error("session closed by itself", reason=event.reason.value)
        self._inbox.post(Aborted(self._clock.now_ms(), f"session_{event.reason.value}"))


def _make_session(gate: GatedSTT, voice: Voice, model: llm.LLM[Any] | None) -> AgentSession[Any]:
    return AgentSession(
        stt=gate,
        vad=voice.vad,
        tts=voice.tts,
        llm=NOT_GIVEN if model is None else model,
        # a voice does not pause an utterance that is not audible yet: it ends (`SpeechOutput.voice_began`) and
        # is repeated
        turn_handling=gated_turn_handling(
            turn_detection="manual", interruption={"resume_false_interruption": False}
        ),
        # LiveKit would ignore the candidate while its first speech plays; the page cancels echo
        aec_warmup_duration=None,
        # the engine has its own silence clock, which does not stop after one reminder
        user_away_timeout=None,
        # what is spoken has been cleaned by the engine; a filter would hold back each last word
        tts_text_transforms=None,
        # words that are not in the transcript when the engine has ended come too late
        session_close_transcript_timeout=0.0,
        # a part that fails again and again is announced and bridged (`SpeechFaults`), never the end
        conn_options=SessionConnectOptions(max_unrecoverable_errors=1_000_000),
    )
