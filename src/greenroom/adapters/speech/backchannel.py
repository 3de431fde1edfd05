"""How likely a short utterance is a backchannel by its sound, whatever words were written for it.

A voice that hums with half an open mouth, or says "okay" after a breath, is misspelt as anything
("Member.", "Vaz, okay."), and the words are all that the recogniser gives. Another encoder listens, too,
so that what one mishears the other need not. A small network reads its frames from the first voiced
one to the last: a projection, two convolutions over time, four weighted means over all of them and
the largest value of each, a hidden layer. Two such networks, 594,000 weights, are asked and their
answers averaged; they are made by `python -m benchmarks.turns.backchannels` from synthetic speech.
What depends on the pace and the pitch that a voice happens to have is no mark of what it says, so
each utterance is heard three times, as it is, slower and faster, and what all three say counts.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from greenroom.adapters.speech.whisper import FRAME, Floats, WhisperEncoder, load_encoder

VOICED_DB = -25
"""A frame counts as voice when its energy is within this much of the loudest frame's."""
MARGIN = 3
"""So many frames before and after the voice are read too: a consonant is soft."""
LAYERS, REACH = 2, 2
"""Convolutions, and how many frames to either side the first sees; the second sees as many, every
other one."""
USUAL = 20.0
"""Frames of an ordinary backchannel; the length is told to the network by its ratio to this."""
KINDS = ("backchannel", "call", "other")
"""What the network tells apart: a call is a stop word or a request, alone or after a backchannel."""
ODDS = np.array([60, 20, 1], np.float32)
"""Over an interviewer each kind is so many times likelier than among what the network was made with,
of which two fifths are neither. Chosen by what sets of other voices lose (docs/explanation/turns.md)."""
PACES = (1.0, 0.9, 1.1)
"""An utterance is heard as it is, then lower and slower, then higher and faster."""
RULED_OUT = 1e-4
"""No single hearing rules a kind out: it adds so much to every chance."""
WEIGHTS = "backchannel.npz"


def voice(encoded: Floats, audio: Floats) -> Floats:
    """The frames that the network reads; `encoded` are the encoder's frames of all of `audio` (mono,
    not silent)."""
    count = min(len(audio) // FRAME, len(encoded))
    energy = np.square(audio[: FRAME * count]).reshape(count, FRAME).sum(axis=1)
    voiced = np.flatnonzero(energy >= energy.max() * 10 ** (VOICED_DB / 10))
    return encoded[max(0, voiced[0] - MARGIN) : voiced[-1] + 1 + MARGIN]


class BackchannelClassifier:
    """An encoder, and networks of one shape with their weights, by name, one network after the other."""

    def __init__(self, encoder: WhisperEncoder, weights: dict[str, npt.NDArray[Any]]) -> None:
        self._encoder = encoder
        self._networks = [
            {name: value[n].astype(np.float32) for name, value in weights.items()}
            for n in range(len(weights["out"]))
        ]

    def heard(self, audio: Floats) -> Floats:
        """The chance of each of `KINDS`, over an interviewer; together 1. Of 0.1 to 2.7 s of audio, not
        silent: the geometric mean of all hearings."""
        hearings = [paced(audio, pace) for pace in PACES]
        each = [self.chances(voice(self._encoder.encode(one), one)) for one in hearings]
        said = np.exp(np.log(np.add(each, RULED_OUT)).mean(axis=0)) * ODDS
        return np.asarray(said / said.sum(), np.float32)

    def chances(self, frames: Floats) -> Floats:
        """Of each of `KINDS` in one hearing, as common as they were among what the networks were made
        with; together 1."""
        return np.asarray(
            np.mean([_chances(network, frames) for network in self._networks], axis=0)
        )


def paced(audio: Floats, pace: float) -> Floats:
    """The same, played so many times as fast, and so much higher."""
    if pace == 1:
        return audio
    count = round(len(audio) / pace)
    slowed = np.fft.irfft(np.fft.rfft(audio), count) * (count / len(audio))
    return np.asarray(slowed, np.float32)


def _chances(w: dict[str, Floats], frames: Floats) -> Floats:
    rows = np.tanh((frames - w["mean"]) / w["deviation"] @ w["project"] + w["offset"])
    for layer in range(LAYERS):
        found = _beside(rows, layer + 1) @ w[f"layer{layer}"] + w[f"layer{layer}_offset"]
        found = np.maximum(found, 0)
        rows = found if layer == 0 else rows + found
    looks = _softmax(rows @ w["look"])
    length = np.log(len(rows) / USUAL, dtype=np.float32)
    features = np.concatenate(((looks.T @ rows).ravel(), rows.max(axis=0), [length]))
    hidden = np.maximum(features @ w["hidden"] + w["hidden_offset"], 0)
    return _softmax(hidden @ w["out"] + w["out_offset"])


def _beside(rows: Floats, apart: int) -> Floats:
    """Each frame with its neighbours, those `apart` from one another."""
    reach, count = REACH * apart, len(rows)
    wide = np.pad(rows, ((reach, reach), (0, 0)))
    return np.concatenate([wide[n : n + count] for n in range(0, 2 * reach + 1, apart)], axis=1)


def _softmax(scores: Floats) -> Floats:
    grown = np.exp(scores - scores.max(axis=0))
    return np.asarray(grown / grown.sum(axis=0), np.float32)


def load_classifier() -> BackchannelClassifier:
    """With the weights that lie beside this module."""
    with resources.files(__package__).joinpath(WEIGHTS).open("rb") as file:
        return BackchannelClassifier(load_encoder(), dict(np.load(file)))
