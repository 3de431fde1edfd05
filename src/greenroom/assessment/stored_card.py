"""A scorecard as it is stored with its interview, and read back against the interview's own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from greenroom.assessment.claims import Mark, Scored, Unscored
from greenroom.assessment.reasons import Reason
from greenroom.assessment.rubric import Criterion, Rubric
from greenroom.assessment.scorecard import Agreement, Scorecard, quoted
from greenroom.evidence import Quote


def packed(card: Scorecard) -> dict[str, Any]:
    """JSON that holds all of the card, the rubric's words included: another version of the rubric
    changes nothing of what was judged by this one."""
    return {
        "rubric": asdict(card.rubric),
        "marks": {id_: _packed(mark) for id_, mark in card.marks.items()},
        "dropped": card.dropped,
        "judge": card.judge,
        "agreement": None if card.agreement is None else card.agreement.plain(),
    }


def unpacked(stored: Mapping[str, Any], messages: Sequence[Mapping[str, Any]]) -> Scorecard:
    """The card again. A quote that the candidate's messages do not hold at its place is dropped and
    counted, and a level that loses all its quotes is none: what is shown is checked when it is shown."""
    words = {m["index"]: m for m in messages if m["speaker"] == "candidate"}
    told = stored["rubric"]
    criteria = tuple(Criterion(**{**c, "anchors": tuple(c["anchors"])}) for c in told["criteria"])
    marks: dict[str, Mark] = {}
    dropped = stored["dropped"]
    for id_, mark in stored["marks"].items():
        quotes = [
            Quote(q["message"], q["start"], q["end"], q["quote"]) for q in mark.get("quotes", ())
        ]
        held = tuple(q for quote in quotes if (q := _held(quote, words.get(quote.message))))
        dropped += len(quotes) - len(held)
        marks[id_] = _mark(mark, held)
    agreement = stored["agreement"]
    return Scorecard(
        Rubric(**{**told, "criteria": criteria}),
        marks,
        dropped,
        stored["judge"],
        None if agreement is None else Agreement(**agreement),
    )


def _held(quote: Quote, message: Mapping[str, Any] | None) -> Quote | None:
    """The quote where the message holds it. Words before it may have been corrected since."""
    if message is None:
        return None
    text: str = message["text"]
    if text[quote.start : quote.end] == quote.text:
        return quote
    at = text.find(quote.text) if "heard" in message and quote.text else -1
    return None if at < 0 else replace(quote, start=at, end=at + len(quote.text))


def _packed(mark: Mark) -> dict[str, Any]:
    if isinstance(mark, Scored):
        return {"score": mark.score, "quotes": quoted(mark.quotes)}
    return {"reason": mark.reason.value, "cause": mark.cause}


def _mark(stored: Mapping[str, Any], quotes: tuple[Quote, ...]) -> Mark:
    if "reason" in stored:
        return Unscored(Reason(stored["reason"]), stored["cause"])
    return Scored(stored["score"], quotes) if quotes else Unscored(Reason.QUOTE_NOT_FOUND)
