"""What one answer has of what the rules look for, each located in its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from greenroom.assessment.coaching import concrete, signs
from greenroom.assessment.coaching.answer import Answer, fit_to_show, in_words, spoken
from greenroom.assessment.coaching.parts import answered, part_of
from greenroom.assessment.coaching.quoting import (
    SENTENCE,
    clause_of,
    located,
    sentence_of,
    telling,
)
from greenroom.assessment.coaching.shapes import Asking, Aspect, Finding, State
from greenroom.evidence import Quote
from greenroom.interview.understanding.clauses import clauses
from greenroom_turns import folding

EARLY: Final = 12
"""A first number or name within so many words is early."""
LATE: Final = 30
FEWEST: Final = 12
"""Words; an answer with fewer leaves little to hear."""
MOST: Final = 230
"""Words: about a minute and a half of speech."""
OFTEN: Final = 2
"""So many softening words are pointed out."""
_PARTS: Final = (
    Aspect.SITUATION,
    Aspect.ACTION,
    Aspect.RESULT,
    Aspect.MEASURABLE_RESULT,
    Aspect.TRADE_OFF,
)


def findings(answer: Answer, language: str = "en") -> dict[Aspect, Finding]:
    """Every aspect that could be looked for. In other languages than English only numbers in digits
    and length: what we cannot read we do not judge."""
    if not folding.is_english(language):
        return {Aspect.SHORT: _length(answer, few=True), Aspect.NUMBER: _digits(answer)}
    parts = {part: part_of(answer, part) for part in _PARTS}
    if parts[Aspect.MEASURABLE_RESULT].state is State.FOUND and not parts[Aspect.RESULT].quotes:
        parts[Aspect.RESULT] = parts[Aspect.MEASURABLE_RESULT]
    for part, kind in ((Aspect.RESULT, Asking.OUTCOME), (Aspect.TRADE_OFF, Asking.PRICE)):
        if answer.asking is kind and parts[part].state is not State.FOUND:
            parts[part] = answered(answer, part) or parts[part]
    return {
        **parts,
        Aspect.NUMBER: _number(answer),
        Aspect.REASON: _reason(answer),
        Aspect.CONCRETE: _concrete(answer, parts[Aspect.ACTION].quotes),
        Aspect.TEAM: _team(answer),
        Aspect.HEDGES: _hedges(answer),
        Aspect.LOOSE_END: _loose_end(answer),
        Aspect.STRONG_END: _strong_end(answer, parts[Aspect.RESULT]),
        Aspect.SHORT: _length(answer, few=True),
        Aspect.LONG: _length(answer, few=False),
        Aspect.ADMITTED: _admitted(answer),
    }


def opening(answer: Answer) -> Quote | None:
    """The first sentence that does not speak to the judge, cut where it is long."""
    places = (
        (message["index"], *found.span())
        for message in answer.messages
        for found in SENTENCE.finditer(message["text"])
        if folding.words(found[0])
    )
    return next(spoken(answer, places), None)


def _number(answer: Answer) -> Finding:
    places = (
        (message["index"], *clause, sign)
        for message in answer.messages
        for clause in clauses(message["text"])
        if (sign := concrete.measured(message["text"], *clause)) is not None
    )
    found = list(places)
    if found:
        return Finding(State.FOUND, in_words(answer, found, Aspect.NUMBER), len(found))
    return Finding(State.UNCLEAR if concrete.may_number(answer.text) else State.ABSENT)


def _digits(answer: Answer) -> Finding:
    """In any language, with the sentence that they stand in."""
    places = (
        (message["index"], *sentence_of(message, found.start()), found.start())
        for message in answer.messages
        for found in re.finditer(r"\d+", message["text"])
    )
    quotes = in_words(answer, places)
    return Finding(State.FOUND if quotes else State.UNCLEAR, quotes, len(quotes))


def _reason(answer: Answer) -> Finding:
    places = []
    for message in answer.messages:
        for found in signs.REASON.finditer(signs.lowered(message["text"])):
            end = signs.pause(message["text"], found.end(), sentence_of(message, found.start())[1])
            places.append((message["index"], found.start(), end, found.start()))
    if answer.asking is Asking.INTRODUCTION:
        return Finding(State.UNCLEAR)
    if places:
        return Finding(State.FOUND, in_words(answer, places, Aspect.REASON), len(places))
    loose = signs.LOOSE[Aspect.REASON].search(answer.text.lower())
    return Finding(State.UNCLEAR if loose else State.ABSENT)


def _concrete(answer: Answer, deeds: Sequence[Quote]) -> Finding:
    """The first number, thing or deed, and how many words stand before it. A person's name before it, a name of
    which we cannot tell whose it is, a day, or what may be a deed, is neither that nor a late beginning."""
    before, named, told = 0, False, ""
    for message in answer.messages:
        text: str = message["text"]
        done = [(q.start, q.end) for q in deeds if q.message == message["index"]]
        for start, end in sorted((*concrete.places(text), *done)):
            count = before + len(folding.words(text[:start]))
            clause = clause_of(message, start)
            quote = (
                located(message, *clause) if count >= EARLY else telling(message, *clause, start)
            )
            is_thing = (start, end) not in done and concrete.is_thing(
                text, start, end, sentence_of(message, start)
            )
            if count < EARLY and is_thing:
                shown = fit_to_show(answer, [quote], Aspect.CONCRETE)
                return Finding(State.FOUND if shown else State.UNCLEAR, shown, count + 1)
            if count >= EARLY:
                late = count >= LATE and not named and not concrete.may_stand(told + text[:start])
                return Finding(State.ABSENT if late else State.UNCLEAR, (quote,), count)
            named = True
        before += len(folding.words(text))
        told += f"{text}\n"
    return Finding(State.UNCLEAR)


def _team(answer: Answer) -> Finding:
    """ "We" at least twice, and no word of the speaker alone."""
    quotes = tuple(_matches(answer, signs.OURS))
    alone = signs.MINE.search(answer.text.lower())
    if len(quotes) >= OFTEN and alone is None:
        return Finding(State.FOUND, quotes, len(quotes))
    return Finding(State.UNCLEAR)


def _hedges(answer: Answer) -> Finding:
    quotes = tuple(_matches(answer, signs.HEDGE))
    state = State.FOUND if len(quotes) >= OFTEN else State.UNCLEAR
    return Finding(state, quotes, len(quotes))


def _loose_end(answer: Answer) -> Finding:
    last = answer.messages[-1]
    found = signs.LOOSE_END.search(signs.lowered(last["text"]))
    if found is None or last["interrupted"] or answer.words < FEWEST:
        return Finding(State.UNCLEAR)
    text: str = last["text"]
    end = found.start() + len(text[found.start() :].rstrip(".,;:!? "))
    quote = Quote(last["index"], found.start(), end, text[found.start() : end])
    return Finding(State.FOUND, (quote,), 1)


def _strong_end(answer: Answer, result: Finding) -> Finding:
    last = answer.messages[-1]
    text: str = last["text"].rstrip()
    start, _ = sentence_of(last, max(0, len(text) - 1))
    quotes = tuple(q for q in result.quotes if q.message == last["index"] and q.start >= start)
    before = answer.words - len(folding.words(text[start:]))
    if result.state is State.FOUND and quotes and before >= FEWEST:
        return Finding(State.FOUND, quotes[-1:], 1)
    return Finding(State.UNCLEAR)


def _length(answer: Answer, *, few: bool) -> Finding:
    last = answer.messages[-1]
    hit = answer.words < FEWEST if few else answer.words > MOST
    quote = located(answer.messages[0], 0, len(answer.messages[0]["text"]))
    if not hit or (few and last["interrupted"]):
        return Finding(State.UNCLEAR, count=answer.words)
    return Finding(State.FOUND, (quote,), answer.words)


def _admitted(answer: Answer) -> Finding:
    quotes = tuple(_matches(answer, signs.ADMITTED))
    told = bool(answer.entries) or answer.words >= 2 * FEWEST
    return Finding(State.UNCLEAR if told or not quotes else State.FOUND, quotes, len(quotes))


def _matches(answer: Answer, pattern: re.Pattern[str]) -> Iterator[Quote]:
    places = (
        (message["index"], *found.span())
        for message in answer.messages
        for found in pattern.finditer(signs.lowered(message["text"]))
    )
    yield from spoken(answer, places)
