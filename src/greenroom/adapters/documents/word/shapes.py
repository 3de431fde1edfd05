"""Drawings and text boxes: whether they are shown, where, and what is behind their text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.appearance import number
from greenroom.adapters.documents.word.colours import WHITE, Colour, Palette, read
from greenroom.adapters.documents.word.markup import within
from greenroom.adapters.documents.word.styles import Properties

SMALLEST_BOX_PT: Final = 2.0
_REACH_PT: Final = 72.0
"""Of a line that begins beside the page so much may still stand on it."""
_EMU: Final = 1 / 12_700
_TWIP: Final = 1 / 20
_OFF: Final = ("f", "false", "0")

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True)
class Page:
    """The size of a page in points."""

    width: float = 612.0
    height: float = 792.0
    left: float = 72.0
    top: float = 72.0

    @classmethod
    def of(cls, section: Element | None) -> Page:
        size, margins = within(section, "w:pgSz"), within(section, "w:pgMar")
        left, top = number(margins, "w:left", _TWIP), number(margins, "w:top", _TWIP)
        return cls(
            number(size, "w:w", _TWIP) or cls.width,
            number(size, "w:h", _TWIP) or cls.height,
            cls.left if left is None else left,
            cls.top if top is None else top,
        )

    def holds(self, left: float, width: float) -> bool:
        """Whether any of what begins so far from the margin stands between the page's sides."""
        return -width < left + self.left < self.width

    def holds_down(self, top: float, height: float) -> bool:
        """Whether any of what begins so far below a place on the page can stand on it."""
        return -height - self.height < top < self.height


def paragraph_is_shown(properties: Properties, page: Page) -> bool:
    """Whether its lines are high enough, and begin on the page."""
    spacing, indent = properties.get("w:spacing"), properties.get("w:ind")
    frame = properties.get("w:framePr")
    if spacing is not None and spacing.get("w:lineRule") == "exact":
        height = number(spacing, "w:line", _TWIP)
        if height is not None and height < SMALLEST_BOX_PT:
            return False
    left = number(indent, "w:left", _TWIP) or number(indent, "w:start", _TWIP) or 0.0
    left += min(0.0, -(number(indent, "w:hanging", _TWIP) or 0.0))
    left += min(0.0, number(indent, "w:firstLine", _TWIP) or 0.0)
    if not page.holds(left, _REACH_PT):
        return False
    return frame is None or _frame_is_shown(frame, page)


def _frame_is_shown(frame: Element, page: Page) -> bool:
    height = number(frame, "w:h", _TWIP)
    if frame.get("w:hRule") == "exact" and height is not None and height < SMALLEST_BOX_PT:
        return False
    return _is_on_page(frame, page, "w:x", "w:y", number(frame, "w:w", _TWIP) or _REACH_PT)


def table_is_shown(properties: Properties, page: Page) -> bool:
    """Whether a table stands on the page, by its indent or by a place of its own."""
    indent = number(properties.get("w:tblInd"), "w:w", _TWIP) or 0.0
    placed = properties.get("w:tblpPr")
    return page.holds(indent, page.width) and (
        placed is None or _is_on_page(placed, page, "w:tblpX", "w:tblpY", page.width)
    )


def _is_on_page(position: Element, page: Page, across: str, down: str, width: float) -> bool:
    """Whether a frame or a table with a place of its own stands on the page."""
    x, y = number(position, across, _TWIP) or 0.0, number(position, down, _TWIP) or 0.0
    return page.holds(x, width) and page.holds_down(y, _REACH_PT)


def drawing_is_shown(frame: Element, page: Page) -> bool:
    """Whether `wp:inline` or `wp:anchor` is switched on, has a size, and stands on the page."""
    named, size = within(frame, "wp:docPr"), within(frame, "wp:extent")
    if named is not None and named.get("hidden", "0") not in (*_OFF, "off"):
        return False
    width, height = number(size, "cx", _EMU), number(size, "cy", _EMU)
    sides = [side for side in (width, height) if side is not None]
    if any(side < SMALLEST_BOX_PT for side in sides):
        return False
    across = offset(within(frame, "wp:positionH"))
    down = offset(within(frame, "wp:positionV"))
    return page.holds(across, width or 0.0) and page.holds_down(down, height or 0.0)


def offset(position: Element | None) -> float:
    """How far a drawing stands from what it is placed by, in points."""
    found = within(position, "wp:posOffset")
    try:
        return float(found.text or 0) * _EMU if found is not None else 0.0
    except ValueError:
        return 0.0


def is_switched_off(shape: Element) -> bool:
    """Whether a shape of DrawingML is hidden by itself."""
    return any(
        one.get("hidden", "0") not in (*_OFF, "off") for one in shape if one.tag.endswith("NvPr")
    )


def fill_of(shape: Element) -> Element | None:
    """The fill that a shape has by itself or by its style; None when what is behind it shows."""
    properties = within(shape, "wps:spPr")
    for fill in properties if properties is not None else ():
        if fill.tag.endswith("Fill"):
            return fill if fill.tag != "a:noFill" else None
    styled = within(shape, "wps:style/a:fillRef")
    return styled if styled is not None and styled.get("idx", "0") != "0" else None


def behind_text(shape: Element, palette: Palette, behind: Colour | None) -> Colour | None:
    """The background in a shape: its fill, else what is behind it; None when nobody can tell."""
    fill = fill_of(shape)
    if fill is None:
        return behind
    return palette.solid(fill, behind) if fill.tag in ("a:solidFill", "a:fillRef") else None


def behind_each(group: Element, palette: Palette, behind: Colour | None) -> list[Colour | None]:
    """What is behind each shape of a group: what was painted there last before it."""
    painted: list[tuple[Rectangle, Colour | None]] = []
    found: list[Colour | None] = []
    for shape in group:
        place = _rectangle(shape)
        under = [colour for where, colour in painted if place and _holds(where, place)]
        here = under[-1] if under else behind
        found.append(here)
        fill = None if shape.tag == "pic:pic" else behind_text(shape, palette, here)
        if place and fill != here:
            painted.append((place, fill))
    return found


def _rectangle(shape: Element) -> Rectangle | None:
    for properties in shape:
        if properties.tag in ("wps:spPr", "pic:spPr", "wpg:grpSpPr"):
            corner, size = within(properties, "a:xfrm/a:off"), within(properties, "a:xfrm/a:ext")
            left, top = number(corner, "x"), number(corner, "y")
            width, height = number(size, "cx"), number(size, "cy")
            if None not in (left, top, width, height):
                x, y = left or 0.0, top or 0.0
                return x, y, x + (width or 0.0), y + (height or 0.0)
    return None


def _holds(outer: Rectangle, inner: Rectangle) -> bool:
    """Whether the middle of one stands in the other."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]


def vml_is_shown(shape: Element, page: Page) -> bool:
    """Whether a shape of VML is visible, has a size, and stands on the page."""
    style = {
        name.strip().lower(): told.strip().lower()
        for name, _, told in (part.partition(":") for part in shape.get("style", "").split(";"))
    }
    if (
        "hidden" in (style.get("visibility"), style.get("mso-hide"))
        or style.get("display") == "none"
    ):
        return False
    told = Element("style", style)
    sides = [number(told, side) for side in ("width", "height")]
    if any(side is not None and 0 <= side < SMALLEST_BOX_PT for side in sides):
        return False
    left = number(told, "margin-left") or number(told, "left") or 0.0
    top = number(told, "margin-top") or number(told, "top") or 0.0
    return page.holds(left, sides[0] or 0.0) and page.holds_down(top, sides[1] or 0.0)


def behind_vml(shape: Element, behind: Colour | None) -> Colour | None:
    """The background in a shape of VML, which is white where nothing else is said."""
    fill = within(shape, "v:fill")
    if shape.tag == "v:group" or shape.get("filled", "t") in _OFF:
        return behind
    if fill is not None and (
        fill.get("on", "t") in _OFF or fill.get("opacity", "1")[:2] in ("0", "0%")
    ):
        return behind
    if fill is not None and fill.get("type", "solid") != "solid":
        return None
    return read(shape.get("fillcolor")) or WHITE
