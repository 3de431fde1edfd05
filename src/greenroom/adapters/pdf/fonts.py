"""Which writing a document has that no installed font can show, asked of fontconfig as Pango asks it.

Latin letters are in the fonts that the package brings. Signs that are no letters are not looked at: an
emoji without a font is a box among readable words.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, Final

LIBRARIES: Final = ("libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll")
OURS: Final = frozenset({"LATIN", "COMBINING", "MODIFIER", "FEMININE", "MASCULINE", "MICRO"})
"""First words of the names of characters that our own fonts have."""
_CJK: Final = "Noto Sans CJK"
_NAMED: Final = {"CJK": _CJK, "HIRAGANA": _CJK, "KATAKANA": _CJK, "HANGUL": _CJK, "BOPOMOFO": _CJK}
MOST: Final = 4_000
"""Different letters that are looked up: a document of more is Chinese, and those stand together."""

Has = Callable[[str], bool]


def lacking(text: str, has: Has | None = None) -> tuple[str, ...]:
    """Names of fonts that would show what cannot be shown here; `has`: whether a font has a letter.

    Raises `OSError` where there is no fontconfig.
    """
    letters = _letters(text)
    if not letters:
        return ()
    has = has or _installed()
    return tuple(sorted({_font_of(letter) for letter in letters if not has(letter)}))


def _letters(text: str) -> list[str]:
    found = (c for c in set(text) if not c.isascii() and unicodedata.category(c)[0] in "LM")
    return sorted(c for c in found if _script(c) not in OURS)[:MOST]


def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split()[0].split("-")[0]


def _font_of(letter: str) -> str:
    script = _script(letter)
    plain = {"GREEK", "CYRILLIC", "UNKNOWN"}
    return _NAMED.get(script, "Noto Sans" if script in plain else f"Noto Sans {script.title()}")


class _FontSet(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int), ("room", ctypes.c_int), ("fonts", ctypes.c_void_p))


def _installed() -> Has:
    library = _library(LIBRARIES)
    pointer = ctypes.c_void_p
    for name, given, result in (
        ("FcCharSetCreate", (), pointer),
        ("FcCharSetAddChar", (pointer, ctypes.c_uint32), ctypes.c_int),
        ("FcCharSetDestroy", (pointer,), None),
        ("FcPatternCreate", (), pointer),
        ("FcPatternAddCharSet", (pointer, ctypes.c_char_p, pointer), ctypes.c_int),
        ("FcPatternDestroy", (pointer,), None),
        ("FcObjectSetCreate", (), pointer),
        ("FcObjectSetAdd", (pointer, ctypes.c_char_p), ctypes.c_int),
        ("FcObjectSetDestroy", (pointer,), None),
        ("FcFontList", (pointer, pointer, pointer), ctypes.POINTER(_FontSet)),
        ("FcFontSetDestroy", (ctypes.POINTER(_FontSet),), None),
    ):
        function = getattr(library, name)
        function.argtypes, function.restype = given, result

    def has(letter: str) -> bool:
        letters, pattern = library.FcCharSetCreate(), library.FcPatternCreate()
        wanted = library.FcObjectSetCreate()
        library.FcCharSetAddChar(letters, ord(letter))
        library.FcPatternAddCharSet(pattern, b"charset", letters)
        library.FcObjectSetAdd(wanted, b"family")
        found = library.FcFontList(None, pattern, wanted)
        count: int = found.contents.count
        library.FcFontSetDestroy(found)
        library.FcObjectSetDestroy(wanted)
        library.FcPatternDestroy(pattern)
        library.FcCharSetDestroy(letters)
        return count > 0

    return has


def _library(names: Iterable[str]) -> Any:
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise OSError("there is no fontconfig")
