"""axe-core on a page: all of its rules for WCAG 2.2 A and AA and its good practice; the colours in each theme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PHONE = {"width": 360, "height": 740}
WIDTHS = (320, 360, 768, 1024)
"""At which nothing sticks out."""
DESK = {"width": 1440, "height": 900}
EVERYTHING: Mapping[str, Any] = {"rules": {"target-size": {"enabled": True}}}
"""axe leaves the one rule out that is new in WCAG 2.2."""
COLOURS: Mapping[str, Any] = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""All that a theme can change."""
SPACED = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
        + "p { margin-bottom: 2em !important }");
    document.adoptedStyleSheets = [sheet];
}"""
"""The text spacing of WCAG 1.4.12."""
CUT = """() => [...document.querySelectorAll("body *")].filter((one) => {
    const style = getComputedStyle(one);
    const hides = [style.overflowX, style.overflowY].some((how) => how === "hidden" || how === "clip");
    const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.clientWidth > 2;
    const over = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
    return hides && seen && over && style.textOverflow !== "ellipsis" && one.innerText.trim();
}).map((one) => `${one.tagName} ${one.className} ${one.id}: ${one.innerText.slice(0, 60)}`)"""
"""Words that are cut at an edge and not shown to be by dots."""
COLOURS_HAVE_ARRIVED = """async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map((change) => change.finished));
}"""


def violations(page: Page, options: Mapping[str, Any] = EVERYTHING) -> list[str]:
    """What axe finds on the page, and finds again: on a busy machine a theme arrives late."""
    found: list[str] = []
    for _ in range(2):
        page.evaluate(COLOURS_HAVE_ARRIVED)
        told = Axe().run(page, options=dict(options)).response["violations"]
        found = [f"{v['id']}: {node['html'][:120]}" for v in told for node in v["nodes"]]
        if not found:
            break
    return found


def faults(page: Page) -> list[str]:
    """What axe finds on a phone; and on a desk in the dark and in people's own colours, light and dark."""
    page.set_viewport_size(PHONE)
    found = violations(page)
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {fault}" for fault in violations(page, COLOURS)]
    for scheme in ("light", "dark"):
        page.emulate_media(
            color_scheme="dark" if scheme == "dark" else "light", forced_colors="active"
        )
        found += [f"forced {scheme}: {fault}" for fault in violations(page, COLOURS)]
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found
