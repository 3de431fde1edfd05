"""The page goes, the network goes, the tab is doubled."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INTRODUCTION = "I work as a nurse in a small hospital, and I am good at calming people."


def goes_on(visitor: Visitor) -> None:
    """The introduction is answered, and what follows is the bridge to the next part."""
    visitor.answer(INTRODUCTION)
    visitor.until(lambda: visitor.told("say")[-1]["kind"] == "bridge")
    answers = [m for m in visitor.record()["messages"] if m["kind"] == "answer"]
    assert sound.word_error_rate([INTRODUCTION], [answers[-1]["text"]]) <= 0.15


def test_a_refresh_and_a_lost_network_in_the_middle_of_a_question(visit: Visit) -> None:
    """After either the page is at the same question, says so, and takes the answer (F15, W3, W4)."""
    with visit() as visitor:
        visitor.open_room()
        visitor.cue("speaking")
        visitor.page.wait_for_timeout(1500)
        visitor.page.reload()
        visitor.cue("speaking", "turn")
        visitor.until(lambda: visitor.question)
        asked = visitor.question
        assert visitor.told("hello")[0]["resumed"] is True

        visitor.page.wait_for_timeout(1000)
        visitor.context.set_offline(True)
        visitor.page.evaluate("tap.line.close()")
        visitor.see("#who-you", "You’re offline")
        visitor.page.wait_for_timeout(2500)
        visitor.context.set_offline(False)
        visitor.cue("speaking", "turn")
        visitor.until(lambda: visitor.question == asked)
        goes_on(visitor)
        questions = [m["question_id"] for m in visitor.record()["messages"] if m["question_id"]]
        assert set(questions) == {"introduction"}


def test_a_second_tab_takes_over(visit: Visit) -> None:
    """The first tab is told and lets its microphone go; the interview goes on in the second (W4)."""
    with visit() as visitor:
        visitor.open_room()
        visitor.cue("speaking")
        first, visitor.page = visitor.page, visitor.second_tab()
        visitor.page.goto(f"/interviews/{visitor.interview}/room")
        expect(first.locator("#who-them")).to_contain_text("is in another tab")
        expect(first.locator("#primary")).to_have_text("Bring it back here")
        visitor.cue("speaking", "turn")
        until = first.evaluate("tap.blocks.length")
        goes_on(visitor)
        assert first.evaluate("tap.blocks.length") == until, "the first tab still listens"
