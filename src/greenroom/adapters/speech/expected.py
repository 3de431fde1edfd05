"""How likely each of a set of expected phrases is, beside what was heard freely.

A small recogniser that hears a word or two without a sentence around them often writes others that
sound alike: "hang on" becomes "tongong", "definitely" "now, feel the plea". Asked how likely a GIVEN
phrase is, the same networks are far surer. So the decoder is also led along the phrases that it may
have heard, all of them at once, as a beam through a tree of tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Logprobs = npt.NDArray[Any]
"""One row of the vocabulary for each beam, natural logarithms."""
Step = Callable[[list[int], list[int]], Logprobs]
"""(which beam each new one continues, its next token) -> what may follow each."""

WIDTH = 8
"""Beams that are followed at once."""
LONGEST = 12
"""Tokens of the longest phrases that are followed to their end."""
BEHIND = 7.0
"""Nats less likely than the free text at which a phrase is given up."""
CHAINED = 2
"""Phrases in a row: "yeah, wait a second"."""
SPACE = "▁".encode()
COMMA, ENDS = b",", (b".", b"!", b"?", b"</s>")
"""What stands between two phrases, and what may stand after the last."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An expected phrase, or two in a row, as words."""

    text: str
    logprob: float
    """Of all its tokens and its end together, natural."""


@dataclass(slots=True)
class _Node:
    onward: dict[int, _Node] = field(default_factory=dict)
    complete: bool = False


@dataclass(frozen=True, slots=True)
class _Beam:
    tokens: tuple[int, ...]
    node: _Node
    logprob: float
    chained: int = 1


class Expected:
    """The phrases as a tree of tokens of one vocabulary."""

    def __init__(self, phrases: Iterable[str], vocabulary: list[bytes]) -> None:
        # Single characters stand there twice: as bytes, which are a last resort, and as tokens.
        self._ids = {token: at for at, token in enumerate(vocabulary)}
        self._vocabulary = vocabulary
        self._of_word = cache(self._of_word_now)
        self._ends = [self._ids[token] for token in ENDS]
        self._first, self._later = _Node(), _Node()
        for phrase in phrases:
            written = written_as(phrase)
            self._add(self._first, written[0].upper() + written[1:])
            self._add(self._later, written)

    def _add(self, root: _Node, written: str) -> None:
        node = root
        for token in self.tokens(written):
            node = node.onward.setdefault(token, _Node())
        node.complete = True

    def tokens(self, text: str) -> tuple[int, ...]:
        """A text in tokens; none is of two words."""
        return tuple(token for word in text.split() for token in self._of_word(word))

    def _of_word_now(self, word: str) -> tuple[int, ...]:
        """Byte pair encoding: the vocabulary stands in the order of merges."""
        pieces = [sign.encode() for sign in f"▁{word}"]
        while True:
            joined = [a + b for a, b in pairwise(pieces)]
            ranks = [self._ids.get(piece, len(self._vocabulary)) for piece in joined]
            if min(ranks, default=len(self._vocabulary)) == len(self._vocabulary):
                return tuple(self._ids[piece] for piece in pieces)
            at = ranks.index(min(ranks))
            pieces[at : at + 2] = [joined[at]]

    def weighed(self, first: Logprobs, step: Step, floor: float) -> Iterator[Alternative]:
        """Every phrase likelier than `floor`; `first` is the one row for the first token."""
        beams, rows = [_Beam((), self._first, 0.0)], first
        for _ in range(LONGEST):
            ended = np.logaddexp.reduce(rows[:, self._ends], axis=1)
            for beam, end in zip(beams, ended, strict=True):
                if beam.node.complete and beam.logprob + end >= floor:
                    yield Alternative(self._text(beam.tokens), beam.logprob + float(end))
            onward = [
                (at, _Beam((*beam.tokens, token), node, logprob, chained))
                for at, beam in enumerate(beams)
                for token, node, chained in self._onward(beam)
                if (logprob := beam.logprob + float(rows[at, token])) >= floor
            ]
            onward = sorted(onward, key=lambda one: -one[1].logprob)[:WIDTH]
            if not onward:
                return
            beams = [beam for _, beam in onward]
            rows = step([at for at, _ in onward], [beam.tokens[-1] for beam in beams])

    def _onward(self, beam: _Beam) -> Iterator[tuple[int, _Node, int]]:
        for token, node in beam.node.onward.items():
            yield token, node, beam.chained
        if beam.node.complete and beam.chained < CHAINED:
            yield self._ids[COMMA], self._later, beam.chained + 1

    def _text(self, tokens: tuple[int, ...]) -> str:
        return b"".join(self._vocabulary[t] for t in tokens).replace(SPACE, b" ").decode().strip()


def written_as(phrase: str) -> str:
    """As the recogniser writes it: "i see" is "I see", "mm hmm" is "mm-hmm"."""
    words = [("I" + w[1:]) if w == "i" or w.startswith("i'") else w for w in phrase.split()]
    return " ".join(words).replace("mm hm", "mm-hm").replace("uh huh", "uh-huh")
