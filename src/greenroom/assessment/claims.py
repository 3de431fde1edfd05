"""A judge's claim about one criterion, checked: a level stands on located words or it does not stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from greenroom.assessment.reasons import Reason
from greenroom.assessment.rubric import LEVELS
from greenroom.assessment.transcript import Transcript
from greenroom.evidence import Quote
from greenroom_turns import folding

FEWEST_QUOTED: Final = 2
"""Words of a quote. One word is found in every transcript."""
MOST_QUOTES: Final = 20
"""Of one claim; what is behind them is dropped unread."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a judge said, believed in nothing yet: any JSON value may stand here."""

    score: object
    quotes: Sequence[object]


@dataclass(frozen=True, slots=True)
class Scored:
    """A level with the words that it rests on. There is none without."""

    score: int
    quotes: tuple[Quote, ...]

    def __post_init__(self) -> None:
        if type(self.score) is not int or self.score not in LEVELS or not self.quotes:
            raise ValueError("a score is a level from 1 to 5 with at least one located quote")


@dataclass(frozen=True, slots=True)
class Unscored:
    reason: Reason
    cause: str | None = None
    """Of `JUDGE_FAILED`: why, by the names of `app.providers.upstream`."""


Mark: TypeAlias = Scored | Unscored


@dataclass(frozen=True, slots=True)
class Checked:
    mark: Mark
    dropped: int = 0
    """Quotes that were refused."""


def check(claim: Claim, transcript: Transcript) -> Checked:
    """What is left of a claim. Every quote that is not in a usable answer is dropped and counted; a
    level without a quote that stands is none."""
    found: list[Quote] = []
    faults: list[Reason] = []
    for quote in claim.quotes[:MOST_QUOTES]:
        placed = place(quote, transcript)
        if isinstance(placed, Reason):
            faults.append(placed)
        elif placed not in found:
            found.append(placed)
    dropped = len(faults) + max(0, len(claim.quotes) - MOST_QUOTES)
    if claim.score is None:
        return Checked(Unscored(Reason.NOT_OBSERVED), dropped)
    if type(claim.score) is not int or claim.score not in LEVELS:
        return Checked(Unscored(Reason.BAD_SCORE), dropped)
    if found:
        return Checked(Scored(claim.score, tuple(found)), dropped)
    return Checked(Unscored(faults[0] if faults else Reason.NO_QUOTE), dropped)


def place(quote: object, transcript: Transcript) -> Quote | Reason:
    """Where the candidate said these words, or why they are no evidence."""
    if not isinstance(quote, str):
        return Reason.QUOTE_NOT_FOUND
    if len(folding.words(quote)) < FEWEST_QUOTED:
        return Reason.QUOTE_TOO_SHORT
    begged = False
    for answer in transcript.answers:
        passages = transcript.passages[answer.message]
        span = passages.find(quote)
        if span is None:
            continue
        if not any(a.start < span.end and span.start < a.end for a in passages.addressed):
            words = answer.text[span.start : span.end]
            return Quote(answer.message, span.start, span.end, words)
        begged = True
    if begged:
        return Reason.ADDRESSED_TO_JUDGE
    return _elsewhere(quote, transcript)


def _elsewhere(quote: str, transcript: Transcript) -> Reason:
    """Who said the words, when no usable answer holds them."""
    passages = transcript.passages
    holding = [m for m in transcript.messages if passages[m.message].find(quote) is not None]
    for message in holding:
        if message.message in transcript.refused:
            return transcript.refused[message.message]
    if any(message.interviewer for message in holding):
        return Reason.INTERVIEWERS_WORDS
    return Reason.QUOTE_NOT_FOUND
