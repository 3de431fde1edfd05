"""The editor of plans: form and text say the same, and each fault stands beside its field and its line.
test_pages_faces.py has list and editor at every width."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def editor(page: Page) -> Page:
    """A copy of the shortest plan, open."""
    page.goto("/plans")
    page.get_by_role("button", name="Copy: Two-stage interview", exact=True).press("Enter")
    page.wait_for_url("**/plans/pln_*")
    expect(page.locator("#state")).to_contain_text("Nothing to fix")
    return page


def test_a_fault_is_told_beside_its_field(editor: Page, complaints: list[str]) -> None:
    """By keyboard alone: a number that is too large is told at its field and by its line, and mended
    there; what was typed into the form stands in the text."""
    limit = editor.locator("#f-stages-0-hard_limit")
    limit.focus()
    editor.keyboard.press("Control+A")
    editor.keyboard.type("12000")
    expect(editor.locator("#faults")).to_contain_text("stages[0].hard_limit: 12000 is too large")
    expect(limit).to_have_attribute("aria-invalid", "true")
    expect(limit).to_have_accessible_description(
        "12000 is too large; at most 7200 Seconds after which the stage is left. Otherwise 300."
    )
    editor.locator("#faults button").nth(1).press("Enter")
    expect(editor.locator("#toml")).to_be_focused()
    assert editor.evaluate("getSelection().toString()") == "hard_limit = 12000"
    editor.locator("#faults button").first.press("Enter")
    expect(limit).to_be_focused()
    editor.keyboard.press("Control+A")
    editor.keyboard.type("100")
    expect(editor.locator("#state")).to_contain_text("Nothing to fix")
    expect(editor.locator("#toml")).to_have_value(_has("hard_limit = 100"))
    assert complaints == []


def test_the_text_fills_the_form(editor: Page, complaints: list[str]) -> None:
    """A change in the text is read back; text that is no TOML leaves the form as it was, and says so."""
    toml = editor.locator("#toml")
    toml.fill(toml.input_value().replace("Self-introduction", "Who you are"))
    expect(editor.locator("#f-stages-0-title")).to_have_value("Who you are")
    whole = toml.input_value()
    toml.fill("id = ")
    expect(editor.locator("#stale")).to_be_visible()
    expect(editor.locator("#f-stages-0-title")).to_have_value("Who you are")
    toml.fill(whole)
    expect(editor.locator("#stale")).to_be_hidden()
    assert complaints == []


def test_a_stage_of_ones_own_is_added_and_saved(editor: Page, complaints: list[str]) -> None:
    """A new stage stands before the last one, with the focus in it; saved, it is there the next time."""
    editor.get_by_role("button", name="Add a stage").press("Enter")
    expect(editor.locator("#f-stages-1-title")).to_be_focused()
    expect(editor.locator("#faults")).to_contain_text("stages[1].opening.text: must not be empty")
    editor.locator("#f-stages-1-opening-text").fill("Which tool do you like best?")
    expect(editor.locator("#state")).to_contain_text("Nothing to fix: 3 stages")
    editor.keyboard.press("Control+S")
    expect(editor.locator("#state")).to_contain_text("Saved.")
    editor.reload()
    expect(editor.locator("#toml")).to_have_value(_has("Which tool do you like best?"))
    assert complaints == []


def test_what_was_not_saved_is_kept(editor: Page) -> None:
    """A page that is left by accident gives back what was typed, and lets it go on request."""
    editor.on("dialog", lambda dialog: dialog.accept())
    editor.locator("#f-title").fill("Half a thought")
    expect(editor.locator("#toml")).to_have_value(_has("Half a thought"))
    expect(editor.locator("#state")).to_contain_text("Not saved yet")
    editor.reload()
    expect(editor.locator("#unsaved")).to_be_visible()
    expect(editor.locator("#f-title")).to_have_value("Half a thought")
    editor.get_by_role("button", name="Drop them").click()
    expect(editor.locator("#f-title")).to_have_value("Two-stage interview (copy)")


def _has(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))
