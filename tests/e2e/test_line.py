"""The page goes, the network goes, the tab is doubled."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.e2e import sound
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

INTRODUCTION = "I work as a nurse in a small hospital, and I am good at calming people."
STORY = "Last year we moved the whole ward in one night, because the roof was leaking."


def goes_on(visitor: Visitor, text: str = INTRODUCTION, follows: str = "bridge") -> None:
    """The introduction is answered, and what follows is the bridge to the next part; or this and that."""
    visitor.answer(text)
    visitor.until(lambda: visitor.told("say")[-1]["kind"] == follows)
    answers = [m for m in visitor.record()["messages"] if m["kind"] == "answer"]
    assert sound.word_error_rate([text], [answers[-1]["text"]]) <= 0.15


def moves(visitor: Visitor) -> Page:
    """To a second tab, while something is said: the first one, which is returned, is told and gives its place up."""
    visitor.cue("speaking")
    first, visitor.page = visitor.page, visitor.second_tab()
    visitor.page.goto(f"/interviews/{visitor.interview}/room")
    expect(first.locator("#who-them")).to_contain_text("is in another tab")
    expect(first.locator("#primary")).to_have_text("Bring it back here")
    visitor.cue("speaking", "turn")
    return first


def test_a_refresh_a_lost_network_and_a_second_tab(visit: Visit) -> None:
    """After a refresh, or an outage, in the middle of a question the page is at the same question, says so, and takes
    the answer. A second tab takes over: the first lets its microphone go, and the interview goes on (F15, W3, W4)."""
    with visit(changes=()) as visitor:
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

        first = moves(visitor)
        until = first.evaluate("tap.blocks.length")
        goes_on(visitor, STORY, "probe")
        assert first.evaluate("tap.blocks.length") == until, "the first tab still listens"
