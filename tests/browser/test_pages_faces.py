"""Every page in every state: no violation of axe's rules, nothing refused, nothing wider than a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from states import STATES, State

pytestmark = pytest.mark.browser
EXPECTED = "Failed to load resource: the server responded with a status of"


COLOURS = {"runOnly": ["color-contrast"]}
"""All that a theme can change."""
COLOURS_HAVE_ARRIVED = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map((change) => change.finished));
}"""


def violations(page: Page, options: dict[str, list[str]] | None = None) -> list[str]:
    page.evaluate(COLOURS_HAVE_ARRIVED)
    found = Axe().run(page, options=options).response["violations"]
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_everybody_can_use_it(page: Page, complaints: list[str], state: State) -> None:
    """axe finds nothing, on a phone and in the dark; at 360 px nothing sticks out; the policy holds."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(state.path)
    state.reach(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert violations(page, COLOURS) == []
    assert [told for told in complaints if not told.startswith(EXPECTED)] == []


@pytest.mark.parametrize(("name", "shown"), [("ack", "“okay”"), ("murmur", "A murmur")])
def test_a_backchannel_is_quoted_only_if_its_words_are_believed(
    page: Page, name: str, shown: str
) -> None:
    """An "oh" that was written "Poe." is a murmur, and is not put into their mouth (T1)."""
    state = next(state for state in STATES if state.name == f"room-{name}")
    page.goto(state.path)
    state.reach(page)
    expect(page.locator("#aside")).to_contain_text(shown)
