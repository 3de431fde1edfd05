"""Whether a question asks what another did, in whatever words (F11).

Two sentences that ask the same often have few words in common, and "what did you say to the customer" is nearer
to "what did the customer say" than any paraphrase. So vectors alone do not tell. A head that was fitted by
`training.repeats` says what a question is after: one's own part, the hardest part, the result, ... or something
else. Two questions ask the same as far as both are after the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from greenroom.adapters.understanding.encoder import Floats
from greenroom.adapters.understanding.head import Head, load_head, plain
from greenroom.interview.sentences import Splitter, asks

WEIGHTS = "questions.npz"
OTHER = "other"
"""The label of questions that are after something else."""


class Repeats:
    """Asks its head about each sentence that asks."""

    def __init__(self, head: Head) -> None:
        self._head = head
        self._known = np.array([label != OTHER for label in head.labels])

    def __call__(
        self, question: str, asked: Sequence[str], embed: Callable[[Sequence[str]], Floats]
    ) -> float:
        """How sure it is that `question` asks what one of `asked` did."""
        news, olds = asking(question), [text for one in asked for text in asking(one)]
        aims = self._aims([*news, *olds], embed)
        return float(np.max(aims[: len(news)] @ aims[len(news) :].T))

    def _aims(self, texts: Sequence[str], embed: Callable[[Sequence[str]], Floats]) -> Floats:
        """A row for each text, of length 1 if it is surely after something that is known."""
        plains = [plain(text) for text in texts]
        found = self._head.probabilities(plains, embed(plains))
        aims = found / np.linalg.norm(found, axis=1, keepdims=True)
        return np.asarray(aims * self._known, np.float32)


def asking(text: str) -> list[str]:
    """The sentences that ask; all of the text if none does."""
    splitter = Splitter()
    sentences = [*splitter.feed(text), *splitter.end()]
    return [one for one in sentences if asks(one, "en")] or [text]


def load_repeats() -> Repeats:
    """With the head that lies beside this module."""
    return Repeats(load_head(WEIGHTS))
