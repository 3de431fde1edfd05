"""What a file is, told by its content: names and media types are only claims."""

from __future__ import annotations

import re
from typing import Final

from greenroom.app.documents import DocumentFault, DocumentKind

_HEAD: Final = 1024
"""Bytes among which a PDF's header may stand, as its readers have it."""
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"RIFF")
_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Microsoft's compound file: old Word, and every locked file of the new one."""
_PACKAGE: Final = (b"[Content_Types].xml", b"word/")
"""Names in an archive that may be a Word file. Its parser says whether it is one, by what is in it."""
_SEALED: Final = "EncryptedPackage".encode("utf-16-le")
_MARKUP: Final = re.compile(rb"\s*(?:<!doctype|<html|<\?xml|\{\\rtf|%!PS)", re.I)
_BOMS: Final = (b"\xff\xfe", b"\xfe\xff")


def kind_of(data: bytes) -> DocumentKind | DocumentFault:
    """PDF, Word or text, or why it is none of them."""
    if not data.strip(b"\x00 \t\r\n"):
        return DocumentFault.EMPTY
    if b"%PDF-" in data[:_HEAD]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "docx" if any(name in data for name in _PACKAGE) else DocumentFault.WRONG_TYPE
    if data.startswith(_OFFICE):
        return DocumentFault.LOCKED if _SEALED in data else DocumentFault.OLD_WORD
    if data.startswith(_PICTURES):
        return DocumentFault.PICTURE
    if _MARKUP.match(data):
        return DocumentFault.WRONG_TYPE
    return "text" if data.startswith(_BOMS) or _is_text(data) else DocumentFault.WRONG_TYPE


def _is_text(data: bytes) -> bool:
    """Nearly no control characters, and none of them zero."""
    odd = sum(data.count(bytes([sign])) for sign in range(32) if sign not in (9, 10, 12, 13))
    return b"\x00" not in data and odd * 200 <= len(data)
