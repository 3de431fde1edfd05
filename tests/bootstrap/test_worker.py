"""What `greenroom worker` hands its job processes."""

from __future__ import annotations

import os

import pytest

from greenroom import settings as configuration
from greenroom.bootstrap.worker import RELAY, relaying_jobs
from greenroom.data_directory import prepare_data


async def test_a_job_can_read_its_environment(
    tmp_path: os.PathLike[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the worker is stands in the environment of its jobs, and they still read their settings: a
    name like a setting's would be refused as an unknown one, and no job would ever start."""
    monkeypatch.setenv("GREENROOM_DATA", str(tmp_path))
    monkeypatch.setenv(RELAY, "")  # so that it is put back afterwards
    settings = configuration.load()
    prepare_data(settings)
    async with relaying_jobs(settings):
        assert os.environ[RELAY]
        assert configuration.load() == settings
