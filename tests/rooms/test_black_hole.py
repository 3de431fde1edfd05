"""A typed interview in a LiveKit room, over lines that turn into a black hole, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Playwright
from tests.e2e.outages import MORE_QUESTIONS, hold_interview
from tests.e2e.visitor import visiting
from tests.rooms.conftest import HOLE, TAP, Stage
from tests.rooms.outage import RoomHole

TRACK_GONE = "could not find published track"
"""What LiveKit's client complains of when it is told late of a track that went with a lost connection."""
LEFT_EARLY = "cannot send signal request before connected, type: leave"
"""And of a good-bye while it was about to connect once more."""
pytestmark = [pytest.mark.browser, pytest.mark.rooms, pytest.mark.slow(4)]


@pytest.fixture
def hole(stage: Stage) -> Iterator[RoomHole]:
    with RoomHole(stage.house.port, stage.livekit.port) as proxies:
        yield proxies


@pytest.mark.timeout(900)  # eleven outages, each as long as it takes to be noticed
def test_a_typed_interview(
    chromium: Playwright, hole: RoomHole, stage: Stage, speaker: Any
) -> None:
    """As over the socket: at eleven moments nothing passes and nobody is told, neither HTTP nor signals nor
    data; no answer is lost or taken twice, and the page says of none that it is saved before it is."""
    flags = (
        "--autoplay-policy=no-user-gesture-required",
        f"--host-resolver-rules=MAP localhost {hole.signals_at.removeprefix('http://')}",
    )
    with visiting(
        chromium,
        stage.house,
        speaker,
        address=hole.address,
        changes=MORE_QUESTIONS,
        flags=flags,
        more=(TAP, HOLE),
        harmless=(TRACK_GONE, LEFT_EARLY),
    ) as visitor:
        hole.page = visitor.page
        hold_interview(visitor, hole, stage.house)
