"""What a text means, as a vector of 384 numbers: MiniLM (all-MiniLM-L6-v2) in 8 bits.

The network lies beside this module; `python -m training.encoder` makes it from the published weights.
Each text is read alone. In 8 bits the numbers of a batch are rounded together, so a text's vector would
depend on its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import onnxruntime

from greenroom.adapters.understanding.weights import verified
from greenroom.adapters.understanding.wordpiece import WordPiece

Floats = npt.NDArray[np.float32]
Embed: TypeAlias = Callable[[Sequence[str]], Floats]
"""Plain texts (`head.plain`) to their vectors."""

WIDTH = 384
LONGEST = 128
"""Tokens that are read, about 100 words; what follows is cut off. The network learned from texts of this length."""
NETWORK = "minilm.onnx"
VOCABULARY = "minilm_vocabulary.txt"
TUNED = "tuned.onnx"
"""Layers that were fitted to what a turn is (`training.tuning`): they take the place of the last ones."""
SHARED = 3
"""Layers below them, the same for both vectors."""
ASKED = 24
"""Tokens of the pending question that the tuned layers see beside the text, the last ones."""
KEPT = 256
"""Questions whose activations are remembered."""
_ROWS = "LayerNormalization_94"
"""What the last shared layer gives."""
_MORE = b"\x3a\x19\x62\x17\x0a\x15" + _ROWS.encode()
"""A model of ONNX with nothing but this output. Messages of protobuf are merged where they are joined."""


class Encoder:
    """Runs on one thread and lets other Python threads run meanwhile."""

    def __init__(self, network: bytes, tuned: bytes, pieces: Sequence[str]) -> None:
        self._network, self._tuned = _session(network + _MORE), _session(tuned)
        self._wordpiece = WordPiece(pieces)
        self._asked = lru_cache(KEPT)(self._asked_now)

    def embed(self, texts: Sequence[str]) -> Floats:
        """A row of length 1 for each text; the product of two rows is how alike the texts are."""
        return np.array([self.lower(text)[0] for text in texts], np.float32).reshape(-1, WIDTH)

    def embed_both(self, texts: Sequence[str], question: str = "") -> Floats:
        """A row for each text: its vector, then that of the tuned layers, each of length 1. These see the `question`
        that the text was said to, too; "" if there was none."""
        found = np.empty((len(texts), 2 * WIDTH), np.float32)
        asked = self._asked(question)
        for row, text in zip(found, texts, strict=True):
            row[:WIDTH], rows = self.lower(text)
            (row[WIDTH:],) = self._tuned.run(None, {"rows": rows, "asked": asked})
        return found

    def lower(self, text: str) -> tuple[Floats, Floats]:
        """A text's vector, and what the shared layers make of each of its tokens."""
        tokens = np.array(self._wordpiece.tokens(text, LONGEST), np.int64)
        vector, rows = self._network.run(["vector", _ROWS], {"tokens": tokens})
        return vector, rows

    def _asked_now(self, question: str) -> Floats:
        rows = self.lower(question)[1][-ASKED:] if question else np.empty((0, WIDTH), np.float32)
        return np.asarray(rows, np.float32)


def _session(network: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


def load_encoder() -> Encoder:
    """With the networks that lie beside this module, verified."""
    return of_files(verified(TUNED))


def of_files(tuned: bytes) -> Encoder:
    """With these layers in the place of the tuned ones."""
    pieces = verified(VOCABULARY).decode("utf-8").splitlines()
    return Encoder(verified(NETWORK), tuned, pieces)
