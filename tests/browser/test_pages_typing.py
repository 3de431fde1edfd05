"""Answers that are typed: instead of a microphone that is lost, and too long."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from room import opened, sent

pytestmark = pytest.mark.browser


def test_a_lost_microphone_offers_typing(page: Page) -> None:
    """One press, and the field is there; the trouble is gone."""
    opened(page, "turn")
    page.evaluate("stage.sound('microphone', {state: 'lost', label: ''})")
    page.get_by_role("button", name="Type instead").click()
    expect(page.locator("#typed-text")).to_be_visible()
    expect(page.locator("#aside")).to_have_text("")
    assert ["mode", "type"] in sent(page)


REFUSED = """(text) => stage.post({
    state: "refused", messages: [{t: "typed", mid: "m-1", text}], detail: "too many messages"
})"""


def test_an_answer_that_is_too_long_stays_in_its_box(page: Page) -> None:
    """Near the longest answer the page counts; a longer one is not sent and not cut, and the page says
    what to do. What the server refuses is back in the box, and why is said."""
    opened(page, "turn")
    page.evaluate("stage.sound('microphone', {state: 'lost', label: ''})")
    page.get_by_role("button", name="Type instead").click()
    field, count = page.locator("#typed-text"), page.locator("#typed-count")
    field.fill("b" * 7_000)
    expect(count).to_be_hidden()
    field.fill("b" * 7_990)
    expect(count).to_have_text("7,990 of 8,000 characters.")
    field.fill("b" * 8_120)
    expect(count).to_contain_text("120 characters more than the 8,000 of one answer.")
    field.press("Control+Enter")
    expect(field).to_have_value("b" * 8_120)
    assert "typed" not in [name for name, *_ in sent(page)]
    field.fill("😀" * 8_000)
    field.press("Control+Enter")
    expect(field).to_have_value("")
    assert ["typed", "😀" * 8_000] in sent(page)
    page.evaluate(REFUSED, "😀" * 8_000)
    expect(field).to_have_value("😀" * 8_000)
    expect(page.locator("#aside")).to_contain_text("too many messages")


def test_who_types_is_not_brought_back_by_a_microphone_that_opens_late(page: Page) -> None:
    """Typing is chosen while the browser still opens the microphone: it stays chosen, nothing listens."""
    page.add_init_script("globalThis.stage = {slow: true}")
    page.goto("/interviews/new/check")
    page.locator("[data-do=ask]:visible").first.click()
    page.wait_for_function("() => Boolean(stage.open)")
    page.locator("[data-do=type]:visible").click()
    page.evaluate("stage.open()")
    page.wait_for_function("() => stage.closed === 1")
    expect(page.locator("body")).to_have_attribute("data-state", "typed")
    page.locator("#start").press("Enter")
    page.wait_for_url("**/room")
