"""The signs of a PDF page, as PDFium finds them: what each is, where it stands, what draws it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, TypeAlias

import pypdfium2.raw as pdfium

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right, top, in points."""

LINE_END_HYPHEN: Final = "\x02"
"""What PDFium gives for a hyphen after which a word goes on in the next line."""
_UNKNOWN: Final = frozenset({0, 0xFFFE, 0xFFFF})


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of the text."""

    text: str
    owner: int
    """Which text object draws it; 0 where PDFium added it: a gap or the end of a line."""
    ink: Box
    """Around the glyph itself."""
    cell: Box
    """The glyph's width by the height of its font."""

    @property
    def is_letter(self) -> bool:
        return self.owner != 0 and not self.text.isspace()


def signs_of(text_page: Any, most: int) -> list[Sign]:
    """The first `most` signs, in the order in which PDFium reads the page."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    rectangle = pdfium.FS_RECTF()
    found: list[Sign] = []
    for index in range(min(pdfium.FPDFText_CountChars(text_page), most)):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        if code in _UNKNOWN or code > sys.maxunicode:
            continue
        ends_line = pdfium.FPDFText_IsHyphen(text_page, index) == 1
        drawn_by = pdfium.FPDFText_GetTextObject(text_page, index)
        pdfium.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
        pdfium.FPDFText_GetLooseCharBox(text_page, index, rectangle)
        found.append(
            Sign(
                LINE_END_HYPHEN if ends_line else chr(code),
                address(drawn_by),
                (left.value, bottom.value, right.value, top.value),
                (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top),
            )
        )
    return found


def address(page_object: Any) -> int:
    """Which object it is; 0 for none."""
    return ctypes.cast(page_object, ctypes.c_void_p).value or 0


def words(signs: Sequence[Sign]) -> Iterator[range]:
    """Places of the letters that stand together and that one text object draws."""
    whose = [sign.owner if sign.is_letter else 0 for sign in signs]
    for owner, group in groupby(range(len(signs)), key=whose.__getitem__):
        if owner:
            places = list(group)
            yield range(places[0], places[-1] + 1)


def around(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds them all."""
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)
