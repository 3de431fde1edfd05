"""A candidate's speech: the spoken answers of a record, and what only the journal knows of them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final

from greenroom.assessment.answers import Answer, AnswerTurn, Span, answers, counted
from greenroom_turns import folding

__all__ = [
    "NOT_KEPT",
    "PAUSE_MS",
    "SURE",
    "JournalExtract",
    "Span",
    "Speech",
    "their_talk",
    "within",
]

SURE: Final = 0.5
"""Recognition confidence below which the words of an answer count as guessed."""


PAUSE_MS: Final = 500
"""Silence that counts as a pause. The usual cut is 250 ms (Goldman-Eisler, 1968); ours is higher because
local voice detection closes a stretch of speech only after 250 ms."""


@dataclass(frozen=True, slots=True)
class JournalExtract:
    """What only the interview's journal knows of it."""

    voices: Sequence[Span] = ()
    """Stretches in which the candidate's voice was there."""
    confidences: Mapping[tuple[int, str], float] = field(default_factory=dict)
    """How sure the recogniser was, from 0 to 1, by the beginning and the words of what it heard."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """The bare words of every question that was asked, by id."""


NOT_KEPT: Final = JournalExtract()
"""There is only the record."""


_SENTENCE_END: Final = re.compile(r"(?<=[.!?।])\s+")
_POLITE: Final = frozenset({"greeting", "closing"})


@dataclass(frozen=True)
class Speech:
    """What the measures are taken from."""

    messages: Sequence[Mapping[str, Any]]
    """As the candidate has them: words that were misheard may be corrected."""
    voices: Sequence[Span]
    """Stretches in which the candidate's voice was there; empty when they were not kept."""
    language: str

    @cached_property
    def as_heard(self) -> tuple[Mapping[str, Any], ...]:
        """The messages in the words that were heard: what is measured of the sound is not changed by hand."""
        return tuple({**m, "text": m["heard"]} if m.get("heard") else m for m in self.messages)

    @cached_property
    def given(self) -> tuple[Answer, ...]:
        """Answers that a candidate would count, as they were heard."""
        return counted(answers(self.as_heard), self.language)

    @cached_property
    def turns(self) -> tuple[AnswerTurn, ...]:
        """Those that were spoken, in order."""
        found = (turn for answer in self.given for turn in answer.spoken)
        return tuple(sorted(found, key=lambda turn: turn.span))

    @cached_property
    def answers(self) -> tuple[Mapping[str, Any], ...]:
        """Messages of the spoken turns."""
        return tuple(part for turn in self.turns for part in turn.parts)

    @cached_property
    def words(self) -> int:
        return sum(len(folding.words(answer["text"])) for answer in self.answers)

    @cached_property
    def turns_ms(self) -> int:
        """Time of the turns from the first to the last sound, pauses included."""
        return sum(self.ended(turn) - self.began(turn) for turn in self.turns)

    @cached_property
    def pauses(self) -> tuple[int, ...]:
        """Lengths of the silences inside turns, in order."""
        return tuple(pause for turn in self.turns for pause in self.pauses_of(turn))

    def pauses_of(self, turn: AnswerTurn) -> list[int]:
        """Lengths of the silences inside a turn, in order."""
        gaps = (later[0] - earlier[1] for earlier, later in pairwise(self.voiced(turn)))
        return [gap for gap in gaps if gap >= PAUSE_MS]

    @property
    def share(self) -> float | None:
        """Of the talking that part which is theirs, from 0 to 1; None where nothing was spoken."""
        mine = self.turns_ms
        return mine / (mine + their_talk(self.messages)) if mine else None

    @cached_property
    def speech_ms(self) -> int:
        """Time of the turns without their pauses."""
        return self.turns_ms - sum(self.pauses)

    def voiced(self, turn: AnswerTurn) -> list[Span]:
        """When the voice was there in a turn."""
        return within(turn.span, self.voices)

    def began(self, turn: AnswerTurn) -> int:
        """The first sound of a turn."""
        voiced = self.voiced(turn)
        return voiced[0][0] if voiced else turn.span[0]

    def ended(self, turn: AnswerTurn) -> int:
        """The last."""
        voiced = self.voiced(turn)
        return voiced[-1][1] if voiced else turn.span[1]


def their_talk(messages: Iterable[Mapping[str, Any]]) -> int:
    """Milliseconds of the interviewer's words, without greeting and good-bye, and without what is said in the stage of a greeting.
    Of other first words only the last sentence counts, which asks, by its share of the words."""
    theirs = [m for m in messages if m["speaker"] == "interviewer"]
    greeted = {m.get("stage") for m in theirs if m["kind"] == "greeting"} - {"", None}
    spoken = [
        0 if m["kind"] in _POLITE or m.get("stage") in greeted else m["ended_ms"] - m["started_ms"]
        for m in theirs
    ]
    if spoken and spoken[0]:
        said = theirs[0]["text"]
        asked = _SENTENCE_END.split(said.strip())[-1]
        spoken[0] = round(spoken[0] * len(asked.split()) / max(1, len(said.split())))
    return sum(spoken)


def within(span: Span, voices: Sequence[Span]) -> list[Span]:
    """The parts of `voices` that lie inside `span`; `voices` are in order, as they were heard."""
    start, end = span
    first = bisect_right(voices, start, key=itemgetter(1))
    last = bisect_left(voices, end, lo=first, key=itemgetter(0))
    cut = ((max(start, a), min(end, b)) for a, b in voices[first:last])
    return [(a, b) for a, b in cut if a < b]
