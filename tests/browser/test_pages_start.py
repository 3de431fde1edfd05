"""The pages around the room alive: the start, its form, what is refused, and the list of interviews."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_errors_stand_beside_their_fields_and_the_form_keeps_its_words(page: Page) -> None:
    """Without consent nothing is sent; a server's complaint opens the part that holds its field."""
    page.goto("/")
    page.locator("#name").fill("bad")
    page.locator("#send").click()
    expect(page.locator("#consent")).to_be_focused()
    expect(page.locator("#consent")).to_have_accessible_description(
        "Please tick this first. We do not start without it. The written record is deleted after 30 days, or when you say so. What is kept Nothing you say leaves this server."
    )
    page.locator("#consent").check()
    page.locator("#send").click()
    expect(page.locator("#job_description")).to_be_focused()
    expect(page.locator("#job_description-err")).to_have_text(
        "This is too long: 20 000 characters at most."
    )
    expect(page.locator("#consent-err")).to_have_count(0)
    assert page.locator("#name").input_value() == "bad"


def test_a_refusal_says_when_to_come_back(page: Page) -> None:
    """A refusal that belongs to no field stands by the button, with the time to wait."""
    page.goto("/")
    page.get_by_text("Your résumé and the job").click()
    page.locator("#company").fill("full")
    page.locator("#consent").check()
    page.locator("#send").click()
    expect(page.locator("#trouble")).to_contain_text(
        "Too many interviews were begun. Try again in 30 seconds."
    )


def test_without_a_network_nothing_is_lost(page: Page) -> None:
    """Offline is said, sending fails politely, and the form keeps its words."""
    page.goto("/")
    page.locator("#role").fill("Baker")
    page.locator("#consent").check()
    page.context.set_offline(True)
    expect(page.locator(".offline")).to_contain_text("You are offline.")
    page.locator("#send").click()
    expect(page.locator("#trouble")).to_contain_text("Nothing was sent.")
    assert page.locator("#role").input_value() == "Baker"


def test_an_interview_that_is_gone_leads_back(page: Page) -> None:
    """Deleting asks, deletes, and shows the rest."""
    page.goto("/history")
    before = page.locator(".rows > li").count()
    page.goto("/interviews/deleted-from-its-report/report")
    page.get_by_role("button", name="Delete this interview").click()
    expect(page.locator("#erase-no")).to_be_focused()
    page.locator("#erase-yes").click()
    page.wait_for_url("**/history")
    expect(page.locator(".rows > li")).to_have_count(before - 1)


def test_the_question_before_deleting_names_the_row(page: Page) -> None:
    """The same time as in the row, on the reader's own clock, and only what there is to lose."""
    page.goto("/history")
    for row, goes in (
        (0, "What you filled in is deleted now"),
        (1, "The report and the transcript"),
    ):
        line = page.locator(".rows > li").nth(row)
        line.get_by_role("button", name="Delete").click()
        when = line.locator("time").inner_text()
        expect(page.locator("#erase-h")).to_have_text(f"Delete the interview of {when}?")
        expect(page.locator("#erase-p")).to_contain_text(goes)
        page.locator("#erase-no").click()


def test_the_place_in_line_is_told_once(page: Page) -> None:
    """Who waits reads and hears the place; at each step forward only the new place is spoken, and the
    title says it in a tab that is not looked at. A greeting ends it."""
    page.goto("/interviews/new/room")
    page.wait_for_function("() => globalThis.stage?.tell")
    status = page.locator("#status")
    page.evaluate("stage.tell({t: 'waiting', place: 3})")
    expect(page.locator("#who-you")).to_have_text("You are number 3 in line")
    expect(status).to_contain_text("number 3 in line")
    expect(status).to_contain_text("Leave this page open")
    assert page.title() == "3. in line, Greenroom"
    page.evaluate("stage.tell({t: 'waiting', place: 1})")
    expect(status).to_have_text("You are next in line.")
    expect(page.locator("#aside")).to_contain_text("Leave this page open")
    page.evaluate("stage.tell({t: 'waiting', place: 14})")
    expect(status).to_have_text("You are number 14 in line.")
    page.evaluate("stage.tell({t: 'hello', stages: []})")
    expect(page.locator("#who-you")).not_to_contain_text("in line")
    assert page.title() == "Interview in progress, Greenroom"


def test_another_interview_that_is_open(page: Page) -> None:
    """Whoever has one open is told so, and may begin this one instead: once, not at every reload."""
    page.goto("/interviews/new/room")
    page.wait_for_function("() => globalThis.stage?.tell")
    page.evaluate(
        "stage.tell({t: 'error', detail: 'You have another one open.', choice: 'instead'})"
    )
    page.evaluate("stage.connection({state: 'closed', why: 'refused'})")
    expect(page.locator("#aside")).to_contain_text("You have another one open.")
    with page.expect_navigation(url="**/room?instead=1"):
        page.get_by_role("button", name="Begin this one instead").click()
    page.wait_for_url("**/interviews/new/room")


def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    """System, light, dark; the next page has it from its first paint."""
    page.goto("/")
    button = page.locator("[data-theme-toggle]")
    button.click()
    button.click()
    expect(button).to_have_text("Theme: dark")
    page.goto("/privacy")
    assert page.locator("html").get_attribute("data-theme") == "dark"
