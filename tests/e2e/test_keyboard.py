"""No mouse and no microphone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.e2e import sound
from tests.e2e.conftest import WENT, Visit
from tests.e2e.house import BRIEFLY

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWERS = (
    "My name is Amara, I work as a data engineer, and I am good at making slow reports fast.",
    "Last year I rebuilt the nightly import, because it took nine hours and often failed.",
    "I split it into small steps, and it took forty minutes instead of nine hours.",
)
BRIEF = (BRIEFLY, ("follow_up_cap = 2", "follow_up_cap = 1"))


def test_a_whole_interview_by_keyboard(visit: Visit) -> None:
    """The browser refuses the microphone: the check says so and offers typing; every answer is typed,
    the questions are spoken all the same, and the record has the very words (W2, W7)."""
    flags = ("--use-fake-device-for-media-stream",)
    with visit(flags=flags, scripts=("tap.js",), changes=BRIEF) as visitor:
        page = visitor.page
        visitor.register()
        visitor.choose_to_type()
        for answer in ANSWERS:
            visitor.cue("turn")
            expect(page.locator("#typed-text")).to_be_focused()
            page.keyboard.type(answer)
            page.keyboard.press("Control+Enter")
            visitor.cue("speaking")
        ended = page.locator("#primary", has_text="See the report")
        ended.wait_for()
        tape, record = visitor.tape(), visitor.record()
        assert record["end_reason"] == "completed"
        assert [m["text"] for m in record["messages"] if m["kind"] == "answer"] == list(ANSWERS)
        assert len(sound.voiced(tape.loudspeaker, tape.rate)) >= len(ANSWERS) + 1
        ended.press("Enter")
        page.wait_for_url("**/report")
        expect(page.locator("h1")).to_have_text(WENT)
