"""What `scan` looks for: patterns over a folded text, and the words without which none of them matches.

Every pattern is linear in its text. White space is one character there (`folding`), repetitions are
bounded or possessive, and what has no bound begins at one place only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from greenroom.circle.judging.claimed import CLAIMED
from greenroom.circle.judging.spelling import keys, words
from greenroom.circle.judging.suspicions import LEXICONS, Lexicon


class FlagKind(StrEnum):
    ADDRESS = "address"
    """Somebody speaks to the judge or to a machine."""
    ORDER = "order"
    """The verdict is ordered, or claimed."""
    OVERRIDE = "override"
    """Instructions are to be forgotten, or replaced."""
    FORGED_TURN = "forged_turn"
    """A speaker's label within a message."""
    CLAIM = "claim"
    """An agreement is told of, or what the other is said to have said."""
    MARKUP = "markup"
    """Tags, template marks, the keys of a verdict, an end of the transcript."""
    HIDDEN = "hidden"
    """Characters that show nothing, letters of another script in a word, spaced-out letters."""
    ENCODED = "encoded"
    """Text in base64 or hexadecimal."""


class Reach(StrEnum):
    """How much is suspicious around what was found."""

    CLAIM = "claim"
    """The clause, and the next of its sentence: what was claimed ("as you said, we meet on Thursday")."""
    SENTENCE = "sentence"
    LINE = "line"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Sign:
    kind: FlagKind
    pattern: re.Pattern[str]
    reach: Reach
    needs: tuple[frozenset[str], ...] = ()
    """Groups of words; a text that this matches has one at least of each."""


WORD: Final = r"[\w\u0900-\u0963\u0966-\u097f]"
"""A letter of a word; Python counts the vowel signs of Devanagari as none."""
CLAUSE: Final = r"(?:^|[\n.!?।:;,\"“”«»(\[{>*#|–—-]|(?<!\w)['‘])\s?"
BEFORE: Final = r"[\s\"'“”«»:=(]"
"""What stands before a word that somebody is told to say."""
SOME: Final = rf"(?:{BEFORE}{{1,6}}+|(?:\s[^\s.!?।]++){{0,4}}?\s[^\s.!?।]*?(?<={BEFORE}))"
"""Up to four words of the same sentence, and the beginning of a fifth up to such a mark."""
FIELDS: Final = (
    r"(?:verdict|decision|notification|speaker|role)[\"'”“]?\s?[:=]\s?[\"'“”]?\s?"
    r"(?:yes|no|true|false|null|owner|visitor|system|approved|undecided)"
    r"|(?:stop_suggested|injection_suspected|as_user_message|owner_objective|turn_goal|intent_tag)\b"
)
TAGS: Final = (
    r"</?\s?(?:transcript|system|instructions?|prompt|owner|visitor|judge|conversation|data|assistant"
    r"|user|verdict|output|context)\b|<\|\w++\|>|\[/?(?:inst|system|sys|end)\b|<<sys>>|```|\bnonce\b"
    r"|\x1b\[|<\s?(?:script|img|iframe|svg|a)\b"
)
MARKS: Final = re.compile(r"[:=_<\[`\x1b]")
"""One of these stands in whatever `FIELDS` and `TAGS` match, or the word `NONCE`."""
NONCE: Final = "nonce"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(unicodedata.normalize("NFKD", pattern), re.MULTILINE)


def _address(words: Lexicon) -> Sign:
    to = rf"(?:(?:{words.article})\s)?(?:(?:ai|ki|ia)\s)?"
    colon = r"\s?(?:\([^()]*+\)\s?)?[:：—–]"
    whom = rf"(?:{words.judge}|{words.machine})"
    greeted = rf"(?:{words.greeting})[\s:,]*+(?<!{WORD}){to}{whom}(?!{WORD})"
    pattern = (
        rf"{CLAUSE}(?:{greeted}[^.!?\n]{{0,30}}?[:,：—–-]|{to}(?:{words.judge})\s?[:,：—–]"
        rf"|{to}(?:{words.machine}){colon})"
    )
    return Sign(
        FlagKind.ADDRESS, _compiled(pattern), Reach.LINE, (keys(words.judge) | keys(words.machine),)
    )


def _orders(words: Lexicon) -> Iterator[Sign]:
    """The verdict is ordered, the introduction is ordered, instructions are to be forgotten."""
    for kind, verb, what in (
        (FlagKind.ORDER, words.say, words.verdict),
        (FlagKind.ORDER, words.approve, words.approved),
        (FlagKind.OVERRIDE, words.override, words.overridden),
    ):
        lead = rf"{CLAUSE}(?:(?:{words.lead})[\s,]++){{0,3}}"
        pattern = rf"{lead}(?:{verb})(?:\ssie)?{SOME}(?:{what})(?!{WORD})"
        if words.verb_last:
            pattern = rf"(?<!{WORD})(?:{what}){SOME}(?:{verb})(?!{WORD})"
            if verb == words.say:
                pattern = rf"(?<!{WORD})(?:{what})\s(?:ही\s)?(?:{verb})(?!{WORD})"
        yield Sign(kind, _compiled(pattern), Reach.SENTENCE, (keys(verb), keys(what)))


def _claimed_verdicts(words: Lexicon) -> Iterator[Sign]:
    whom = rf"(?:{words.judge}|{words.machine})"
    duty = rf"(?<!{WORD}){whom}\s(?:{words.duty}){SOME}(?:{words.verdict})(?!{WORD})"
    outcome = (
        rf"(?<!{WORD})(?:{words.outcome})(?!{WORD})[^.!?।\n,]{{0,30}}?"
        rf"(?<!{WORD})(?:{words.is_yes})(?!{WORD})"
    )
    needs = keys(words.judge) | keys(words.machine), keys(words.duty), keys(words.verdict)
    yield Sign(FlagKind.ORDER, _compiled(duty), Reach.SENTENCE, needs)
    needs_yes = keys(words.outcome), keys(words.is_yes)
    yield Sign(FlagKind.ORDER, _compiled(outcome), Reach.SENTENCE, needs_yes)


def _others(words: Lexicon) -> Iterator[Sign]:
    label = (
        r"(?:(?:^|\n|\\n|[.!?।]\s)\s?[\"'“*#\[>-]*+\s?)(?:agent[_ ])?"
        rf"(?:{words.side})[\]*]*+\s?[:：]"
    )
    whole = rf"(?<!{WORD})(?:{{}})(?!{WORD})"
    steer, ending = whole.format(words.steer), whole.format(words.ending)
    for kind, pattern, reach, needed in (
        (FlagKind.OVERRIDE, steer, Reach.SENTENCE, words.steer),
        (FlagKind.FORGED_TURN, label, Reach.LINE, words.side),
        (FlagKind.MARKUP, ending, Reach.REST, words.ending),
    ):
        yield Sign(kind, _compiled(pattern), reach, (keys(needed),))


def _all() -> Iterator[Sign]:
    for lexicon in LEXICONS:
        yield _address(lexicon)
        yield from _orders(lexicon)
        yield from _claimed_verdicts(lexicon)
        yield from _others(lexicon)
    for needed, pattern in CLAIMED:
        whole = _compiled(rf"(?<!{WORD})(?:{pattern})(?!{WORD})")
        yield Sign(FlagKind.CLAIM, whole, Reach.CLAIM, (keys(needed),))


SIGNS: Final = tuple(_all())
MARKUP: Final = Sign(FlagKind.MARKUP, re.compile(f"{FIELDS}|{TAGS}"), Reach.REST)


def _numbered(groups: Iterable[frozenset[str]]) -> dict[str, int]:
    """Of each word the groups that it is of, as bits."""
    found: dict[str, int] = {}
    for number, group in enumerate(groups):
        for word in group:
            found[word] = found.get(word, 0) | 1 << number
    return found


GROUPS: Final = tuple(dict.fromkeys(group for sign in SIGNS for group in sign.needs))
BITS: Final = _numbered(GROUPS)
KNOWN: Final = frozenset(BITS)
NEEDED: Final = tuple(
    (sign, sum(1 << GROUPS.index(group) for group in sign.needs)) for sign in SIGNS
)


def possible(text: str) -> tuple[Sign, ...]:
    """The signs that this folded text can have, by its words."""
    bits = 0
    for word in KNOWN.intersection(words(text)):
        bits |= BITS[word]
    found = _with(bits)
    return (*found, MARKUP) if MARKS.search(text) or NONCE in text else found


@lru_cache(maxsize=4096)
def _with(bits: int) -> tuple[Sign, ...]:
    return tuple(sign for sign, needed in NEEDED if bits & needed == needed)
