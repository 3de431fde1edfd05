"""Properties of paragraphs, runs and cells, with what they take from styles.

Properties are kept as Word writes them: elements by their names (`w:color`), the nearest last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.markup import every, value, within

Properties: TypeAlias = Mapping[str, Element]

NONE: Final[Properties] = {}
_MERGED: Final = frozenset({"w:ind", "w:spacing", "w:rFonts"})
"""Of these every attribute counts by itself."""
_OFF: Final = frozenset({"0", "false", "off", "none"})
_CONDITIONS: Final = (
    "band1Vert", "band2Vert", "band1Horz", "band2Horz", "firstCol", "lastCol", "firstRow",
    "lastRow", "neCell", "nwCell", "seCell", "swCell",
)  # fmt: skip
"""Of a table's style, in the order in which they are laid over one another."""
_LOOK_BITS: Final = {
    "firstRow": 0x20, "lastRow": 0x40, "firstColumn": 0x80, "lastColumn": 0x100,
    "noHBand": 0x200, "noVBand": 0x400,
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """A style with all that it is based on."""

    run: Properties = field(default_factory=dict)
    paragraph: Properties = field(default_factory=dict)
    cell: Properties = field(default_factory=dict)
    conditions: Mapping[str, Style] = field(default_factory=dict)
    """Of a table: by the kind of place (`firstRow`)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a cell stands in its table."""

    row: int
    column: int
    last_row: bool
    last_column: bool


class Styles:
    """The styles of a document; without a part of styles there are none."""

    def __init__(self, root: Element | None) -> None:
        self._by_id = {one.get("w:styleId", ""): one for one in every(root, "w:style")}
        self._defaults = {
            one.get("w:type", ""): one.get("w:styleId", "")
            for one in self._by_id.values()
            if one.get("w:default", "0") not in _OFF
        }
        self._root = root
        self._made: dict[str, Style] = {}

    @cached_property
    def run_defaults(self) -> Properties:
        path = "w:docDefaults/w:rPrDefault/w:rPr"
        return over(NONE, within(self._root, path))

    @cached_property
    def paragraph_defaults(self) -> Properties:
        path = "w:docDefaults/w:pPrDefault/w:pPr"
        return over(NONE, within(self._root, path))

    def named(self, name: str | None, kind: str) -> Style:
        """The style of this id, or else the default of its kind (`paragraph`)."""
        if name is None or name not in self._by_id:
            name = self._defaults.get(kind, "")
        above: dict[str, Element] = {}
        while name in self._by_id and name not in self._made and name not in above:
            above[name] = self._by_id[name]
            name = value(above[name], "w:basedOn") or ""
        made = self._made.get(name, Style())
        for own, element in reversed(above.items()):
            made = self._made[own] = _laid(made, element)
        return made


def over(properties: Properties, element: Element | None) -> Properties:
    """Properties, with those of an element (`w:rPr`) laid over them."""
    return (
        both(properties, {one.tag: one for one in element}) if element is not None else properties
    )


def both(under: Properties, upper: Properties) -> Properties:
    if not upper:
        return under
    whole = {**under, **upper}
    for tag in _MERGED & under.keys() & upper.keys():
        whole[tag] = Element(tag, {**under[tag].attrib, **upper[tag].attrib})
    return whole


def is_on(properties: Properties, tag: str) -> bool:
    """Whether a property that is on or off is on."""
    return tag in properties and switched_on(properties[tag])


def switched_on(element: Element | None) -> bool:
    return element is not None and element.get("w:val", "1").lower() not in _OFF


def at(style: Style, place: Place, look: Element | None) -> Style:
    """A table's style at one of its cells, by what the table's `w:tblLook` switches on."""
    here = style
    for kind in _conditions(place, look) if style.conditions else ():
        special = style.conditions.get(kind)
        if special is not None:
            here = Style(
                both(here.run, special.run),
                both(here.paragraph, special.paragraph),
                both(here.cell, special.cell),
            )
    return here


def _conditions(place: Place, look: Element | None) -> list[str]:
    first_row = place.row == 0 and _looks(look, "firstRow")
    last_row = place.last_row and _looks(look, "lastRow")
    first = place.column == 0 and _looks(look, "firstColumn")
    last = place.last_column and _looks(look, "lastColumn")
    odd_row = (place.row - _looks(look, "firstRow")) % 2
    odd_column = (place.column - _looks(look, "firstColumn")) % 2
    holding = {
        "band1Vert" if not odd_column else "band2Vert": not _looks(look, "noVBand"),
        "band1Horz" if not odd_row else "band2Horz": not _looks(look, "noHBand"),
        "firstCol": first,
        "lastCol": last,
        "firstRow": first_row,
        "lastRow": last_row,
        "nwCell": first_row and first,
        "neCell": first_row and last,
        "swCell": last_row and first,
        "seCell": last_row and last,
    }
    return [kind for kind in _CONDITIONS if holding.get(kind)]


def _looks(look: Element | None, what: str) -> bool:
    """What `w:tblLook` says, in words or in the bits of older files."""
    if look is None:
        return False
    told = look.get(f"w:{what}")
    if told is not None:
        return told not in _OFF
    try:
        return bool(int(look.get("w:val", "0"), 16) & _LOOK_BITS[what])
    except ValueError:
        return False


def _laid(style: Style, element: Element) -> Style:
    """A style, with what another that is based on it says."""
    conditions = dict(style.conditions)
    for special in every(element, "w:tblStylePr"):
        kind = special.get("w:type", "")
        conditions[kind] = _laid(conditions.get(kind, Style()), special)
    whole = conditions.get("wholeTable", Style())
    return Style(
        both(over(style.run, within(element, "w:rPr")), whole.run),
        both(over(style.paragraph, within(element, "w:pPr")), whole.paragraph),
        both(over(style.cell, within(element, "w:tcPr")), whole.cell),
        conditions,
    )
