"""The process that reads one document: bytes on standard input, one JSON object on standard output.

    {"kind": "pdf", "pages": 2, "text": "…", "hidden": 0, "cut": false}    or    {"fault": "locked"}

It trusts nothing of the document, and is trusted with nothing.
"""

from __future__ import annotations

import json
import sys
from codecs import lookup
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from encodings.aliases import aliases
from importlib import import_module
from typing import Final

from greenroom.adapters.documents import confinement
from greenroom.adapters.documents.kinds import kind_of
from greenroom.app.ports.documents import (
    LARGEST_DOCUMENT,
    LONGEST_TEXT,
    DocumentFault,
    DocumentText,
    UnreadableDocument,
)

PARSERS: Final = {"pdf": "pdf", "docx": "word", "text": "plain"}
ALSO: Final = {"pdf": ("pypdf.filters", "pypdf._crypt_providers")}
CODECS: Final = sorted({"utf_8_sig", *aliases.values()})
"""Modules and codecs that Python loads when they are needed, which is too late here."""


def main() -> None:
    """Read, answer, and leave without tidying up: nothing is left to be tidied."""
    confinement.bound()
    answer: dict[str, object]
    try:
        answer = asdict(_read(sys.stdin.buffer.read(LARGEST_DOCUMENT + 1)))
    except UnreadableDocument as refusal:
        answer = {"fault": refusal.fault}
    except (MemoryError, RecursionError):
        answer = {"fault": DocumentFault.TOO_HEAVY}
    except Exception:  # noqa: BLE001 - parsers raise what they like at a damaged file
        answer = {"fault": DocumentFault.DAMAGED}
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()


def _read(data: bytes) -> DocumentText:
    if len(data) > LARGEST_DOCUMENT:
        raise UnreadableDocument(DocumentFault.TOO_LARGE)
    kind = kind_of(data)
    if isinstance(kind, DocumentFault):
        raise UnreadableDocument(kind)
    for name in ALSO.get(kind, ()):
        import_module(name)
    for codec in CODECS:
        with suppress(LookupError):
            lookup(codec)
    parser = import_module(f"greenroom.adapters.documents.{PARSERS[kind]}")
    read: Callable[[bytes], DocumentText] = parser.read
    confinement.shut()
    found = read(data)
    text = "".join(
        sign if sign.isprintable() or sign == "\n" else " " for sign in _lines(found.text)
    )
    if not text.strip():
        raise UnreadableDocument(DocumentFault.EMPTY if kind == "text" else DocumentFault.SCANNED)
    return replace(found, text=text[:LONGEST_TEXT], cut=found.cut or len(text) > LONGEST_TEXT)


def _lines(text: str) -> str:
    """Lines end in one way; half a surrogate pair is no sign."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").replace("\t", " ")


if __name__ == "__main__":
    main()
