"""Signs of a PDF page put together to words and lines, as a person reads them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from greenroom.adapters.documents.page_text import LINE_END_HYPHEN, Sign

DIVIDERS: Final = frozenset("\u2010\u00ad")
"""Hyphens with which programs divide words; people type another."""
SAME_EDGE_PT: Final = 2.0
JUSTIFIED: Final = 2
"""So many other lines end at the same edge where text is set to one width."""


def lines(signs: Sequence[Sign]) -> str:
    """The text of these signs. What stands on one baseline, the one right of the other, is one line,
    though PDFium may have read it as two; what stands below and left of it begins another. A word that was divided to fill a line is whole again; a
    compound that was broken at its own hyphen keeps it."""
    letters = list(_with_gaps(signs))
    gaps = [*(gap for _, gap in letters[1:]), "\n"]
    edges = sorted(
        sign.cell[2]
        for (sign, _), gap in zip(letters, gaps, strict=False)
        if gap == "\n" or sign.text == LINE_END_HYPHEN
    )
    out: list[str] = []
    for place, (sign, gap) in enumerate(letters):
        after = letters[place + 1] if place + 1 < len(letters) else None
        if after is not None and _divides(sign, *after, edges):
            letters[place + 1] = (after[0], "")
            out.append(gap)
        else:
            out += (gap, "-" if sign.text == LINE_END_HYPHEN else sign.text)
    return "".join(out)


def _with_gaps(signs: Sequence[Sign]) -> Iterator[tuple[Sign, str]]:
    """Each sign that is drawn, and what separates it from the one before."""
    before: Sign | None = None
    gap = ""
    for sign in signs:
        if sign.owner == 0:
            gap = "\n" if gap == "\n" or sign.text in "\r\n" else " "
            continue
        if gap == "\n" and before is not None and _on_one_line(before, sign):
            gap = " "
        elif gap == " " and before is not None and _on_next_line(before, sign):
            gap = "\n"
        yield sign, gap
        before, gap = sign, ""


def _on_one_line(before: Sign, after: Sign) -> bool:
    _, bottom, _, top = before.cell
    left, low, _, high = after.cell
    common = min(top, high) - max(bottom, low)
    return common > min(top - bottom, high - low) / 2 and left >= before.cell[2]


def _on_next_line(before: Sign, after: Sign) -> bool:
    """PDFium takes a new line for a gap on pages that also hold turned text."""
    return after.cell[3] <= before.cell[1] and after.cell[2] <= before.cell[0]


def _divides(hyphen: Sign, after: Sign, gap: str, edges: Sequence[float]) -> bool:
    """Did the hyphen come with the end of the line?"""
    if not after.text.islower():
        return False
    if hyphen.text != LINE_END_HYPHEN:
        return hyphen.text in DIVIDERS and gap == "\n"
    edge = hyphen.cell[2]
    near = bisect_right(edges, edge + SAME_EDGE_PT) - bisect_left(edges, edge - SAME_EDGE_PT)
    return near > JUSTIFIED
