"""The sign before a paragraph of a list: a bullet, or a number as it is counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.markup import every, value, within
from greenroom.adapters.documents.word.styles import Properties

BULLET: Final = "•"
_LEVELS: Final = 9
_LEVELS_BY_NAME: Final = {str(depth): depth for depth in range(_LEVELS)}
_MOST_DIGITS: Final = 9
_Count: TypeAlias = tuple[int, str]
"""A number, and the form in which it is written."""
_LONGEST_SIGN: Final = 60
_PLACE: Final = re.compile(r"%([1-9])")
_ROMAN: Final = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_HIGHEST_ROMAN: Final = 3_999


class Lists:
    """Counts the lists of a document while it is walked through."""

    def __init__(self, root: Element | None) -> None:
        whole: list[Element] = list(root) if root is not None else []
        self._abstract = {
            one.get("w:abstractNumId", ""): one for one in whole if one.tag == "w:abstractNum"
        }
        self._numbers = {one.get("w:numId", ""): one for one in whole if one.tag == "w:num"}
        self._levels: dict[tuple[str, int | None, str | None], Element | None] = {}
        self._counts: dict[str, list[_Count | None]] = {}

    def label(self, paragraph: Properties, style: str | None) -> tuple[str, Element | None]:
        """The sign, and the properties that it has beside those of its paragraph."""
        told = paragraph.get("w:numPr")
        if told is None:
            return "", None
        number, depth = value(told, "w:numId"), value(told, "w:ilvl")
        if number not in self._numbers:
            return "", None
        asked = (number, _LEVELS_BY_NAME.get(depth or ""), style)
        if asked not in self._levels:
            self._levels[asked] = self._level(*asked)
        level = self._levels[asked]
        if level is None:
            return "", None
        return self._sign(number, level), within(level, "w:rPr")

    def _level(self, number: str, depth: int | None, style: str | None) -> Element | None:
        """The definition of a level; without a depth, of the one that belongs to the style."""
        own = self._numbers[number]
        abstract = self._abstract.get(value(own, "w:abstractNumId") or "")
        overridden = [within(one, "w:lvl") for one in every(own, "w:lvlOverride")]
        levels = [one for one in overridden if one is not None]
        levels += every(abstract, "w:lvl")
        for level in levels:
            linked = depth is None and style is not None and value(level, "w:pStyle") == style
            if linked or level.get("w:ilvl") == str(depth or 0):
                return level
        return None

    def _sign(self, number: str, level: Element) -> str:
        form = value(level, "w:numFmt") or "decimal"
        text = (value(level, "w:lvlText") or "")[:_LONGEST_SIGN]
        if form == "bullet":
            return text if len(text) > 1 else BULLET if text else ""
        counts = self._counted(number, level, form)
        return _PLACE.sub(lambda place: _written(*(counts[int(place[1]) - 1] or (1, form))), text)

    def _counted(self, number: str, level: Element, form: str) -> list[_Count | None]:
        """The numbers of all levels, with this one counted on and the deeper ones begun again."""
        abstract = value(self._numbers[number], "w:abstractNumId") or number
        counts = self._counts.setdefault(abstract, [None] * _LEVELS)
        depth = _LEVELS_BY_NAME.get(level.get("w:ilvl", ""), 0)
        start = value(level, "w:start") or "1"
        before = counts[depth]
        first = int(start) if start.isdecimal() and len(start) < _MOST_DIGITS else 1
        counts[depth] = (first if before is None else before[0] + 1, form)
        counts[depth + 1 :] = [None] * (_LEVELS - depth - 1)
        return counts


def _written(count: int, form: str) -> str:
    return _FORMS.get(form, str)(count)


def _letters(count: int) -> str:
    """a, b, … z, aa, bb, …"""
    return chr(ord("a") + (count - 1) % 26) * min((count - 1) // 26 + 1, _LEVELS)


def _roman(count: int) -> str:
    if not 0 < count <= _HIGHEST_ROMAN:
        return str(count)
    written = ""
    for worth, signs in _ROMAN:
        written += signs * (count // worth)
        count %= worth
    return written


_FORMS: Final[dict[str, Callable[[int], str]]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda count: _letters(count).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda count: _roman(count).upper(),
    "decimalZero": lambda count: f"{count:02}",
    "none": lambda _: "",
}
