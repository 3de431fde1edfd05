"""Which parts of a story one answer tells, each located in its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from greenroom.assessment.coaching import concrete, signs
from greenroom.assessment.coaching.answer import Answer, in_words
from greenroom.assessment.coaching.quoting import SENTENCE, sentence_of
from greenroom.assessment.coaching.shapes import Asking, Aspect, Finding, State
from greenroom.interview.ledger import CERTAIN, Entry
from greenroom.interview.understanding.sense import nothing_in
from greenroom.interview.understanding.story import compares, story_parts
from greenroom.interview.understanding.telling import parts_by_cues, tells_deed
from greenroom_turns import folding

FEWEST_TOLD: Final = 4
"""Words of a sentence that answers what was asked by name."""
_ENDS: Final = (Aspect.RESULT, Aspect.MEASURABLE_RESULT)
_OF_THEMSELVES: Final = (Asking.INTRODUCTION, Asking.ABOUT)


def part_of(answer: Answer, part: Aspect) -> Finding:
    """Found where the ledger has it and a second sign agrees; absent where nothing points to it. What is found and cannot be
    read alone has no quote."""
    entries = _plain(answer, part)
    if part is Aspect.SITUATION:
        first = min(_steps(answer), default=None)
        entries = [e for e in entries if first is None or (e.message, e.start) < first]
    if entries:
        routine = [e for e in entries if part in _ENDS and signs.ROUTINE.search(e.words.lower())]
        ordered = [e for e in entries if e not in routine] + routine
        quotes = in_words(answer, _places(ordered), part)
        return Finding(
            State.FOUND,
            quotes or in_words(answer, _places(_cued(answer, part)), part),
            len(entries),
        )
    return Finding(State.UNCLEAR if _may_tell(answer, part) else State.ABSENT)


def _steps(answer: Answer) -> Iterator[tuple[int, int]]:
    """Where the speaker did or said something, by message and place: what comes after it is no longer how things were."""
    yield from ((e.message, e.start) for e in _plain(answer, Aspect.ACTION))
    for message in answer.messages:
        yield from ((message["index"], m.start()) for m in signs.SPOKE.finditer(message["text"]))


def _plain(answer: Answer, part: Aspect) -> list[Entry]:
    """What the ledger has of this part, as far as a second sign agrees; and the deeds and measured results that the words name plainly,
    of which a reader leaves some out."""
    entries = [e for e in answer.entries if e.part == part and _is_plain(answer, e)]
    if part not in (Aspect.ACTION, Aspect.MEASURABLE_RESULT):
        return entries
    more = [c for c in _cued(answer, part) if not any(_overlap(c, e) for e in entries)]
    return sorted((*entries, *more), key=lambda e: (e.message, e.start))


def _cued(answer: Answer, part: Aspect) -> list[Entry]:
    """Where cue words tell this part."""
    found = [
        Entry(cue.part, m["index"], cue.start, cue.end, m["text"][cue.start : cue.end])
        for m in answer.messages
        for cue in parts_by_cues(m["text"])
    ]
    return [e for e in found if e.part == part and _is_plain(answer, e)]


def _overlap(one: Entry, other: Entry) -> bool:
    return one.message == other.message and one.start < other.end and other.start < one.end


def _places(entries: Iterable[Entry]) -> Iterator[tuple[int, int, int, None]]:
    return ((e.message, e.start, e.end, None) for e in entries)


def answered(answer: Answer, part: Aspect) -> Finding | None:
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
    return Finding(State.FOUND, in_words(answer, places, part), len(places)) if places else None


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
    sure = answer.sure_of.get((entry.message, entry.part, entry.start, entry.end), 0.0)
    told_alone = (
        signs.AMOUNTS.sub(" ", entry.words) if entry.part == Aspect.TRADE_OFF else entry.words
    )
    cued = any(cue.part == entry.part for cue in parts_by_cues(told_alone))
    said = entry.words.lower()
    if entry.part in _ENDS and compares(_sentence(answer, entry)):
        return True
    if entry.part in _ENDS and signs.HABIT.search(said) and not signs.CHANGED.search(said):
        return False
    match entry.part:
        case Aspect.ACTION:
            if signs.PRESENT.search(said) and not tells_deed(said):
                return False
            own = signs.CAREER.sub(" ", said)
            if own != said and (answer.asking in _OF_THEMSELVES or not tells_deed(own)):
                return False
            return signs.OWN.search(own) is not None and (cued or sure >= CERTAIN)
        case Aspect.TRADE_OFF:
            return cued
        case Aspect.MEASURABLE_RESULT:
            bare = signs.ROUTINE.sub(" ", said)
            measured = concrete.measures(bare) or signs.SOON.search(bare) is not None
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
        return concrete.may_number(said)
    return signs.LOOSE[part].search(said) is not None
