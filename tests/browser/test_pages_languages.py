"""Pages in another language: from the start to the room, nothing left in English, nothing wider than a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from room import enter, tell, view
from states import STATES, State

from greenroom.app import consent

pytestmark = pytest.mark.browser
OWN = ("keys", "plan-six", "plan-faults")
"""States that are full of names the person typed; `tests/web/test_languages.py` reads their pages."""
BARE = r"""() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const home = node.parentElement;
    const text = node.textContent.replace(/⟦[^⟦⟧]*(⟧|$)|\d UTC/g, "").trim();
    if (!/\p{L}{2}/u.test(text) || !home.checkVisibility({ visibilityProperty: true })) continue;
    if (home.closest("script, style, code, svg, time, .brand, [lang]:not([lang=hi]), [translate=no], .files b")) continue;
    if (node.textContent.includes("⟦") || node.textContent.includes("⟧")) continue;
    found.push(text);
  }
  return found;
}"""
"""Visible words in no brackets: the stage's Hindi is brackets around English."""


CUT = r"""() => [...document.querySelectorAll("button, .btn, a, h1, h2, h3, th, td, label, legend, summary")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".sr, .scroll"))
  .filter((one) => getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())"""
"""Words that are wider than what holds them, and cannot be seen whole."""


def in_language(page: Page, code: str, address: str) -> None:
    """As if somebody had chosen it before."""
    page.context.add_cookies([{"name": "greenroom_language", "value": code, "url": address}])


@pytest.mark.parametrize(
    "state",
    [one for one in STATES if one.name == "keys-empty" or not one.name.startswith(OWN)],
    ids=lambda state: state.name,
)
def test_no_state_has_words_left_in_english(page: Page, stage_address: str, state: State) -> None:
    """What scripts put on a page went through the catalogue, too; what the interview says keeps its language."""
    in_language(page, "hi", stage_address)
    page.goto(state.path)
    state.reach(page)
    told = {
        consent.words("hi"),
        "“okay”",
        "Its voice failed.",
        "Read the question here.",
        "Too many interviews were begun.",
        "You have another interview open.",
        "Go on with that one.",
    }  # by the server, the person, or in another list of words
    assert [text for text in page.evaluate(BARE) if text not in told] == []


COPIED = """async () => {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"copy_of": "two-stage"}' };
  location.assign(`/plans/${(await (await fetch("/api/plans", asked)).json()).id}`);
}"""
NAMED = r"""() => [...document.querySelectorAll("form .hint, form label, form button")]
  .map((one) => one.textContent.trim()).filter((text) => /\p{L}{2}/u.test(text) && !text.startsWith("⟦"))"""
"""What the editor says of a plan's keys, in no brackets."""


def test_the_editor_explains_every_key_in_the_language(page: Page, stage_address: str) -> None:
    """Names and hints come from the plans' schema, and their catalogue has them as the form shows them."""
    in_language(page, "hi", stage_address)
    page.goto("/plans")
    page.evaluate(COPIED)
    page.wait_for_url("**/plans/pln_*")
    expect(page.locator("#f-title")).to_be_visible()
    assert page.evaluate(NAMED) == []


PAGES = (
    "/",
    "/interviews/new/check",
    "/interviews/new/room",
    "/interviews/judged/report",
    "/shared/opaque",
    "/history",
    "/privacy",
    "/keys",
    "/plans",
    "/plans/software-engineer/read",
)


@pytest.mark.parametrize("code", ["de", "es", "fr", "hi", "pt"])
def test_long_words_fit_a_phone(page: Page, complaints: list[str], code: str) -> None:
    """At 320 px nothing sticks out of a page and nothing is cut, by words that are longer than English ones."""
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"/?language={code}")
    for path in PAGES:
        page.goto(path)
        assert page.evaluate("document.documentElement.lang") == code
        if path.endswith("room"):
            enter(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert page.evaluate(CUT) == [], path
    assert complaints == []


def test_from_the_start_to_the_room_in_german(page: Page) -> None:
    """Chosen at the foot of the first page, the language stays; question and answer keep the interview's own."""
    page.goto("/")
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Laut gesagt, bevor es zählt.")
    page.goto("/interviews/new/check")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dürfen wir zuhören?")
    page.goto("/interviews/new/room")
    enter(page)
    tell(page, view("turn"))
    expect(page.locator("#who-you")).to_have_text("Sie sind dran Lassen Sie sich Zeit.")
    expect(page.locator("#q")).to_have_attribute("lang", "en")
    page.locator("[name=mode][value=type]").check(force=True)
    expect(page.get_by_placeholder("Tippen Sie Ihre Antwort. Niemand drängt Sie.")).to_be_visible()
