"""The room's page in Chromium against a LiveKit server, a worker and the product."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e import test_line
from tests.e2e.conftest import Visit
from tests.e2e.test_whole_interview import hold_interview
from tests.rooms.conftest import HOLE, TAP

pytestmark = [pytest.mark.browser, pytest.mark.rooms, pytest.mark.slow(5)]

HUNG_UP = ("User-Initiated Abort", "' closed unexpectedly")
"""LiveKit's client about the channels of a tab on which its server hung up, if they are gone before the word of it."""


def test_a_two_stage_interview(visit: Visit, speaker: Any, tmp_path: Path) -> None:
    """The embedded product's spoken interview from the start page to the report, a brief one (W5, F2, F10)."""
    hold_interview(visit, speaker, tmp_path, by_webrtc=True)


def test_a_second_tab_and_an_end_of_which_no_word_comes(visit: Visit) -> None:
    """As with the socket, the first tab is told and lets its microphone go. The interview ends while nothing reaches
    the page through the room: it learns so from our own server, says that it is over, and offers the report (W4)."""
    with visit(more=(TAP, HOLE), harmless=HUNG_UP) as visitor:
        visitor.open_room()
        first = test_line.moves(visitor)
        until = first.evaluate("tap.blocks.length")
        test_line.goes_on(visitor)
        assert first.evaluate("tap.blocks.length") == until, "the first tab still listens"

        visitor.cue("turn")
        visitor.page.evaluate("window.swallowing = true")
        messages = f"/api/interviews/{visitor.interview}/messages"
        told = visitor.context.request.post(messages, data={"t": "command", "command": "end"})
        assert told.ok, told.text()
        visitor.cue("over")
        expect(visitor.page.locator("#primary")).to_have_text("See the report")
        assert visitor.told("ended") == []
