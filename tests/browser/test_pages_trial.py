"""A plan is tried from its editor, by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from practice_site import Site, site
from tests.web.conftest import house

__all__ = ["house", "site"]

pytestmark = pytest.mark.browser


def test_a_plan_is_tried_by_keyboard(site: Site, complaints: list[str]) -> None:
    """From the editor: choose, begin, stop, begin again; the result takes the focus when it is there, and
    says that it is simulated."""
    site.practised()
    page = site.open(f"/plans/{site.plan}")
    page.get_by_role("link", name="Try it").press("Enter")
    page.wait_for_url("**/try")
    page.get_by_label("Who is interviewed").select_option("rambling")
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.locator("#stop")).to_be_focused()
    with page.expect_navigation():  # the form is there before its script
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Try it")).to_be_visible()
    expect(page.locator("#result")).to_have_count(0)
    page.get_by_label("Who is interviewed").select_option("terse")
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.locator("#trial-status")).to_be_visible()
    site.run.go.set()
    expect(page.locator("#h-result")).to_be_focused()
    expect(page.locator("#result")).to_contain_text(
        "Simulated. A program answered and nobody spoke."
    )
    expect(page.locator("#result")).to_contain_text("Terse: one word for everything")
    expect(page.get_by_label("Who is interviewed")).to_have_value("terse")
    assert site.run.asked == ["rambling", "terse"]
    assert complaints == []


def test_a_change_that_is_not_saved_is_not_tried(site: Site) -> None:
    """The link to try is there for what is saved and without fault, and for nothing else."""
    site.practised()
    page = site.open(f"/plans/{site.plan}")
    expect(page.locator("#try")).to_be_visible()
    page.locator("#f-title").fill("Something else")
    expect(page.locator("#try")).to_be_hidden()
    page.keyboard.press("Control+S")
    expect(page.locator("#try")).to_be_visible()
