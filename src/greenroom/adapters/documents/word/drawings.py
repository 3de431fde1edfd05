"""Drawings, text boxes, charts, and files of other kinds within a Word file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word import shapes
from greenroom.adapters.documents.word.markup import within
from greenroom.adapters.documents.word.panels import region as where
from greenroom.adapters.documents.word.pieces import Piece
from greenroom.adapters.documents.word.styles import Style
from greenroom.adapters.documents.word.walk import Around, Handler, Walk


def _drawing(walk: Walk, element: Element, around: Around) -> None:
    for frame in element:
        shown = around.shown and shapes.drawing_is_shown(frame, walk.sources.page)
        hidden = around.hidden or not shown
        region = around.region if frame.tag == "wp:inline" else where(frame, walk.sources.page)
        walk.into(frame, replace(around, hidden=hidden, shown=shown, region=region))


def _shape(walk: Walk, element: Element, around: Around) -> None:
    hidden = around.hidden or shapes.is_switched_off(element)
    behind = shapes.behind_text(element, walk.sources.palette, around.behind)
    region = around.region if shapes.fill_of(element) is None else None
    walk.into(element, replace(around, behind=behind, hidden=hidden, region=region))


def _group(walk: Walk, element: Element, around: Around) -> None:
    behind = shapes.behind_each(element, walk.sources.palette, around.behind)
    hidden = around.hidden or shapes.is_switched_off(element)
    for child, under in zip(element, behind, strict=True):
        walk.walk(child, replace(around, behind=under, hidden=hidden))


def _vml(walk: Walk, element: Element, around: Around) -> None:
    shown = around.shown and shapes.vml_is_shown(element, walk.sources.page)
    behind = shapes.behind_vml(element, around.behind)
    hidden = around.hidden or not shown
    inner = replace(around, behind=behind, hidden=hidden, shown=shown, region=None)
    word_art = within(element, "v:textpath")
    if word_art is not None and word_art.get("string"):
        line = Piece("text", word_art.get("string", ""), shown and behind != around.behind)
        walk.pieces.append(Piece("box", inside=(line,)))
    walk.into(element, inner)


def _box(walk: Walk, element: Element, around: Around) -> None:
    outer, walk.pieces = walk.pieces, []
    walk.into(element, replace(around, table=Style()))
    inside, walk.pieces = tuple(walk.pieces), outer
    walk.pieces.append(Piece("box", inside=inside))


def _graphic(walk: Walk, element: Element, around: Around) -> None:
    """The words of a chart, or of a diagram, which stand in a part of their own."""
    told = element.get("r:dm" if element.tag == "dgm:relIds" else "r:id", "")
    relation = walk.sources.package.relations(walk.part).get(told)
    root = walk.sources.package.xml(relation.part) if relation is not None else None
    inside: list[Piece] = []
    for one in root.iter() if root is not None else ():
        if one.tag in ("a:p", "c:strCache"):
            words = (part.text or "" for part in one.iter() if part.tag in ("a:t", "c:v"))
            inside += (Piece("text", " ".join(words), not around.hidden), Piece("line"))
    if inside:
        walk.pieces.append(Piece("box", inside=tuple(inside)))


def _other_file(walk: Walk, element: Element, _around: Around) -> None:
    """A file of another kind within this one is not read; its length is counted as left out."""
    relation = walk.sources.package.relations(walk.part).get(element.get("r:id", ""))
    data = walk.sources.package.bytes(relation.part) if relation is not None else None
    if data:
        walk.pieces.append(Piece("text", " " * len(data), seen=False))


HANDLERS: Final[Mapping[str, Handler]] = {
    "w:drawing": _drawing,
    "wps:wsp": _shape,
    "wpg:wgp": _group,
    "wpg:grpSp": _group,
    "wpc:wpc": _group,
    **dict.fromkeys(("v:shape", "v:rect", "v:roundrect", "v:oval", "v:group"), _vml),
    "w:txbxContent": _box,
    "c:chart": _graphic,
    "dgm:relIds": _graphic,
    "w:altChunk": _other_file,
}
