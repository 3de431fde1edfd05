"""Whether a run of text can be seen, by its properties and what is behind it."""

from __future__ import annotations

from math import isfinite
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.colours import Colour, Palette, differ, read
from greenroom.adapters.documents.word.markup import within
from greenroom.adapters.documents.word.styles import Properties, is_on

SMALLEST_PT: Final = 2.0
_USUAL_PT: Final = 10.0
_TIGHTEST: Final = -0.4
"""Letters nearer to each other than this share of their size stand on one spot."""
_POINTS: Final = {"pt": 1.0, "in": 72.0, "cm": 72 / 2.54, "mm": 72 / 25.4, "pc": 12.0, "pi": 12.0}
_PICTOGRAMS: Final = ("wingdings", "webdings", "symbol", "zapf dingbats", "zapfdingbats")
"""Fonts whose signs are no letters, whatever is typed in them."""


def number(element: Element | None, name: str, unit_pt: float = 1.0) -> float | None:
    """A measure in points: a number of units, or one that names its unit (`2pt`)."""
    told = element.get(name) if element is not None else None
    try:
        if told and told[-2:] in _POINTS:
            unit_pt, told = _POINTS[told[-2:]], told[:-2]
        measure = float(told.rstrip("%")) * unit_pt if told else None
    except ValueError:
        return None
    return measure if measure is None or isfinite(measure) else None


def is_legible(properties: Properties) -> bool:
    """Whether the letters are large and wide enough, and beside one another."""
    is_complex = is_on(properties, "w:rtl") or is_on(properties, "w:cs")
    size = number(properties.get("w:szCs" if is_complex else "w:sz"), "w:val", 0.5)
    size = _USUAL_PT if size is None else size
    wide = number(properties.get("w:w"), "w:val", 0.01)
    between = number(properties.get("w:spacing"), "w:val", 0.05) or 0.0
    narrow = size * min(1.0, 1.0 if wide is None else wide)
    return narrow >= SMALLEST_PT and between > _TIGHTEST * size


def is_pictogram(properties: Properties) -> bool:
    """Whether letters are shown as signs that are none."""
    fonts = properties.get("w:rFonts")
    if fonts is None or fonts.get("w:asciiTheme") is not None:
        return False
    return fonts.get("w:ascii", "").lower().startswith(_PICTOGRAMS)


def is_coloured(properties: Properties, palette: Palette, behind: Colour | None) -> bool:
    """Whether the letters differ from what is behind them. Nobody can tell where that is a picture or
    a gradient: they count as seen."""
    behind = background(properties, palette, behind)
    if behind is None:
        return True
    return any(ink is None or differ(ink, behind) for ink in _inks(properties, palette, behind))


def background(properties: Properties, palette: Palette, behind: Colour | None) -> Colour | None:
    """What is right behind the letters: shading, then a highlight."""
    behind = palette.shading(properties.get("w:shd"), behind)
    marked = properties.get("w:highlight")
    return (read(marked.get("w:val")) if marked is not None else None) or behind


def _inks(properties: Properties, palette: Palette, behind: Colour) -> list[Colour | None]:
    """The colours of the letters and of their edges; None is a colour that suits what is behind."""
    inks: list[Colour | None] = []
    fill, edge = properties.get("w14:textFill"), properties.get("w14:textOutline")
    plain = properties.get("w:color")
    if fill is not None and len(fill) and fill[0].tag != "w14:noFill":
        inks.append(palette.solid(fill[0], behind) if fill[0].tag == "w14:solidFill" else None)
    elif fill is None or not len(fill):
        inks.append(palette.told(plain) if plain is not None else None)
    line = within(edge, "w14:solidFill")
    if line is not None:
        inks.append(palette.solid(line, behind))
    return inks
