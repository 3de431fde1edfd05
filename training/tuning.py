"""Fits the encoder's last three layers to what a turn is: `python -m training.tuning FOLDER [--unseen]`.

FOLDER holds the published weights, as for `training.encoder`. Wants `requirements-tuning.lock` (jax and onnx).

Written are `tuned.onnx` (the layers), `tuned_head.npz` beside this file (a linear head over their vector) and `kinds.npz`
(it and the head of `training.kinds`, joined). The lower layers are those on board, in 7 bits, and stay: each text passes
them once. Beside a text they see the question that it was said to, where the file tells it. With `--unseen` nothing is written: writers of two folds of five are left out, and it prints what share of their
asides is found where so many of their answers are kept, beside the head on the untuned vector.
A template counts twice a round, however many fillings it has. All chance is seeded.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from onnx import save
from onnxruntime.quantization import QuantType, quantize_dynamic

from greenroom.adapters.understanding import encoder
from greenroom.adapters.understanding import kinds as understanding
from greenroom.adapters.understanding.head import head_of, plain
from training import corpus, kinds
from training.activations import Texts, texts_of
from training.corpus import ANSWER, END, Line
from training.curve import outcome, table
from training.encoder import HEADS, LAYERS, MARKED, Graph, published
from training.fitting import fit, remembered, stored
from training.pinning import pin

ROUNDS, OF_TEMPLATE, SEED = 6, 2, 1
RATE, HEAD_RATE = 3e-4, 3e-3
LEFT_OUT = 0.1
"""Of tokens, and of the vector's numbers, in each step."""
SMOOTHED = 0.05
"""Of the chance, for all labels alike: some lines are labelled wrongly."""
LENGTHS = (10, 16, 24, 32, 48, 88)
"""Tokens of a batch's rows, a text's and its question's."""
UNASKED = 0.2
"""Of the lines with a question, those that are learned without it."""
ANY = 0.5
"""Of the lines without one, those that get the question of another line: most could be said to any."""
TOKENS = 960
"""Of a batch."""
SHARP = 8.0
"""What the head's scores are multiplied by, as its vector has length 1."""
ODDS = (1.0, 1.5, 2.0, 3.0)
"""Of `kinds.Kinds`."""
KEPT = (0.95, 0.97, 0.98, 0.99)

GIVEN = ("rows", "mask", "own", "kept")
"""Of a batch, what the scores are made from."""

Array = npt.NDArray[Any]
Tree = Any
"""Arrays in lists and tables, as jax takes them."""


@dataclass(frozen=True, slots=True)
class Said:
    """A plain text as it is learned, with its plain question, and its label's place."""

    text: str
    question: str
    label: int


def scores(found: Tree, rows: Any, mask: Any, own: Any, kept: Any) -> Any:
    """A row of scores for each text. `mask`: its tokens and those of its question, `own`: its own;
    `kept`: what the vectors are multiplied by."""
    count, tokens, width = rows.shape
    rows += (mask - own)[..., None] * found["asked"]

    def norm(rows: Any, layer: Tree, at: str) -> Any:
        off = rows - rows.mean(-1, keepdims=True)
        even = off / jnp.sqrt((off * off).mean(-1, keepdims=True) + 1e-12)
        return even * layer[f"{at}.weight"] + layer[f"{at}.bias"]

    def one(rows: Any, layer: Tree) -> Any:
        def linear(rows: Any, at: str) -> Any:
            return rows @ layer[f"{at}.weight"].T + layer[f"{at}.bias"]

        def split(name: str) -> Any:
            parts = linear(rows, f"attention.self.{name}")
            return parts.reshape(count, tokens, HEADS, -1).transpose(0, 2, 1, 3)

        query, key, value = map(split, ("query", "key", "value"))
        likeness = query @ key.transpose(0, 1, 3, 2) * (width // HEADS) ** -0.5
        likeness += jnp.where(mask, 0.0, -1e9)[:, None, None, :]
        seen = (jax.nn.softmax(likeness, -1) @ value).transpose(0, 2, 1, 3)
        seen = linear(seen.reshape(rows.shape), "attention.output.dense")
        rows = norm(rows + seen, layer, "attention.output.LayerNorm")
        wide = jax.nn.gelu(linear(rows, "intermediate.dense"), approximate=False)
        rows = norm(rows + linear(wide, "output.dense"), layer, "output.LayerNorm")
        return rows, None

    rows, _ = jax.lax.scan(one, rows, found["layers"])
    mean = (rows * own[..., None]).sum(1) / own.sum(1)[:, None]
    vectors = mean / jnp.linalg.norm(mean, axis=-1, keepdims=True) * kept
    return SHARP * (vectors @ found["head"]["vector"] + found["head"]["offset"])


@jax.jit  # type: ignore[untyped-decorator]
def step(found: Tree, moved: Tree, spread: Tree, at: Any, share: Any, batch: Tree) -> Tree:
    """One step of Adam; `share`: of the rate."""

    def loss(found: Tree) -> Any:
        sure = jax.nn.log_softmax(scores(found, *(batch[name] for name in GIVEN)))
        count = sure.shape[-1]
        truth = jax.nn.one_hot(batch["labels"], count) * (1 - SMOOTHED) + SMOOTHED / count
        return -(truth * sure).sum(-1).mean()

    every = jax.tree_util.tree_map
    value, slope = jax.value_and_grad(loss)(found)
    size = jnp.sqrt(sum((one * one).sum() for one in jax.tree_util.tree_leaves(slope)))
    slope = every(lambda one: one * jnp.minimum(1, 1 / size), slope)
    moved = every(lambda old, new: 0.9 * old + 0.1 * new, moved, slope)
    spread = every(lambda old, new: 0.999 * old + 0.001 * new * new, spread, slope)

    def better(rate: float) -> Any:
        def change(old: Any, mean: Any, square: Any) -> Any:
            way = mean / (1 - 0.9**at) / (jnp.sqrt(square / (1 - 0.999**at)) + 1e-8)
            return old - share * rate * (way + 0.01 * old * (old.ndim > 1))

        return change

    rates = {"layers": RATE, "head": HEAD_RATE, "asked": HEAD_RATE}
    found = {
        name: every(better(rate), found[name], moved[name], spread[name])
        for name, rate in rates.items()
    }
    return found, moved, spread, value


def batches(texts: Texts, lines: Sequence[Said], rng: random.Random) -> Iterator[Any]:
    """Texts of like length together, in a drawn order."""
    by_length: dict[int, list[Said]] = defaultdict(list)
    for line in lines:
        tokens = texts.tokens(line.text, line.question)
        by_length[next(most for most in LENGTHS if most >= tokens)].append(line)
    cut = []
    for most, these in by_length.items():
        rng.shuffle(these)
        size = TOKENS // most
        cut += [(most, size, these[at : at + size]) for at in range(0, len(these), size)]
    rng.shuffle(cut)
    yield from cut


def padded(texts: Texts, most: int, size: int, lines: Sequence[Said]) -> Tree:
    """One batch; what it lacks is repeated."""
    rows = np.zeros((size, most, encoder.WIDTH), np.float32)
    mask, own = np.zeros((2, size, most), np.float32)
    labels = np.zeros(size, np.int32)
    for place in range(size):
        line = lines[place % len(lines)]
        labels[place] = line.label
        held, asked = texts.rows[line.text], texts.asked[line.question]
        count = len(held) + len(asked)
        rows[place, :count] = np.concatenate([held, asked])
        own[place, : len(held)], mask[place, :count] = 1, 1
    return {"rows": rows, "mask": mask, "own": own, "labels": labels, "kept": np.float32(1)}


def begun(published: dict[str, Array], vectors: Array, truth: Array, count: int) -> Tree:
    """The published layers, and the head of a linear discriminant analysis over the vectors."""
    first = range(encoder.SHARED, LAYERS)
    prefix = f"encoder.layer.{encoder.SHARED}."
    names = [name.removeprefix(prefix) for name in published if name.startswith(prefix)]
    layers = {
        name: jnp.stack([published[f"encoder.layer.{one}.{name}"] for one in first])
        for name in names
    }
    of_label = np.eye(count)[truth]
    sizes = np.maximum(of_label.sum(0), 1)
    means = (of_label.T @ vectors) / sizes[:, None]
    off = vectors - means[truth]
    spread = off.T @ off / len(off)
    spread += np.eye(len(spread)) * np.trace(spread) / len(spread) * 0.3
    towards = np.linalg.solve(spread, means.T)
    offset = np.log(sizes / len(truth)) - (means.T * towards).sum(0) / 2
    head = {"vector": towards / SHARP / 2, "offset": offset / SHARP / 2}
    return {
        "layers": layers,
        "head": {k: jnp.array(v, jnp.float32) for k, v in head.items()},
        "asked": jnp.zeros(encoder.WIDTH),
    }


def asked(said: Said, questions: Sequence[str], rng: random.Random) -> Said:
    """The same with the question that it is learned with."""
    if said.question:
        return replace(said, question="") if rng.random() < UNASKED else said
    return replace(said, question=rng.choice(questions)) if rng.random() < ANY else said


def tuned(
    published: dict[str, Array], texts: Texts, lines: Sequence[Line], labels: Sequence[str]
) -> Tree:
    """The layers and their head, fitted to the lines."""
    groups: dict[tuple[str, str], list[Said]] = defaultdict(list)
    for line in lines:
        row = Said(plain(line.text), plain(line.question), labels.index(line.label))
        groups[line.template, line.label].append(row)
    questions = sorted({plain(line.question) for line in lines} - {""})

    def drawn(number: int) -> list[Any]:
        rng = random.Random(f"{SEED} {number}")
        drawn = [
            one
            for these in groups.values()
            for one in rng.sample(these, min(len(these), OF_TEMPLATE))
        ]
        return list(batches(texts, [asked(one, questions, rng) for one in drawn], rng))

    every = [one for these in groups.values() for one in these]
    truth = np.array([one.label for one in every])
    found = begun(published, texts.embed([one.text for one in every]), truth, len(labels))
    moved = spread = jax.tree_util.tree_map(jnp.zeros_like, found)
    chance = np.random.default_rng(SEED)
    rounds = [drawn(number) for number in range(ROUNDS)]
    steps, at = sum(map(len, rounds)), 0
    for number, these in enumerate(rounds):
        total = 0.0
        for one in these:
            at += 1
            batch = padded(texts, *one)
            batch["rows"] *= chance.random((*batch["mask"].shape, 1)) >= LEFT_OUT
            kept = chance.random((len(batch["labels"]), encoder.WIDTH)) >= LEFT_OUT
            batch["kept"] = (kept / (1 - LEFT_OUT)).astype(np.float32)
            share = min(1, at / (0.06 * steps)) * (1 - at / (steps + 1))
            found, moved, spread, value = step(found, moved, spread, float(at), share, batch)
            total += float(value)
        print(f"round {number + 1}: loss {total / len(these):.3f}", flush=True)
    return jax.tree_util.tree_map(np.array, found)


def chances(found: Tree, texts: Texts, lines: Sequence[Line]) -> Array:
    """The logarithm of how likely each label is, a row for each line."""
    rows = [Said(plain(line.text), plain(line.question), place) for place, line in enumerate(lines)]
    out = np.zeros((len(rows), len(found["head"]["offset"])), np.float32)
    ask = jax.jit(lambda *batch: jax.nn.log_softmax(scores(found, *batch)))
    for most, size, these in batches(texts, rows, random.Random(0)):
        batch = padded(texts, most, size, these)
        sure = np.array(ask(*(batch[name] for name in GIVEN)))
        out[batch["labels"]] = sure
    return out


def found_at(sure: Array, lines: Sequence[Line], labels: Sequence[str]) -> str:
    """The share of asides found where so many answers are kept."""
    said = np.array([line.label for line in lines])
    answer = labels.index(ANSWER)
    chance = np.exp(sure)
    odds = np.log(np.maximum(chance.sum(1) - chance[:, answer], 1e-9)) - sure[:, answer]
    asides = (said != ANSWER) & (said != END)
    least = [np.quantile(odds[said == ANSWER], kept) for kept in KEPT]
    return "  ".join(
        f"{(odds[asides] > one).mean():.3f} at {kept}"
        for kept, one in zip(KEPT, least, strict=True)
    )


def unseen(published: dict[str, Array]) -> None:
    """Print what the layers find of writers who are left out: whole lines, then as turns and judged by the engine."""
    learned, read = kinds.lines(), corpus.one_of_each()
    writers = sorted({line.writer for line in read})
    random.Random(7).shuffle(writers)
    out = {*writers[0::5], *writers[1::5]}
    learned = [line for line in learned if line.writer not in out]
    read = [line for line in read if line.writer in out]
    labels = sorted({line.label for line in learned})
    texts = texts_of([*learned, *read])
    head = fit(kinds.rows(learned), texts.embed, kinds.OPTIONS)
    plains = [plain(line.text) for line in read]
    linear = np.log(head.probabilities(plains, texts.embed(plains)))
    found = tuned(published, texts, learned, labels)
    sure = chances(found, texts, read)
    joined = kinds.TUNED_SHARE * sure + kinds.SHARE * linear
    joined -= np.log(np.exp(joined).sum(1, keepdims=True))
    for name, one in (("untuned", linear), ("tuned", sure), ("joined", joined)):
        print(f"{name:8} {found_at(one, read, labels)}", flush=True)
    untuned = stored(head)
    both = kinds.with_tuned(untuned, head_of_tuned(found, labels))
    embed = remembered(encoder.of_files(layers(published, found)).embed_both)
    for name, arrays in (("untuned", untuned), ("joined", both)):
        for odds in ODDS:
            reader = understanding.Kinds(head_of(arrays), odds)
            told = [(line, outcome(line, reader, embed)) for line in read]
            print(f"{name:8} {odds:3} {table(told)}", flush=True)


def layers(published: dict[str, Array], found: Tree) -> bytes:
    """The tuned layers in 7 bits, as a file of ONNX."""
    changed = {
        f"encoder.layer.{encoder.SHARED + number}.{name}": value
        for name, values in found["layers"].items()
        for number, value in enumerate(values)
    } | {MARKED: found["asked"]}
    with tempfile.TemporaryDirectory() as place:
        whole, out = Path(place) / "whole.onnx", Path(place) / encoder.TUNED
        save(Graph(published | changed, []).upper(), whole)
        quantize_dynamic(
            whole,
            out,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            op_types_to_quantize=["MatMul"],
        )
        return out.read_bytes()


def head_of_tuned(found: Tree, labels: Sequence[str]) -> dict[str, Array]:
    """The head over the tuned vector, as `training.kinds` takes it."""
    head = {name: (SHARP * value).astype(np.float16) for name, value in found["head"].items()}
    return {"labels": np.array("\n".join(labels)), **head}


def write(published: dict[str, Array], found: Tree, labels: Sequence[str]) -> None:
    """The layers, pinned, and their head."""
    out = Path(encoder.__file__).with_name(encoder.TUNED)
    out.write_bytes(layers(published, found))
    pin(out)
    arrays: dict[str, Any] = head_of_tuned(found, labels)
    with kinds.TUNED.open("wb") as file:
        np.savez_compressed(file, **arrays)
    print(f"wrote {out} ({out.stat().st_size // 1024} KiB) and {kinds.TUNED}")


def main() -> None:
    """Fit, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--unseen", action="store_true")
    asked = parser.parse_args()
    weights = published(asked.folder)
    if asked.unseen:
        unseen(weights)
        return
    learned = kinds.lines()
    labels = sorted({line.label for line in learned})
    texts = texts_of(learned)
    write(weights, tuned(weights, texts, learned, labels), labels)
    kinds.write_joined(learned, texts.embed)


if __name__ == "__main__":
    main()
