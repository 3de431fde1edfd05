"""Every page in every state: no violation of axe's rules, nothing refused, nothing wider than a phone."""

from __future__ import annotations

from typing import Literal

import pytest
from audit import CUT, SPACED, WIDTHS, faults
from playwright.sync_api import Page, expect
from states import STATES, State

pytestmark = pytest.mark.browser
ZOOMED = [(320, 256), (640, 512), (1280, 1024)]
"""A window of 1,280 x 1,024 px at 400 %, 200 % and 100 %."""
PAGES = [state for state in STATES if not state.name.startswith("room-")]
"""test_pages_small.py has the room."""
EXPECTED = "Failed to load resource: the server responded with a status of"


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_everybody_can_use_it(page: Page, complaints: list[str], state: State) -> None:
    """axe finds nothing, in any theme and in people's own colours; at 320 px and above nothing sticks out; the policy
    holds."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(state.path)
    state.reach(page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []
    assert [told for told in complaints if not told.startswith(EXPECTED)] == []


@pytest.mark.parametrize("state", PAGES, ids=lambda state: state.name)
def test_wider_text_at_every_zoom(page: Page, state: State) -> None:
    """With the text spacing of WCAG 1.4.12 and at 400 % no page scrolls sideways, and no words are cut."""
    page.goto(state.path)
    state.reach(page)
    for spaced in ("() => 0", SPACED):
        page.evaluate(spaced)
        for width, height in ZOOMED:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(
                "(most) => document.documentElement.scrollWidth <= most", arg=width
            )
            assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("name", "shown"), [("ack", "“okay”"), ("murmur", "A murmur")])
def test_a_backchannel_is_quoted_only_if_its_words_are_believed(
    page: Page, name: str, shown: str
) -> None:
    """An "oh" that was written "Poe." is a murmur, and is not put into their mouth (T1)."""
    state = next(state for state in STATES if state.name == f"room-{name}")
    page.goto(state.path)
    state.reach(page)
    expect(page.locator("#aside")).to_contain_text(shown)


def test_late_words_are_announced(page: Page) -> None:
    """While words are late the room says so, and no longer."""
    state = next(state for state in STATES if state.name == "room-behind")
    page.goto(state.path)
    state.reach(page)
    expect(page.locator("#aside")).to_contain_text("still being written down")
    page.evaluate("stage.tell({t: 'behind', on: false})")
    expect(page.locator("#aside")).not_to_contain_text("still being written down")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_peoples_own_colours_keep_progress_and_choice(
    page: Page, scheme: Literal["light", "dark"]
) -> None:
    """With forced colours the chosen way to answer, and the parts that are done, under way and still to come,
    all look different from each other."""
    page.emulate_media(color_scheme=scheme, forced_colors="active")
    state = next(state for state in STATES if state.name == "room-turn")
    page.goto(state.path)
    state.reach(page)
    page.evaluate(
        """async () => {
            const fading = document.getAnimations().filter((one) => one instanceof CSSTransition);
            await Promise.allSettled(fading.map((one) => one.finished));
        }"""
    )
    looks = """([all, piece]) => [...document.querySelectorAll(all)].map((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one, piece);
        return `${backgroundColor} ${backgroundImage}`;
    })"""
    chosen, *others = page.evaluate(looks, [".modes label", None])
    assert chosen not in others
    done, also_done, now, to_come = page.evaluate(looks, [".parts li", "::after"])
    assert done == also_done
    assert len({done, now, to_come}) == 3
