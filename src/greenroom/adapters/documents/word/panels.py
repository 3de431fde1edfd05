"""Coloured shapes and pictures that float behind the text of a page.

Where a line stands on a page is known only when the page is laid out, so a shape counts as the
background of a text only where it covers most of the text's width, and

- reaches over much of the page's height,
- or is anchored in the text's own paragraph,
- or covers the top of the page, for the first lines,
- or covers the middle of the text's own box.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word import shapes
from greenroom.adapters.documents.word.appearance import number
from greenroom.adapters.documents.word.colours import WHITE, Colour, Palette
from greenroom.adapters.documents.word.markup import value, within

_MOST_PANELS: Final = 20
_EMU: Final = 1 / 12_700
_TALL: Final = 0.4
_MOST: Final = 0.5
_LINE_PT: Final = 14.0
_FROM_PAGE: Final = ("page", "leftMargin", "topMargin")
_FROM_TEXT: Final = ("paragraph", "line")


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a page: its sides in points; where its top is may not be known."""

    left: float
    width: float
    top: float | None = None
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Panel:
    region: Region
    fill: Colour | None
    """None for a picture or a gradient."""

    def covers(self, text: Region, page: shapes.Page, lines: int, *, anchored: bool) -> bool:
        """Whether it is behind a text that so many lines of the page stand before."""
        mine = self.region
        left, right = max(mine.left, text.left), min(mine.left + mine.width, text.left + text.width)
        if right - left < _MOST * text.width:
            return False
        if anchored or mine.height >= _TALL * page.height:
            return True
        if mine.top is None:
            return False
        if text.top is not None:
            return mine.top <= text.top + text.height / 2 <= mine.top + mine.height
        return mine.top <= page.top and page.top + lines * _LINE_PT <= mine.top + mine.height


def panels(root: Element, page: shapes.Page, palette: Palette) -> list[Panel]:
    """The shapes and pictures that are anchored in an element, and filled."""
    found: list[Panel] = []
    for frame in root.iter("wp:anchor"):
        if len(found) < _MOST_PANELS and shapes.drawing_is_shown(frame, page):
            for shape in _filled(frame)[:1]:
                fill = shapes.behind_text(shape, palette, WHITE)
                picture = shape.tag == "pic:pic"
                found.append(Panel(region(frame, page), None if picture else fill))
    return found


def region(frame: Element, page: shapes.Page) -> Region:
    """Where an anchored drawing stands on its page."""
    size = within(frame, "wp:extent")
    width, height = number(size, "cx", _EMU) or 0.0, number(size, "cy", _EMU) or 0.0
    across, down = within(frame, "wp:positionH"), within(frame, "wp:positionV")
    left = shapes.offset(across)
    if value(frame, "wp:positionH", "relativeFrom") not in _FROM_PAGE:
        left += page.left
    above = value(frame, "wp:positionV", "relativeFrom")
    top = shapes.offset(down) + (0.0 if above in _FROM_PAGE else page.top)
    return Region(left, width, None if above is None or above in _FROM_TEXT else top, height)


def _filled(frame: Element) -> list[Element]:
    """The pictures and the filled shapes of a drawing."""
    return [
        shape
        for shape in frame.iter()
        if shape.tag == "pic:pic" or (shape.tag == "wps:wsp" and shapes.fill_of(shape) is not None)
    ]
