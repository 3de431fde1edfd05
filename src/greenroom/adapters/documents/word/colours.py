"""Colours of a Word file, and whether one can be told from another."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.markup import within

Colour: TypeAlias = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""

WHITE: Final[Colour] = (1.0, 1.0, 1.0)
BLACK: Final[Colour] = (0.0, 0.0, 0.0)
LEAST_DIFFERENCE: Final = 8.0
"""In CIELAB, where 1 is what a trained eye just sees: #EAEAEA is 7 from white, #D9D9D9 is 13."""
_HEX: Final = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?![0-9a-zA-Z])")
_PERCENT: Final = re.compile(r"pct(\d{1,2})")
_NAMED: Final = {
    name: tuple(int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    for name, code in {
        "black": "000000", "white": "FFFFFF", "red": "FF0000", "green": "00FF00", "lime": "00FF00",
        "blue": "0000FF", "yellow": "FFFF00", "cyan": "00FFFF", "aqua": "00FFFF",
        "magenta": "FF00FF", "fuchsia": "FF00FF", "darkblue": "000080", "navy": "000080",
        "darkcyan": "008080", "teal": "008080", "darkgreen": "008000", "darkmagenta": "800080",
        "purple": "800080", "darkred": "800000", "maroon": "800000", "darkyellow": "808000",
        "olive": "808000", "darkgray": "808080", "gray": "808080", "lightgray": "C0C0C0",
        "silver": "C0C0C0", "window": "FFFFFF", "windowtext": "000000",
    }.items()
}  # fmt: skip
_SCHEME: Final = {
    "background1": "bg1", "background2": "bg2", "text1": "tx1", "text2": "tx2", "light1": "lt1",
    "light2": "lt2", "dark1": "dk1", "dark2": "dk2", "hyperlink": "hlink",
    "followedhyperlink": "folhlink",
}  # fmt: skip
_MAPPED: Final = {"bg1": "lt1", "bg2": "lt2", "tx1": "dk1", "tx2": "dk2"}
_OFFICE: Final = {"lt1": WHITE, "dk1": BLACK}


class Palette:
    """The colours of a theme."""

    def __init__(self, theme: Element | None, mapping: Element | None) -> None:
        self._theme: dict[str, Colour] = dict(_OFFICE)
        scheme = within(theme, "a:themeElements/a:clrScheme")
        for named in scheme if scheme is not None else ():
            colour = next((self._drawn(one) for one in named), None)
            if colour is not None:
                self._theme[named.tag.rpartition(":")[2].lower()] = colour
        self._mapped = dict(_MAPPED)
        for key, value in mapping.items() if mapping is not None else ():
            short = {"t1": "tx1", "t2": "tx2"}.get(_local(key), _local(key))
            self._mapped[short] = _SCHEME.get(value.lower(), value.lower())

    def told(self, element: Element, value: str = "w:val") -> Colour | None:
        """The colour that attributes of Word's say: `w:val` or `w:color` and the theme's beside it,
        `w:fill` and the theme's. None for automatic."""
        prefix = "w:themeFill" if value == "w:fill" else "w:theme"
        named = self._named(element.get("w:themeFill" if value == "w:fill" else "w:themeColor"))
        if named is None:
            return read(element.get(value))
        return _lit(
            named, _byte(element.get(f"{prefix}Tint")), _byte(element.get(f"{prefix}Shade"))
        )

    def shading(self, shade: Element | None, behind: Colour | None) -> Colour | None:
        """The background that `w:shd` makes of what is behind it."""
        if shade is None:
            return behind
        pattern = shade.get("w:val", "clear")
        fill = self.told(shade, "w:fill") or behind
        if pattern in ("clear", "nil"):
            return fill if pattern == "clear" else behind
        percent = _PERCENT.match(pattern)
        share = 1.0 if pattern == "solid" else int(percent[1]) / 100 if percent else 0.5
        return mixed(self.told(shade, "w:color") or BLACK, fill, share)

    def solid(self, fill: Element, behind: Colour | None) -> Colour | None:
        """The colour of a `solidFill`, Word's (`w14`) or DrawingML's, over what is behind it."""
        for one in fill:
            colour = self._drawn(one)
            opaque = 1.0
            for change in one:
                if _local(change.tag) == "alpha":
                    share = _share(change)
                    opaque = 1 - share if change.tag.startswith("w14:") else share
            return behind if colour is None else mixed(colour, behind, opaque)
        return behind

    def _drawn(self, element: Element) -> Colour | None:
        """The colour of `srgbClr`, `schemeClr` and their like, changed as their children say."""
        value = element.get("val") or element.get("w14:val")
        match _local(element.tag):
            case "srgbClr":
                colour = read(value)
            case "sysClr":
                colour = read(element.get("lastClr")) or read(value)
            case "prstClr":
                colour = read(value)
            case "schemeClr":
                colour = self._named(value)
            case _:
                return None
        for change in element if colour is not None else ():
            colour = _changed(colour or BLACK, _local(change.tag), _share(change))
        return colour

    def _named(self, name: str | None) -> Colour | None:
        if name is None:
            return None
        short = _SCHEME.get(name.lower(), name.lower())
        return self._theme.get(self._mapped.get(short, short))


def read(value: str | None) -> Colour | None:
    """A colour by its digits or its name; None when it is neither (`auto`)."""
    digits = _HEX.match(value or "")
    if digits is None:
        named = _NAMED.get((value or "").split(" ")[0].lower())
        return (named[0], named[1], named[2]) if named else None
    code = digits[1] if len(digits[1]) == 6 else "".join(sign * 2 for sign in digits[1])
    return int(code[:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:], 16) / 255


def mixed(over: Colour, under: Colour | None, share: float) -> Colour | None:
    """So much of one colour over another."""
    if under is None:
        return over if share >= 1 else None
    red, green, blue = (share * a + (1 - share) * b for a, b in zip(over, under, strict=True))
    return red, green, blue


@lru_cache(maxsize=1024)
def differ(one: Colour, other: Colour) -> bool:
    """Whether people can tell two colours from one another."""
    squares = ((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True))
    return float(sum(squares)) >= LEAST_DIFFERENCE**2


def _lit(colour: Colour, tint: float | None, shade: float | None) -> Colour:
    """A theme's colour, lighter by `tint` or darker by `shade`."""
    hue, light, full = colorsys.rgb_to_hls(*colour)
    if shade is not None:
        light *= shade
    if tint is not None:
        light = light * tint + 1 - tint
    return colorsys.hls_to_rgb(hue, light, full)


def _changed(colour: Colour, how: str, share: float) -> Colour:
    hue, light, full = colorsys.rgb_to_hls(*colour)
    match how:
        case "lumMod" | "shade":
            light *= share
        case "lumOff":
            light = min(1.0, light + share)
        case "tint":
            light = light * share + 1 - share
        case _:
            return colour
    return colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light)), full)


def _lab(colour: Colour) -> tuple[float, float, float]:
    """CIELAB under the light D65."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    x = _cube((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _cube(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
    z = _cube((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(share: float) -> float:
    return float(share ** (1 / 3)) if share > 0.008856 else 7.787 * share + 16 / 116


def _byte(digits: str | None) -> float | None:
    try:
        return int(digits, 16) / 255 if digits else None
    except ValueError:
        return None


def _share(element: Element) -> float:
    """A percentage in thousandths, as DrawingML writes it, or with its sign."""
    value: Mapping[str, str] = element.attrib
    told = value.get("val") or value.get("w14:val") or "0"
    try:
        return float(told[:-1]) / 100 if told.endswith("%") else float(told) / 100_000
    except ValueError:
        return 0.0


def _local(name: str) -> str:
    return name.rpartition(":")[2]
