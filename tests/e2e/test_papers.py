"""Somebody hands a résumé in, by keyboard and on a narrow screen, and is asked about what they confirmed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.adapters.documents import samples
from tests.e2e.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STRUCK, ASKED = "Led the quagga project for 3 years", "Built the okapi shop in 2 years"
JOB = "Requirements:\n- Python and PostgreSQL"


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_a_confirmed_point_is_asked_about(visit: Visit, tmp_path: Path) -> None:
    """Uploaded, one point struck and one confirmed, all with the keyboard at 360 px; the interview
    begins, and its question quotes the confirmed point (P1, W7)."""
    resume = tmp_path / "cv.pdf"
    resume.write_bytes(samples.pdf(samples.shown(("Experience", STRUCK, ASKED))))
    with visit() as visitor:
        page = visitor.page
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto("/")
        page.locator("summary", has_text="résumé").press("Enter")
        page.locator("#job_description").fill(JOB)
        page.locator("#consent").press("Space")
        page.locator("#send").press("Enter")
        page.wait_for_url("**/prepare")
        visitor.registered()
        expect(page.locator("#papers")).to_contain_text("Python and PostgreSQL")

        page.locator("#file").set_input_files(tmp_path / "cv.pdf")
        expect(page.locator("#h-points")).to_be_focused()
        points = page.locator("[data-pick^=doc_]")
        expect(points).to_have_count(2)
        with page.expect_response(re.compile("preparation$")):
            tab_to(page, "[data-pick^=doc_][data-pick$='-1'] input")
            page.keyboard.press("ArrowLeft")  # the last of the two: Leave out
        with page.expect_response(re.compile("preparation$")):
            tab_to(page, "[data-pick^=doc_][data-pick$='-2'] input")
            page.keyboard.press("Space")
        expect(page.locator("#count")).to_have_text("1 of 2 confirmed.")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        page.reload()
        expect(page.locator("[data-pick^=doc_][data-pick$='-1'] [value=struck]")).to_be_checked()
        expect(page.locator("[data-pick^=doc_][data-pick$='-2'] [value=confirmed]")).to_be_checked()

        tab_to(page, "#go")
        page.keyboard.press("Enter")
        page.wait_for_url("**/check")
        page.locator("[data-do=type]:visible").press("Enter")
        page.locator("#start").press("Enter")
        page.wait_for_url("**/room")
        for answer in (
            "I am a shop developer, and my greatest strength is patience.",
            "I would say that it is finding causes.",
            "I built a shop with two others.",
        ):
            visitor.cue("turn")
            if "okapi" in page.locator("#q").inner_text():
                break
            page.locator("#typed-text").fill(answer)
            page.locator("#typed-text").press("Control+Enter")
            page.wait_for_timeout(300)
        expect(page.locator("#q")).to_contain_text(ASKED, timeout=60_000)
        assert "quagga" not in page.content()
