"""A typed interview in a real browser over a line that turns into a black hole, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Playwright
from tests.e2e.black_hole import BlackHole
from tests.e2e.conftest import Visit
from tests.e2e.house import House
from tests.e2e.outages import MORE_QUESTIONS, hold_interview
from tests.e2e.visitor import visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow(3)]


@pytest.fixture
def hole(house: House) -> Iterator[BlackHole]:
    with BlackHole(house.port) as proxy:
        yield proxy


@pytest.fixture
def visit(chromium: Playwright, house: House, hole: BlackHole, speaker: Any) -> Visit:
    return partial(visiting, chromium, house, speaker, address=hole.address)


@pytest.mark.timeout(900)  # eleven outages, each as long as it takes to be noticed
def test_a_typed_interview(visit: Visit, hole: BlackHole, house: House) -> None:
    """At eleven moments nothing passes and nobody is told: no answer is lost or taken twice, and the page says
    of none that it is saved before it is."""
    flags = ("--autoplay-policy=no-user-gesture-required",)
    with visit(flags=flags, changes=MORE_QUESTIONS) as visitor:
        hold_interview(visitor, hole, house)
