"""What somebody does after an interview, on a phone and with the keys alone, in German: read, correct a word,
practise, compare, print."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from audit import violations
from playwright.sync_api import Page, expect
from practice_site import Site, done, site
from tests.web.conftest import house
from tests.web.practising import DEEP
from tests.web.told import told

__all__ = ["house", "site"]
pytestmark = pytest.mark.browser
FARTHEST = 250
"""Presses of Tab from one thing to the next: a page has no more to stop at."""
SHOTS = os.environ.get("GREENROOM_SHOTS", "")
"""Where pictures go; nowhere unless it is said."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what is wanted has the focus, as somebody without a mouse does."""
    for _ in range(FARTHEST):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"no key leads to {selector}")


def look(page: Page, name: str) -> None:
    """In German, within 360 px, and axe finds nothing."""
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
    assert violations(page) == [], name
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def test_from_the_report_to_a_second_answer(site: Site, complaints: list[str]) -> None:
    """Every step can be reached and done by Tab and Enter, and what is refused on the way is told in German."""
    page = site.page
    page.set_viewport_size({"width": 360, "height": 740})
    site.practised()
    site.open(f"/interviews/{site.held}/report?language=de")
    look(page, "1-report")

    tab_to(page, ".fix > summary")
    page.keyboard.press("Enter")
    tab_to(page, "textarea[name=text]")
    heard = page.locator("form[data-correct] textarea").first.input_value()
    page.keyboard.press("Control+A")
    page.keyboard.type("...")
    tab_to(page, "form[data-correct] [type=submit]")
    page.keyboard.press("Enter")
    trouble = page.locator("[data-trouble]:not([hidden])")
    expect(trouble).to_have_text(
        "Eine Korrektur braucht Worte. Was gehört wurde, kann nicht entfernt werden."
    )
    look(page, "2-refused")
    page.keyboard.press("Shift+Tab")
    page.locator("form[data-correct] textarea").first.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type(heard.replace("fine", "finished"))
    tab_to(page, "form[data-correct] [type=submit]")
    page.keyboard.press("Enter")
    expect(page.locator("#corrected")).to_contain_text("Ihre Worte sind gespeichert")
    look(page, "3-corrected")

    page.emulate_media(media="print")
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / "4-print.png", full_page=True)
        page.pdf(path=Path(SHOTS) / "4-print.pdf")
    page.emulate_media(media="screen")

    page.goto(f"{site.address}/interviews/{site.held}/report")
    tab_to(page, f"a[href='/interviews/{site.held}/questions']")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/questions$"))
    look(page, "5-questions")
    tab_to(page, "[data-retry]")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/interviews/int_\w+/(check|room)"))
    again = re.findall(r"int_\w+", page.url)[0]
    look(page, "6-check")

    done(told(site.house.interviews, again, [DEEP], spoken=True))
    page.goto(f"{site.address}/interviews/{again}/report")
    look(page, "7-second-report")
    tab_to(page, f"a[href='/interviews/{again}/comparison']")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/comparison$"))
    look(page, "8-comparison")
    tab_to(page, "[data-by]")
    page.keyboard.press("Enter")
    expect(page.locator("#graded")).not_to_be_empty()
    look(page, "9-graded")
    assert [one for one in complaints if "422" not in one] == []
