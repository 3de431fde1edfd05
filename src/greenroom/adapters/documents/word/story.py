"""Paragraphs and tables: the stories of which a Word file consists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word import drawings, runs, shapes
from greenroom.adapters.documents.word.markup import every, value, within
from greenroom.adapters.documents.word.panels import Panel, Region, panels
from greenroom.adapters.documents.word.pieces import Piece
from greenroom.adapters.documents.word.styles import NONE, Properties, at, both, over
from greenroom.adapters.documents.word.tables import cells
from greenroom.adapters.documents.word.walk import Around, Handler, Sources, Walk

_KNOWN: Final = frozenset({"wps", "wpg", "wpc", "wpi", "wp14", "w14", "w15", "w", "v"})
"""Namespaces whose `mc:Choice` is shown."""


def walked(sources: Sources, part: str, element: Element, around: Around) -> Walk:
    """What a walk through a story of this part found."""
    walk = Walk(sources, part, _HANDLERS)
    walk.walk(element, around)
    return walk


def _paragraph(walk: Walk, element: Element, around: Around) -> None:
    styles, own = walk.sources.styles, within(element, "w:pPr")
    name = value(own, "w:pStyle")
    style = styles.named(name, "paragraph")
    laid = both(both(styles.paragraph_defaults, around.table.paragraph), style.paragraph)
    properties = over(laid, own)
    palette, shade = walk.sources.palette, properties.get("w:shd")
    inner = replace(
        around,
        behind=palette.shading(shade, around.behind),
        region=around.region if palette.shading(shade, None) is None else None,
        anchored=_anchored(walk, element),
        hidden=around.hidden or not shapes.paragraph_is_shown(properties, walk.sources.page),
        paragraph=style,
        run=both(both(styles.run_defaults, around.table.run), style.run),
    )
    mark = over(NONE, within(own, "w:rPr"))
    before = len(walk.pieces)
    walk.into(element, inner)
    _label(walk, before, properties, name or "", mark, inner)
    if not {"w:del", "w:moveFrom"} & mark.keys() and not runs.vanishes(walk, mark, NONE, inner):
        walk.pieces.append(Piece("line"))
        walk.lines += 1


def _anchored(walk: Walk, paragraph: Element) -> list[Panel]:
    if not walk.sources.panels:
        return []
    return panels(paragraph, walk.sources.page, walk.sources.palette)


def _label(
    walk: Walk, before: int, properties: Properties, name: str, mark: Properties, around: Around
) -> None:
    """Put the sign of a list before a paragraph that shows something."""
    if "w:numPr" not in properties:
        return
    sign, special = walk.sources.lists.label(properties, name)
    if sign and any(one.sort == "text" and one.seen for one in walk.pieces[before:]):
        run = over(both(around.run, mark), special)
        run = {tag: one for tag, one in run.items() if tag != "w:rFonts"}
        seen = not around.hidden and runs.is_seen(walk, run, around)
        walk.pieces.insert(before, Piece("text", f"{sign} ", seen))


def _one_of(walk: Walk, element: Element, around: Around) -> None:
    """The one of several ways to write the same that is shown."""
    for choice in every(element, "mc:Choice"):
        asked = choice.get("Requires", "").split()
        if asked and _KNOWN.issuperset(asked):
            return walk.into(choice, around)
    fallback = within(element, "mc:Fallback")
    if fallback is not None:
        walk.into(fallback, around)
    return None


def _table(walk: Walk, element: Element, around: Around) -> None:
    palette, page = walk.sources.palette, walk.sources.page
    own = over(NONE, within(element, "w:tblPr"))
    look = own.get("w:tblLook")
    style = walk.sources.styles.named(value(element, "w:tblPr/w:tblStyle"), "table")
    behind = palette.shading(own.get("w:shd"), around.behind)
    shown = not around.hidden and shapes.table_is_shown(own, page)
    for cell in cells(element):
        here = at(style, cell.place, look)
        properties = over(here.cell, within(cell.element, "w:tcPr"))
        shade = properties.get("w:shd")
        under = palette.shading(shade, behind)
        transparent = palette.shading(shade, palette.shading(own.get("w:shd"), None)) is None
        region = around.region if transparent else None
        if region is not None and cell.width:
            region = Region(region.left + cell.left, cell.width)
        inner = replace(
            around,
            behind=under,
            region=region,
            hidden=not (shown and cell.shown),
            table=here,
        )
        walk.into(cell.element, inner)
        if walk.pieces and walk.pieces[-1].sort != "line":
            walk.pieces.append(Piece("line"))


_HANDLERS: Final[Mapping[str, Handler]] = {
    **runs.HANDLERS,
    **drawings.HANDLERS,
    "w:p": _paragraph,
    "w:tbl": _table,
    "mc:AlternateContent": _one_of,
}
