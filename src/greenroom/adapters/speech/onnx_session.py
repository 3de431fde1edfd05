"""A network on onnxruntime, on one thread: another would take a core from somebody's conversation."""

from __future__ import annotations

from pathlib import Path

import onnxruntime


def onnx_session(network: Path | bytes) -> onnxruntime.InferenceSession:
    """Of a file, or of its bytes."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    model = network if isinstance(network, bytes) else str(network)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
