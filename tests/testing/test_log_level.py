"""What one test sets of the log is not there for the next."""

from __future__ import annotations

import logging

import pytest

BEFORE = logging.root.level


@pytest.fixture(scope="session")
def changed() -> None:
    """Made before any fixture of the first test's own."""
    logging.root.setLevel(logging.CRITICAL)


@pytest.mark.usefixtures("changed")
def test_a_level_that_a_fixture_of_the_session_sets() -> None:
    """It holds for the test that asked first."""
    assert logging.root.level == logging.CRITICAL


def test_the_level_is_as_before() -> None:
    """A batch held once for all tests hid the warnings of the files after it."""
    assert logging.root.level == BEFORE
