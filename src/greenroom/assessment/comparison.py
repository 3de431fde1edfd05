"""Two answers to one question beside one another. A difference is told only where both were measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from greenroom.assessment.claims import Scored
from greenroom.assessment.delivery import measures
from greenroom.assessment.exchanges import Exchange
from greenroom.assessment.heard import Heard
from greenroom.assessment.scorecard import Scorecard


@dataclass(frozen=True, slots=True)
class Tried:
    """One of the two: the exchange, and what else is known of its interview."""

    exchange: Exchange
    heard: Heard
    tongue: str
    card: Scorecard | None = None


def compared(first: Tried, second: Tried) -> dict[str, Any]:
    """Words, measures and criteria of both. `difference` is second minus first, or null."""
    one, two = _measured(first), _measured(second)
    return {
        "question": first.exchange.question,
        "first": _told(first),
        "second": _told(second),
        "measures": [_pair(name, one[name], two[name]) for name in one],
        "criteria": _criteria(first, second),
    }


def _measured(tried: Tried) -> dict[str, dict[str, Any]]:
    return measures({"messages": tried.exchange.between}, tried.heard, tried.tongue)


def _told(tried: Tried) -> dict[str, Any]:
    answers = tried.exchange.answers
    return {
        "answers": [{"message": a["index"], "text": a["text"]} for a in answers],
        "words": sum(len(a["text"].split()) for a in answers),
    }


def _pair(name: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> dict[str, Any]:
    both = (one["value"], two["value"])
    numbers = all(isinstance(value, int | float) for value in both)
    return {
        "measure": name,
        "first": dict(one),
        "second": dict(two),
        "difference": round(both[1] - both[0], 1) if numbers else None,
    }


def _criteria(first: Tried, second: Tried) -> list[dict[str, Any]]:
    """Criteria of the same rubric that have a level on words of this very answer, both times."""
    if first.card is None or second.card is None or first.card.rubric != second.card.rubric:
        return []
    found = []
    for criterion in first.card.rubric.criteria:
        levels = [_level(t, criterion.id) for t in (first, second)]
        if levels[0] is not None and levels[1] is not None:
            found.append(
                {
                    "id": criterion.id,
                    "title": criterion.title,
                    "first": levels[0],
                    "second": levels[1],
                    "difference": levels[1] - levels[0],
                }
            )
    return found


def _level(tried: Tried, criterion: str) -> int | None:
    mark = tried.card.marks.get(criterion) if tried.card is not None else None
    here: Sequence[int] = [answer["index"] for answer in tried.exchange.answers]
    if not isinstance(mark, Scored) or any(quote.message not in here for quote in mark.quotes):
        return None
    return mark.score
