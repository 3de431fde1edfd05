"""One server for all interviews that do not break it, and the voice that both sides have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Playwright
from tests.e2e.house import House
from tests.e2e.visitor import Visitor, visiting
from tests.support.browsers import playwright

from greenroom.adapters.speech.hibari import load_hibari
from greenroom.adapters.speech.weights import Weights
from greenroom.assessment.coaching.rules import WORDS

Visit = Callable[..., AbstractContextManager[Visitor]]
WENT = re.compile(
    "|".join(re.escape(WORDS["went"][case][0]) for case in ("strong", "late", "measured"))
)
"""A report's heading where a result in figures was told, and heard."""


@pytest.fixture(scope="session")
def speaker() -> Any:
    return load_hibari(Weights())


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")).running() as house:
        yield house


@pytest.fixture(scope="module")
def chromium() -> Iterator[Playwright]:
    """For one module at a time: while Playwright is open, no test can have an event loop of its own."""
    with playwright() as play:
        yield play


@pytest.fixture
def visit(chromium: Playwright, house: House, speaker: Any) -> Visit:
    """`with visit() as visitor`: somebody with a microphone that speaks when told to, and who is greeted briefly."""
    return partial(visiting, chromium, house, speaker)
