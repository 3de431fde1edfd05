"""Whether a simulated candidate played its part. What an invalid one did to an interviewer says
nothing about the interviewer, so this is asked before any score.

Only what code can decide: words that were told unasked, words that contradict the sheet, numbers that
stand nowhere on it, and ways of talking that give a part away. A lie without a number, in words that
no `contradictions` name, is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from greenroom.evidence import Quote
from greenroom.simulation.fact_sheet import Record, asks_for, found, quoted, signs, spoken, whole
from greenroom.simulation.scenarios.format import FactSource


class Lapse(StrEnum):
    """How a candidate falls out of its part."""

    LEAKED_UNASKED = "leaked_unasked"
    CONTRADICTS_SHEET = "contradicts_sheet"
    INVENTED_NUMBER = "invented_number"
    ROLE_FLIP = "role_flip"
    META_TALK = "meta_talk"
    LOOPING = "looping"
    PREMATURE_STOP = "premature_stop"


@dataclass(frozen=True, slots=True)
class Found:
    lapse: Lapse
    quote: Quote

    def plain(self) -> dict[str, Any]:
        return {"lapse": self.lapse.value, **quoted(self.quote)}


OUT_OF_ROLE: Final = (
    "as an AI", "as a language model", "language model", "I am an AI", "I'm an AI", "my instructions",
    "the fact sheet", "my fact sheet", "the instructions say", "stay in character", "in this role play",
    "this simulation", "I am simulated", "system prompt",
)  # fmt: skip
INTERVIEWING: Final = (
    "tell me about yourself", "my next question", "next question is", "thank you for your answer",
    "as your interviewer", "I am your interviewer", "let's move on to the next", "walk me through",
    "let me ask you",
)  # fmt: skip
SAID_AGAIN: Final = 3
"""So many times the same answer of `LOOP_WORDS` words or more is a loop."""
LOOP_WORDS: Final = 8
QUESTIONS_IN_A_ROW: Final = 3
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*\d|(?<![\w.])\d")
_ALWAYS: Final = frozenset({"0", "1", "2", "100"})
"""Numbers of everyday speech: "at 100 percent", "one or two"."""


def lapses(facts: Sequence[FactSource], character: str, record: Record) -> tuple[Found, ...]:
    """In the order of `Lapse`; empty for a candidate that played its part."""
    mine = list(spoken(record, "candidate"))
    return (
        *_leaks(facts, record),
        *_contradictions(facts, mine),
        *_numbers(facts, character, record),
        *_interviewing(mine),
        *_said(Lapse.META_TALK, mine, OUT_OF_ROLE),
        *_loops(mine),
        *_stop(record, mine),
    )


def verdict(found_: Sequence[Found]) -> dict[str, Any]:
    """As results hold it."""
    return {"valid": not found_, "lapses": [one.plain() for one in found_]}


def _leaks(facts: Sequence[FactSource], record: Record) -> Iterator[Found]:
    """A fact that is told before it was asked for as often as it wants to be."""
    needed = {"asked": 1, "probed": 2}
    for fact in facts:
        if fact.reveal == "volunteered":
            continue
        asked = 0
        for message in record["messages"]:
            if message["speaker"] == "interviewer":
                asked += asks_for(fact, message["text"])
                continue
            early = fact.reveal == "never" or asked < needed[fact.reveal]
            quote = next(found(message, signs(fact)), None) if early else None
            if quote is not None:
                yield Found(Lapse.LEAKED_UNASKED, quote)
                break


def _contradictions(
    facts: Sequence[FactSource], mine: Sequence[Mapping[str, Any]]
) -> Iterator[Found]:
    for fact in facts:
        yield from _said(Lapse.CONTRADICTS_SHEET, mine, fact.contradictions)


def _said(
    lapse: Lapse, mine: Sequence[Mapping[str, Any]], phrases: Sequence[str]
) -> Iterator[Found]:
    for message in mine:
        for quote in found(message, phrases):
            yield Found(lapse, quote)


def _numbers(facts: Sequence[FactSource], character: str, record: Record) -> Iterator[Found]:
    """Digits that stand neither on the sheet nor in what the interviewer has said before."""
    known = set(_ALWAYS)
    for text in (character, *(part for fact in facts for part in (fact.text, *fact.signs))):
        known |= {_plain(match[0]) for match in _NUMBER.finditer(text)}
    for message in record["messages"]:
        for match in _NUMBER.finditer(message["text"]):
            if message["speaker"] == "interviewer":
                known.add(_plain(match[0]))
            elif _plain(match[0]) not in known:
                quote = Quote(message["index"], match.start(), match.end(), match[0])
                yield Found(Lapse.INVENTED_NUMBER, quote)


def _plain(number: str) -> str:
    return number.replace(",", "").rstrip(".")


def _interviewing(mine: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    yield from _said(Lapse.ROLE_FLIP, mine, INTERVIEWING)
    row = 0
    for message in mine:
        row = row + 1 if message["text"].rstrip().endswith("?") else 0
        if row == QUESTIONS_IN_A_ROW:
            yield Found(Lapse.ROLE_FLIP, whole(message))


def _loops(mine: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    times: dict[str, int] = {}
    for message in mine:
        words = re.findall(r"\w+", message["text"].casefold())
        if len(words) < LOOP_WORDS:
            continue
        same = " ".join(words)
        times[same] = times.get(same, 0) + 1
        if times[same] == SAID_AGAIN:
            yield Found(Lapse.LOOPING, whole(message))


def _stop(record: Record, mine: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
    if record["end_reason"] in ("candidate_ended", "candidate_left") and mine:
        yield Found(Lapse.PREMATURE_STOP, whole(mine[-1]))
