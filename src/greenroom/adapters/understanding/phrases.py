"""Words of a turn that a follow-up can take up: "the barcodes that would not scan", "your night shifts".

A phrase is a noun with what says which one it is: adjectives, nouns before it, a short "of", a short relative
clause. It is turned for the interviewer to say: "my" to "your", "a" to "the". Nothing is offered that is
empty ("the situation"), private (`unspoken.PRIVATE`), a person's name, or said inside an aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from greenroom.adapters.understanding.noun_phrases import (
    BE,
    DETERMINERS,
    LIKES,
    MINE,
    NOUNS,
    Chunk,
    Word,
    chunks,
    mended,
    opens,
)
from greenroom.adapters.understanding.phrase_weight import is_complement, sure_of
from greenroom.adapters.understanding.phrase_words import (
    COMPARED,
    EMPTY_HEADS,
    FALSE_NOUNS,
    FILLERS,
    MODERN,
    NO_ONE,
    NOT_THERE,
    OTHERS_OWN,
    PALE,
    SELECTING,
)
from greenroom.adapters.understanding.tagger import NAME, Tagger, Token, tokens
from greenroom.app.ports import ReaderInput
from greenroom.interview.reading import Phrase, Reading
from greenroom.interview.understanding.unspoken import BODY, PRIVATE, SWEARING

LONGEST: Final = 6
"""Words of a phrase as it is said."""
MOST: Final = 4
"""Phrases of one turn."""
LEAST: Final = 0.5
"""Less sure ones are not offered."""
PARTICLES: Final = frozenset(
    {"about", "around", "away", "back", "down", "off", "out", "over", "up"}
)
"""Behind a word in -ing they make it something that is done."""
GIVES: Final = frozenset(
    {
        "gave",
        "give",
        "given",
        "handed",
        "offered",
        "sent",
        "showed",
        "sold",
        "bought",
        "brought",
        "taught",
    }
)
"""Verbs with two nouns behind them."""
UNFAMILIAR: Final = 0.1
"""What a word counts against a phrase that the word list lacks."""
_PLAUSIBLE: Final = re.compile(r"(?=.*[aeiouy])(?!.*(.)\1\1)(?!.*[^aeiouy]{5})[a-z]{4,16}")
Spans = Sequence[tuple[int, int]]


class PhraseReader:
    """Finds phrases with a tagger; keeps nothing between turns."""

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger

    def __call__(self, text: str, asides: Spans = ()) -> tuple[Phrase, ...]:
        """The best first, at most `MOST`; none that touches one of `asides`."""
        found: dict[str, Phrase] = {}
        for sentence in self._sentences(text):
            if sentence and sentence[-1].low != "?":
                for phrase in self._in(sentence):
                    best = found.get(phrase.named)
                    if (best is None or best.sure < phrase.sure) and not _within(phrase, asides):
                        found[phrase.named] = phrase
        ranked = sorted(found.values(), key=lambda phrase: (-phrase.sure, phrase.start))
        return _apart(ranked)[:MOST]

    def read(self, heard: ReaderInput, reading: Reading) -> tuple[Phrase, ...]:
        """Those of a turn whose asides were found already. English alone is read."""
        if heard.language != "en":
            return ()
        return self(heard.text, [(one.start, one.end) for one in reading.asides])

    def _sentences(self, text: str) -> Iterator[list[Word]]:
        sentence: list[Token] = []
        for token in tokens(text):
            if token.word in FILLERS or (sentence and token.word == sentence[-1].word != "."):
                continue
            sentence.append(token)
            if token.word in (".", "!", "?"):
                yield self._words(text, sentence)
                sentence = []
        yield self._words(text, sentence)

    def _words(self, text: str, sentence: list[Token]) -> list[Word]:
        lows = [token.word for token in sentence]
        tags = mended(lows, self._tagger.tags(lows), self._tagger.words)
        first = sentence[0].start if sentence else 0
        return [
            Word(token, _cased(text[token.start : token.end], token.start == first), tag)
            for token, tag in zip(sentence, tags, strict=True)
        ]

    def _in(self, words: list[Word]) -> Iterator[Phrase]:
        for chunk in chunks(words):
            named = self._named(words, chunk)
            if not named and chunk.after > chunk.end:
                chunk = Chunk(chunk.start, chunk.end, chunk.end)
                named = self._named(words, chunk)
            sure = sure_of(words, chunk) if named else 0.0
            new = [w for w in words[chunk.start : chunk.after] if not self._familiar(w)]
            sure -= UNFAMILIAR * len(new)
            if sure >= LEAST:
                start, end = words[chunk.start].token.start, words[chunk.after - 1].token.end
                yield Phrase(start, end, named, round(sure, 2))

    def _named(self, words: list[Word], chunk: Chunk) -> str:
        """The phrase as the interviewer says it; "" if it should not be said."""
        inner = words[chunk.start : chunk.after]
        if not self._sayable(words, chunk, inner) or self._goes_on(words, chunk):
            return ""
        body = words[chunk.start : chunk.end]
        lead, body = _lead(body)
        if len(body) == 2 and body[0].low in SELECTING and chunk.after == chunk.end:
            return ""  # "the first door": bare, it would be any door
        while len(body) > 1 and body[0].low in PALE:
            body = body[1:]
        if any(w.low in PALE for w in body[:-1]):
            body = [w for w in body if w.low not in PALE or w is body[-1] or w.tag == "CD"]
            if body[0].tag in NOUNS:
                return ""
        rest = [chunk.joined] if chunk.joined else []
        rest += [_turned(w) for w in words[chunk.end : chunk.after]]
        said = " ".join([lead, *(_turned(w) for w in body), *rest]).strip()
        for piece in ("n't", "'s", "'re", "'ve", "'ll", "'d", "'"):
            said = said.replace(f" {piece}", piece)
        return said if len(said.split()) <= LONGEST else ""

    def _sayable(self, words: list[Word], chunk: Chunk, inner: list[Word]) -> bool:
        head = words[chunk.end - 1]
        first = words[chunk.start].low
        before = words[chunk.start - 1].low if chunk.start else ""
        if head.low in EMPTY_HEADS or head.low in FALSE_NOUNS:
            return False
        if first in NOT_THERE | OTHERS_OWN or before in NOT_THERE:
            return False
        if first in MINE and not BODY.isdisjoint(w.low for w in inner):
            return False
        if self._no_thing(words, chunk):
            return False
        if any(w.low in COMPARED for w in (*inner, *words[chunk.end : chunk.end + 1])):
            return False  # "9 percent fewer books", "two cars less"
        if head.tag == "NN" and any(w.tag == "CD" for w in inner):
            return False  # "two team": the noun is another one
        if is_complement(words, chunk) or any(
            w.low in NO_ONE for w in words[chunk.start : chunk.end]
        ):
            return False
        if any(w.low in PRIVATE or w.low in SWEARING or w.tag == NAME for w in inner):
            return False
        if head.tag not in ("NN", "NNS") or len(head.low) < 3:
            return False
        return all(self._known(w) for w in inner)

    def _no_thing(self, words: list[Word], chunk: Chunk) -> bool:
        """A deed, more than one thing, or a part of something else."""
        return (
            self._deed(words, chunk)
            or self._lacks_article(words, chunk)
            or _does(words, chunk)
            or _is_two_things(words, chunk)
        )

    def _deed(self, words: list[Word], chunk: Chunk) -> bool:
        """It begins with what somebody does, not with a thing: "untangling slow queries"."""
        first = words[chunk.start]
        if chunk.end - chunk.start < 2 or len(first.low) < 5 or not first.low.endswith("ing"):
            return False
        before = words[chunk.start - 1] if chunk.start else first
        done = before.tag in ("IN", "TO") or before.low in LIKES | BE
        return done or first.tag == "VBG" or "VB" in self._tagger.words.get(first.low, "VB")

    def _lacks_article(self, words: list[Word], chunk: Chunk) -> bool:
        """One of several things, named without "a" or "the": cut out of something else, or not quite English
        ("hour by hour request by request", "in pharmacy shop")."""
        first, head = words[chunk.start], words[chunk.end - 1]
        if opens(first) or first.low in MINE or head.tag != "NN":
            return False
        return any(f"{head.low}{end}" in self._tagger.words for end in ("s", "es"))

    def _goes_on(self, words: list[Word], chunk: Chunk) -> bool:
        """The next word may be the noun itself, whatever the tagger says ("your paper records")."""
        if chunk.end >= len(words):
            return False
        after = words[chunk.end]
        return after.tag in ("VBZ", "VBP", "VB") and "NN" in self._tagger.words.get(after.low, "")

    def _familiar(self, word: Word) -> bool:
        return not word.low.isalpha() or self._listed_in_a_form(word.low)

    def _listed_in_a_form(self, low: str) -> bool:
        return low == "a" or low in MODERN or any(self._listed(form) for form in _forms(low))

    def _known(self, word: Word) -> bool:
        """In the word list, made of two words of it, a number, or a name of a thing (written with a capital
        inside a sentence)."""
        low = word.low
        if self._listed_in_a_form(low):
            return True
        if not low.isalpha():
            return low.replace("-", "").isalnum() or low in ("'s", "n't", "'")
        return not word.said.islower() or _PLAUSIBLE.fullmatch(low) is not None

    def _listed(self, word: str) -> bool:
        usual = self._tagger.words
        parts = ((word[:i], word[i:]) for i in range(3, len(word) - 2))
        return word in usual or any(one in usual and other in usual for one, other in parts)


def _does(words: list[Word], chunk: Chunk) -> bool:
    """The last word is what the one before it does: "the inspector breathing down my neck"."""
    after = words[chunk.end].low if chunk.end < len(words) else ""
    return (
        chunk.end - chunk.start > 1
        and words[chunk.end - 1].low.endswith("ing")
        and after in PARTICLES
    )


def _is_two_things(words: list[Word], chunk: Chunk) -> bool:
    """To whom, and what: "gave a kid peanut sauce"."""
    nouns = sum(word.tag in NOUNS for word in words[chunk.start : chunk.end])
    return chunk.start > 0 and words[chunk.start - 1].low in GIVES and nouns > 1


def _forms(low: str) -> tuple[str, ...]:
    return low, low.removesuffix("s"), low.removesuffix("es"), low.replace("ies", "y")


def _lead(body: list[Word]) -> tuple[str, list[Word]]:
    first = body[0]
    if first.low in MINE:
        return "your", body[1:]
    if first.low in DETERMINERS or first.tag in ("DT", "PDT"):
        return "the", body[1:]
    return ("" if body[-1].tag == "NN" else "the"), body


def _turned(word: Word) -> str:
    return {
        "my": "your",
        "our": "your",
        "i": "you",
        "we": "you",
        "me": "you",
        "us": "you",
        "mine": "yours",
        "ours": "yours",
    }.get(word.low, word.said)


def _cased(said: str, first: bool) -> str:
    """Small letters at the start of a sentence, unless the word is written with capitals inside."""
    inner = said[1:]
    if said.lower() in ("i",) or any(c.isupper() for c in inner) or any(c.isdigit() for c in said):
        return said
    return said.lower() if first or said.lower() in DETERMINERS | MINE else said


def _within(phrase: Phrase, asides: Spans) -> bool:
    return any(phrase.start < end and start < phrase.end for start, end in asides)


def _apart(ranked: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Without phrases that share words with a better one."""
    kept: list[Phrase] = []
    for phrase in ranked:
        if not _within(phrase, [(other.start, other.end) for other in kept]):
            kept.append(phrase)
    return tuple(kept)
