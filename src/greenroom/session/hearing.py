"""The candidate's words: every one of them reaches the engine, once.

LiveKit commits a turn by calling `on_user_turn_completed`, but it drops words that are waiting for
their turn to end when a handoff begins, and words that end under speech that cannot be
interrupted. So the words are kept here from the moment the recogniser is sure of them, and
LiveKit's turn only says *when* the answer is over. What LiveKit forgets is posted without it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from livekit.agents import (
    AgentSession,
    UserInputTranscribedEvent,
    UserStateChangedEvent,
)

from greenroom.interview.events import AckIgnored, AnswerGiven, Event, SpeechStarted, SpeechStopped
from greenroom.interview.plan import Millis
from greenroom.session.clock import SessionClock
from greenroom.session.errands import Errands
from greenroom.session.mouth import Mouth
from greenroom.session.patience import Patience
from greenroom.session.turn import Spoken, Turn
from greenroom.turns import language

FORGOTTEN: Millis = 500
"""How long after its last chance LiveKit may still commit a turn before it is held forgotten."""
LAST_WORDS: Millis = 1_500
"""How long a turn that we end ourselves waits for the transcript of what was just said."""
HANDOFF_BLIND: Millis = 300
"""A handoff replaces the voice detector, which first reports silence; a voice that goes on is found
again within this time, and has then never stopped. (The engine waits as long at every pause.)"""
BARE = 3
"""A stop word with at most two words beside it asks for nothing else."""
JUDGED_KEPT = 8
"""The gate may look at this many more words before LiveKit hands the first of them on."""


class Hearing:
    """Turns LiveKit's events about the candidate into ours."""

    def __init__(
        self,
        session: AgentSession[Any],
        clock: SessionClock,
        *,
        mouth: Mouth,
        patience: Patience,
        errands: Errands,
        post: Callable[[Event], None],
        show: Callable[[Mapping[str, Any]], None],
        tongue: str,
    ) -> None:
        self._session, self._clock, self._mouth = session, clock, mouth
        self._language = tongue
        self._patience, self._errands = patience, errands
        self._post, self._show = post, show
        self._turn = Turn()
        self._orphans = 0
        """Leading pieces of the turn that a handoff made LiveKit forget."""
        self._judged: deque[tuple[str, float, float]] = deque(maxlen=JUDGED_KEPT)
        self._captions = 1
        self._forgotten: asyncio.TimerHandle | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._blind: asyncio.TimerHandle | None = None
        self._handing_off = False
        self._committing: asyncio.Future[str] | None = None
        """LiveKit's turn that we have told it to end."""
        self._last_interim = ""
        session.on("user_state_changed", self._on_user_state)
        session.on("user_input_transcribed", self._on_transcript)

    # what LiveKit and the gate tell

    def turn_completed(self, confidence: float | None) -> None:
        """LiveKit took the candidate's turn for finished."""
        self._answer(confidence=confidence)

    def late_words(self, text: str, began: float, ended: float, confidence: float | None) -> None:
        """Words of an answer that the gate kept from LiveKit (their time: seconds since 1970)."""
        now = self._clock.now_ms()
        start, end = self._clock.from_wall(began), self._clock.from_wall(ended)
        self._captions += 1
        self._caption(text, final=True)
        self._captions += 1
        if self._turn.text and not self._turn.voice:
            # the words before them wait for an end of turn that LiveKit puts off
            self._turn.heard(Spoken(text, min(start, end), end), now)
            self._forget_turn()
            self._answer(confidence=confidence)
            return
        self._turn.acknowledged(now)
        self._mouth.settle()
        self._post(AnswerGiven(now, text, min(start, end), end, confidence=confidence))

    def ack(self, text: str, began: float, ended: float, cause: str) -> None:
        """A backchannel that the gate ignored."""
        now = self._clock.now_ms()
        start, end = self._clock.from_wall(began), self._clock.from_wall(ended)
        self._turn.acknowledged(now)
        self._show({"t": "ack", "text": text})
        self._post(AckIgnored(now, text, min(start, end), end, cause))

    def judged(self, text: str, began: float, ended: float) -> None:
        """The gate has looked at these words. It knows best when they were spoken (epoch seconds;
        `ended` is `began` while the voice still sounds); LiveKit does not pass that on."""
        self._judged.appendleft((text.strip(), began, ended))

    def _timed(self, text: str) -> Spoken:
        now = self._clock.now_ms()
        for known, began, ended in self._judged:
            if known == text:
                start = self._clock.from_wall(began)
                return Spoken(text, start, self._clock.from_wall(ended) if ended > began else now)
        return Spoken(text, now, now)

    def _on_transcript(self, event: UserInputTranscribedEvent) -> None:
        text = event.transcript.strip()
        if not event.is_final:
            self._turn.interim = text
            if text:
                self._last_interim = text
                self._caption(f"{self._turn.text} {text}".strip(), final=False)
            return
        if not text or self._is_made_up(event, text):
            return
        self._turn.heard(self._timed(text), self._clock.now_ms())
        said = self._turn.text
        self._caption(said, final=True)
        # LiveKit reads the delay right after this event, so it must be set now
        self._patience.consider(said)
        if self._ending is not None:
            # LiveKit takes these words into its turn after this event: clear that turn after it
            self._errands.forget(self._ending)
            self._ending = self._errands.later(0, self._end_turn)
        elif self._is_request():
            self._errands.later(0, self._obey)
        else:
            self._watch()

    def _is_made_up(self, event: UserInputTranscribedEvent, text: str) -> bool:
        """While LiveKit commits a turn that we ended it takes an interim for final, for its own
        history, in no language. The recogniser's own final of the same words is still to come."""
        committing = self._committing is not None and not self._committing.done()
        return committing and not event.language and text == self._last_interim

    def _on_user_state(self, event: UserStateChangedEvent) -> None:
        at = self._clock.from_wall(event.created_at)
        if event.new_state == "speaking":
            self._voice_began(at)
        elif event.old_state == "speaking" and self._turn.voice:
            if self._handing_off:
                self._blind = self._errands.later(
                    HANDOFF_BLIND / 1000, lambda: self._voice_stopped(at)
                )
            else:
                self._voice_stopped(at)

    def _voice_began(self, at: Millis) -> None:
        if self._blind is not None:
            self._errands.forget(self._blind)
            self._blind = None
        if self._turn.voice:
            return
        self._turn.voice_began()
        self._errands.forget(self._forgotten)
        self._post(SpeechStarted(self._clock.now_ms(), at))

    def _voice_stopped(self, at: Millis) -> None:
        self._blind = None
        if not self._turn.voice:
            return
        self._turn.voice_stopped(at)
        self._post(SpeechStopped(self._clock.now_ms(), at))
        self._watch()

    # what the controller tells

    def lost(self, *, for_good: bool) -> None:
        """The candidate's line is down: no end of speech will come. Words wait as after any speech,
        except when nobody will come back for them."""
        self._voice_stopped(self._clock.now_ms())
        if for_good and (self._turn.text or self._turn.interim):
            self._end_turn()

    def handoff_begins(self) -> None:
        self._handing_off = True

    def handoff_ended(self, *, entered: bool) -> None:
        """The new agent listens; of turns that were open in between LiveKit knows nothing."""
        self._handing_off = False
        if entered:
            self._orphans = len(self._turn)
            self._watch()

    def take_turn(self, *, even_empty: bool) -> None:
        """End the candidate's turn with the words there are, once the last of them are known.

        A turn in which nothing was said is answered for only if `even_empty`.
        """
        if self._ending is not None:
            return
        turn = self._turn
        if not turn.voice and (turn.interim or turn.unheard):
            self._ending = self._errands.later(LAST_WORDS / 1000, self._end_turn)
        elif even_empty or turn.text or turn.interim:
            self._end_turn()

    def _end_turn(self) -> None:
        self._errands.forget(self._ending)
        self._ending = None
        if self._turn.interim:
            # the final of these words dies with the recogniser's stream
            self._turn.heard(self._timed(self._turn.interim), self._clock.now_ms())
            self._forget_all()
        else:
            self._forget_turn()
        self._answer(even_empty=True)

    def _is_request(self) -> bool:
        """The whole turn is a request made over the interviewer's voice ("stop", "no, go on"): it is
        obeyed at once, and what follows it is another turn."""
        if len(self._turn) != 1 or not self._mouth.spoke_at(self._turn.began):
            return False
        said = self._turn.text
        return language.command(said, self._language) is not None or (
            language.stops(said, self._language) and len(said.split()) <= BARE
        )

    def _obey(self) -> None:
        if self._turn.voice:
            self._answer()  # LiveKit's turn goes on, and ends with the words that are still to come
        elif self._is_request():
            self._end_turn()

    # the answer

    def _answer(self, *, confidence: float | None = None, even_empty: bool = False) -> None:
        now = self._clock.now_ms()
        said = self._turn.take(now)
        self._errands.forget(self._forgotten)
        self._errands.forget(self._ending)
        self._forgotten = self._ending = None
        self._orphans = 0
        self._captions += 1
        self._patience.consider("")
        self._mouth.settle()
        if said.text or even_empty:
            self._post(AnswerGiven(now, said.text, said.began, said.ended, confidence=confidence))

    def _watch(self) -> None:
        """Wait for LiveKit to end the turn; when it must have forgotten it, we do."""
        self._errands.forget(self._forgotten)
        self._forgotten = None
        turn = self._turn
        if not turn.text or turn.voice:
            return
        # words from before a handoff wait for more of them as an answer would, and no longer
        orphaned = len(turn) == self._orphans and not (turn.interim or turn.unheard)
        wait = self._patience.delay if orphaned else self._patience.longest + FORGOTTEN
        due = max(turn.last_final, turn.voice_ended) + wait
        delay = max(0, due - self._clock.now_ms())
        self._forgotten = self._errands.later(delay / 1000, self._recover)

    def _recover(self) -> None:
        on_their_way = self._turn.interim and self._turn.unheard
        if self._handing_off or on_their_way:
            self._forgotten = self._errands.later(FORGOTTEN / 1000, self._recover)
            return
        self._forget_turn()
        self._answer()

    def _forget_turn(self) -> None:
        """Let LiveKit end its turn without us: else it would end the same turn again later and cut
        off our reply to it. The recogniser goes on, so words on their way still come."""
        if not self._handing_off:
            commit = self._session.commit_user_turn(skip_reply=True, transcript_timeout=0.0)
            self._committing = commit

    def _forget_all(self) -> None:
        """Let LiveKit forget its turn and open a new recogniser stream."""
        if not self._handing_off:
            self._session.clear_user_turn()

    def _caption(self, text: str, *, final: bool) -> None:
        self._show(
            {
                "t": "caption",
                "who": "candidate",
                "id": f"c{self._captions}",
                "text": text,
                "final": final,
            }
        )
