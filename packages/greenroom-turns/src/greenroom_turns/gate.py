"""The memory that the decision needs: who held the floor when, and what is being said. No clock.

The owner of a gate tells it what happens, in order, with the time of each thing; it answers every
transcript with a `Verdict`. The times may be on any clock, in integer milliseconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from greenroom_turns import folding
from greenroom_turns.cause import TurnCause
from greenroom_turns.interruption import (
    Action,
    Decision,
    Hold,
    QuestionKind,
    decide,
)
from greenroom_turns.limits import Limits, Millis
from greenroom_turns.silence import may_be_hummed
from greenroom_turns.sound import SoundFeatures
from greenroom_turns.spoken import Alternative, Chances, Spoken
from greenroom_turns.voices import Voices

HOLDS_KEPT = 8
SHORT_WORDS = 6
"""A longer text is speech whatever it sounds like."""
MEASURED = frozenset(
    {TurnCause.SPEECH, TurnCause.NO_WORDS, TurnCause.STOP_WORD, TurnCause.LIKE_STOP}
)
"""What may be judged otherwise once it is known how it sounded."""


class Decide(Protocol):
    """The signature of `greenroom_turns.interruption.decide`, for a replacement of it."""

    def __call__(
        self,
        spoken: Spoken,
        holds: tuple[Hold, ...],
        now_ms: Millis,
        question: QuestionKind | None,
        lang: str,
        limits: Limits,
    ) -> Decision: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision and what it was about."""

    decision: Decision
    spoken: Spoken
    carried: object = None
    """What its owner gave along with the words, to know them again when they are decided late."""

    @property
    def text(self) -> str:
        """What it is to be written as."""
        return self.decision.meant or self.spoken.text

    @property
    def seconds(self) -> tuple[float, float]:
        """When the voice began and ended; both are its beginning while it still sounds."""
        began_ms, ended_ms = self.spoken.began_ms, self.spoken.ended_ms
        return began_ms / 1000, (began_ms if ended_ms is None else ended_ms) / 1000


class Gate:
    """One conversation's floor. Not for several threads."""

    def __init__(
        self, *, lang: str = "en", limits: Limits | None = None, decide: Decide = decide
    ) -> None:
        self.lang = lang
        self.limits = limits or Limits()
        self.question: QuestionKind | None = None
        self._decide = decide
        self._holds: deque[Hold] = deque(maxlen=HOLDS_KEPT)
        self._voices = Voices()
        self._pending: list[Verdict] = []

    # What the interviewer does

    @property
    def held(self) -> bool:
        """The interviewer holds the floor: it composes, speaks or is paused."""
        return bool(self._holds) and self._holds[-1].yielded_ms is None

    @property
    def audible(self) -> bool:
        return self.held and self._holds[-1].audible_ms is not None

    def interviewer_composes(self, at_ms: Millis) -> None:
        if not self.held:
            self._holds.append(Hold(at_ms))

    def interviewer_speaks(self, at_ms: Millis) -> None:
        self.interviewer_composes(at_ms)
        if not self.audible:
            self._holds[-1] = replace(self._holds[-1], audible_ms=at_ms)

    def interviewer_yields(self, at_ms: Millis) -> tuple[Verdict, ...]:
        """It has fallen silent with nothing more to say: what had to wait for this is decided."""
        if not self.held:
            return ()
        self._holds[-1] = replace(self._holds[-1], yielded_ms=at_ms)
        waiting, self._pending = self._pending, []
        return tuple(
            replace(self._judge(verdict.spoken, at_ms), carried=verdict.carried)
            for verdict in waiting
        )

    # What the candidate does

    def voice_begins(self, at_ms: Millis) -> None:
        self._voices.begins(at_ms)

    def voice_ends(self, at_ms: Millis) -> None:
        self._voices.ends(at_ms)

    def utterance_ends(self) -> None:
        """The recogniser has said all that it will say of what it heard."""
        self._voices.settled()

    @property
    def wordless(self) -> bool:
        """The latest voice, sounding or over, has no words."""
        return self._voices.wordless

    def voice_goes_on(self, now_ms: Millis) -> Verdict | None:
        """Judge a wordless voice; None when there is no such voice."""
        began_ms = self._voices.began_ms
        if began_ms is None or not self._voices.wordless:
            return None
        return self._judge(Spoken(began_ms), now_ms)

    def words_come(
        self,
        text: str,
        now_ms: Millis,
        *,
        final: bool,
        began_ms: Millis | None = None,
        ended_ms: Millis | None = None,
        confidence: float | None = None,
        alternatives: tuple[Alternative, ...] | None = None,
        chances: Chances | None = None,
        hum: bool = False,
        measure: Callable[[Millis, Millis], SoundFeatures | None] = lambda _began, _ended: None,
        carried: object = None,
    ) -> Verdict:
        """Judge a transcript. Without times of its own it is about the voices it most likely
        belongs to. `measure` is asked for the sound only when the words alone would interrupt."""
        said = self._voices.saying(text, now_ms, final=final)
        if said is not None:
            began_ms = said[0] if began_ms is None else began_ms
            ended_ms = said[1] if ended_ms is None else ended_ms
        began_ms = now_ms if began_ms is None else began_ms
        if final and ended_ms is None:
            ended_ms = now_ms
        spoken = Spoken(began_ms, ended_ms, text, final, confidence)
        spoken = replace(spoken, alternatives=alternatives, chances=chances, hum=hum)
        verdict = self._judge(spoken, now_ms)
        if self._sound_matters(verdict):
            sound = measure(began_ms, now_ms if ended_ms is None else ended_ms)
            verdict = self._judge(replace(spoken, sound=sound), now_ms)
        if final and verdict.decision.action is Action.WAIT:
            self._pending.append(replace(verdict, carried=carried))
        return verdict

    def _sound_matters(self, verdict: Verdict) -> bool:
        """Measuring a sound takes time, and a long one is not a hum."""
        spoken, cause = verdict.spoken, verdict.decision.cause
        if cause is TurnCause.INTERVIEWER_SILENT:
            return may_be_hummed(spoken, self.lang)
        return len(folding.words(spoken.text)) <= SHORT_WORDS and cause in MEASURED

    def _judge(self, spoken: Spoken, now_ms: Millis) -> Verdict:
        holds = tuple(self._holds)
        decision = self._decide(spoken, holds, now_ms, self.question, self.lang, self.limits)
        return Verdict(decision, spoken)
