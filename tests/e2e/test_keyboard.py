"""No mouse, and once no microphone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.e2e import sound
from tests.e2e.conftest import WENT, Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWERS = (
    "My name is Amara, I work as a data engineer, and I am good at making slow reports fast.",
    "Last year I rebuilt the nightly import, because it took nine hours and often failed.",
    "I split it into small steps, and it took forty minutes instead of nine hours.",
    "I wrote the code, and a colleague reviewed it. The price was two months without the old export.",
)

LONG = "I work as a nurse in a small hospital, and I am good at calming worried people."


def test_space_is_let_go_with_the_last_word(visit: Visit, speaker: Any) -> None:
    """Hold to talk, by the space bar: the answer is over at once, in one piece, and has the word that
    was being said (F15, W7)."""
    with visit() as visitor:
        visitor.open_room()
        visitor.cue("turn")
        visitor.page.locator("[name=mode][value=hold]").check()
        visitor.page.locator("#primary").focus()
        said = sound.candidate(speaker, LONG)
        speak = visitor.prepare(said)
        questions = len(visitor.told("say"))
        visitor.page.keyboard.down("Space")
        visitor.see("#primary", "Release when you")
        speak()
        visitor.page.wait_for_timeout(1000 * said.size / sound.MICROPHONE_HZ)
        visitor.page.keyboard.up("Space")
        visitor.until(lambda: len(visitor.told("say")) > questions)
        visitor.cue("speaking")
        answers = [m["text"] for m in visitor.record()["messages"] if m["kind"] == "answer"]
        assert len(answers) == 1
        assert sound.words(answers[0])[-2:] == ["worried", "people"]


def test_a_whole_interview_by_keyboard(visit: Visit) -> None:
    """The browser refuses the microphone: the check says so and offers typing; every answer is typed,
    the questions are spoken all the same, and the record has the very words (W2, W7)."""
    with visit(flags=("--use-fake-device-for-media-stream",), scripts=("tap.js",)) as visitor:
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
