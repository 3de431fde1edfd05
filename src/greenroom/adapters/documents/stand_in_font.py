"""A font that draws a box for every sign, for fonts that a PDF names and does not hold.

PDFium has letters of its own for Latin text. For other scripts it looks for a font of the system,
and there is none that the reading process could open. With the box, what is drawn of such text can
still be compared with what is drawn without it, and is the same on every machine.
"""

from __future__ import annotations

import ctypes
import zlib
from base64 import b64decode
from typing import Any, Final

import pypdfium2.raw as pdfium

_FONT: Final = zlib.decompress(
    b64decode(
        "eNqVkb9Kw1AUxr/cW1st1jaIizik4NBBEf9QHASlOogIQu3gppcmbYekKbXFuDkUEScfxAdw6OAD6DN0EezooG4S"
        "vyStiqDiByc5v3NOcs85FxqAJM4gYeztLyxtvG7OAVqO0aOyoxrIokS+Iueq9mmld9+7I9+SV2qWMhcP6hX617R8"
        "jYFEUp7Tf6DN1pyWF9uFyfoLctx2ywrTSJFvAnaU10AMcfIo2agrx3pKT16Sn8mlhnvcYl+U2A7yCHqlJfWdk8P0"
        "2guk7AfZx/kp6+PN02RHdIkSApH4jTT8VT77zJuyE/7pq7QwIthNlBH4Lp7FLYyw4p9ap/4oMYadDXqRvBFgPNgU"
        "NfM5BSszvj/wU9xl4A0n5qaW9axuSkN037Z+y4BT5AeTauGGh1MnSBJabIyROLuIfIEJZAquV7SqbVs1UYALD0VY"
        "qKINGwrN6J5+1juSt0aS"
    )
)
"""TrueType: two glyphs, both a filled box of 800 by 700 on 1000, and a character map of format 13 that
gives the second for each sign from U+0020 on."""
_LATIN: Final = 0
"""The character set that PDFium draws with letters of its own."""
_HANDLE: Final = 1


def install() -> None:
    """Give PDFium this font, and no other, for what it cannot draw itself."""
    pdfium.FPDF_SetSystemFontInfo(ctypes.byref(_INFO))


def _map(_info: Any, _weight: int, _italic: int, charset: int, *_: Any) -> int:
    return 0 if charset == _LATIN else _HANDLE


def _data(_info: Any, _font: int, table: int, buffer: Any, size: int) -> int:
    """The whole font, as there are no single tables; its length when the buffer is too small."""
    if table:
        return 0
    if buffer and size >= len(_FONT):
        ctypes.memmove(buffer, _FONT, len(_FONT))
    return len(_FONT)


_CALLS: Final = dict(pdfium.FPDF_SYSFONTINFO._fields_)
_INFO: Final = pdfium.FPDF_SYSFONTINFO(
    version=1,
    Release=_CALLS["Release"](lambda _: None),
    EnumFonts=_CALLS["EnumFonts"](lambda *_: None),
    MapFont=_CALLS["MapFont"](_map),
    GetFont=_CALLS["GetFont"](lambda *_: 0),
    GetFontData=_CALLS["GetFontData"](_data),
    GetFaceName=_CALLS["GetFaceName"](lambda *_: 0),
    GetFontCharset=_CALLS["GetFontCharset"](lambda *_: 1),
    DeleteFont=_CALLS["DeleteFont"](lambda *_: None),
)
