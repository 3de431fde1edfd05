"""Somebody who types slowly, pauses, and locks the screen, in a plan whose patience is a tenth of the usual."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.e2e.conftest import Visit
from tests.e2e.house import BRIEFLY
from tests.e2e.visitor import WITH_MICROPHONE, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TENTH = (
    ("reprompt_after = 10\nsimplify_after = 20", "reprompt_after = 1\nsimplify_after = 2"),
    ("hard_limit = 120\ninactivity_limit = 30", "hard_limit = 12\ninactivity_limit = 3"),
)
KEY_MS, PAUSE_MS, LOCK_MS = 1_200, 6_000, 8_000
"""A key every 12 s and a pause of a minute, by the measure of such a plan: all together is longer than each of its
limits. A lock must be long enough to be missed."""
FLAGS = (*WITH_MICROPHONE, "--autoplay-policy=no-user-gesture-required")
BEGUN, REST = "We m", "end nets, and I find what gave way first."


def hurried(visitor: Visitor) -> list[str]:
    """Of what the interviewer said: everything that follows from silence."""
    said = visitor.record()["messages"]
    return [m["text"] for m in said if m["kind"] in ("reprompt", "simpler", "bridge")]


def lock(visitor: Visitor) -> None:
    """The page stands still, as on a telephone whose screen is off."""
    page = visitor.context.new_cdp_session(visitor.page)
    page.send("Page.setWebLifecycleState", {"state": "frozen"})
    visitor.second_tab().wait_for_timeout(LOCK_MS)
    page.send("Page.setWebLifecycleState", {"state": "active"})


def test_nobody_is_hurried_over_a_draft(visit: Visit) -> None:
    """Slow keys, a pause over a draft and a locked screen: no reminder, no other question, and no word lost.
    Without a draft, and in silence, the same plan does remind."""
    with visit(flags=FLAGS, changes=(BRIEFLY, *TENTH)) as visitor:
        visitor.context.add_init_script("localStorage.setItem('mode', 'type')")
        visitor.open_room()
        visitor.cue("turn")
        asked, field = visitor.question, visitor.page.locator("#typed-text")
        field.press_sequentially(BEGUN, delay=KEY_MS)
        visitor.page.wait_for_timeout(PAUSE_MS)
        lock(visitor)
        visitor.cue("turn")
        assert visitor.question == asked
        expect(field).to_have_value(BEGUN)
        assert hurried(visitor) == []

        field.press_sequentially(REST)
        visitor.page.locator("#primary").click()
        visitor.until(lambda: visitor.question != asked)
        answers = [m["text"] for m in visitor.record()["messages"] if m["kind"] == "answer"]
        assert answers == [BEGUN + REST]

        visitor.page.locator("[name=mode][value=talk]").check(force=True)
        visitor.until(lambda: "reprompt" in {m["kind"] for m in visitor.told("say")}, 60)
