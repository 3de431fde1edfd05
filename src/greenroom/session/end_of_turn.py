"""When the candidate's turn ends, and the answer that it was.

Nothing else ends a turn: LiveKit keeps none (docs/decisions/0042-one-owner-of-the-turn.md). A silence, the
engine, the button or a spoken request ends it. In every case the words are posted once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from greenroom.interview.bounds import LONGEST_SPOKEN
from greenroom.interview.events import AnswerGiven, Event
from greenroom.interview.plan import Millis
from greenroom.session.background_tasks import BackgroundTasks
from greenroom.session.candidate_caption import CandidateCaption
from greenroom.session.clock import SessionClock
from greenroom.session.endpointing_delay import EndpointingDelay
from greenroom.session.growing_turn import GrowingTurn, Spoken
from greenroom.session.preemptive_reply import PreemptiveReply
from greenroom.session.speech_output import SpeechOutput
from greenroom_turns import language

FINAL_WAIT: Millis = 1_500
"""How long a turn that is ended before its silence waits for the transcript of what was just said."""
LOOK_S = 0.1
"""How often to check whether a handoff is over or a stalled connection has recovered."""
BARE = 3
"""A stop word with at most two words beside it asks for nothing else."""


class EndOfTurn:
    """Ends the turn, and posts its words as `AnswerGiven`."""

    def __init__(
        self,
        turn: GrowingTurn,
        *,
        clock: SessionClock,
        speech: SpeechOutput,
        endpointing: EndpointingDelay,
        reply: PreemptiveReply,
        background_tasks: BackgroundTasks,
        caption: CandidateCaption,
        post: Callable[[Event], None],
        late: Callable[[], bool],
        forget: Callable[[], None],
        language: str,
    ) -> None:
        """`forget`: makes the recogniser drop the words that are on their way."""
        self._turn, self._clock, self._speech, self._endpointing = turn, clock, speech, endpointing
        self._background_tasks, self._caption, self._reply = (
            background_tasks,
            caption,
            reply,
        )
        self._post, self._late, self._forget, self._language = post, late, forget, language
        self.handing_off = False
        """Between two agents: a voice is not heard to go on, and the recogniser can be told nothing."""
        self._due: asyncio.TimerHandle | None = None
        self._last_words: asyncio.TimerHandle | None = None
        self._last_words_due: Millis = 0
        """They are waited for until then."""
        self._even_empty = False
        """Whether to post an answer even if the expected words do not come."""
        self._answered: Millis = -1
        """When the last answer was posted."""
        self._interviewer_began: Millis = 0

    # what moves the end

    def voice_began(self) -> None:
        self._reply.more()
        self._background_tasks.forget(self._due)

    def voice_stopped(self) -> None:
        self._reply.more()
        self.watch()

    def words_came(self) -> None:
        """The turn has more certain words."""
        self._reply.more()
        if self._last_words is not None:
            self._background_tasks.forget(self._last_words)
            self._last_words = self._background_tasks.later(0, self._came)
        elif self._is_request():
            self._speech.after_cut(self._obey)
        else:
            self.watch()

    def watch(self) -> None:
        """Call this when nobody speaks, or when the words of the turn have changed. Waits until the silence is
        long enough."""
        self._background_tasks.forget(self._due)
        turn = self._turn
        if turn.text and not turn.voice:
            due = turn.quiet_since + self._endpointing.delay(turn.text)
            delay = max(0, due - self._clock.now_ms())
            self._due = self._background_tasks.later(delay / 1000, self._silent)

    def _silent(self) -> None:
        """The silence is long enough. It does not count while more words of the turn may be on their way."""
        if self.handing_off or self._late() or self._turn.owed(self._clock.now_ms()):
            self._due = self._background_tasks.later(LOOK_S, self._silent)
        else:
            self._speech.after_cut(self.answer)

    # the end

    def end_soon(self, *, even_empty: bool, since: Millis | None = None) -> None:
        """End the turn with the words there are, once the last of them are known.

        A turn without words is posted only if `even_empty`. The decision was made at `since`, and then the
        journal was written: an answer posted in that time is the one that was asked for, and the wait for the
        last words counts from `since`.
        """
        turn, now = self._turn, self._clock.now_ms()
        self._even_empty |= even_empty and (since is None or self._answered < since)
        on_their_way = turn.words_missing or turn.interim or (turn.voice and not even_empty)
        if self._last_words is not None and (on_their_way or not turn.voice):
            return
        # whatever the voice does: ending the stream would also lose words that were not guessed yet; and
        # a candidate who ends the turn by button says the last word now
        wait = (now if since is None else since) + FINAL_WAIT - now
        if on_their_way and wait > 0:
            self._background_tasks.forget(self._last_words)
            waited = self.end_now if turn.voice else self._waited
            self._last_words_due = now + wait
            self._last_words = self._background_tasks.later(wait / 1000, waited)
        else:
            self.end_now()

    def _came(self) -> None:
        """Some of the last words are certain now. While other words are only guessed, a slow recogniser may
        have still more on their way, and ending its stream would lose them."""
        rest = self._last_words_due - self._clock.now_ms()
        if self._turn.interim and not self._turn.voice and rest > 0:
            self._last_words = self._background_tasks.later(rest / 1000, self._waited)
        else:
            self._waited()

    def _waited(self) -> None:
        """The last words are here, or will not come. A voice that began meanwhile is another turn."""
        if self._turn.voice:
            self._answer_so_far()
        else:
            self.end_now()

    def end_now(self) -> None:
        """End the turn with the words that are there. A noise has no words and leaves the turn open."""
        self._background_tasks.forget(self._last_words)
        self._last_words = None
        if not (self._turn.text or self._turn.interim or self._even_empty):
            return
        if self._turn.interim:
            if self.handing_off:
                # the recogniser's stream cannot be ended now: it would give these words a second time
                self._last_words = self._background_tasks.later(LOOK_S, self._waited)
                return
            self._turn.trust(self._clock.now_ms())
            self._forget()
        self._speech.after_cut(self.answer)

    def answer(self) -> None:
        """The turn is over: post its words."""
        even_empty, now = self._even_empty, self._clock.now_ms()
        earlier, said = self._turn.take_until(self._interviewer_began), self._turn.take()
        if earlier is None and said is None and even_empty:
            said = Spoken("", now, now)
        self._background_tasks.forget(self._due)
        self._reply.over()
        self._tell(earlier, said)

    def interviewer_began(self, at: Millis) -> None:
        """The interviewer is heard since `at`. Words from before become an answer of their own, so that no
        answer in the record runs across the interviewer's words. This happens when a request or a typed answer
        gave up the floor while spoken words waited for more."""
        earlier = self._turn.take_until(self._interviewer_began)
        said = self._turn.take_until(at)
        self._interviewer_began = at
        self._tell(earlier, said)
        self.watch()

    def _tell(self, *parts: Spoken | None) -> None:
        # whoever asked for the end of the turn waits no longer for the last of its words
        self._background_tasks.forget(self._last_words)
        self._last_words, self._even_empty = None, False
        self._speech.settle()
        for part in parts:
            if part is not None:
                self._answered = now = self._clock.now_ms()
                text = part.text[:LONGEST_SPOKEN]
                self._post(
                    AnswerGiven(
                        now, text, part.began, part.ended,
                        confidence=part.confidence, least_sure=part.least_sure,
                    )
                )  # fmt: skip
        if any(parts):
            self._caption.next_line()

    def _answer_so_far(self) -> None:
        """More is said, or on its way: that is the next turn."""
        self._even_empty = False
        self.answer()

    # requests

    def _is_request(self) -> bool:
        """The whole turn is a request made over the interviewer's voice ("stop", "no, go on"). It is carried
        out at once; what follows is another turn."""
        if len(self._turn) != 1 or not self._speech.spoke_at(self._turn.began):
            return False
        said = self._turn.text
        return language.command(said, self._language) is not None or (
            language.stops(said, self._language) and len(said.split()) <= BARE
        )

    def _obey(self) -> None:
        if self._turn.voice or self._turn.interim:
            self._answer_so_far()
        elif self._is_request():
            self.end_now()
