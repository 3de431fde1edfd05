"""Two answers to one question beside one another. A difference is told only where both were measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from greenroom.assessment.claims import Scored
from greenroom.assessment.delivery import measures
from greenroom.assessment.exchanges import Exchange
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import JournalExtract


@dataclass(frozen=True, slots=True)
class Tried:
    """One of the two: the exchange, and what else is known of its interview."""

    exchange: Exchange
    heard: JournalExtract
    language: str
    card: Scorecard | None = None


def compared(first: Tried, second: Tried) -> dict[str, Any]:
    """Words, measures and criteria of both. `difference` is second minus first, or null."""
    one, two = _measured(first), _measured(second)
    criteria, missing = _criteria(first, second)
    return {
        "question": first.exchange.question,
        "first": _told(first),
        "second": _told(second),
        "measures": [_pair(name, one[name], two[name]) for name in one],
        "criteria": criteria,
        "criteria_missing": missing,
        "judges": [t.card.judge if t.card is not None else None for t in (first, second)],
    }


def _measured(tried: Tried) -> dict[str, dict[str, Any]]:
    return measures({"messages": tried.exchange.between}, tried.heard, tried.language)


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


def _criteria(first: Tried, second: Tried) -> tuple[list[dict[str, Any]], str | None]:
    """Criteria of one rubric that have a level on words of this very answer, both times; or why there
    are none. Two judges' levels stand side by side, but their difference would tell of the judges."""
    one, two = first.card, second.card
    if one is None or two is None:
        return [], _unjudged(one, two)
    if one.rubric != two.rubric:
        return [], Sentence(
            "They were judged by two rubrics: {first}, and {second}.",
            first=one.rubric.title,
            second=two.rubric.title,
        )
    same = one.judge == two.judge
    found = []
    for criterion in one.rubric.criteria:
        marks = [_mark(tried, criterion.id) for tried in (first, second)]
        if marks[0] is not None and marks[1] is not None:
            found.append(
                {
                    "id": criterion.id,
                    "title": criterion.title,
                    "first": _level(marks[0]),
                    "second": _level(marks[1]),
                    "difference": marks[1].score - marks[0].score if same else None,
                }
            )
    missing = Sentence("No criterion has a level on words of this answer in both scorecards.")
    return found, None if found else missing


def _unjudged(first: Scorecard | None, second: Scorecard | None) -> Sentence:
    if first is not None:
        return Sentence("The new interview has not been judged. Levels are compared when both are.")
    if second is not None:
        return Sentence(
            "The first interview has not been judged. Levels are compared when both are."
        )
    return Sentence("Neither interview has been judged. Levels are compared when both are.")


def _level(mark: Scored) -> dict[str, Any]:
    quotes = [
        {"message": q.message, "start": q.start, "end": q.end, "quote": q.text} for q in mark.quotes
    ]
    return {"level": mark.score, "quotes": quotes}


def _mark(tried: Tried, criterion: str) -> Scored | None:
    """The level, if every word that it rests on stands in this exchange's answers."""
    mark = tried.card.marks.get(criterion) if tried.card is not None else None
    here = [answer["index"] for answer in tried.exchange.answers]
    if not isinstance(mark, Scored) or any(quote.message not in here for quote in mark.quotes):
        return None
    return mark
