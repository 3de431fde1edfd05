"""The cells of a table, as they are shown: where each stands, and which are covered or left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.appearance import number
from greenroom.adapters.documents.word.markup import every, value, within
from greenroom.adapters.documents.word.shapes import SMALLEST_BOX_PT
from greenroom.adapters.documents.word.styles import Place, switched_on

_WRAPPERS: Final = ("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo")
_WIDEST: Final = 64
"""Columns that one cell can span in Word."""


@dataclass(frozen=True, slots=True)
class Cell:
    element: Element
    place: Place
    shown: bool
    left: float = 0.0
    width: float = 0.0
    """In points from the table's side; 0 wide where the table does not say it."""


def cells(table: Element) -> Iterator[Cell]:
    """The cells in their order, row by row."""
    rows = list(_inside(table, "w:tr"))
    grid = [
        number(one, "w:w", 0.05) or 0.0 for one in every(within(table, "w:tblGrid"), "w:gridCol")
    ]
    grid = grid[:_WIDEST]
    above: dict[int, bool] = {}
    for row, element in enumerate(rows):
        shown = _row_is_shown(element)
        found = list(_inside(element, "w:tc"))
        merging: dict[int, bool] = {}
        column = _count(element, "w:trPr/w:gridBefore", 0)
        for at, cell in enumerate(found):
            merged = within(cell, "w:tcPr/w:vMerge")
            goes_on = merged is not None and merged.get("w:val", "continue") == "continue"
            covered = goes_on and column in above
            sideways = within(cell, "w:tcPr/w:hMerge")
            covered |= (
                at > 0 and sideways is not None and sideways.get("w:val", "continue") == "continue"
            )
            deleted = within(cell, "w:tcPr/w:cellDel") is not None
            place = Place(row, at, row == len(rows) - 1, at == len(found) - 1)
            span = _count(cell, "w:tcPr/w:gridSpan", 1)
            left, width = sum(grid[:column]), sum(grid[column : column + span])
            yield Cell(cell, place, shown and not covered and not deleted, left, width)
            if merged is not None:
                merging[column] = True
            column += span
        above = merging


def _inside(element: Element, tag: str) -> Iterator[Element]:
    """Rows of a table or cells of a row, also in content controls."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _WRAPPERS:
            yield from _inside(child, tag)


def _row_is_shown(row: Element) -> bool:
    properties = within(row, "w:trPr")
    if properties is None:
        return True
    if switched_on(within(properties, "w:hidden")) or within(properties, "w:del") is not None:
        return False
    height = within(properties, "w:trHeight")
    exact = height is not None and height.get("w:hRule") == "exact"
    return not exact or (number(height, "w:val", 0.05) or SMALLEST_BOX_PT) >= SMALLEST_BOX_PT


def _count(element: Element, path: str, otherwise: int) -> int:
    told = value(element, path) or ""
    return min(int(told), _WIDEST) if told.isdecimal() and len(told) < 5 else otherwise
