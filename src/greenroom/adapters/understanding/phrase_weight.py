"""How much a noun phrase is worth naming: what says which one it is, and what it does in its clause."""

from __future__ import annotations

from typing import Final

from greenroom.adapters.understanding.noun_phrases import (
    BE,
    ENDS,
    JOINTS,
    LIKES,
    MINE,
    MODIFIERS,
    SUBJECTS,
    VERBS,
    Chunk,
    Word,
    begins_clause,
)
from greenroom.adapters.understanding.phrase_words import PALE, PEOPLE, UNREAL

LONGEST_CLAUSE: Final = 40
"""Words before a phrase that are looked at where no mark and no joint ends the clause."""
_BREAKS: Final = ENDS | JOINTS


def sure_of(words: list[Word], chunk: Chunk) -> float:
    """How likely the phrase is worth naming."""
    body = [w for w in words[chunk.start : chunk.end] if w.low not in PALE]
    content = [w for w in body if w.tag in MODIFIERS and w.tag not in ("POS", "CD")]
    head = words[chunk.end - 1]
    mine = words[chunk.start].low in MINE
    more = chunk.after > chunk.end
    which = [w for w in content if w.tag not in ("JJR", "JJS")]
    if head.low in PEOPLE and len(which) < 2 and not more:
        return 0.0
    worth = min(len(content), 3) + (1.2 if more else 0) + 0.4 * any(w.tag == "CD" for w in body)
    if mine:
        worth += 0.4
    sure = 0.22 + 0.2 * min(worth, 3.2)
    if len(content) == 1 and chunk.start > 1 and head.low not in PEOPLE:
        sure += 0.1 if _own_deed(words, chunk.start - 1) else 0.0
    return max(0.0, min(0.97, sure + _role(words, chunk)))


def is_complement(words: list[Word], chunk: Chunk) -> bool:
    """It says what somebody is or was: "I was a driver", "as a clerk"; and not "the hardest part was the lift"."""
    before = words[chunk.start - 1].low if chunk.start else ""
    if before == "as":
        return True
    who = {word.low for word in clause_before(words, chunk.start)} & (
        SUBJECTS | {"that", "this", "there"}
    )
    return before in BE and (bool(who) or words[chunk.start].low not in ("the", *MINE))


def _own_deed(words: list[Word], i: int) -> bool:
    """Word `i` is the verb of something that the candidate did ("I dug", "and then packed")."""
    if words[i].tag not in VERBS or words[i].low in BE:
        return False
    before = words[i - 1].low
    return before in ("i", "we") or (words[i].tag == "VBD" and before in ("and", "then", "also"))


def _role(words: list[Word], chunk: Chunk) -> float:
    """What the phrase does in its clause: the object of a deed and what goes wrong carry the story."""
    before = words[chunk.start - 1] if chunk.start else None
    clause = clause_before(words, chunk.start)
    lows = {w.low for w in clause}
    by = 0.0
    if before is not None and before.tag in VERBS and before.low not in BE:
        by += 0.08
        by += 0.06 if lows & {"i", "we"} and before.tag == "VBD" else 0.0
    elif before is not None and before.tag == "IN":
        by += 0.02 if before.low in ("about", "for", "into") else -0.02
    elif begins_clause(words, chunk.start):
        by += 0.06
    indefinite = words[chunk.start].low not in ("the", "this", "that", "these", "those", *MINE)
    if indefinite and lows & UNREAL:
        by -= 0.3
    if lows & {"not", "n't", "never", "without", "nobody"} and indefinite:
        by -= 0.2
    if lows & LIKES and lows & {"i", "to"}:
        by -= 0.1
    return by


def clause_before(words: list[Word], start: int) -> list[Word]:
    """The words of the clause before word `start`, at most `LONGEST_CLAUSE`."""
    begun = start
    first = max(0, start - LONGEST_CLAUSE)
    while begun > first and words[begun - 1].low not in _BREAKS:
        begun -= 1
    return words[begun:start]
