"""Whole interviews make many log lines; what they say is in the record. A batch of them, held once."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from tests.simulation.batches import held

from greenroom.simulation.batch.folder import RESULTS


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A batch to read."""
    folder = tmp_path_factory.mktemp("batch") / "whole"
    assert held(folder) == 0
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """The same to change."""
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in ("batch.json", RESULTS):
        (folder / name).write_bytes((whole / name).read_bytes())
    return folder
