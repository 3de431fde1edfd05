"""The room's page in Chromium against a LiveKit server, a worker and the product."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, sync_playwright
from tests.e2e import sound, test_line
from tests.e2e.conftest import Visit
from tests.e2e.test_whole_interview import hold_interview
from tests.e2e.visitor import CHROMIUM, visiting
from tests.rooms.conftest import Stage

pytestmark = [pytest.mark.browser, pytest.mark.rooms, pytest.mark.slow]

TAP = str(Path(__file__).parent / "page" / "tap.js")
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."


@pytest.fixture(scope="module")
def chromium() -> Iterator[Playwright]:
    """Only for this module: while Playwright is open, no test can have an event loop of its own."""
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's Chromium: apt install chromium")
    with sync_playwright() as play:
        yield play


@pytest.fixture
def visit(chromium: Playwright, stage: Stage, speaker: Any) -> Visit:
    return partial(visiting, chromium, stage.house.address, speaker, more=(TAP,))


def test_a_two_stage_interview(visit: Visit, speaker: Any, tmp_path: Path) -> None:
    """The embedded product's whole spoken interview, unchanged but for the transport (W5, F2, F10)."""
    hold_interview(visit, speaker, tmp_path, stretched=True)


def test_a_second_tab_takes_over(visit: Visit) -> None:
    """As with the socket: the first tab is told and lets its microphone go (W4)."""
    test_line.test_a_second_tab_takes_over(visit)


def test_a_killed_job(visit: Visit, stage: Stage) -> None:
    """kill -9 of the job in the middle of an answer: the page says that it reconnects, and does so by
    itself; the same question, the committed answer still there, the cut one taken anew (F15, W4)."""
    with visit() as visitor:
        visitor.open_room()
        visitor.answer(test_line.INTRODUCTION)
        visitor.cue("turn")
        asked = visitor.question
        seconds = visitor.speak(STORY)
        visitor.cue("answering")
        visitor.page.wait_for_timeout(1000)
        stage.workers.kill_job(visitor.interview)
        visitor.see("#who-them", "is reconnecting")
        visitor.page.wait_for_timeout(seconds * 1000)
        visitor.cue("speaking", "turn")
        visitor.until(lambda: visitor.question == asked)
        visitor.answer(STORY)
        answers = [m["text"] for m in visitor.record()["messages"] if m["kind"] == "answer"]
        assert sound.word_error_rate([test_line.INTRODUCTION], answers[:1]) <= 0.15
        assert sound.word_error_rate([STORY], answers[-1:]) <= 0.15
        assert visitor.told("say")[-1]["kind"] == "probe"
