"""What a text means, as a vector of 384 numbers: MiniLM (all-MiniLM-L6-v2) in 8 bits.

The network lies beside this module; `python -m training.encoder` makes it from the published weights.
Each text is read alone. In 8 bits the numbers of a batch are rounded together, so a text's vector would
depend on its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import onnxruntime

from greenroom.adapters.understanding.weights import verified
from greenroom.adapters.understanding.wordpiece import WordPiece

Floats = npt.NDArray[np.float32]

WIDTH = 384
LONGEST = 128
"""Tokens that are read, about 100 words; what follows is cut off. The network learned from texts of this length."""
NETWORK = "minilm.onnx"
VOCABULARY = "minilm_vocabulary.txt"


class Encoder:
    """Runs on one thread and lets other Python threads run meanwhile."""

    def __init__(self, network: bytes, pieces: Sequence[str]) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            network, options, providers=["CPUExecutionProvider"]
        )
        self._wordpiece = WordPiece(pieces)

    def embed(self, texts: Sequence[str]) -> Floats:
        """A row of length 1 for each text; the product of two rows is how alike the texts are."""
        rows = np.empty((len(texts), WIDTH), np.float32)
        for row, text in zip(rows, texts, strict=True):
            tokens = np.array(self._wordpiece.tokens(text, LONGEST), np.int64)
            (row[:],) = self._session.run(None, {"tokens": tokens})
        return rows


def load_encoder() -> Encoder:
    """With the network that lies beside this module, verified."""
    pieces = verified(VOCABULARY).decode("utf-8").splitlines()
    return Encoder(verified(NETWORK), pieces)
