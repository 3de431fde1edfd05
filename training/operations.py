"""A network written down as a list of operations, for those that are made from published weights.

Wants the package `onnx`, which is in no lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import helper, numpy_helper

OPSET, FORMAT = 20, 9
"""Of ONNX: the first with GELU, and the format of files that goes with it."""

Array = npt.NDArray[Any]


class Operations:
    """Each operation's result has a name; so has each constant."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: dict[str, Array] = {}

    def _constant(self, name: str, value: Any) -> str:
        self._constants[name] = np.ascontiguousarray(value)
        return name

    def _do(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name

    def _attention(self, parts: Iterable[str], heads: int, width: int) -> str:
        """What each token takes from all. `parts`: queries, keys and values, of tokens x heads x width
        of a head; the result: of tokens x `width`."""
        turns = ([1, 0, 2], [1, 2, 0], [1, 0, 2])
        queries, keys, values = (
            self._do("Transpose", part, perm=turn) for part, turn in zip(parts, turns, strict=True)
        )
        scale = self._constant("scale", np.float32((width // heads) ** -0.5))
        likeness = self._do("Mul", self._do("MatMul", queries, keys), scale)
        seen = self._do("MatMul", self._do("Softmax", likeness, axis=-1), values)
        flat = self._constant("flat", [0, width])
        return self._do("Reshape", self._do("Transpose", seen, perm=[1, 0, 2]), flat)

    def _written(self, name: str, given: Sequence[Any], result: Any) -> Any:
        """The model of all operations so far, from `given` to `result`."""
        constants = [numpy_helper.from_array(value, at) for at, value in self._constants.items()]
        graph = helper.make_graph(self._nodes, name, list(given), [result], constants)
        imports = [helper.make_opsetid("", OPSET)]
        return helper.make_model(graph, opset_imports=imports, ir_version=FORMAT)
