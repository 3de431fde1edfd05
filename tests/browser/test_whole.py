"""The check of a page's layout finds what it is for, and lets pass what is meant."""

from __future__ import annotations

import pytest
from audit import WHOLE, faults
from playwright.sync_api import Page

pytestmark = pytest.mark.browser
FAULTY = {
    "wide": ("<p style='width: 2000px'>words</p>", "the page is 20"),
    "left": ("<p style='margin-left: -40px'>words</p>", "“words” sticks out of the page"),
    "cut": (
        "<p style='width: 40px; overflow: hidden; white-space: nowrap'>many words</p>",
        "p cuts “many words”",
    ),
    "button": (
        "<button style='width: 20px; padding: 0; white-space: nowrap'>many words</button>",
        "“many words” sticks out of its button",
    ),
    "over": (
        "<p>some words</p><p style='margin-top: -34px'>other words</p>",
        "“some words” lies over “other words”",
    ),
    "control": (
        "<p>some words</p><button style='margin-top: -34px; display: block; opacity: .5'>x</button>",
        "button lies over “some words”",
    ),
    "behind": (
        "<p>some words</p><div style='position: absolute; inset: 0; background: red'></div>",
        "“some words” is behind div",
    ),
    "far behind": (
        "<div style='height: 3000px'></div><section style='position: relative'><p>some words</p>"
        "<div style='position: absolute; inset: 0; background: red'></div></section>",
        "“some words” is behind div",
    ),
}
FINE = {
    "dots": "<p style='width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'>many words</p>",
    "scrolls": "<p style='width: 40px; overflow: auto; white-space: nowrap'>many words</p>",
    "aloud": "<p style='position: absolute; clip-path: inset(50%); width: 1px; overflow: hidden'>many words</p><p>x</p>",
    "unseen": "<p style='visibility: hidden; margin-left: -40px'>words</p>",
    "floats": "<p>some words</p><p style='position: fixed; inset: 0; background: red'>other words</p>",
    "label": "<label>words <input type='checkbox'></label>",
    "tight": "<h1 style='line-height: 1.04; width: 90px'>many words here</h1>",
}


@pytest.mark.parametrize(("html", "told"), FAULTY.values(), ids=FAULTY)
def test_a_fault_is_found(page: Page, html: str, told: str) -> None:
    """Words cut, sticking out, over others, or behind something, anywhere on the page."""
    page.set_content(html)
    found = page.evaluate(WHOLE)
    assert any(fault.startswith(told) for fault in found), found


@pytest.mark.parametrize("html", FINE.values(), ids=FINE)
def test_what_is_meant_is_let_pass(page: Page, html: str) -> None:
    """Dots that show a cut, what scrolls, what is for screen readers alone, and what floats."""
    page.set_content(html)
    assert page.evaluate(WHOLE) == []


ONLY = {
    "color: #999": "color-contrast",
    "margin-left: -40px": "“some words” sticks out of the page",
    "background: #333": "color-contrast",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("style", "told"), ONLY.items(), ids=ONLY)
def test_a_fault_of_one_width_and_theme_is_found(
    page: Page, style: str, told: str, theme: str
) -> None:
    """What was looked at before is not looked at again, and what is new at a width or in a theme is."""
    only = f"(min-width: 700px) and (max-width: 800px) and (prefers-color-scheme: {theme})"
    page.set_content(
        f"<style>body {{ background: white; color: black }} @media {only} {{ p {{ {style} }} }}</style>"
        "<main><h1>A heading</h1><p>some words</p></main>"
    )
    assert any(told in f for f in faults(page, "only") if f.startswith(f"768 {theme}: "))


def test_a_box_that_comes_under_words_is_found(page: Page) -> None:
    """Colours are looked at again when something else moves under the words."""
    page.set_content(
        "<style>body { background: white; color: black } div { position: absolute; z-index: -1; left: 0; top: 0; width: 1px;"
        " height: 900px; background: #222 } @media (min-width: 700px) and (max-width: 800px) { div { width: 100vw } }</style>"
        "<main><h1>A heading</h1><p>some words</p><div></div></main>"
    )
    found = faults(page, "under")
    assert any(f.startswith("768 light: color-contrast") for f in found), found
