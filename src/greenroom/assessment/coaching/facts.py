"""What a candidate tells of themselves: what they are good at, their work, what they would like to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from greenroom.assessment.addressed import addressed
from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.answer import Answer
from greenroom.assessment.coaching.quoting import LONGEST_QUOTE, clause_of, located
from greenroom.assessment.coaching.shapes import Aspect, Finding, State
from greenroom.assessment.exchanges import Message
from greenroom.evidence import Quote
from greenroom.interview.understanding.clauses import clauses
from greenroom.interview.understanding.stated import stated
from greenroom_turns import folding

PLAIN: Final = 0.8
"""How sure a cue word of a fact is on which a claim rests (`stated.Stated.sure`)."""
_KEYS: Final = {"highlight": Aspect.GOOD_AT, "role": Aspect.WORK}
_NO_STRENGTH: Final = re.compile(r"\b(?:achievement|proud|highlight)", re.I)
"""Words of something done, beside what somebody is good at."""
_WISH: Final = re.compile(
    r"\b(?:i (?:would|want|hope|wish|plan|aim|intend)|i['’]d (?:like|love|rather)|looking (?:for|to)|my (?:goal|aim|dream|plan)|"
    r"next (?:step|year)|one day|some day|in (?:the )?future)\b"
)
"""A loose sign: who has one of these is not told to say what they would like."""


_OF_STRENGTH: Final = re.compile(r"\bstrengths?\b|\b(?:good|best) at\b", re.I)
_LIKES: Final = re.compile(r"\b(?:like|love|enjoy)\b", re.I)
_STRONG: Final = re.compile(
    r"\b(?:good at|good with|learner|listener|careful|calm|patient|reliable|i can\b(?!['’]t)|people say)\b",
    re.I,
)


def facts(answer: Answer, asked: str | None, question: str = "") -> dict[Aspect, Finding]:
    """What the answer has of them. `asked`: the value of the fact that the question asked for, as it was
    understood. Of a `question` for a strength what somebody likes is no answer."""
    told: dict[Aspect, list[Quote]] = {aspect: [] for aspect in _KEYS.values()}
    for message in answer.messages:
        for one in stated(message["text"]):
            if one.key in _KEYS and one.sure >= PLAIN:
                told[_KEYS[one.key]] += _quoted(message, one.start)
    told[Aspect.GOOD_AT] = [q for q in told[Aspect.GOOD_AT] if _is_strength(q.text)]
    told[Aspect.NAMED] = list(_named(answer, asked, question))
    wish = _WISH.search(answer.text.lower()) is not None
    found = {aspect: _finding(quotes) for aspect, quotes in told.items()}
    return found | {Aspect.WISH: Finding(State.FOUND if wish else State.ABSENT)}


def _is_strength(said: str) -> bool:
    return not _NO_STRENGTH.search(said) and not signs.LEANS.match(said.lower())


def _finding(quotes: list[Quote]) -> Finding:
    return Finding(State.FOUND if quotes else State.UNCLEAR, tuple(quotes), len(quotes))


def _named(answer: Answer, asked: str | None, question: str) -> Iterator[Quote]:
    """The clause with what was asked for. A strength is known by its words, also where its fact was not understood."""
    of_strength = _OF_STRENGTH.search(question) is not None
    if of_strength and (strong := next(_strengths(answer), None)) is not None:
        yield strong
        return
    if asked is None:
        return
    for message in answer.messages:
        start = message["text"].lower().find(asked.lower())
        if start >= 0:
            found = _quoted(message, start)
            yield from (q for q in found if not (of_strength and _LIKES.search(q.text)))
            return


def _strengths(answer: Answer) -> Iterator[Quote]:
    """Clauses that name what somebody can do well, each to the next comma."""
    for message in answer.messages:
        for start, end in clauses(message["text"]):
            clause = message["text"][start:end]
            if strong := _STRONG.search(clause):
                said = clause[: strong.end()] + clause[strong.end() :].partition(",")[0]
                if not _LIKES.search(said) and not signs.DENIED.search(said.lower()):
                    yield from _quoted(message, start, start + len(said))


def _quoted(message: Message, place: int, last: int | None = None) -> Iterator[Quote]:
    """The clause that holds this place, up to `last` and without a loose end. Nothing where it would be cut or speaks to whoever
    judges."""
    text: str = message["text"]
    start, end = clause_of(message, place)
    end = end if last is None else min(end, last)
    loose = signs.LOOSE_END.search(signs.lowered(text[start:end]))
    if loose is not None and loose.start():
        end = start + loose.start()
    spoken = any(span.start < end and start < span.end for span in addressed(text))
    if not spoken and len(folding.words(text[start:end])) < LONGEST_QUOTE:
        yield located(message, start, end)
