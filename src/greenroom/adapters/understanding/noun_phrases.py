"""Noun phrases of a tagged sentence, with a short "of" or a short relative clause behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.adapters.understanding.phrase_words import (
    EMPTY_HEADS,
    FALSE_NOUNS,
    NOT_THERE,
    OTHERS_OWN,
)
from greenroom.adapters.understanding.tagger import Token

NOUNS: Final = frozenset({"NN", "NNS", "NNP", "NNPS"})
MODIFIERS: Final = NOUNS | {"JJ", "JJR", "JJS", "VBN", "VBG", "CD", "POS", "HYPH"}
FINITE: Final = frozenset({"MD", "VBD", "VBZ", "VBP"})
VERBS: Final = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_CHAIN: Final = frozenset({"MD", "RB", "RP", *VERBS})
_PREDICATE: Final = _CHAIN | {"DT", "JJ", "NN", "NNS"}
DETERMINERS: Final = frozenset({"the", "a", "an", "this", "that", "these", "those", "some", "all"})
MINE: Final = frozenset({"my", "our"})
ENDS: Final = frozenset({".", ",", ";", ":", "!", "?", "-", "–", "—"})
JOINTS: Final = frozenset(
    {"and", "but", "so", "because", "or", "until", "when", "then", "since", "while"}
)
BE: Final = frozenset({"is", "are", "was", "were", "be", "been", "am", "'s", "'re", "'m", "being"})
SUBJECTS: Final = frozenset(["i", "we", "you", "he", "she", "they", "it"])
LIKES: Final = frozenset(["like", "love", "enjoy", "prefer", "hate", "dislike"])


@dataclass(frozen=True, slots=True)
class Word:
    token: Token
    said: str
    """As it was said, its capitals kept where they belong to it."""
    tag: str

    @property
    def low(self) -> str:
        return self.token.word


@dataclass(frozen=True, slots=True)
class Chunk:
    """A noun phrase: words `start` to `end` of the turn, the noun last; `after` is the end of what follows and
    belongs to it (an "of", a relative clause)."""

    start: int
    end: int
    after: int
    joined: str = ""
    """A word to put between the noun and what follows: "that"."""


def mended(words: Sequence[str], tags: list[str], usual: Mapping[str, str]) -> list[str]:
    """A plural noun that was taken for a verb behind a noun or an adjective, though the clause has its verb:
    "I printed larger labels myself"."""
    finite = False
    for i, tag in enumerate(tags):
        if words[i] in ENDS or words[i] in JOINTS:
            finite = False
        elif tag == "VBZ" and finite and i and tags[i - 1] in ("JJ", "JJR", "NN", "VBN", "VBG"):
            after = tags[i + 1] if i + 1 < len(tags) else "."
            if usual.get(words[i]) == "NNS|VBZ" and after not in ("DT", "PRP$", "VBN", "VBG"):
                tags[i] = "NNS"
        finite = finite or tag in FINITE or tag == "VBN"
    return tags


def chunks(words: list[Word]) -> Iterator[Chunk]:
    i = 0
    while i < len(words):
        start = i
        if opens(words[i]):
            i += 1
        while i < len(words) and _modifies(words, i):
            i += 1
        end = i
        while end > start and words[end - 1].tag not in NOUNS:
            end -= 1
        if end == start or (end == start + 1 and opens(words[start])):
            i = max(i, start + 1)
            continue
        yield _extended(words, _without_verb(words, start, end), end)
        i = end


def _without_verb(words: list[Word], start: int, end: int) -> int:
    """A first word that is the verb of a subject before it ("we baked bread", "were fitting pads") is no
    part of the phrase."""
    before = words[start - 1].low if start else ""
    verb = before in SUBJECTS or (before in BE and words[start].low.endswith("ing"))
    return start + 1 if verb and start + 1 < end and not opens(words[start]) else start


def opens(word: Word) -> bool:
    return word.tag in ("DT", "PRP$", "PDT", "WP$") or word.low in ("a", "an", "the")


def _modifies(words: list[Word], i: int) -> bool:
    word = words[i]
    if word.tag in ("VBN", "VBG"):  # "the broken lock", and not "broke the lock"
        follows = words[i + 1] if i + 1 < len(words) else None
        return (
            follows is not None
            and follows.tag in NOUNS | {"JJ"}
            and i > 0
            and _before_noun(words[i - 1])
        )
    return word.tag in MODIFIERS and word.low not in FALSE_NOUNS


def _before_noun(word: Word) -> bool:
    return opens(word) or word.tag in ("JJ", "CD", "IN")


def _extended(words: list[Word], start: int, end: int) -> Chunk:
    """With a short "of" or a short relative clause, if one follows."""
    plain = Chunk(start, end, end)
    if end >= len(words):
        return plain
    nxt = words[end]
    if nxt.low == "of":
        return _of(words, plain)
    if (
        nxt.low in ("that", "which", "who")
        and end + 1 < len(words)
        and words[end + 1].tag in FINITE
    ):
        last = _clause(words, end + 1, with_object=nxt.low != "which")
        return Chunk(start, end, last) if last else plain
    if begins_clause(words, start) and nxt.tag in FINITE and not _plain_be(words, end):
        last = _clause(words, end, with_object=False)
        return Chunk(start, end, last, "that") if last else plain
    return plain


def _of(words: list[Word], chunk: Chunk) -> Chunk:
    i = chunk.end + 1
    begun = i
    if i < len(words) and opens(words[i]):
        i += 1
    while i < len(words) and _modifies(words, i):
        i += 1
    ok = i > begun and words[i - 1].tag in ("NN", "NNS") and words[i - 1].low not in EMPTY_HEADS
    unclear = words[begun].low in NOT_THERE | OTHERS_OWN if begun < len(words) else True
    return Chunk(chunk.start, chunk.end, i) if ok and not unclear else chunk


def _clause(words: list[Word], begun: int, *, with_object: bool) -> int:
    """The end of a predicate of at most four words without a pronoun: "would not scan"; 0 if it is none."""
    for i in range(begun, min(begun + 5, len(words) + 1)):
        if (
            i == len(words)
            or words[i].low in ENDS
            or words[i].low in JOINTS
            or (words[i].tag == "IN" and words[i - 1].tag in ("NN", "NNS"))
        ):
            inside = words[begun:i]
            return i if _full_predicate(inside, with_object=with_object) else 0
    return 0


def _full_predicate(inside: list[Word], *, with_object: bool) -> bool:
    """Verbs that stand alone ("would not scan", "kept failing", "went down") or one with its object ("hated
    the colour")."""
    if len(inside) < 2 or any(w.tag not in _PREDICATE and w.low not in MINE for w in inside):
        return False
    last = inside[-1]
    if last.tag in ("NN", "NNS"):
        return (
            with_object and inside[0].tag in ("VBD", "VBZ", "VBP") and last.low not in EMPTY_HEADS
        )
    if any(w.tag not in _CHAIN for w in inside):
        return False
    negated = any(w.low in ("not", "n't", "never") for w in inside)
    full = any(w.tag in VERBS and w.low not in BE for w in inside)
    return full and (negated or last.tag in ("RP", "VBG", "VBN"))


def _plain_be(words: list[Word], i: int) -> bool:
    return words[i].low in BE


def begins_clause(words: list[Word], start: int) -> bool:
    """The noun phrase begins its clause."""
    if start == 0:
        return True
    before = words[start - 1]
    return before.low in ENDS or before.low in JOINTS or before.low in ("well", "where", "that")
