"""What a reader found in one turn of the candidate: a proposal, journaled with the words it was made from.

Places are characters of the turn's text, half open: `text[start:end]`. Every `sure` is a probability from 0 to 1.
What follows from a reading, the engine decides (`interview.asides`, `interview.ledger`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_SIGN: Final = re.compile(r"\S")


class About(StrEnum):
    """What an aside is about (the record's `about`)."""

    CLARIFY = "clarify"
    PROCESS = "process"
    JOB = "job"
    FEEDBACK = "feedback"
    DECLINE = "decline"
    NO_EXAMPLE = "no_example"
    ALREADY_SAID = "already_said"
    CORRECT = "correct"
    RESTART = "restart"
    DISTRESS = "distress"
    ABUSE = "abuse"
    TROUBLE = "trouble"
    LANGUAGE = "language"
    OFF_SCRIPT = "off_script"


@dataclass(frozen=True, slots=True)
class Aside:
    """Words that are no answer."""

    about: About
    topic: str
    """Finer than `about`: which reply fits ("person", "time_left"; see `replies/en.toml`). "" if unknown."""
    start: int
    end: int
    sure: float


@dataclass(frozen=True, slots=True)
class Told:
    """A part of a story, and the words that tell it."""

    part: str
    """One of `understanding.story.PARTS`."""
    start: int
    end: int
    sure: float


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact that the turn states, in the candidate's words."""

    key: str
    start: int
    end: int
    sure: float


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the candidate that a follow-up can take up."""

    start: int
    end: int
    named: str
    """The same words as the interviewer says them: "the barcodes", "your night shifts"."""
    sure: float


@dataclass(frozen=True, slots=True)
class Reading:
    """One turn, read."""

    reader: str
    """Which reader, with its version: "minilm-1", "words-1"."""
    answer: float
    """That the turn answers, in whole or in part."""
    asides: tuple[Aside, ...] = ()
    """In the order of the text; at most one for the same words."""
    end: float = 0.0
    """That the candidate wants to stop the interview."""
    distress: float = 0.0
    danger: bool = False
    """The candidate may harm themselves."""
    told: tuple[Told, ...] = ()
    facts: tuple[Stated, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    """The best first."""
    relevance: float | None = None
    """The natural logarithm of how much likelier this turn is after the pending question than after another.
    None: not known (an older journal, another reader)."""


def blanked(text: str, asides: Iterable[Aside], at: int = 0) -> str:
    """The text with spaces where an aside stands, so that every place stays what it was. `at`: where in
    the turn the text begins."""
    for one in asides:
        start, end = (min(len(text), max(0, place - at)) for place in (one.start, one.end))
        if start < end:
            text = text[:start] + _SIGN.sub(" ", text[start:end]) + text[end:]
    return text
