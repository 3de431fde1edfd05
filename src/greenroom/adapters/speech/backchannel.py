"""How likely a short utterance is a backchannel by its sound, whatever words were written for it.

A voice that hums with half an open mouth, or says "okay" after a breath, is misspelt as anything
("Member.", "Vaz, okay."), and the words are all that the decoder keeps. The recogniser's encoder
knows more. A small network reads its frames: eight stretches of equal length from the first voiced
frame to the last, the mean of each, one projection for all, a hidden layer: 20,100 weights, made by
`python -m benchmarks.turns.backchannels` from synthetic speech; 0.15 ms a decode.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

STRETCHES = 8
VOICED_DB = -25
"""A frame counts as voice when its energy is within this much of the loudest frame's."""
USUAL = 20.0
"""Frames of an ordinary backchannel; the length is told to the network by its ratio to this."""
KINDS = ("backchannel", "call", "other")
"""What the network tells apart: a call is a stop word or a request, alone or after a backchannel."""
WEIGHTS = "backchannel.npz"


@dataclass(frozen=True, slots=True)
class Sketch:
    """What the network sees of an utterance."""

    stretches: Floats
    """One row each, of the encoder's width."""
    frames: int
    """Between the first voiced frame and the last."""


def sketch(encoded: Floats, audio: Floats) -> Sketch:
    """`encoded` are the encoder's frames of all of `audio` (mono, not silent)."""
    size = len(audio) // len(encoded)
    energy = np.square(audio[: size * len(encoded)]).reshape(-1, size).sum(axis=1)
    voiced = np.flatnonzero(energy >= energy.max() * 10 ** (VOICED_DB / 10))
    voice = encoded[voiced[0] : voiced[-1] + 1]
    edges = np.linspace(0, len(voice), STRETCHES + 1)
    first = np.floor(edges[:-1]).astype(int)
    last = np.maximum(first + 1, np.ceil(edges[1:]).astype(int))
    means = [voice[a:b].mean(axis=0) for a, b in zip(first, last, strict=True)]
    return Sketch(np.stack(means), len(voice))


class BackchannelClassifier:
    """The network with its weights, by name."""

    def __init__(self, weights: dict[str, npt.NDArray[Any]]) -> None:
        self.weights = {name: value.astype(np.float32) for name, value in weights.items()}

    def chances(self, seen: Sketch) -> Floats:
        """Of each of `KINDS`; together 1."""
        w = self.weights
        rows = np.tanh((seen.stretches - w["mean"]) / w["deviation"] @ w["project"] + w["offset"])
        features = np.append(rows.ravel(), np.log(seen.frames / USUAL, dtype=np.float32))
        hidden = np.maximum(features @ w["hidden"] + w["hidden_offset"], 0)
        scores = hidden @ w["out"] + w["out_offset"]
        chances = np.exp(scores - scores.max())
        return np.asarray(chances / chances.sum(), np.float32)


def load_classifier() -> BackchannelClassifier:
    """With the weights that lie beside this module."""
    with resources.files(__package__).joinpath(WEIGHTS).open("rb") as file:
        return BackchannelClassifier(dict(np.load(file)))
