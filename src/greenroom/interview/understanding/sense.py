"""Whether an answer says anything at all. Everything here is a reason to score it 1 and never to
praise it; none is a reason to be unkind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from greenroom.interview.questions import content, normalised, words
from greenroom.interview.understanding.lexicon import (
    I_AM,
    LEISURE_WORDS,
    QUANTITY,
    ROLE_NOUNS,
    WORK_WORDS,
)
from greenroom.interview.understanding.story import SITUATION, story_parts
from greenroom_turns.function_words import FREQUENT_ENGLISH


class Nothing(StrEnum):
    """Why there is nothing to work with."""

    SILENT = "silent"
    DONT_KNOW = "dont_know"
    ONE_WORD = "one_word"
    GIBBERISH = "gibberish"
    ECHO = "echo"
    """The question, said back."""
    REPEATED = "repeated"
    """An earlier answer, once more."""
    OFF_TOPIC = "off_topic"


_DONT_KNOW = re.compile(
    r"^(?:(?:um+|uh+|er+|hmm+|well|so|oh|sorry|okay|honestly|i|i['’]?m|im|am|really|just|think|"
    r"guess|you|know|to|be|honest)\s+)*"
    r"(?:don['’]?t\s+(?:really\s+)?(?:know|have\s+(?:one|any|an?\s+\w+))|do\s+not\s+know|dunno|no\s+idea|"
    r"not\s+(?:really\s+)?sure|can['’]?t\s+(?:really\s+)?(?:think|remember|say)|cannot\s+(?:think|remember|say)|"
    r"have\s+no\s+(?:idea|clue)|nothing|no\s+comment|pass)\b"
)
_TRADE = re.compile(rf"{I_AM}\s+(?:an?|the)\s+(?:\w+\s+)?\w{{2,}}(?:er|or|ist|ian)\b", re.I)
LEISURE: Final = 3
"""Different words of leisure and home, without one of work: with fewer, of 3,876 answers that were to their question 267
looked like none; with three, none did."""
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5,}|(.)\1\1")


def nothing_in(
    answer: str, question: str = "", earlier: Sequence[str] = (), language: str = "en"
) -> Nothing | None:
    """Why the answer is empty of meaning; None if it says something. Only English is judged by its
    words; in other languages an answer is empty when it is short or said twice."""
    said = words(answer)
    if not said:
        return Nothing.SILENT
    if _repeats(answer, earlier):
        return Nothing.REPEATED
    if language != "en":
        return Nothing.ONE_WORD if len(said) < 3 else None
    if _dont_know(said):
        return Nothing.DONT_KNOW
    if _gibberish(said):
        return Nothing.GIBBERISH
    if len(said) < 3:
        return Nothing.ONE_WORD
    if _echoes(answer, question):
        return Nothing.ECHO
    return Nothing.OFF_TOPIC if _off_topic(answer, said, question) else None


def _repeats(answer: str, earlier: Sequence[str]) -> bool:
    mine, text = content(answer), normalised(answer)
    for other in earlier:
        theirs = content(other)
        if text == normalised(other) and len(text.split()) > 2:
            return True
        if len(mine) >= 5 and len(mine & theirs) >= 0.85 * len(mine):
            return True
    return False


def _dont_know(said: tuple[str, ...]) -> bool:
    """ "I don't know" and little more; a long answer that begins so may still say something."""
    return len(said) <= 12 and _DONT_KNOW.match(" ".join(said)) is not None


def _gibberish(said: tuple[str, ...]) -> bool:
    """No words of a language, or one word over and over."""
    if all(_unspeakable(word) for word in said):
        return True
    if len(said) >= 4 and Counter(said).most_common(1)[0][1] * 2 > len(said):
        return True
    known = sum(word in FREQUENT_ENGLISH or word in WORK_WORDS for word in said)
    return len(said) >= 4 and known * 7 < len(said) and not QUANTITY.search(" ".join(said))


def _unspeakable(word: str) -> bool:
    if word in WORK_WORDS or word in FREQUENT_ENGLISH or word.isdigit():
        return False
    return _CONSONANTS.search(word) is not None or (
        len(word) > 4 and not re.search(r"[aeiouyà-ÿ]", word)
    )


def _echoes(answer: str, question: str) -> bool:
    mine, asked = content(answer), content(question)
    return len(asked) >= 2 and len(mine) >= 2 and mine <= asked


def is_of_leisure(answer: str, question: str) -> bool:
    """English. It speaks of home and leisure alone, at length, and of nothing that was asked."""
    if len(LEISURE_WORDS.intersection(words(answer))) < LEISURE:
        return False
    return nothing_in(answer, question) is Nothing.OFF_TOPIC


def _off_topic(answer: str, said: tuple[str, ...], question: str) -> bool:
    """It speaks of leisure; and of no work, no trade of one's own, nothing of the question, and tells
    no story. Short of that, everybody gets the benefit of the doubt."""
    if LEISURE_WORDS.isdisjoint(said) or not (WORK_WORDS | ROLE_NOUNS).isdisjoint(said):
        return False
    if _TRADE.search(answer) is not None or story_parts(answer) - {SITUATION}:
        return False
    return not (set(said) - FREQUENT_ENGLISH) & content(question)
