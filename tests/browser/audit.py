"""What may be wrong with a page, at every width and in both themes: its layout (`whole.js`) and what axe-core finds.
With GREENROOM_PICTURES set, a picture of each goes to `build/pages/`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SIZES = ((320, 568), (360, 740), (768, 1024), (1024, 768), (1440, 900))
THEMES = ("light", "dark")
DESK = (1440, 900)
ZOOMED = ((320, 256), (640, 512), (1280, 1024))
"""A window of 1,280 x 1,024 px at 400 %, 200 % and 100 %."""
ROOM = (
    (320, 256),  # 1,280 x 1,024 at 400 %
    (320, 568),
    (360, 640),
    (360, 740),
    (568, 320),
    (640, 360),  # 1,280 x 720 at 200 %
    (640, 512),
    (719, 900),
    (720, 480),
    (768, 1024),
    (844, 390),
    (1024, 600),
    (1024, 768),
    (1440, 900),
    (1920, 1080),
)
"""Where the room is measured, too."""
PICTURES = Path(__file__).parents[2] / "build" / "pages"
WANTED = "GREENROOM_PICTURES" in os.environ
"""For people to look at; no test reads one, and each takes a tenth of a second to make."""
WHOLE = Path(__file__).with_name("whole.js").read_text("utf-8")
MEASURE = Path(__file__).with_name("measure.js").read_text("utf-8")
"""The same of the room: its controls are reached, and seen together."""
LOOKS = Path(__file__).with_name("looks.js").read_text("utf-8")
MOVED = """() => {
    const shown = [...document.querySelectorAll("*")].filter((one) => one.checkVisibility());
    const boxes = shown.map((one) => { // of what is folded up a box is costly to ask for
        const { x, y, width, height } = one.getBoundingClientRect();
        return `${x} ${y} ${width} ${height}`;
    });
    const before = globalThis.stoodAt;
    globalThis.stoodAt = `${innerWidth} ${innerHeight}: ${boxes}`;
    return globalThis.stoodAt !== before;
}"""
"""Does anything stand elsewhere, or in another window, than when this was asked last?"""
ARRIVED = """async (scheme) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    while (scheme && !matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await frame();
    for (let i = 0; i < 2; i++) await frame();
    await Promise.allSettled(document.getAnimations().map((change) => change.finished));
}"""
"""The theme, and what fades with it."""
AXE = f"""async ([options, fresh]) => {{
    if (typeof axe !== "object") return null;
    await ({ARRIVED})();
    const {{ violations }} = await axe.run(fresh ? {{ include: freshLooks }} : document, options);
    return violations.flatMap(({{ id, nodes }}) => nodes.map(({{ html }}) => `${{id}}: ${{html.slice(0, 120)}}`));
}}"""
FORMS: Mapping[str, Any] = {
    "rules": {"target-size": {"enabled": True}, "color-contrast": {"enabled": False}},
    "resultTypes": ["violations"],
    "selectors": False,
}
"""axe's rules for WCAG 2.2 A and AA and its good practice, but for contrast, which takes most of its time. axe leaves
the one rule out that is new in WCAG 2.2."""
EVERYTHING: Mapping[str, Any] = {**FORMS, "rules": {"target-size": {"enabled": True}}}
"""The same with contrast."""
COLOURS: Mapping[str, Any] = {
    "runOnly": ["color-contrast", "link-in-text-block"],
    "resultTypes": ["violations"],
    "selectors": False,
}
"""All that a theme can change."""
SPACED = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"
        + "p { margin-bottom: 2em !important }");
    document.adoptedStyleSheets = [sheet];
}"""
"""The text spacing of WCAG 1.4.12."""
RESIZED = """async ([width, height]) => {
    while (innerWidth !== width || innerHeight !== height) await new Promise((done) => requestAnimationFrame(done));
}"""
FRAMES = 20
LAID_OUT = """async () => {
    dispatchEvent(new Event("resize")); // the browser tells it late on a busy machine
    for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
}"""
UP = """() => {
    const whole = !document.body.matches("[data-room]");
    if (whole) scrollTo({ top: 0, behavior: "instant" });
    return whole;
}"""
ANEW = """() => {
    const { style } = document.documentElement;
    style.display = "none";
    document.documentElement.getBoundingClientRect();
    style.removeProperty("display");
}"""
"""Chromium may keep a colour of the theme before for some words, when both change at once. Styles are computed again."""


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, [width, height])


def settled(page: Page, check: str, told: object = None) -> list[str]:
    """What a check of the layout finds and goes on finding: a busy browser lays a page out some frames
    after it has its size."""
    found: list[str] = []
    for _ in range(FRAMES):
        found = page.evaluate(
            f"async (told) => {{ await ({LAID_OUT})(); return ({check})(told); }}", told
        )
        if not found:
            break
    return found


def violations(
    page: Page, options: Mapping[str, Any] = EVERYTHING, *, fresh: bool = False
) -> list[str]:
    """What axe finds on the page, and finds again: on a busy machine a theme arrives late. `fresh`: only where the
    words look as none did before."""
    found: list[str] = []
    for _ in range(3):
        asked = [options, fresh]
        told = page.evaluate(AXE, asked)
        if told is None:
            page.evaluate(AXE_SCRIPT)
            told = page.evaluate(AXE, asked)
        found = told
        if not found:
            break
        page.evaluate(ANEW)
    return found


def _dress(page: Page, theme: str, forced: Literal["active", "none"] = "none") -> None:
    scheme: Literal["light", "dark"] = "dark" if theme == "dark" else "light"
    page.emulate_media(color_scheme=scheme, forced_colors=forced)
    page.evaluate(ARRIVED, scheme)


def _picture(page: Page, name: str) -> None:
    """As it is seen: the room by the screen, other pages to their end."""
    whole = page.evaluate(UP)
    if WANTED:
        path = PICTURES / f"{name}.jpg"
        page.screenshot(path=path, full_page=whole, quality=70, scale="css")


def measured(page: Page, sizes: Sequence[tuple[int, int]]) -> dict[tuple[int, int], list[str]]:
    """What is wrong with the room at each of these sizes."""
    found = {}
    for width, height in sizes:
        resize(page, width, height)
        if wrong := settled(page, MEASURE, {"top": 0, "bottom": height}):
            found[width, height] = wrong
    return found


def zoomed(page: Page) -> list[str]:
    """What sticks out, is cut or covered at any zoom, with usual and with wider text."""
    found: list[str] = []
    for spacing in ("usual", "wider"):
        if spacing == "wider":
            page.evaluate(SPACED)
        for size in ZOOMED:
            resize(page, *size)
            found += [f"{size[0]}, {spacing} text: {fault}" for fault in settled(page, WHOLE)]
    return found


def faults(page: Page, name: str, layout: Sequence[str] = (WHOLE,)) -> list[str]:
    """All that is wrong with this state of a page at any width, light and dark, and in people's own colours. `layout`:
    what looks for faults of it."""
    found: list[str] = []
    for size in SIZES:
        resize(page, *size)
        for theme in THEMES:
            _dress(page, theme)
            wrong: list[str] = []
            if page.evaluate(MOVED):
                for check in layout:
                    wrong += settled(page, check)
            fresh = page.evaluate(LOOKS, theme)
            first = (size, theme) == (SIZES[0], THEMES[0])
            if theme == THEMES[0]:
                wrong += violations(page, EVERYTHING if first else FORMS)
            if fresh and not first:
                wrong += violations(page, COLOURS, fresh=True)
            found += [f"{size[0]} {theme}: {fault}" for fault in wrong]
            _picture(page, f"{name}-{size[0]}-{theme}")
    assert size == DESK
    for scheme in THEMES:
        _dress(page, scheme, "active")
        found += [f"forced {scheme}: {fault}" for fault in violations(page, COLOURS)]
    _dress(page, "light")
    return found
