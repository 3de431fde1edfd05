"""The pages of practice by keyboard: an answer is worded, heard, compared and graded."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect
from practice_site import MOVED, Site, site
from tests.web.conftest import house

from greenroom.assessment.stronger import NUMBER_GAP

__all__ = ["house", "site"]

pytestmark = pytest.mark.browser


def test_an_answer_is_worded_by_keyboard(site: Site, complaints: list[str]) -> None:
    """Opened and asked for with the keys; the words come into a status region, by whom; a refusal says
    that the rule's order stands, and shows nothing of the model's."""
    site.practised()
    page = site.open(f"/interviews/{site.held}/questions")
    expect(page.locator("#writer option")).to_have_text(["OpenAI, of this server"])
    page.locator("details summary", has_text="A stronger answer").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[data-use]").first).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("[data-word]").first).to_be_focused()
    page.keyboard.press("Enter")
    words = page.locator("[data-words]").first
    expect(words.locator("q")).to_have_text(MOVED["text"])
    expect(words.locator(".gap-mark")).to_have_text(NUMBER_GAP)
    expect(words).to_contain_text("Worded by script")
    expect(words).to_have_attribute("role", "status")
    site.writers.reply = json.dumps({"sentences": [{**MOVED, "text": "I led 40 people."}]})
    page.keyboard.press("Enter")
    expect(words).to_contain_text("a number that you did not say. The order above stays")
    expect(words).not_to_contain_text("40")
    assert complaints == []


def test_a_repetition_is_graded_by_keyboard(site: Site, complaints: list[str]) -> None:
    """On the comparison: our rule or one's own grade, and when the question comes again; what is not
    wanted any more leaves the list, and the focus goes on to the next."""
    site.practised()
    page = site.open(f"/interviews/{site.again}/comparison")
    page.get_by_role("button", name="By the rule").press("Enter")
    expect(page.locator("#graded")).to_contain_text("Easy: We found all that was asked.")
    expect(page.locator("#graded")).to_contain_text("It comes again on")
    page.get_by_role("button", name="Hard").press("Enter")
    expect(page.locator("#graded")).to_contain_text("Hard: ")
    page.goto(f"{site.address}/practice")
    many = page.locator("[data-drill]").count()
    page.locator("[data-drop]").first.press("Enter")
    expect(page.locator("[data-drill]")).to_have_count(many - 1)
    expect(page.locator("#graded")).to_have_text("It will not come again.")
    assert complaints == []


def test_two_answers_are_heard_by_keyboard(site: Site, complaints: list[str]) -> None:
    """Each button plays its own interview's sound; one at a time: the other's stops, and the same key
    stops it again."""
    site.practised().heard()
    page = site.open(f"/interviews/{site.again}/comparison")
    first, new = page.locator(".play").all()
    for button, interview_id in ((first, site.held), (new, site.again)):
        begin, end = (button.get_attribute(f"data-{edge}") for edge in ("from", "to"))
        asked = f"{site.address}/api/interviews/{interview_id}/sound?from_ms={begin}&to_ms={end}"
        button.focus()
        with page.expect_response(asked) as got:
            page.keyboard.press("Enter")
        assert got.value.ok
        expect(button).to_have_accessible_name(re.compile("^Stop: "))
        page.wait_for_function("() => document.getElementById('player').currentTime > 0")
    expect(first).to_have_accessible_name("Play: The first answer")
    page.keyboard.press("Enter")
    expect(new).to_have_accessible_name("Play: The new one")
    assert page.evaluate("document.getElementById('player').paused")
    assert complaints == []


def test_a_level_leads_to_its_words(site: Site, complaints: list[str]) -> None:
    """In the comparison each level stands beside its quote, which opens the report at its words."""
    site.practised().judged()
    page = site.open(f"/interviews/{site.again}/comparison")
    judged = page.locator("[aria-labelledby=h-criteria]")
    expect(judged.locator("h3")).to_have_text(["Task +2", "Action +2"])
    expect(judged).to_contain_text("2 of 5")
    judged.get_by_role("link", name="the delay fell").first.press("Enter")
    expect(page).to_have_url(re.compile("report#w"))
    expect(page.locator(":target")).to_contain_text("the delay fell")
    assert complaints == []
