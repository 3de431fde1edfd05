"""The candidate's words: every one of them reaches the engine, once.

The gate tells the words of a turn, LiveKit the voice. They grow the `GrowingTurn`, and its `EndOfTurn` posts the
answer. No word is posted twice: there is one list of words, and one object decides when the turn is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from livekit.agents import AgentSession, UserStateChangedEvent

from greenroom.interview.events import AckIgnored, AnswerGiven, Event, SpeechStarted, SpeechStopped
from greenroom.interview.plan import Millis
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.candidate_caption import CandidateCaption
from greenroom.session.clock import SessionClock
from greenroom.session.end_of_turn import EndOfTurn
from greenroom.session.endpointing_delay import EndpointingDelay
from greenroom.session.growing_turn import GrowingTurn, Spoken
from greenroom.session.preemptive_reply import PreemptiveReply
from greenroom.session.recognition_lag import RecognitionLag
from greenroom.session.speech_output import SpeechOutput
from greenroom_turns import TurnCause

HANDOFF_BLIND: Millis = 300
"""A handoff replaces the voice detector, which first reports silence; a voice that goes on is found
again within this time, and has then never stopped. (The engine waits as long at every pause.)"""


class Hearing:
    """Turns LiveKit's events about the candidate into ours."""

    def __init__(
        self,
        session: AgentSession[Any],
        clock: SessionClock,
        *,
        speech: SpeechOutput,
        endpointing: EndpointingDelay,
        background_tasks: BackgroundTasks,
        post: Callable[[Event], None],
        show: Callable[[Mapping[str, Any]], None],
        late: Callable[[], bool],
        forget: Callable[[], None],
        prepare: Callable[[AnswerGiven | None], None],
        language: str,
    ) -> None:
        """`late`: words may have been spoken already that are still on the line. `forget`: do not tell the
        words that are on their way. `prepare`: as `PreemptiveReply` calls it."""
        self._clock, self._speech, self._background_tasks = clock, speech, background_tasks
        self._post, self._show = post, show
        self._turn, self._caption = GrowingTurn(language), CandidateCaption(show)
        self._ending = EndOfTurn(
            self._turn,
            clock=clock,
            speech=speech,
            endpointing=endpointing,
            reply=PreemptiveReply(self._turn, endpointing, clock, background_tasks, late, prepare),
            background_tasks=background_tasks,
            caption=self._caption,
            post=post,
            late=late,
            forget=forget,
            language=language,
        )
        self._lag = RecognitionLag(self._turn, clock, background_tasks, show)
        self._blind: asyncio.TimerHandle | None = None
        self._floor_taken: Millis = -1
        """When the interviewer last began to speak although spoken words were still on their way."""
        speech.on_audible(self._ending.interviewer_began)
        session.on("user_state_changed", self._on_user_state)

    @property
    def voice(self) -> bool:
        """Whether the candidate speaks, as the engine knows once it has taken what was posted."""
        return self._turn.voice

    # what LiveKit tells

    def _on_user_state(self, event: UserStateChangedEvent) -> None:
        at = self._clock.from_wall(event.created_at)
        if event.new_state == "speaking":
            self._voice_began(at)
        elif event.old_state == "speaking" and self._turn.voice:
            if self._ending.handing_off:
                self._blind = self._background_tasks.later(
                    HANDOFF_BLIND / 1000, lambda: self._voice_stopped(at)
                )
            else:
                self._voice_stopped(at)

    def _voice_began(self, at: Millis) -> None:
        if self._blind is not None:
            self._background_tasks.forget(self._blind)
            self._blind = None
        if self._turn.voice:
            return
        self._turn.voice_began()
        self._ending.voice_began()
        self._speech.voice_began()
        self._post(SpeechStarted(self._clock.now_ms(), at))

    def _voice_stopped(self, at: Millis) -> None:
        self._blind = None
        if not self._turn.voice:
            return
        self._turn.voice_stopped(at)
        self._post(SpeechStopped(self._clock.now_ms(), at))
        self._ending.voice_stopped()
        self._lag.voice_stopped()

    # what the gate tells (times: seconds since 1970)

    def words(
        self, text: str, began: float, ended: float, confidence: float | None, final: bool
    ) -> None:
        """Words of the turn; those that are not final may still change."""
        turn = self._turn
        said = self._spoken(text, began, ended, confidence if final else None)
        if text and said.ended > self._floor_taken:
            self._speech.hush()
        if not final:
            turn.guessed(said)
            if text:
                self._caption.write(f"{turn.text} {text}".strip(), final=False)
        elif text:
            turn.heard(said, self._clock.now_ms())
            self._caption.write(turn.text, final=True)
            self._ending.words_came()

    def _spoken(
        self, text: str, began: float, ended: float, confidence: float | None = None
    ) -> Spoken:
        began_ms, ended_ms = self._clock.from_wall(began), self._clock.from_wall(ended)
        return Spoken(text.strip(), min(began_ms, ended_ms), ended_ms, confidence)

    def no_words(self) -> None:
        """The recogniser found no words in the last stretch of voice, so none are awaited."""
        self._turn.acknowledged(self._clock.now_ms())

    def late_words(self, text: str, began: float, ended: float, confidence: float | None) -> None:
        """Words of an answer that the gate did not pass on to LiveKit."""
        now, said = self._clock.now_ms(), self._spoken(text, began, ended, confidence)
        self._caption.next_line()
        self._caption.write(text, final=True)
        self._caption.next_line()
        if self._turn.text and not self._turn.voice:
            self._turn.heard(said, now)
            self._ending.answer()
            return
        self._turn.acknowledged(now)
        self._speech.settle()
        self._post(AnswerGiven(now, text, said.began, said.ended, confidence=confidence))

    def ack(self, text: str, began: float, ended: float, cause: str) -> None:
        """A backchannel that the gate ignored. Words that it did not believe ("poe" for "oh") are kept
        on record and not shown."""
        now, said = self._clock.now_ms(), self._spoken(text, began, ended)
        self._turn.acknowledged(now)
        self._show({"t": "ack", "text": text if cause == TurnCause.ACK else ""})
        self._post(AckIgnored(now, text, said.began, said.ended, cause))

    # what the controller tells

    def take_turn(self, *, even_empty: bool, since: Millis | None = None) -> None:
        """End the candidate's turn, as `EndOfTurn.end_soon` does."""
        self._ending.end_soon(even_empty=even_empty, since=since)

    def floor_taken(self) -> None:
        """The interviewer speaks now. Words of the turn that are still on their way do not interrupt it."""
        self._floor_taken = self._clock.now_ms()

    def typed(self) -> None:
        """A typed answer comes: what was said before it belongs to it, and is posted first."""
        if not self._turn.voice:
            self._ending.end_soon(even_empty=False)

    def lost(self, *, for_good: bool) -> None:
        """The candidate's connection is lost, so no end of speech will be reported. Words wait as after any
        speech, unless nobody will come back (`for_good`)."""
        self._voice_stopped(self._clock.now_ms())
        if for_good and (self._turn.text or self._turn.interim):
            self._ending.end_now()

    def handing_off(self, handing_off: bool) -> None:
        """Whether we are between two agents."""
        self._ending.handing_off = handing_off
