"""A command in this process leaves the log as it found it."""

from __future__ import annotations

import logging

import pytest
from tests.typed import exit_code


def test_the_log_is_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    """A command that says less than warnings hid the warnings of the tests after it."""
    before = logging.root.level, logging.root.handlers[:]
    logging.getLogger("livekit").setLevel(logging.DEBUG)
    exit_code("plans", "list")
    assert (logging.root.level, logging.root.handlers) == before
    assert logging.getLogger("livekit").level == logging.DEBUG
    capsys.readouterr()
