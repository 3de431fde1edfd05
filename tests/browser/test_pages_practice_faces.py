"""The pages of practice and of trying a plan in every state, for everybody."""

from __future__ import annotations

import pytest
from audit import faults, resize, violations
from playwright.sync_api import expect
from practice_site import Site, site
from test_pages_faces import EXPECTED
from tests.web.conftest import house
from tests.web.practising import PLAN

from greenroom.app.ports import Refused

__all__ = ["house", "site"]

pytestmark = pytest.mark.browser
ADDRESSES = {
    "practice-empty": "/practice",
    "practice": "/practice",
    "plans": "/plans",
    "bank": "/practice/bank?role=nursing",
}
"""States that are pages as they open."""


def reach(site: Site, which: str) -> None:
    """Bring the page into one of its states."""
    if which != "practice-empty":
        site.practised()
    if which in ADDRESSES:
        page = site.open(ADDRESSES[which])
        expect(page.locator("main h1")).to_be_visible()
        return
    match which:
        case "questions-heard" | "comparison-heard":
            site.heard()
            name, _ = which.split("-")
            page = site.open(f"/interviews/{site.again}/{name}")
            expect(page.locator(".play").first).to_be_visible()
        case "questions" | "worded" | "word-refused":
            if which == "word-refused":
                site.writers.reply = "I can't help with that."
            page = site.open(f"/interviews/{site.held}/questions")
            page.locator("details summary", has_text="A stronger answer").first.click()
            if which != "questions":
                page.locator("[data-word]").first.click()
                expect(
                    page.locator("[data-words] .own, [data-words] .s:not(.soft)")
                ).to_be_visible()
        case "comparison" | "comparison-judged":
            if which == "comparison-judged":
                site.judged()
            site.open(f"/interviews/{site.again}/comparison")
        case "plan":
            site.open(f"/plans/{site.plan}")
            expect(site.page.locator("#state")).to_contain_text("Nothing to fix")
        case _:
            reach_trial(site, which)


def reach_trial(site: Site, which: str) -> None:
    plan = site.plan
    if which == "try-faults":
        toml = PLAN.replace("hard_limit = 600", 'hard_limit = "ten"').replace('title = "Short"', "")
        plan = site.api("/api/plans", {"toml": toml})["id"]
    if which in ("try-done", "try-failed"):
        site.run.fault = Refused("It took too long to hold.") if which == "try-failed" else None
        site.run.go.set()
        plan = site.api("/api/plans", {"copy_of": "classic"})["id"]
    page = site.open(f"/plans/{plan}/try")
    if which in ("try-running", "try-done", "try-failed"):
        page.get_by_role("button", name="Try it").click()
        shown = {"try-running": "#stop", "try-done": "#result", "try-failed": "#failed"}[which]
        expect(page.locator(shown)).to_be_visible()


STATES = (
    "practice-empty",
    "practice",
    "bank",
    "questions",
    "questions-heard",
    "worded",
    "word-refused",
    "comparison",
    "comparison-judged",
    "comparison-heard",
    "plans",
    "plan",
    "try",
    "try-faults",
    "try-running",
    "try-done",
    "try-failed",
)


@pytest.mark.parametrize("code", ["de", "es", "fr", "hi", "pt"])
def test_every_page_of_practice_fits_a_phone(site: Site, code: str) -> None:
    """In each language nothing sticks out at 320 px, and the page says which language it is in; axe finds
    nothing in a plan's editor and trial in German, whose words are the longest."""
    page = site.page
    page.set_viewport_size({"width": 320, "height": 740})
    site.practised()
    site.open(f"/practice?language={code}")
    own = f"/interviews/{site.held}/questions", f"/interviews/{site.again}/comparison"
    plan = f"/plans/{site.plan}", f"/plans/{site.plan}/try"
    for path in ("/practice", "/practice/bank?role=nursing", *own, *plan):
        site.open(path)
        if path in plan:
            page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.lang") == code, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        if code == "de" and path in plan:
            assert violations(page) == []


@pytest.mark.parametrize("which", STATES)
def test_every_page_for_everybody(site: Site, complaints: list[str], which: str) -> None:
    """At 320 px and above, in any theme, nothing sticks out, is cut or covered, and axe finds nothing; the policy
    holds."""
    page = site.page
    resize(page, 360, 740)
    reach(site, which)
    assert faults(page, f"practice-{which}") == []
    assert [said for said in complaints if not said.startswith(EXPECTED)] == []
