"""Pictures of a PDF page, with and without its text, and what an eye can tell apart in them."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium

from greenroom.adapters.documents.page_text import Box, address

Picture: TypeAlias = npt.NDArray[np.uint8]
"""Rows of pixels, four bytes each: blue, green, red, nothing."""
Area: TypeAlias = tuple[slice, slice]
"""Rows and columns."""
Mask: TypeAlias = npt.NDArray[np.bool_]

PIXELS: Final = 2_000_000
"""Of one picture, whatever the size of the page: 144 to the inch for A4."""
LONGEST_SIDE: Final = 20_000
VISIBLE: Final = 10.0
"""By so much of 100 lightness must a pixel change: grey #dddddd on white does, #e5e5e5 does not."""
_WEIGHTS: Final = np.array([0.5, 1.0, 1.0, 0.0], np.float32)
"""Of blue, green and red: an eye sees little by blue."""
_DEEPEST: Final = 12
"""Forms in forms."""
_FINE: Final = 10_000_000
"""Steps into which a side is divided where points become shares of the page."""


def _lightness() -> npt.NDArray[np.float32]:
    """CIE L* of each value of a channel, taken as a grey."""
    value = np.arange(256) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    cube = 116 * np.cbrt(linear) - 16
    return np.where(linear > 0.008856, cube, 903.3 * linear).astype(np.float32)


_LIGHTNESS: Final = _lightness()


class Canvas:
    """Draws one page again and again, with some of its text objects or without them."""

    def __init__(self, page: Any) -> None:
        self._page = page
        wide = max(1e-3, pdfium.FPDF_GetPageWidthF(page))
        high = max(1e-3, pdfium.FPDF_GetPageHeightF(page))
        scale = math.sqrt(PIXELS / (wide * high))
        self.width = max(1, min(LONGEST_SIDE, round(wide * scale)))
        self.height = max(1, min(LONGEST_SIDE, round(high * scale)))
        self.short_side_pt: float = min(wide, high)
        self._texts = {address(thing): thing for thing in _text_objects(page)}
        sides = np.array((self.width, self.height))
        corner, right, up = (self._share(x, y) for x, y in ((0, 0), (wide, 0), (0, high)))
        self._origin = corner * sides
        self._turn = np.array([(right - corner) / wide, (up - corner) / high]) * sides

    def draw(self) -> Picture:
        """The page as it is now."""
        picture: Picture = np.full((self.height, self.width, 4), 255, np.uint8)
        bitmap = pdfium.FPDFBitmap_CreateEx(
            self.width, self.height, pdfium.FPDFBitmap_BGRx, picture.ctypes.data, self.width * 4
        )
        if not bitmap:
            raise MemoryError
        try:
            pdfium.FPDF_RenderPageBitmap(bitmap, self._page, 0, 0, self.width, self.height, 0, 0)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
        return picture

    @contextmanager
    def only(self, owners: Iterable[int]) -> Iterator[None]:
        """Meanwhile the page has no text but that of these objects."""
        kept = set(owners)
        away = [thing for address, thing in self._texts.items() if address not in kept]
        for thing in away:
            pdfium.FPDFPageObj_SetIsActive(thing, False)
        try:
            yield
        finally:
            for thing in away:
                pdfium.FPDFPageObj_SetIsActive(thing, True)

    def areas(self, boxes: Sequence[Box]) -> list[Area]:
        """The pixels of boxes in points, one at least in each direction; none off the page."""
        corners = np.array(boxes, np.float64).reshape(-1, 2, 2)
        with np.errstate(all="ignore"):
            pixels = np.nan_to_num(corners @ self._turn + self._origin)
        low, high = pixels.min(axis=1), pixels.max(axis=1)
        first, last = np.ceil(low), np.floor(high)
        thin = last <= first
        first = np.where(thin, np.floor((low + high) / 2), first)
        last = np.where(thin, first + 1, last)
        sides = (self.width, self.height)
        starts = np.clip(first, 0, sides).astype(int).tolist()
        stops = np.clip(last, 0, sides).astype(int).tolist()
        return [
            (slice(top, bottom), slice(left, right))
            for (left, top), (right, bottom) in zip(starts, stops, strict=True)
        ]

    def _share(self, x: float, y: float) -> npt.NDArray[np.float64]:
        """Where a point of the page lies, in shares of its width and height."""
        across, down = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(self._page, 0, 0, _FINE, _FINE, 0, x, y, across, down)
        return np.array((across.value, down.value)) / _FINE


def changed(one: Picture, other: Picture) -> Mask:
    """Where an eye sees the two pictures differ."""
    seen: Mask = np.zeros(one.shape[:2], np.bool_)
    rows, columns = np.nonzero(one.view(np.uint32)[..., 0] != other.view(np.uint32)[..., 0])
    step = np.abs(_LIGHTNESS[one[rows, columns]] - _LIGHTNESS[other[rows, columns]]) * _WEIGHTS
    seen[rows, columns] = step.max(axis=1) >= VISIBLE
    return seen


def strokes(picture: Picture, area: Area, *, runs_down: bool) -> int:
    """How many strokes a line along the middle of an area crosses, if there are fewer above it or
    below: one or two for each letter of a word; none in what is blank, plain, softly shaded, or
    patterned all over."""
    along, across = (area[0], area[1]) if runs_down else (area[1], area[0])
    edge = max(2, (across.stop - across.start) // 4)
    bands = (
        slice(max(0, across.start - edge), across.start),
        across,
        slice(across.stop, across.stop + edge),
    )
    above, inside, below = (
        _crossed(picture[(along, band) if runs_down else (band, along)], runs_down=runs_down)
        for band in bands
    )
    return inside if 2 * min(above, below) <= inside else 0


def _crossed(pixels: Picture, *, runs_down: bool) -> int:
    light = _LIGHTNESS[pixels[..., 1]]
    if min(light.shape) < 2 or light.max() - light.min() < 2 * VISIBLE:
        return 0
    if runs_down:
        light = light.T
    rows = light[len(light) // 4 : max(len(light) // 4 + 1, len(light) * 3 // 4)]
    dark = rows < (light.max() + light.min()) / 2
    edges = np.count_nonzero(dark[:, 1:] != dark[:, :-1], axis=1)
    return int(np.median(edges)) // 2


def _text_objects(page: Any) -> Iterator[Any]:
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        yield from _texts_in(pdfium.FPDFPage_GetObject(page, index), 0)


def _texts_in(thing: Any, depth: int) -> Iterator[Any]:
    kind = pdfium.FPDFPageObj_GetType(thing)
    if kind == pdfium.FPDF_PAGEOBJ_TEXT:
        yield thing
    elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
        for index in range(pdfium.FPDFFormObj_CountObjects(thing)):
            yield from _texts_in(pdfium.FPDFFormObj_GetObject(thing, index), depth + 1)
