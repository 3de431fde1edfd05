"""A walk over the XML of a Word file, which makes pieces of what a viewer shows and of what it does not.

An element that has no handler is looked into: what a program wraps text in is not to lose it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.colours import WHITE, Colour, Palette
from greenroom.adapters.documents.word.lists import Lists
from greenroom.adapters.documents.word.package import Package
from greenroom.adapters.documents.word.panels import Panel, Region
from greenroom.adapters.documents.word.pieces import Piece
from greenroom.adapters.documents.word.shapes import Page
from greenroom.adapters.documents.word.styles import Properties, Style, Styles

TEXTS: Final = frozenset({"w:t", "w:delText", "a:t", "m:t"})
_SKIPPED: Final = frozenset(
    {"w:pPr", "w:rPr", "w:sectPr", "w:sdtPr", "w:sdtEndPr", "w:tblPr", "w:tblGrid", "w:trPr",
     "w:tcPr", "w:customXmlPr", "w:smartTagPr", "w:background", "w:delInstrText",
     "w:footnotePr", "w:endnotePr", "v:shapetype"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sources:
    """What every story of a document is read with."""

    package: Package
    styles: Styles
    lists: Lists
    palette: Palette
    page: Page
    panels: Sequence[Panel] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """What holds at one place of a story."""

    behind: Colour | None = WHITE
    hidden: bool = False
    """By what is around the paragraph or the shape."""
    table: Style = field(default_factory=Style)
    paragraph: Style = field(default_factory=Style)
    run: Properties = field(default_factory=dict)
    seen: bool = True
    """What is written right here."""
    shown: bool = True
    """What is drawn right here."""
    region: Region | None = None
    """The part of the page that text is written on; None in a shape with a fill, or on shading."""
    anchored: Sequence[Panel] = ()
    """The shapes that float in the same paragraph."""


class Walk:
    """Through the body, a header, a note: `pieces` are what was found in it, in its order."""

    def __init__(self, sources: Sources, part: str, handlers: Mapping[str, Handler]) -> None:
        self.sources = sources
        self.part = part
        self.pieces: list[Piece] = []
        self.lines = 0
        self.notes: list[tuple[str, str]] = []
        """Kind and id of the notes that are referred to."""
        self._handlers = handlers

    def walk(self, element: Element, around: Around) -> None:
        handler = self._handlers.get(element.tag)
        if handler is not None:
            handler(self, element, around)
        elif element.tag.startswith("?:"):
            self.leave_out(element)
        elif element.tag not in _SKIPPED:
            self.into(element, around)

    def into(self, element: Element, around: Around) -> None:
        for child in element:
            self.walk(child, around)

    def leave_out(self, element: Element) -> None:
        """Count what stands in an element, and show nothing of it."""
        for one in element.iter():
            if one.tag in TEXTS and one.text:
                self.pieces.append(Piece("text", one.text, seen=False))

    def write(self, text: str, around: Around) -> None:
        self.pieces.append(Piece("text", text, around.seen))


Handler: TypeAlias = Callable[[Walk, Element, Around], None]
