"""Word documents (.docx, .docm, templates; strict and transitional): what a viewer shows of them.

Headers stand first, then the body, the notes it refers to, and the footers, each once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.colours import WHITE, Palette
from greenroom.adapters.documents.word.colours import read as colour
from greenroom.adapters.documents.word.lists import Lists
from greenroom.adapters.documents.word.markup import every, within
from greenroom.adapters.documents.word.package import Package
from greenroom.adapters.documents.word.panels import Panel, Region, panels
from greenroom.adapters.documents.word.pieces import Shown
from greenroom.adapters.documents.word.shapes import Page
from greenroom.adapters.documents.word.story import walked
from greenroom.adapters.documents.word.styles import Styles, switched_on
from greenroom.adapters.documents.word.walk import TEXTS, Around, Sources
from greenroom.app.documents import DocumentText

_NOTES: Final = {"footnotes": "w:footnote", "endnotes": "w:endnote"}


def read(data: bytes) -> DocumentText:
    """Raises `UnreadableDocument`, and whatever a parser makes of a damaged file."""
    package = Package(data)
    part, root = package.main()
    document = _Document(package, part, root)
    shown = document.shown()
    text = "\n".join(shown.lines)
    return DocumentText("docx", None, text, shown.hidden, cut=package.cut)


class _Document:
    """A main part with the parts that it refers to."""

    def __init__(self, package: Package, part: str, root: Element) -> None:
        self._package, self._part, self._root = package, part, root
        self._settings = package.first(part, "settings")
        mapping = self._setting("w:clrSchemeMapping")
        self._sections = list(root.iter("w:sectPr"))
        page = Page.of(self._sections[-1] if self._sections else None)
        palette = Palette(package.first(part, "theme"), mapping)
        self._sources = Sources(
            package,
            Styles(package.first(part, "styles")),
            Lists(package.first(part, "numbering")),
            palette,
            page,
            self._panels(page, palette),
        )
        width = page.width - 2 * page.left
        self._around = Around(behind=self._paper(), region=Region(page.left, width))

    def shown(self) -> Shown:
        shown = Shown()
        body = within(self._root, "w:body")
        referred = self._told(body, self._part, shown) if body is not None else []
        notes = self._notes(referred, shown)
        above = self._edges("header", shown)
        below = self._edges("footer", shown)
        shown.lines = [*above, *shown.lines, *notes, *below]
        shown.hidden += _length(self._package.first(self._part, "comments"))
        return shown

    def _told(self, element: Element, part: str, shown: Shown) -> list[tuple[str, str]]:
        """Add what is shown of a story, and return the notes that it refers to."""
        walk = walked(self._sources, part, element, self._around)
        shown.add(tuple(walk.pieces))
        return walk.notes

    def _notes(self, wanted: list[tuple[str, str]], whole: Shown) -> list[str]:
        """The notes that the body refers to, in its order; the others are not shown."""
        shown = Shown()
        for kind, tag in _NOTES.items():
            parts = self._package.related(self._part, kind)
            root = self._package.xml(parts[0]) if parts else None
            left = {
                one.get("w:id", ""): one
                for one in (root if root is not None else ())
                if one.tag == tag
            }
            for referred, number in wanted:
                if referred == kind and number in left:
                    self._told(left.pop(number), parts[0], shown)
            shown.hidden += sum(map(_length, left.values()))
        whole.hidden += shown.hidden
        return shown.lines

    def _edges(self, kind: str, whole: Shown) -> list[str]:
        """The lines of headers or footers; those of one text once, those that are switched off not."""
        lines: dict[tuple[str, ...], None] = {}
        for part, is_shown in self._references(kind):
            root = self._package.xml(part)
            if root is None:
                continue
            edge = Shown()
            self._told(root, part, edge)
            if is_shown:
                lines.setdefault(tuple(edge.lines))
                whole.hidden += edge.hidden
            else:
                whole.hidden += _length(root)
        return [line for each in lines for line in each]

    def _references(self, kind: str) -> Iterator[tuple[str, bool]]:
        """The parts that sections name as theirs, each once, and whether any section shows it."""
        relations = self._package.relations(self._part)
        even = switched_on(self._setting("w:evenAndOddHeaders"))
        found: dict[str, bool] = {}
        for section in self._sections:
            shows = {"first": switched_on(within(section, "w:titlePg")), "even": even}
            for reference in every(section, f"w:{kind}Reference"):
                relation = relations.get(reference.get("r:id", ""))
                if relation is not None:
                    is_shown = shows.get(reference.get("w:type", "default"), True)
                    found[relation.part] = found.get(relation.part, False) or is_shown
        yield from found.items()

    def _panels(self, page: Page, palette: Palette) -> list[Panel]:
        """What floats behind the text of the body and of the headers that are shown."""
        roots = [self._root]
        for kind in ("header", "footer"):
            found = (self._package.xml(part) for part, shown in self._references(kind) if shown)
            roots += [root for root in found if root is not None]
        return [panel for root in roots for panel in panels(root, page, palette)]

    def _paper(self) -> tuple[float, float, float]:
        """The colour of the page, where the document has it shown."""
        told = within(self._root, "w:background")
        if told is None or not switched_on(self._setting("w:displayBackgroundShape")):
            return WHITE
        return colour(told.get("w:color")) or WHITE

    def _setting(self, name: str) -> Element | None:
        return within(self._settings, name)


def _length(element: Element | None) -> int:
    """The number of signs in an element."""
    every = element.iter() if element is not None else ()
    return sum(len(one.text or "") for one in every if one.tag in TEXTS)
