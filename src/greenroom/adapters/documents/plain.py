"""Plain text and Markdown."""

from __future__ import annotations

import re
from typing import Final

from greenroom.app.documents import DocumentText

_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
"""What Markdown's readers do not see."""


def read(data: bytes) -> DocumentText:
    text = _decoded(data)
    seen = _COMMENT.sub(" ", text)
    return DocumentText("text", None, seen, len(text) - len(seen), cut=False)


def _decoded(data: bytes) -> str:
    """UTF-8, UTF-16 where it says so, else the encoding of old Windows programs."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
