"""The models of a worker are in memory once for all of its jobs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.bootstrap.forked_job import WORDS

from greenroom import settings as configuration
from greenroom.app.ports import OperatorFault

OWN = 200_000_000
"""Bytes that a job may have for itself. With models of its own it has 390 MB."""
forked = pytest.mark.skipif(sys.platform != "linux", reason="job processes are forked on Linux")


@forked
@pytest.mark.slow
def test_a_forked_job_uses_the_models_that_were_loaded_before() -> None:
    """It hears, speaks and reads with them, and writes to little of their memory."""
    ran = subprocess.run(
        (sys.executable, "-m", "tests.bootstrap.forked_job"),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout.splitlines()[-1])
    assert found["heard"].lower().strip(".") == WORDS.lower().strip(".")
    assert found["read"]
    assert found["own"] < OWN


def test_a_model_that_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that others are forked from goes on without it: a job says what is wrong."""
    module = import_module(
        "greenroom.bootstrap.shared_models"
    )  # which loads them: not in each worker of pytest
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "encoder_model.ort").write_bytes(b"no model")
    monkeypatch.setenv("GREENROOM_MODELS", os.fspath(folder))
    assert module._load_if_possible() is None
    with pytest.raises(OperatorFault, match="not the pinned one"):
        module.load_models(configuration.load())
