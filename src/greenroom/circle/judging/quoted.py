"""Whether words that a judge quotes were said, and say anything.

Slips of form are forgiven where they change nothing: besides what `evidence.locate` forgives, the name
of the speaker before the words, marks around and among them, and an ellipsis, if its parts stand in the message
in this order and nothing between them turns the meaning round.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from greenroom.circle.inputs import Message
from greenroom.circle.judging.spelling import GAPS
from greenroom.evidence import Searchable, Span
from greenroom_turns.function_words import EMPTY, NEGATIONS

FEWEST_LETTERS: Final = 2
"""Of one word of a quote at least. A letter alone says nothing."""
MOST_PARTS: Final = 4
"""Of a quote with ellipses."""
ELLIPSIS: Final = re.compile(r"[\[(]?(?:…|\.{3,}+)[\])]?")
LABEL: Final = re.compile(
    r"\W{0,3}(?:(?:(?:m|(?:message|msg|turn)\.?\s?)(?P<number>\d{1,3})"
    r"|(?P<side>owner|visitor)(?:['’]s)?(?: agent)?(?: (?:says?|said|wrote))?)\W{1,4}){1,2}",
    re.IGNORECASE,
)
EMPHASIS: Final = re.compile(r"[*_`~]+")
NOT: Final = re.compile(r"['’ʼ]t\b", re.IGNORECASE)
LONGEST_LABEL: Final = 60


def places(quote: str, message: Message, number: int) -> tuple[Span, ...]:
    """Where in this message, the `number`-th (from 1), these words were said: more than one place for a
    quote with an ellipsis, none where they were not said or say nothing."""
    for words in _readings(quote, message, number):
        says = _says_something(words) or _is_answer(words, message.message)
        if says and (found := _found(words, message.message)):
            return found
    return ()


def _readings(quote: str, message: Message, number: int) -> Iterator[str]:
    """As it is, and without marks around it, emphasis in it or a label that is true."""
    yield quote
    yield _bare(quote)
    yield _bare(EMPHASIS.sub("", quote))
    label = LABEL.match(quote[:LONGEST_LABEL])
    if label:
        of_side = label["side"] is None or label["side"].lower() == message.speaker
        if of_side and label["number"] in (None, str(number)):
            yield _bare(EMPHASIS.sub("", quote[label.end() :]))


def _found(words: str, text: str) -> tuple[Span, ...]:
    whole = _place(words, text)
    if whole is not None:
        return (whole,)
    parts = [part for part in map(_bare, ELLIPSIS.split(words)) if part]
    if not 1 < len(parts) <= MOST_PARTS or not all(map(_is_part, parts)):
        return ()
    return _in_order(parts, text)


def _place(words: str, text: str) -> Span | None:
    """Not "I can" in "I can’t"."""
    place = _searchable(text).locate(words)
    return None if place is None or NOT.match(text, place.end) else place


def _in_order(parts: Iterable[str], text: str) -> tuple[Span, ...]:
    """One after the other, without a negation among what was left out."""
    found: list[Span] = []
    for part in parts:
        at = found[-1].end if found else 0
        place = _place(part, text[at:])
        if place is None or (found and _negates(text[at : at + place.start])):
            return ()
        found.append(Span(at + place.start, at + place.end))
    return tuple(found)


@lru_cache(maxsize=256)
def _searchable(text: str) -> Searchable:
    return Searchable(text)


def _is_part(part: str) -> bool:
    """Of single small words any message could be made."""
    return len(_words(part)) > 1 or _says_something(part)


def _says_something(quote: str) -> bool:
    return any(
        word not in EMPTY and sum(map(_counts, word)) >= FEWEST_LETTERS for word in _words(quote)
    )


def _is_answer(quote: str, text: str) -> bool:
    """The whole message: of small words alone it can be an answer ("So would I.")."""
    words = _words(quote)
    return len(words) > 1 and words == _words(text)


def _negates(text: str) -> bool:
    words = _words(text)
    contracted = any(
        pair == ("n", "t") for pair in zip((w[-1] for w in words), words[1:], strict=False)
    )
    return contracted or not NEGATIONS.isdisjoint(words)


def _words(text: str) -> list[str]:
    """In small letters. Vowel signs are of their word."""
    if text.isascii():
        return text.lower().translate(GAPS).split()
    small = unicodedata.normalize("NFC", text).casefold()
    return "".join(c if c.isalnum() or _is_mark(c) else " " for c in small).split()


def _bare(text: str) -> str:
    """Without what stands around its first and last letter."""
    inside = [index for index, c in enumerate(text) if c.isalnum()]
    if not inside:
        return ""
    end = inside[-1] + 1
    while end < len(text) and _is_mark(text[end]):
        end += 1
    return text[inside[0] : end]


def _counts(character: str) -> bool:
    """Letters, digits, and the vowel signs that take a place of their own."""
    return character.isalnum() or unicodedata.category(character) == "Mc"


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")
