"""How the network of `greenroom.adapters.speech.backchannel` is trained, in numpy alone.

Cross entropy by Adam, with dropout. Beside the kind of an utterance the network has to name its
phrase, which keeps "no" and "oh" apart; that part of it is not kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from greenroom.adapters.speech.backchannel import KINDS, LAYERS, REACH, USUAL

Floats = npt.NDArray[np.float32]
Weights = dict[str, Any]

WIDTH, HIDDEN, LOOKS = 128, 128, 4
EPOCHS, BATCH, RATE_OF_LEARNING, DECAY, DROPPED = 12, 64, 2e-3, 2e-3, 0.3
WARMING = 200
"""Steps until the rate of learning is reached."""
NAMING = 0.3
"""What naming the phrase counts beside its kind."""
LENGTHS = 16
"""Utterances of about as many frames are learnt from together: rounded up to a multiple of this."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Utterances, each with the same number in every list."""

    frames: list[npt.NDArray[np.float16]]
    kinds: npt.NDArray[np.int64]
    names: npt.NDArray[np.int64]
    """Which phrase it is; 0: one of which there is nothing to know but that it is neither."""
    weights: Floats


def trained(seen: Examples, seed: int) -> dict[str, Floats]:
    """The network's weights."""
    random_ = np.random.default_rng(seed)
    few = random_.permutation(len(seen.frames))[:3_000]
    sample = np.concatenate([seen.frames[n] for n in few]).astype(np.float32)
    mean, deviation = sample.mean(axis=0), sample.std(axis=0) + np.float32(1e-3)
    weights = _fresh(random_, len(mean), int(seen.names.max()) + 1)
    adam = Adam(weights)
    steps = EPOCHS * len(_batches(random_, seen))
    for epoch in range(EPOCHS):
        lost = 0.0
        for chosen in _batches(random_, seen):
            inputs, mask = _padded([seen.frames[n] for n in chosen])
            inputs = (inputs - mean) / deviation
            loss, slopes = _slopes(weights, inputs, mask, seen, chosen, random_)
            lost += loss * len(chosen)
            warm = min(1, (adam.steps + 1) / WARMING)
            adam.step(slopes, RATE_OF_LEARNING * warm * (1 - adam.steps / steps))
        print(f"epoch {epoch + 1}/{EPOCHS}: {lost / len(seen.frames):.4f}", flush=True)
    del weights["name"]
    return weights | {"mean": mean, "deviation": deviation}


def _fresh(random_: np.random.Generator, depth: int, names: int) -> Weights:
    def drawn(rows: int, columns: int, gain: float = 1.0) -> Floats:
        scale: float = rows**-0.5
        return (random_.standard_normal((rows, columns)) * gain * scale).astype(np.float32)

    weights: Weights = {"project": drawn(depth, WIDTH), "offset": np.zeros(WIDTH, np.float32)}
    for layer in range(LAYERS):
        weights[f"layer{layer}"] = drawn((2 * REACH + 1) * WIDTH, WIDTH, 1.4)
        weights[f"layer{layer}_offset"] = np.zeros(WIDTH, np.float32)
    return weights | {
        "look": drawn(WIDTH, LOOKS),
        "hidden": drawn(WIDTH * (LOOKS + 1) + 1, HIDDEN, 1.4),
        "hidden_offset": np.zeros(HIDDEN, np.float32),
        "out": drawn(HIDDEN, len(KINDS)),
        "out_offset": np.zeros(len(KINDS), np.float32),
        "name": drawn(HIDDEN, names),
    }


def _batches(random_: np.random.Generator, seen: Examples) -> list[npt.NDArray[np.int64]]:
    """All of them once, those of about the same length together."""
    order = random_.permutation(len(seen.frames))
    lengths = np.array([-(-len(seen.frames[n]) // LENGTHS) for n in order])
    order = order[np.argsort(lengths, kind="stable")]
    cut = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
    return [cut[n] for n in random_.permutation(len(cut))]


def _padded(frames: list[npt.NDArray[np.float16]]) -> tuple[Floats, Floats]:
    longest = max(map(len, frames))
    inputs = np.zeros((len(frames), longest, frames[0].shape[1]), np.float32)
    mask = np.zeros((len(frames), longest, 1), np.float32)
    for n, one in enumerate(frames):
        inputs[n, : len(one)], mask[n, : len(one)] = one, 1
    return inputs, mask


def _kept(random_: np.random.Generator, shape: tuple[int, ...], dropped: float) -> Floats:
    return ((random_.random(shape, np.float32) >= dropped) / (1 - dropped)).astype(np.float32)


def _shifted(rows: Floats, apart: int) -> Floats:
    """Beside each frame those `apart`, twice `apart` ... before and after it."""
    reach, count = REACH * apart, rows.shape[1]
    wide = np.pad(rows, ((0, 0), (reach, reach), (0, 0)))
    return np.concatenate([wide[:, n : n + count] for n in range(0, 2 * reach + 1, apart)], axis=2)


def _unshifted(slopes: Floats, apart: int) -> Floats:
    reach, count, width = REACH * apart, slopes.shape[1], slopes.shape[2] // (2 * REACH + 1)
    wide = np.zeros((len(slopes), count + 2 * reach, width), np.float32)
    for n in range(2 * REACH + 1):
        wide[:, n * apart : n * apart + count] += slopes[:, :, n * width : (n + 1) * width]
    return wide[:, reach : reach + count]


def _slopes(
    w: Weights,
    inputs: Floats,
    mask: Floats,
    seen: Examples,
    chosen: npt.NDArray[np.int64],
    random_: np.random.Generator,
) -> tuple[float, Weights]:
    """The loss and its slopes: by hand, backwards through `BackchannelClassifier.chances`."""
    count, _, depth = inputs.shape
    inputs = inputs * _kept(random_, (count, 1, depth), DROPPED / 2)
    rows = [np.tanh(inputs @ w["project"] + w["offset"]) * mask]
    wide, new = [], []
    for layer in range(LAYERS):
        wide.append(_shifted(rows[-1], layer + 1))
        new.append(np.maximum(wide[-1] @ w[f"layer{layer}"] + w[f"layer{layer}_offset"], 0) * mask)
        rows.append(new[-1] if layer == 0 else rows[-1] + new[-1])
    last = rows[-1]
    scores = np.where(mask > 0, last @ w["look"], np.float32(-1e9))
    looks = _softmax(scores, 1)
    seen_by = np.swapaxes(looks, 1, 2) @ last
    loudest = last.argmax(axis=1)
    features = np.concatenate(
        (seen_by.reshape(count, -1), last.max(axis=1), np.log(mask.sum(axis=1) / USUAL)), axis=1
    )
    kept, kept_later = (_kept(random_, (count, n), DROPPED) for n in (features.shape[1], HIDDEN))
    features = features * kept
    hidden = np.maximum(features @ w["hidden"] + w["hidden_offset"], 0) * kept_later
    chances, named = (
        _softmax(hidden @ w["out"] + w["out_offset"], 1),
        _softmax(hidden @ w["name"], 1),
    )
    each, kinds, names = np.arange(count), seen.kinds[chosen], seen.names[chosen]
    counts = seen.weights[chosen]
    loss = -np.log(chances[each, kinds] + 1e-9) - NAMING * np.log(named[each, names] + 1e-9)
    lost = float((loss * counts).mean())

    chances[each, kinds] -= 1
    named[each, names] -= 1
    at_out = chances * (counts / count)[:, None]
    at_name = named * (NAMING * counts / count)[:, None]
    at_hidden = (at_out @ w["out"].T + at_name @ w["name"].T) * kept_later * (hidden > 0)
    at_features = at_hidden @ w["hidden"].T * kept
    at_seen = at_features[:, : LOOKS * WIDTH].reshape(count, LOOKS, WIDTH)
    at_looks = last @ np.swapaxes(at_seen, 1, 2)
    at_scores = looks * (at_looks - (looks * at_looks).sum(axis=1, keepdims=True))
    at_rows = looks @ at_seen + at_scores @ w["look"].T
    at_rows[each[:, None], loudest, np.arange(WIDTH)] += at_features[:, LOOKS * WIDTH : -1]
    slopes: Weights = {
        "out": hidden.T @ at_out,
        "out_offset": at_out.sum(axis=0),
        "name": hidden.T @ at_name,
        "hidden": features.T @ at_hidden,
        "hidden_offset": at_hidden.sum(axis=0),
        "look": _together(last, at_scores),
    }
    for layer in reversed(range(LAYERS)):
        at_new = at_rows * (new[layer] > 0)
        slopes[f"layer{layer}"] = _together(wide[layer], at_new)
        slopes[f"layer{layer}_offset"] = at_new.sum(axis=(0, 1))
        before = _unshifted(at_new @ w[f"layer{layer}"].T, layer + 1)
        at_rows = before if layer == 0 else at_rows + before
    at_rows = at_rows * (1 - rows[0] ** 2) * mask
    return lost, slopes | {
        "project": _together(inputs, at_rows),
        "offset": at_rows.sum(axis=(0, 1)),
    }


def _together(inputs: Floats, slopes: Floats) -> Floats:
    flat = inputs.reshape(-1, inputs.shape[-1])
    return np.asarray(flat.T @ slopes.reshape(-1, slopes.shape[-1]), np.float32)


def _softmax(scores: Any, axis: int) -> Any:
    grown = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


class Adam:
    """Kingma and Ba's optimiser, with weight decay."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._first = {name: np.zeros_like(value) for name, value in weights.items()}
        self._second = {name: np.zeros_like(value) for name, value in weights.items()}
        self.steps = 0

    def step(self, slopes: Weights, rate: float) -> None:
        self.steps += 1
        for name, value in self._weights.items():
            slope, first, second = slopes[name], self._first[name], self._second[name]
            first += np.float32(0.1) * (slope - first)
            second += np.float32(0.001) * (slope**2 - second)
            scale = np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8
            value *= np.float32(1 - rate * DECAY)
            value -= (rate / (1 - 0.9**self.steps)) * first / scale
