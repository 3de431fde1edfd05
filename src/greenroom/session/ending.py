"""When the candidate's turn ends, and the answer that it was.

LiveKit says so after a silence; the engine, the button and a request say so at once; and words that
LiveKit has forgotten end theirs here. However it comes, the words are posted once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from greenroom.interview.bounds import LONGEST_SPOKEN
from greenroom.interview.events import AnswerGiven, Event
from greenroom.interview.plan import Millis
from greenroom.session.clock import SessionClock
from greenroom.session.errands import Errands
from greenroom.session.livekit_turn import LiveKitTurn
from greenroom.session.mouth import Mouth
from greenroom.session.patience import Patience
from greenroom.session.preparation import Preparation
from greenroom.session.subtitles import Subtitles
from greenroom.session.turn import OWED, Turn
from greenroom.session.word_times import WordTimes
from greenroom.turns import language

FORGOTTEN: Millis = 500
"""How long after its last chance LiveKit may still commit a turn before it is held forgotten."""
FINAL_WAIT: Millis = 1_500
"""How long a turn that we end ourselves waits for the transcript of what was just said."""
HANDOFF_S = 0.1
"""How often we look whether a handoff is over."""
LATE_S = 0.1
"""How often we look whether a line that stood still moves again."""
BARE = 3
"""A stop word with at most two words beside it asks for nothing else."""


class Ending:
    """Ends the turn, and posts its words as `AnswerGiven`."""

    def __init__(
        self,
        turn: Turn,
        theirs: LiveKitTurn,
        times: WordTimes,
        *,
        clock: SessionClock,
        mouth: Mouth,
        patience: Patience,
        preparation: Preparation,
        errands: Errands,
        subtitles: Subtitles,
        post: Callable[[Event], None],
        late: Callable[[], bool],
        tongue: str,
    ) -> None:
        self._turn, self._theirs, self._times = turn, theirs, times
        self._clock, self._mouth, self._patience = clock, mouth, patience
        self._errands, self._subtitles, self._preparation = errands, subtitles, preparation
        self._post, self._late, self._language = post, late, tongue
        self._forgotten: asyncio.TimerHandle | None = None
        self._last_words: asyncio.TimerHandle | None = None
        self._last_words_due: Millis = 0
        """They are waited for until then."""
        self._even_empty = False
        """Whether it is an answer when the words that are waited for do not come."""
        self._answered: Millis = -1
        """When the last answer was posted."""
        self._interviewer_began: Millis = 0
        self._confidence: float | None = None
        """In the words of a turn that was held."""

    # what moves the end

    def voice_began(self) -> None:
        self._preparation.more()
        self._errands.forget(self._forgotten)

    def voice_stopped(self) -> None:
        """Nobody speaks: LiveKit lets go of words that were posted without it. When the voice had words
        that are on their way it ends its turn with them: made to end it before them, it would let an
        interviewer go on whom they have stopped."""
        self._preparation.more()
        if not self._turn.interim:
            self._let_go()

    def _let_go(self) -> None:
        if self._theirs.behind and not self._turn.voice and not self._turn.text:
            self._theirs.end()

    def words_came(self) -> None:
        """The turn has more certain words."""
        # LiveKit reads the delay right after it told us of them, so it must be set now
        self._patience.consider(self._turn.text)
        self._preparation.more()
        if self._last_words is not None:
            # LiveKit takes these words into its turn after this event: clear that turn after it
            self._errands.forget(self._last_words)
            self._last_words = self._errands.later(0, self._came)
        elif self._is_request():
            self._errands.later(0, self._obey)
        else:
            self.watch()

    def watch(self) -> None:
        """Wait for LiveKit to end the turn; when it must have forgotten it, we do."""
        self._errands.forget(self._forgotten)
        self._forgotten = None
        turn = self._turn
        if not turn.text or turn.voice:
            return
        # words from before a handoff wait for more of them as an answer would, and no longer
        orphaned = len(turn) == self._theirs.orphans and not (turn.interim or turn.unheard)
        wait = self._patience.delay if orphaned else self._patience.longest + FORGOTTEN
        due = max(turn.last_final, turn.voice_ended) + wait
        delay = max(0, due - self._clock.now_ms())
        self._forgotten = self._errands.later(delay / 1000, self._recover)

    def hold(self, confidence: float | None) -> bool:
        """LiveKit has ended the turn, and let go of its words. While the line stands still that end
        counts for nothing: more words of the turn may be on their way. So it is while the recogniser
        owes words of what was voiced. False: that is all."""
        if not self._turn.text or self._turn.voice or not (self._late() or self._owed()):
            return False
        self._theirs.orphans = len(self._turn)
        self._confidence = confidence
        self._errands.forget(self._forgotten)
        self._forgotten = self._errands.later(LATE_S, self._recover)
        return True

    def _owed(self) -> bool:
        return self._turn.owed and self._clock.now_ms() < self._turn.voice_ended + OWED

    # the end

    def end_soon(self, *, even_empty: bool, since: Millis | None = None) -> None:
        """End the turn with the words there are, once the last of them are known.

        A turn in which nothing was said is answered for only if `even_empty`. Whoever decided it at
        `since` has waited for the journal meanwhile: an answer that was given in that time is theirs,
        and the last words are not waited for longer.
        """
        turn, now = self._turn, self._clock.now_ms()
        self._even_empty |= even_empty and (since is None or self._answered < since)
        on_their_way = turn.unheard or turn.interim or (turn.voice and not even_empty)
        if self._last_words is not None and (on_their_way or not turn.voice):
            return
        # whatever the voice does: to end their stream would also lose what it has not guessed yet; and
        # who ends the turn themselves says their last word now
        wait = (now if since is None else since) + FINAL_WAIT - now
        if on_their_way and wait > 0:
            self._errands.forget(self._last_words)
            waited = self.end_now if turn.voice else self._waited
            self._last_words_due = now + wait
            self._last_words = self._errands.later(wait / 1000, waited)
        else:
            self.end_now()

    def _came(self) -> None:
        """Some of the last words are certain now. While others are guessed already, a recogniser that is
        behind may have still more on their way: to end its stream would lose those."""
        rest = self._last_words_due - self._clock.now_ms()
        if self._turn.interim and not self._turn.voice and rest > 0:
            self._last_words = self._errands.later(rest / 1000, self._waited)
        else:
            self._waited()

    def _waited(self) -> None:
        """The last words are here, or will not come. A voice that began meanwhile is another turn."""
        if self._turn.voice:
            self._answer_so_far()
        else:
            self.end_now()

    def end_now(self) -> None:
        """End the turn with the words there are. A noise is none, and leaves it open."""
        self._errands.forget(self._last_words)
        self._last_words = None
        if not (self._turn.text or self._turn.interim or self._even_empty):
            return
        if self._turn.interim and self._theirs.handing_off:
            # their recogniser's stream cannot be ended now: they would come a second time
            self._last_words = self._errands.later(HANDOFF_S, self._waited)
            return
        if self._turn.interim:
            # the final of these words dies with the recogniser's stream
            self._turn.trusted(self._times.of(self._turn.interim), self._clock.now_ms())
            self._theirs.clear()
        else:
            self._theirs.end()
        self.answer()

    def answer(self, *, confidence: float | None = None) -> None:
        """The turn is over: post its words, as two answers if the interviewer began between them."""
        now, even_empty = self._clock.now_ms(), self._even_empty
        earlier, said = self._turn.take_until(self._interviewer_began), self._turn.take(now)
        self._errands.forget(self._forgotten)
        self._forgotten = None
        self._wait_no_more()
        self._theirs.orphans = 0
        self._confidence = None
        self._preparation.over()
        self._subtitles.next_line()
        self._patience.consider("")
        self._mouth.settle()
        parts = [earlier] if earlier else []
        if said.text or (even_empty and not parts):
            parts.append(said)
        for part in parts:
            self._answered = now
            text = part.text[:LONGEST_SPOKEN]
            self._post(AnswerGiven(now, text, part.began, part.ended, confidence=confidence))

    def interviewer_began(self, at: Millis) -> None:
        """The interviewer is heard since `at`: words from before it are an answer of their own, or
        the record would have one answer run through the interviewer's words. This happens when a
        request or a typed answer gave the floor away while spoken words waited for more."""
        pieces = len(self._turn)
        earlier = self._turn.take_until(self._interviewer_began)
        said = self._turn.take_until(at)
        parts = [part for part in (earlier, said) if part]
        self._interviewer_began = at
        # whoever asked for the end of the turn did not wait for the last of its words
        self._wait_no_more()
        if parts or self._theirs.behind:
            # LiveKit's end of that turn would cut the interviewer off
            self._theirs.behind = True
            self._let_go()
        if not parts:
            return
        taken = pieces - len(self._turn)
        self._theirs.orphans = max(0, self._theirs.orphans - taken)
        self._subtitles.next_line()
        self._patience.consider(self._turn.text)
        self.watch()
        now = self._clock.now_ms()
        for part in parts:
            self._post(AnswerGiven(now, part.text[:LONGEST_SPOKEN], part.began, part.ended))

    def _wait_no_more(self) -> None:
        self._errands.forget(self._last_words)
        self._last_words, self._even_empty = None, False

    def _answer_so_far(self) -> None:
        """More is said, or on its way: LiveKit's turn goes on, and ends with those words."""
        self._even_empty = False
        self.answer()
        self._theirs.behind = True

    def _recover(self) -> None:
        on_their_way = self._turn.interim and self._turn.unheard
        if self._theirs.handing_off or on_their_way:
            self._forgotten = self._errands.later(FORGOTTEN / 1000, self._recover)
            return
        if self._late() or self._owed():
            self._forgotten = self._errands.later(LATE_S, self._recover)
            return
        self._theirs.end()
        self.answer(confidence=self._confidence)

    # requests

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
        if self._turn.voice or self._turn.interim:
            self._answer_so_far()
        elif self._is_request():
            self.end_now()
