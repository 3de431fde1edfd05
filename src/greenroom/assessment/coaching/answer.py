"""One answer, and its words as they may be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from greenroom.assessment.addressed import addressed
from greenroom.assessment.coaching import signs
from greenroom.assessment.coaching.quoting import (
    is_half,
    located,
    telling,
    widened,
    with_clause_before,
    with_sentence_before,
)
from greenroom.assessment.coaching.shapes import Asking, Aspect
from greenroom.assessment.coaching.standing import leans
from greenroom.assessment.exchanges import Message
from greenroom.evidence import Quote
from greenroom.interview.ledger import Entry
from greenroom.interview.reading import Told
from greenroom_turns import folding

MOST_QUOTED: Final = 24
"""Places of one aspect that are looked at for a quote; each needs a look at the whole answer."""


@dataclass(frozen=True)
class Answer:
    """The answers to one question, and what the ledger holds of them."""

    messages: Sequence[Message]
    entries: Sequence[Entry]
    """Parts of a story in these messages, by the message's index."""
    told: Mapping[int, Sequence[Told]]
    asking: Asking | None = None
    """What was asked for, where it is known."""

    @cached_property
    def sure_of(self) -> Mapping[tuple[int, str, int, int], float]:
        """How sure the reader was of each part of a story, by its message, part, start and end."""
        told = ((index, one) for index, found in self.told.items() for one in found)
        by_sure = sorted(told, key=lambda each: each[1].sure)
        return {(index, one.part, one.start, one.end): one.sure for index, one in by_sure}

    @property
    def text(self) -> str:
        return "\n".join(message["text"] for message in self.messages)

    @property
    def words(self) -> int:
        return len(folding.words(self.text))


def in_words(
    answer: Answer, places: Iterable[tuple[int, int, int, int | None]], part: Aspect | None = None
) -> tuple[Quote, ...]:
    """Located words that can be read alone, each once, less those that speak to whoever judges. Of a `part`: less those that
    are no credit to anybody, or half of what was said."""
    by_index = {message["index"]: message for message in answer.messages}
    first = islice(places, MOST_QUOTED)
    wide = (telling(by_index[at], start, end, sign) for at, start, end, sign in first)
    found = dict.fromkeys(spoken(answer, ((q.message, q.start, q.end) for q in wide)))
    return tuple(found) if part is None else fit_to_show(answer, found, part)


def fit_to_show(answer: Answer, found: Iterable[Quote], part: Aspect) -> tuple[Quote, ...]:
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


def spoken(answer: Answer, places: Iterable[tuple[int, int, int]]) -> Iterator[Quote]:
    """Located words, less those that speak to whoever judges."""
    by_index = {message["index"]: message for message in answer.messages}
    spans = {index: addressed(message["text"]) for index, message in by_index.items()}
    for index, start, end in places:
        if not any(span.start < end and start < span.end for span in spans[index]):
            yield located(by_index[index], start, end)
