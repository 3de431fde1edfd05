"""What one answer has of what the rules look for, each located in its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.assessment.addressed import addressed
from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.quoting import (
    SENTENCE,
    clause_of,
    located,
    sentence_of,
    telling,
)
from greenroom.assessment.coaching.shapes import Aspect, Finding, State
from greenroom.assessment.exchanges import Message
from greenroom.evidence import Quote
from greenroom.interview.ledger import CERTAIN, Entry
from greenroom.interview.reading import Told
from greenroom.interview.understanding.clauses import clauses
from greenroom.interview.understanding.story import story_parts
from greenroom.interview.understanding.telling import parts_by_cues
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
_ENDS: Final = (Aspect.RESULT, Aspect.MEASURABLE_RESULT)


@dataclass(frozen=True)
class Answer:
    """The answers to one question, and what the ledger holds of them."""

    messages: Sequence[Message]
    entries: Sequence[Entry]
    """Parts of a story in these messages, by the message's index."""
    told: Mapping[int, Sequence[Told]]

    @property
    def text(self) -> str:
        return "\n".join(message["text"] for message in self.messages)

    @property
    def words(self) -> int:
        return len(folding.words(self.text))


def findings(answer: Answer, language: str = "en") -> dict[Aspect, Finding]:
    """Every aspect that could be looked for. In other languages than English only numbers in digits
    and length: what we cannot read we do not judge."""
    if not folding.is_english(language):
        return {Aspect.SHORT: _length(answer, few=True), Aspect.NUMBER: _digits(answer)}
    parts = {part: _part(answer, part) for part in _PARTS}
    if parts[Aspect.MEASURABLE_RESULT].quotes and not parts[Aspect.RESULT].quotes:
        parts[Aspect.RESULT] = parts[Aspect.MEASURABLE_RESULT]
    return {
        **parts,
        Aspect.NUMBER: _number(answer),
        Aspect.REASON: _reason(answer),
        Aspect.CONCRETE: _concrete(answer),
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
    return next(_quotes(answer, places), None)


def _part(answer: Answer, part: Aspect) -> Finding:
    """Found where the ledger has it and a second sign agrees; absent where nothing points to it."""
    entries = [e for e in answer.entries if e.part == part and _is_plain(answer, e)]
    quotes = _told(answer, ((e.message, e.start, e.end, None) for e in entries))
    if quotes:
        return Finding(State.FOUND, quotes, len(quotes))
    return Finding(State.UNCLEAR if _may_tell(answer, part) else State.ABSENT)


def _is_plain(answer: Answer, entry: Entry) -> bool:
    sure = max(
        (
            told.sure
            for told in answer.told.get(entry.message, ())
            if (told.part, told.start, told.end) == (entry.part, entry.start, entry.end)
        ),
        default=0.0,
    )
    told_alone = (
        signs.AMOUNTS.sub(" ", entry.words) if entry.part == Aspect.TRADE_OFF else entry.words
    )
    cued = any(told.part == entry.part for told in parts_by_cues(told_alone))
    said = entry.words.lower()
    if entry.part in _ENDS and signs.HABIT.search(said) and not signs.CHANGED.search(said):
        return False
    match entry.part:
        case Aspect.ACTION:
            return signs.OWN.search(said) is not None and (cued or sure >= CERTAIN)
        case Aspect.TRADE_OFF:
            return cued
        case Aspect.MEASURABLE_RESULT:
            return signs.measures(said) and (cued or sure >= CERTAIN)
        case Aspect.RESULT:
            loose = signs.LOOSE[Aspect.RESULT].search(said) and not signs.DENIED.search(said)
            return cued or (bool(loose) and sure >= CERTAIN)
        case _:
            return cued or sure >= CERTAIN


def _may_tell(answer: Answer, part: Aspect) -> bool:
    if any(told.part == part for m in answer.messages for told in answer.told.get(m["index"], ())):
        return True
    said = answer.text.lower()
    if part in story_parts(said):
        return True
    if part is Aspect.ACTION:
        return signs.may_deed(said)
    if part is Aspect.MEASURABLE_RESULT:
        return signs.may_number(said)
    return signs.LOOSE[part].search(said) is not None


def _number(answer: Answer) -> Finding:
    places = (
        (message["index"], *clause, sign)
        for message in answer.messages
        for clause in clauses(message["text"])
        if (sign := signs.measured(message["text"], *clause)) is not None
    )
    quotes = _told(answer, places)
    if quotes:
        return Finding(State.FOUND, quotes, len(quotes))
    return Finding(State.UNCLEAR if signs.may_number(answer.text) else State.ABSENT)


def _digits(answer: Answer) -> Finding:
    """In any language, with the sentence that they stand in."""
    places = (
        (message["index"], *sentence_of(message, found.start()), found.start())
        for message in answer.messages
        for found in re.finditer(r"\d+", message["text"])
    )
    quotes = _told(answer, places)
    return Finding(State.FOUND if quotes else State.UNCLEAR, quotes, len(quotes))


def _reason(answer: Answer) -> Finding:
    places = []
    for message in answer.messages:
        for found in signs.REASON.finditer(signs.lowered(message["text"])):
            end = signs.pause(message["text"], found.end(), sentence_of(message, found.start())[1])
            places.append((message["index"], found.start(), end, found.start()))
    quotes = _told(answer, places)
    if quotes:
        return Finding(State.FOUND, quotes, len(quotes))
    loose = signs.LOOSE[Aspect.REASON].search(answer.text.lower())
    return Finding(State.UNCLEAR if loose else State.ABSENT)


def _concrete(answer: Answer) -> Finding:
    """The first number or thing, and how many words stand before it. A person's name before it, or a name of
    which we cannot tell whose it is, is neither that nor a late beginning."""
    before, named = 0, False
    for message in answer.messages:
        text: str = message["text"]
        for start, end in signs.concrete(text):
            count = before + len(folding.words(text[:start]))
            clause = clause_of(message, start)
            quote = (
                located(message, *clause) if count >= EARLY else telling(message, *clause, start)
            )
            is_thing = signs.is_thing(text, start, end, sentence_of(message, start))
            if count < EARLY and is_thing:
                return Finding(State.FOUND, (quote,), count + 1)
            if count >= EARLY:
                late = count >= LATE and not named
                return Finding(State.ABSENT if late else State.UNCLEAR, (quote,), count)
            named = True
        before += len(folding.words(text))
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
    yield from _quotes(answer, places)


def _told(answer: Answer, places: Iterable[tuple[int, int, int, int | None]]) -> tuple[Quote, ...]:
    """Located words that can be read alone, each once, less those that speak to the judge."""
    by_index = {message["index"]: message for message in answer.messages}
    wide = (telling(by_index[at], start, end, sign) for at, start, end, sign in places)
    return tuple(dict.fromkeys(_quotes(answer, ((q.message, q.start, q.end) for q in wide))))


def _quotes(answer: Answer, places: Iterable[tuple[int, int, int]]) -> Iterator[Quote]:
    """Located words, less those that speak to the judge."""
    by_index = {message["index"]: message for message in answer.messages}
    spans = {index: addressed(message["text"]) for index, message in by_index.items()}
    for index, start, end in places:
        if not any(span.start < end and start < span.end for span in spans[index]):
            yield located(by_index[index], start, end)
