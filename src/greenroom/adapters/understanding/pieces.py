"""The pieces of a turn, the whole and its clauses, with what a trained head (`training.kinds`) says of each.

For a plain answer the whole turn's vector is the mean of its clauses' vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding.encoder import Embed, Floats
from greenroom.adapters.understanding.head import Head, joined, plain
from greenroom.interview.reading import About
from greenroom.interview.understanding.clauses import Span, clauses

ANSWER: Final = "answer"
END: Final = "end"
DANGER: Final = "distress.danger"
BOTH: Final = "both"

ASKED: Final = 8.0
"""How much likelier an aside is where the words end in a question mark: people seldom answer with a question.
Not so of distress, which seldom asks."""
MISSED: Final = 2.0
"""How much worse it is to miss distress than to ask somebody calm whether they are well."""
FIRST, LAST = 3, 4
"""Clauses of a long turn that are read for themselves: asides stand before and after what is told."""
PLAIN: Final = 0.97
"""A turn of several clauses is embedded in whole unless they and their vectors together are so likely an answer.
Few turns leave that doubt, and the network's time grows with the words it reads."""
PERHAPS_DANGER: Final = 0.7
"""From here to `SURE_DANGER` the turn is met as distress that may be danger (`HEAVY`): help is named in passing."""
TRACE: Final = 0.01
"""Where a piece is so likely danger, the whole is embedded for itself: the mean of its clauses would hide it."""
NEAR: Final = 3
"""Clauses in a row that together may tell of distress or danger. The head has seen few longer turns: where a longer one
seems to be in distress as a whole, it is only as sure as the surest of these."""
MOST: Final = 40
"""Clauses of which these are made, the first ones."""
WITHIN: Final = 0.5
"""How likely distress must be in a clause of a turn that tells something, to count."""
_SOCIAL: Final = """
yes no yeah yep yup nope nah ok okay sure right alright fine well so um uh er hmm oh ah hello hi hey good morning
afternoon evening there please thanks thank you very much ready lets go ahead of course all i'm i am yes sir ma'am
madam not really nice to meet you too and but sorry absolutely definitely certainly maybe perhaps never
"""
SOCIAL: Final = frozenset(_SOCIAL.split())
"""Words of greetings, thanks and plain yes or no: alone they say what the question makes of them."""
SHORT_OF_SOCIAL: Final = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause, or the whole, with what the head says of it."""

    place: Span
    answer: float
    end: float
    distress: float
    """Without danger."""
    aside: float
    """All asides together, distress and danger among them."""
    danger: float
    about: About
    topic: str
    both: float
    """How likely the piece answers and holds an aside; the others are as likely as if it did not."""
    words: int
    """That are more than social."""

    @property
    def alone(self) -> float:
        """How likely the piece is an answer and nothing else."""
        return self.answer * (1 - self.both)


class Pieces:
    """Reads the pieces of a turn, by a head."""

    def __init__(self, head: Head, odds: float = 1.0) -> None:
        """`odds`: how much likelier an answer is than among the lines that the head learned from (decision 56).
        Not so of distress and of a wish to stop: to miss these costs more than any answer."""
        self._head, self._odds = head, odds
        self._answer, self._end = head.labels.index(ANSWER), head.labels.index(END)
        self._danger, self._both = head.labels.index(DANGER), head.labels.index(BOTH)
        self._topics = [place for place, label in enumerate(head.labels) if "." in label]
        self._distress = [
            place for place in self._topics if head.labels[place].startswith(About.DISTRESS)
        ]
        self._usual = [place for place in self._topics if place not in self._distress]
        abouts = [About(head.labels[place].split(".")[0]) for place in self._topics]
        self._abouts = list(dict.fromkeys(abouts))
        self._of_about = np.array(
            [[one is about for about in self._abouts] for one in abouts], np.float32
        )
        """1 where the topic of a row is one of the column's."""

    def of(self, text: str, embed: Embed) -> list[Piece]:
        """The whole, then its clauses if there are several: the first and last of a long turn."""
        whole, *parts = self._read(text, _places(text), embed)
        return [self._steadied(whole, text, embed), *parts]

    def _read(self, text: str, places: Sequence[Span], embed: Embed) -> list[Piece]:
        texts = [plain(text[start:end]) for start, end in places]
        asks = np.array([text[start:end].endswith("?") for start, end in places])
        if parts := texts[1:]:
            inside = embed(parts)
            rows = self._rows(texts, np.vstack([joined(inside, parts), inside]), asks)
        else:
            rows = self._rows(texts, embed(texts), asks)
        in_doubt = rows[:, self._answer].min() < PLAIN or rows[:, self._danger].max() > TRACE
        if parts and in_doubt:
            rows[:1] = self._rows(texts[:1], embed(texts[:1]), asks[:1])
        return [
            self._piece(place, words, row)
            for place, words, row in zip(places, texts, rows, strict=True)
        ]

    def _steadied(self, whole: Piece, text: str, embed: Embed) -> Piece:
        """The whole, no surer of distress and danger than clauses that stand together."""
        found = clauses(text)[:MOST]
        calm = whole.danger < PERHAPS_DANGER and whole.distress < WITHIN
        if calm or len(found) <= NEAR:
            return whole
        places = [
            Span(first.start, last.end)
            for first, last in zip(found, found[NEAR - 1 :], strict=False)
        ]
        texts = [plain(text[start:end]) for start, end in places]
        rows = self._rows(texts, embed(texts), np.zeros(len(texts), np.bool_))
        near = [self._piece(*one) for one in zip(places, texts, rows, strict=True)]
        return replace(
            whole,
            danger=min(whole.danger, max(piece.danger for piece in near)),
            distress=min(whole.distress, max(piece.distress for piece in near)),
        )

    def _rows(self, texts: Sequence[str], vectors: Floats, asks: npt.NDArray[np.bool_]) -> Floats:
        rows = self._head.probabilities(texts, vectors)
        both = rows[:, self._both].copy()
        rows[:, self._both] = 0
        rows[:, self._usual] *= np.where(asks, ASKED, 1.0)[:, np.newaxis] / self._odds
        rows[:, self._distress] *= MISSED
        rows /= rows.sum(axis=1, keepdims=True)
        rows[:, self._both] = both
        return np.asarray(rows, np.float32)

    def _piece(self, place: Span, text: str, row: Floats) -> Piece:
        topics = row[self._topics]
        sums = topics @ self._of_about
        best = int(sums.argmax())
        topic = self._head.labels[self._topics[int((topics * self._of_about[:, best]).argmax())]]
        return Piece(
            place,
            answer=float(row[self._answer]),
            end=float(row[self._end]),
            distress=float(sums[self._abouts.index(About.DISTRESS)] - row[self._danger]),
            aside=float(sums.sum()),
            danger=float(row[self._danger]),
            about=self._abouts[best],
            topic=topic.split(".")[1],
            both=float(row[self._both]),
            words=sum(word not in SOCIAL for word in text.split()),
        )


def social(text: str) -> bool:
    """Nothing but a greeting, thanks, yes or no."""
    words = plain(text).split()
    return len(words) <= SHORT_OF_SOCIAL and all(word in SOCIAL for word in words)


def _places(text: str) -> list[Span]:
    """The whole, then the clauses if there are several: the first and last of a long turn."""
    found = clauses(text)
    whole = Span(0, len(text))
    if len(found) < 2:
        return [whole]
    if len(found) > FIRST + LAST:
        found = (*found[:FIRST], *found[-LAST:])
    return [whole, *found]
