"""The room's page in Chromium against a LiveKit server, a worker and the product."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright
from tests.e2e.conftest import Visit
from tests.e2e.test_whole_interview import hold_interview
from tests.e2e.visitor import visiting
from tests.rooms.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.rooms, pytest.mark.slow]

TAP = str(Path(__file__).parent / "page" / "tap.js")
MICROPHONE = "microphone.js"


@pytest.fixture
def visit(chromium: Playwright, stage: Stage, speaker: Any) -> Visit:
    return partial(visiting, chromium, stage.house.address, speaker, more=(TAP,))


def test_a_two_stage_interview(visit: Visit, speaker: Any, tmp_path: Path) -> None:
    """The embedded product's whole spoken interview, unchanged but for the transport (W5, F2, F10)."""
    hold_interview(visit, speaker, tmp_path, stretched=True)
