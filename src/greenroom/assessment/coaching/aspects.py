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
    is_half,
    located,
    sentence_of,
    telling,
    widened,
    with_clause_before,
    with_sentence_before,
)
from greenroom.assessment.coaching.shapes import Asking, Aspect, Finding, State
from greenroom.assessment.coaching.standing import leans
from greenroom.assessment.exchanges import Message
from greenroom.evidence import Quote
from greenroom.interview.ledger import CERTAIN, Entry
from greenroom.interview.reading import Told
from greenroom.interview.understanding.clauses import clauses
from greenroom.interview.understanding.sense import nothing_in
from greenroom.interview.understanding.story import compares, story_parts
from greenroom.interview.understanding.telling import parts_by_cues, tells_deed
from greenroom_turns import folding

EARLY: Final = 12
"""A first number or name within so many words is early."""
LATE: Final = 30
FEWEST: Final = 12
"""Words; an answer with fewer leaves little to hear."""
MOST: Final = 230
"""Words: about a minute and a half of speech."""
FEWEST_TOLD: Final = 4
"""Words of a sentence that answers what was asked by name."""
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
_OF_THEMSELVES: Final = (Asking.INTRODUCTION, Asking.ABOUT)


@dataclass(frozen=True)
class Answer:
    """The answers to one question, and what the ledger holds of them."""

    messages: Sequence[Message]
    entries: Sequence[Entry]
    """Parts of a story in these messages, by the message's index."""
    told: Mapping[int, Sequence[Told]]
    asking: Asking | None = None
    """What was asked for, where it is known."""

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
    if parts[Aspect.MEASURABLE_RESULT].state is State.FOUND and not parts[Aspect.RESULT].quotes:
        parts[Aspect.RESULT] = parts[Aspect.MEASURABLE_RESULT]
    for part, kind in ((Aspect.RESULT, Asking.OUTCOME), (Aspect.TRADE_OFF, Asking.PRICE)):
        if answer.asking is kind and parts[part].state is not State.FOUND:
            parts[part] = _answered(answer, part) or parts[part]
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
    """The first sentence that does not speak to whoever judges, cut where it is long."""
    places = (
        (message["index"], *found.span())
        for message in answer.messages
        for found in SENTENCE.finditer(message["text"])
        if folding.words(found[0])
    )
    return next(_quotes(answer, places), None)


def _part(answer: Answer, part: Aspect) -> Finding:
    """Found where the ledger has it and a second sign agrees; absent where nothing points to it. What is found and cannot be
    read alone has no quote."""
    entries = _plain(answer, part)
    if part is Aspect.SITUATION:
        first = min(((e.message, e.start) for e in _plain(answer, Aspect.ACTION)), default=None)
        entries = [e for e in entries if first is None or (e.message, e.start) < first]
    if entries:
        routine = [e for e in entries if part in _ENDS and signs.ROUTINE.search(e.words.lower())]
        ordered = [e for e in entries if e not in routine] + routine
        quotes = _told(answer, _places(ordered), part)
        return Finding(
            State.FOUND, quotes or _told(answer, _places(_cued(answer, part)), part), len(entries)
        )
    return Finding(State.UNCLEAR if _may_tell(answer, part) else State.ABSENT)


def _plain(answer: Answer, part: Aspect) -> list[Entry]:
    """What the ledger has of this part, as far as a second sign agrees; and the deeds that the words name plainly, of which a reader
    leaves some out."""
    entries = [e for e in answer.entries if e.part == part and _is_plain(answer, e)]
    if part is not Aspect.ACTION:
        return entries
    more = [c for c in _cued(answer, part) if not any(_overlap(c, e) for e in entries)]
    return sorted((*entries, *more), key=lambda e: (e.message, e.start))


def _cued(answer: Answer, part: Aspect) -> list[Entry]:
    """Where cue words tell this part."""
    found = [
        Entry(told.part, m["index"], told.start, told.end, m["text"][told.start : told.end])
        for m in answer.messages
        for told in parts_by_cues(m["text"])
    ]
    return [e for e in found if e.part == part and _is_plain(answer, e)]


def _overlap(one: Entry, other: Entry) -> bool:
    return one.message == other.message and one.start < other.end and other.start < one.end


def _places(entries: Iterable[Entry]) -> Iterator[tuple[int, int, int, None]]:
    return ((e.message, e.start, e.end, None) for e in entries)


def _answered(answer: Answer, part: Aspect) -> Finding | None:
    """What was asked for by name, told in words of which none is a sign: "What had to wait?" "My notes." None where the answer
    says that there was nothing."""
    if signs.NOTHING_GIVEN.search(signs.lowered(answer.text)) or nothing_in(answer.text):
        return None
    places = [
        (message["index"], *found.span(), None)
        for message in answer.messages
        for found in SENTENCE.finditer(message["text"])
        if _may_answer(found[0], part)
    ]
    return Finding(State.FOUND, _told(answer, places, part), len(places)) if places else None


def _may_answer(sentence: str, part: Aspect) -> bool:
    """Whether a sentence of such an answer tells it: a result is what became of others or things, and has come about; what was
    given up is in a sentence of some words."""
    said = sentence.lower()
    if "?" in said or len(folding.words(said)) < FEWEST_TOLD:
        return False
    if part is Aspect.TRADE_OFF:
        return signs.LOOSE[part].search(said) is not None or signs.MINE.search(said) is not None
    return (
        not signs.NOT_YET.search(said)
        and not signs.MINE.search(said)
        and not signs.OURS.search(said)
    )


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
    if entry.part in _ENDS and compares(_sentence(answer, entry)):
        return True
    if entry.part in _ENDS and signs.HABIT.search(said) and not signs.CHANGED.search(said):
        return False
    match entry.part:
        case Aspect.ACTION:
            own = signs.CAREER.sub(" ", said)
            if own != said and (answer.asking in _OF_THEMSELVES or not tells_deed(own)):
                return False
            return signs.OWN.search(own) is not None and (cued or sure >= CERTAIN)
        case Aspect.TRADE_OFF:
            return cued
        case Aspect.MEASURABLE_RESULT:
            bare = signs.ROUTINE.sub(" ", said)
            measured = signs.measures(bare) or signs.SOON.search(bare) is not None
            return measured and (cued or sure >= CERTAIN)
        case Aspect.RESULT:
            loose = signs.LOOSE[Aspect.RESULT].search(said) and not signs.DENIED.search(said)
            return cued or (bool(loose) and sure >= CERTAIN)
        case _:
            return cued or sure >= CERTAIN


def _sentence(answer: Answer, entry: Entry) -> str:
    """The sentence that holds these words."""
    message = next(m for m in answer.messages if m["index"] == entry.message)
    text: str = message["text"]
    return text[slice(*sentence_of(message, entry.start))]


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
    found = list(places)
    if found:
        return Finding(State.FOUND, _told(answer, found, Aspect.NUMBER), len(found))
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
    if answer.asking is Asking.INTRODUCTION:
        return Finding(State.UNCLEAR)
    if places:
        return Finding(State.FOUND, _told(answer, places, Aspect.REASON), len(places))
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
                shown = _shown(answer, [quote], Aspect.CONCRETE)
                return Finding(State.FOUND if shown else State.UNCLEAR, shown, count + 1)
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


def _told(
    answer: Answer, places: Iterable[tuple[int, int, int, int | None]], part: Aspect | None = None
) -> tuple[Quote, ...]:
    """Located words that can be read alone, each once, less those that speak to whoever judges. Of a `part`: less those that
    are no credit to anybody, or half of what was said."""
    by_index = {message["index"]: message for message in answer.messages}
    wide = (telling(by_index[at], start, end, sign) for at, start, end, sign in places)
    found = dict.fromkeys(_quotes(answer, ((q.message, q.start, q.end) for q in wide)))
    return tuple(found) if part is None else _shown(answer, found, part)


def _shown(answer: Answer, found: Iterable[Quote], part: Aspect) -> tuple[Quote, ...]:
    """Of these quotes those that can be read alone, are no half and no discredit."""
    by_index = {message["index"]: message for message in answer.messages}
    first = answer.messages[0]["index"]
    whole = (_alone(by_index[q.message], q, opens=q.message == first) for q in found)
    kept = (q for q in whole if q is not None and _may_be_shown(by_index[q.message], q, part))
    wide = tuple(dict.fromkeys(kept))
    return tuple(q for q in wide if not any(q != other and _holds(other, q) for other in wide))


def _holds(wide: Quote, quote: Quote) -> bool:
    same = wide.message == quote.message
    return same and wide.start <= quote.start and quote.end <= wide.end


def _alone(message: Message, quote: Quote, *, opens: bool) -> Quote | None:
    """These words, or they with their sentence or the one before it too, so that they lean on nothing; None where they do. What
    begins the answer (`opens`) leans on its question, which stands above it."""
    if opens and not folding.words(message["text"][: quote.start]):
        return quote
    ways = (with_clause_before, widened, with_sentence_before)
    wider = (quote, *(way(message, quote) for way in ways))
    return next((one for one in wider if not leans(one.text, on_people=False)), None)


def _may_be_shown(message: Message, quote: Quote, part: Aspect) -> bool:
    said = signs.lowered(quote.text)
    if part is not Aspect.SITUATION and (signs.FAULT.search(said) or signs.GRAVE.search(said)):
        return False
    if part is Aspect.REASON and signs.OF_THEIRS.search(said):
        return False
    return part is Aspect.ACTION or not is_half(message, quote)


def _quotes(answer: Answer, places: Iterable[tuple[int, int, int]]) -> Iterator[Quote]:
    """Located words, less those that speak to whoever judges."""
    by_index = {message["index"]: message for message in answer.messages}
    spans = {index: addressed(message["text"]) for index, message in by_index.items()}
    for index, start, end in places:
        if not any(span.start < end and start < span.end for span in spans[index]):
            yield located(by_index[index], start, end)
