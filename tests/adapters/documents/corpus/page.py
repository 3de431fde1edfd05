"""A page of a PDF, written instruction by instruction."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pikepdf
import reportlab
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont
from pikepdf import Dictionary, Name, Stream
from reportlab.pdfbase.pdfmetrics import stringWidth

VERA: Final = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


def text(line: str, before: str = "", *, size: float = 12, at: str = "1 0 0 1 72 300") -> str:
    return f"BT {before} /F1 {size} Tf {at} Tm ({line}) Tj ET"


def page(
    instructions: str,
    *,
    objects: Callable[[pikepdf.Pdf], Mapping[str, Any]] = lambda _: {},
    box: tuple[float, float, float, float] = (0, 0, 612, 792),
    keys: Callable[[pikepdf.Pdf], Mapping[str, Any]] = lambda _: {},
) -> bytes:
    """One page. `objects` are further resources by category, `keys` further keys of the page."""
    made = pikepdf.new()
    resources = Dictionary(
        Font=Dictionary(F1=core_font("Helvetica")),
        ExtGState=Dictionary(
            Clear=Dictionary(ca=0, CA=0),
            Faint=Dictionary(ca=0.02, CA=0.02),
            Half=Dictionary(ca=0.5, CA=0.5),
            Multiply=Dictionary(BM=Name.Multiply),
            Screen=Dictionary(BM=Name.Screen),
        ),
    )
    for category, entries in objects(made).items():
        resources[f"/{category}"] = entries
    sheet = Dictionary(
        Type=Name.Page,
        MediaBox=list(box),
        Resources=resources,
        Contents=made.make_indirect(Stream(made, instructions.encode("cp1252"))),
    )
    for key, value in keys(made).items():
        sheet[f"/{key}"] = value
    made.pages.append(pikepdf.Page(made.make_indirect(sheet)))
    out = io.BytesIO()
    made.save(out, static_id=True)
    return out.getvalue()


def core_font(name: str) -> Dictionary:
    """A font that no file has to hold."""
    return Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(f"/{name}"), Encoding=Name.WinAnsiEncoding
    )


def form(
    made: pikepdf.Pdf, instructions: str, *, box: tuple[int, int] = (612, 792), **keys: Any
) -> Any:
    """A form of this width and height; `keys` are further keys of it."""
    return made.make_indirect(
        Stream(
            made,
            instructions.encode(),
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=[0, 0, *box],
            Resources=Dictionary(Font=Dictionary(F1=core_font("Helvetica"))),
            **keys,
        )
    )


def image(made: pikepdf.Pdf, pixels: np.ndarray[Any, Any]) -> Any:
    """A picture of these grey pixels."""
    return made.make_indirect(
        Stream(
            made,
            zlib.compress(pixels.astype(np.uint8).tobytes()),
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=pixels.shape[1],
            Height=pixels.shape[0],
            ColorSpace=Name.DeviceGray,
            BitsPerComponent=8,
            Filter=Name.FlateDecode,
        )
    )


class _Paths(BasePen):  # type: ignore[misc]
    """Writes a glyph as instructions for a path."""

    def __init__(self, glyphs: Any, scale: float, x: float, y: float) -> None:
        super().__init__(glyphs)
        self.out: list[str] = []
        self._scale, self._x, self._y = scale, x, y

    def _at(self, *points: tuple[float, float]) -> str:
        return " ".join(
            f"{self._x + x * self._scale:.3f} {self._y + y * self._scale:.3f}" for x, y in points
        )

    def _moveTo(self, point: tuple[float, float]) -> None:
        self.out.append(f"{self._at(point)} m")

    def _lineTo(self, point: tuple[float, float]) -> None:
        self.out.append(f"{self._at(point)} l")

    def _curveToOne(self, *points: tuple[float, float]) -> None:
        self.out.append(f"{self._at(*points)} c")

    def _closePath(self) -> None:
        self.out.append("h")


def drawn(line: str, *, size: float = 12, x: float = 72, y: float = 300) -> str:
    """The glyphs of a line as paths, as programs for drawing write them, where Helvetica has its own."""
    font = TTFont(VERA)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = size / font["head"].unitsPerEm * 0.88
    out: list[str] = []
    for place, letter in enumerate(line):
        pen = _Paths(glyphs, scale, x + stringWidth(line[:place], "Helvetica", size), y)
        glyphs[names[ord(letter)]].draw(pen)
        out += [*pen.out, "f"] if pen.out else []
    return " ".join(out)
