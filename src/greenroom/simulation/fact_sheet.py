"""Fact sheets: what a candidate knows, what a question asks for, and what the record shows was told.

Everything here is a rule over words, so coverage is exact: a fact was asked for when a question holds
one of its topics, and told when an answer holds one of its signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from greenroom.evidence import Quote, Searchable
from greenroom.simulation.scenarios.format import FactSource

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one fact in one interview."""

    fact: str
    reveal: str
    asked: tuple[Quote, ...]
    """The words of questions that asked for it, in their order."""
    told: Quote | None
    """The candidate's words that show it; None: it was not told."""

    def plain(self) -> dict[str, Any]:
        return {
            "fact": self.fact,
            "reveal": self.reveal,
            "asked": [quoted(quote) for quote in self.asked],
            "told": None if self.told is None else quoted(self.told),
        }


def asks_for(fact: FactSource, question: str) -> bool:
    """Whether the question has one of the fact's topics, word for word."""
    words = Searchable(question)
    return any(words.locate(topic) is not None for topic in fact.topics)


def told(facts: Sequence[FactSource], record: Record) -> tuple[Told, ...]:
    """For each fact of the sheet, in its order."""
    return tuple(_told(fact, record["messages"]) for fact in facts)


def coverage(facts: Sequence[Told]) -> dict[str, Any]:
    """How many of the facts that can be had were told; `percent` is None where none can be had."""
    can_be_had = [fact for fact in facts if fact.reveal != "never"]
    had = [fact for fact in can_be_had if fact.told is not None]
    return {
        "facts": [fact.plain() for fact in facts],
        "can_be_had": len(can_be_had),
        "told": len(had),
        "percent": 100 * len(had) // len(can_be_had) if can_be_had else None,
    }


def signs(fact: FactSource) -> Sequence[str]:
    """Words that show that it was told."""
    return fact.signs or [fact.text]


def spoken(record: Record, speaker: str) -> Iterator[Mapping[str, Any]]:
    return (message for message in record["messages"] if message["speaker"] == speaker)


def found(message: Mapping[str, Any], phrases: Iterable[str]) -> Iterator[Quote]:
    """Where these words stand in a message, once each."""
    words = Searchable(message["text"])
    for phrase in phrases:
        if (span := words.locate(phrase)) is not None:
            text = message["text"][span.start : span.end]
            yield Quote(message["index"], span.start, span.end, text)


def quoted(quote: Quote) -> dict[str, Any]:
    """As the scorecard writes quotes."""
    return {
        "message": quote.message,
        "start": quote.start,
        "end": quote.end,
        "quote": quote.text,
    }


def whole(message: Mapping[str, Any]) -> Quote:
    """All of a message."""
    return Quote(message["index"], 0, len(message["text"]), message["text"])


def _told(fact: FactSource, messages: Sequence[Mapping[str, Any]]) -> Told:
    asked: list[Quote] = []
    shown: Quote | None = None
    for message in messages:
        if message["speaker"] == "interviewer":
            asked += list(found(message, fact.topics))[:1]
        elif shown is None:
            shown = next(found(message, signs(fact)), None)
    return Told(fact.id, fact.reveal, tuple(asked), shown)
