"""What the shared layers of the encoder make of many texts, by a process for each core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

import numpy as np
import numpy.typing as npt

from greenroom.adapters.understanding import encoder
from greenroom.adapters.understanding.head import plain
from training.corpus import Line

LONGEST = 64
"""Tokens of a text; longer ones are cut."""
CHUNK = 256
"""Texts that a process is given at once."""

Array = npt.NDArray[Any]


class Texts:
    """The activations and the vectors of texts, and the activations of questions."""

    def __init__(self, texts: Iterable[str], questions: Iterable[str]) -> None:
        self.rows: dict[str, Array] = {}
        self.asked: dict[str, Array] = {"": np.zeros((0, encoder.WIDTH), np.float16)}
        self.vectors: dict[str, Array] = {}
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
            said = list(dict.fromkeys(texts))
            for text, (vector, rows) in zip(said, _lower(processes, said), strict=True):
                self.vectors[text], self.rows[text] = vector, rows[:LONGEST]
            asked = sorted(set(questions) - {""})
            for question, (_, rows) in zip(asked, _lower(processes, asked), strict=True):
                self.asked[question] = rows[-encoder.ASKED :]

    def embed(self, texts: Sequence[str]) -> Array:
        return np.array([self.vectors[text] for text in texts])

    def tokens(self, text: str, question: str) -> int:
        """Of a text beside its question."""
        return len(self.rows[text]) + len(self.asked[question])


def _lower(processes: ProcessPoolExecutor, texts: Sequence[str]) -> Iterator[tuple[Array, Array]]:
    """`Encoder.lower` of each text, by a process for each core; activations in 16 bits."""
    return processes.map(_lower_one, texts, chunksize=CHUNK)


def _lower_one(text: str) -> tuple[Array, Array]:
    vector, rows = _encoder().lower(text)
    return vector, rows.astype(np.float16)


@cache
def _encoder() -> encoder.Encoder:
    return encoder.load_encoder()


def texts_of(lines: Iterable[Line]) -> Texts:
    """Of the lines and their questions."""
    found = list(lines)
    return Texts((plain(one.text) for one in found), (plain(one.question) for one in found))
