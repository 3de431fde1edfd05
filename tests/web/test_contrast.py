"""Colours people can read: every pair that is used, in both themes, by the WCAG formula."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from greenroom import web

CSS = (Path(web.__file__).parent / "static" / "greenroom.css").read_text()
DARK_BY_SYSTEM = CSS.index("@media (prefers-color-scheme: dark)")
DARK_BY_CHOICE = CSS.index(':root[data-theme="dark"]')
SURFACES = ("wall", "paper", "go-tint")
PAIRS = [
    *[
        (text, surface, 4.5)
        for text in ("ink", "soft", "go", "warn", "stop")
        for surface in SURFACES
    ],
    *[("edge", surface, 3.0) for surface in SURFACES],
    ("go-ink", "go", 4.5),
    ("ink", "mark", 4.5),
    ("soft", "warn-tint", 4.5),
    ("ink", "warn-tint", 4.5),
    ("warn", "warn-tint", 4.5),
    ("ink", "stop-tint", 4.5),
    ("stop", "stop-tint", 4.5),
    ("go", "mark", 3.0),
    ("wall", "ink", 4.5),
]


def tokens(start: int, end: int) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+):\s*(#[0-9a-f]{6})", CSS[start:end]))


THEMES = {
    "light": tokens(CSS.index(":root {"), DARK_BY_SYSTEM),
    "dark": tokens(DARK_BY_CHOICE, CSS.index("}", DARK_BY_CHOICE)),
}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "surface", "least"), PAIRS)
def test_every_pair_can_be_read(theme: str, text: str, surface: str, least: float) -> None:
    """Text has a contrast of 4.5, borders and shapes of 3, in both themes."""
    dim, bright = sorted((luminance(THEMES[theme][text]), luminance(THEMES[theme][surface])))
    assert (bright + 0.05) / (dim + 0.05) >= least


def test_both_ways_to_the_dark_give_the_same_colours() -> None:
    """The system's dark theme and the chosen one are the same."""
    assert tokens(DARK_BY_SYSTEM, DARK_BY_CHOICE) == THEMES["dark"]
