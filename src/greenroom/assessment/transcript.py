"""What may be judged: the words of the candidate's answers, and why some of them may not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from greenroom.assessment.addressed import addressed, without
from greenroom.assessment.language_id import reads_as
from greenroom.assessment.reasons import Reason
from greenroom.assessment.speech import NOT_KEPT, SURE, JournalExtract
from greenroom.evidence import Searchable, Span
from greenroom_turns import folding

FEWEST_WORDS: Final = 10
"""In all usable answers together. Ten words are about four seconds of speech."""
LONG_MS: Final = 10_000
FEWEST_A_MINUTE: Final = 20
"""Words a minute of an answer of `LONG_MS` or more. The slowest of speakers say three times as many;
so few mean that the voice was not understood."""


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the record."""

    message: int
    """Its `index` in the record."""
    answer: bool
    """An answer of the candidate; else whatever else was said, by either side."""
    text: str
    length_ms: int = 0
    """0: typed."""
    confidence: float | None = None
    """Of the recogniser, from 0 to 1, where it is known."""
    interviewer: bool = False


def said(
    messages: Iterable[Mapping[str, Any]], heard: JournalExtract = NOT_KEPT
) -> tuple[Said, ...]:
    """The messages of a record. How sure the words are says the journal, or else the record itself."""
    sure = heard.confidences
    return tuple(
        Said(
            message=m["index"],
            answer=m["speaker"] == "candidate" and m["kind"] == "answer",
            text=m["text"],
            length_ms=m["ended_ms"] - m["started_ms"],
            confidence=sure.get((m["started_ms"], m["text"]), m.get("confidence")),
            interviewer=m["speaker"] == "interviewer",
        )
        for m in messages
    )


class Passages:
    """The words of one message, for many quotes."""

    def __init__(self, text: str) -> None:
        self._text, self._searchable = text, Searchable(text)

    def find(self, quote: str) -> Span | None:
        return self._searchable.locate(quote)

    @cached_property
    def addressed(self) -> tuple[Span, ...]:
        """Sentences that speak to the judge."""
        return addressed(self._text)


@dataclass(frozen=True)
class Transcript:
    """An interview as its judge may use it."""

    messages: Sequence[Said]
    language: str = "en"
    name: str = ""
    """The candidate's, which is kept from a model."""

    @cached_property
    def refused(self) -> Mapping[int, Reason]:
        """Answers that are no evidence, by message, and why."""
        found = ((m.message, self._fault(m)) for m in self.messages if m.answer)
        return {message: fault for message, fault in found if fault is not None}

    @cached_property
    def answers(self) -> tuple[Said, ...]:
        """Answers that may be evidence."""
        return tuple(m for m in self.messages if m.answer and m.message not in self.refused)

    @cached_property
    def passages(self) -> Mapping[int, Passages]:
        """By message."""
        return {message.message: Passages(message.text) for message in self.messages}

    @cached_property
    def unfit(self) -> Reason | None:
        """Why nothing of it can be judged; None: it can."""
        words = sum(_words(without(answer.text)) for answer in self.answers)
        if words >= FEWEST_WORDS:
            return None
        if sum(_words(answer.text) for answer in self.answers) >= FEWEST_WORDS:
            return Reason.ADDRESSED_TO_JUDGE
        lost: Counter[Reason] = Counter()
        for m in self.messages:
            if m.answer and m.message in self.refused:
                lost[self.refused[m.message]] += max(1, _words(m.text))
        if lost and not self.answers:
            del lost[Reason.NO_ANSWER]
        worst = lost.most_common(1)
        if worst and worst[0][1] >= words:
            return worst[0][0]
        return Reason.TOO_FEW_WORDS if words else Reason.NO_ANSWER

    @property
    def length(self) -> int:
        """Characters of everything that was said."""
        return sum(len(message.text) for message in self.messages)

    def _fault(self, answer: Said) -> Reason | None:
        words = _words(answer.text)
        if answer.length_ms >= LONG_MS and words * 60_000 < FEWEST_A_MINUTE * answer.length_ms:
            return Reason.UNUSABLE_AUDIO
        if not words:
            return Reason.NO_ANSWER
        if answer.confidence is not None and answer.confidence < SURE:
            return Reason.UNCERTAIN
        language = reads_as(answer.text, self.language)
        if language is None:
            return Reason.NOT_UNDERSTOOD
        return None if language == folding.base(self.language) else Reason.OTHER_LANGUAGE


def _words(text: str) -> int:
    return len(folding.words(text))
