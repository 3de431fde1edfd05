"""Runs of text and their signs, seen or not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element

from greenroom.adapters.documents.word.appearance import is_coloured, is_legible, is_pictogram
from greenroom.adapters.documents.word.markup import value, within
from greenroom.adapters.documents.word.pieces import Piece, Sort
from greenroom.adapters.documents.word.styles import NONE, Properties, both, is_on, over
from greenroom.adapters.documents.word.walk import Around, Handler, Walk

_SIGNS: Final = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:br": "\n",
    "w:cr": "\n",
    "w:noBreakHyphen": "-",
    "w:softHyphen": "\u00ad",
}
_MARKS: Final[Mapping[str, Sort]] = {"begin": "begin", "separate": "separate", "end": "end"}
_PRIVATE: Final = ("\ue000", "\uf8ff")
_PICTOGRAMS: Final = re.compile("[\ue000-\uf8ff]+|[^\ue000-\uf8ff]+")


def _run(walk: Walk, element: Element, around: Around) -> None:
    direct = over(NONE, within(element, "w:rPr"))
    style = walk.sources.styles.named(value(element, "w:rPr/w:rStyle"), "character")
    run = both(both(around.run, style.run), direct)
    shown = not around.hidden and not vanishes(walk, direct, style.run, around)
    seen = shown and is_seen(walk, run, around)
    walk.into(element, replace(around, run=run, seen=seen, shown=shown))


def is_seen(walk: Walk, run: Properties, around: Around) -> bool:
    return is_legible(run) and (
        is_coloured(run, walk.sources.palette, around.behind) or _is_on_panel(walk, run, around)
    )


def _is_on_panel(walk: Walk, run: Properties, around: Around) -> bool:
    """Whether a shape that floats behind the text makes it legible."""
    region, page = around.region, walk.sources.page
    return region is not None and any(
        is_coloured(run, walk.sources.palette, panel.fill)
        and panel.covers(region, page, walk.lines, anchored=panel in around.anchored)
        for panel in walk.sources.panels
    )


def vanishes(walk: Walk, direct: Properties, style: Properties, around: Around) -> bool:
    """Styles of different kinds switch hidden text on and off in turn; a run has the last word."""
    for tag in ("w:vanish", "w:specVanish", "w:webHidden"):
        if tag in direct:
            hidden = is_on(direct, tag)
        else:
            levels = (around.table.run, around.paragraph.run, style)
            odd = sum(is_on(level, tag) for level in levels) % 2 == 1
            hidden = odd or is_on(walk.sources.styles.run_defaults, tag)
        if hidden:
            return True
    return False


def _text(walk: Walk, element: Element, around: Around) -> None:
    text = element.text or ""
    if is_pictogram(around.run):
        for signs in _PICTOGRAMS.findall(text):
            known = _PRIVATE[0] <= signs[0] <= _PRIVATE[1]
            walk.pieces.append(Piece("text", signs, around.seen and known))
    elif text:
        walk.write(text.replace("\n", " "), around)


def _sign(walk: Walk, element: Element, around: Around) -> None:
    walk.write(_SIGNS[element.tag], around)


def _symbol(walk: Walk, element: Element, around: Around) -> None:
    """A sign of a font of signs, where its place in that font is told."""
    try:
        code = int(element.get("w:char", ""), 16)
    except ValueError:
        return
    if 0x20 <= code < 0xD800 or 0xE000 <= code <= 0x10FFFF:
        sign = chr(code if code > 0xFF else code + 0xF000)
        walk.write(sign, around)


def _ruby(walk: Walk, element: Element, around: Around) -> None:
    """The words, then how they are pronounced."""
    for path, before, after in (("w:rubyBase", "", ""), ("w:rt", "(", ")")):
        found = within(element, path)
        if found is not None:
            walk.write(before, around)
            walk.into(found, around)
            walk.write(after, around)


def _field_mark(walk: Walk, element: Element, _around: Around) -> None:
    sort = _MARKS.get(element.get("w:fldCharType", ""))
    if sort is not None:
        walk.pieces.append(Piece(sort))


def _instruction(walk: Walk, element: Element, _around: Around) -> None:
    walk.pieces.append(Piece("code", element.text or ""))


def _simple_field(walk: Walk, element: Element, around: Around) -> None:
    walk.pieces += (
        Piece("begin"),
        Piece("code", element.get("w:instr", "")),
        Piece("separate"),
    )
    walk.into(element, around)
    walk.pieces.append(Piece("end"))


def _note(walk: Walk, element: Element, around: Around) -> None:
    if around.seen:
        kind = "footnotes" if element.tag == "w:footnoteReference" else "endnotes"
        walk.notes.append((kind, element.get("w:id", "")))


def _left_out(walk: Walk, element: Element, _around: Around) -> None:
    walk.leave_out(element)


HANDLERS: Final[Mapping[str, Handler]] = {
    "w:r": _run,
    "m:r": _run,
    "w:t": _text,
    "m:t": _text,
    "a:t": _text,
    **dict.fromkeys(_SIGNS, _sign),
    "w:sym": _symbol,
    "w:ruby": _ruby,
    "w:fldChar": _field_mark,
    "w:instrText": _instruction,
    "w:fldSimple": _simple_field,
    "w:footnoteReference": _note,
    "w:endnoteReference": _note,
    "w:del": _left_out,
    "w:moveFrom": _left_out,
    "w:delText": _left_out,
}
