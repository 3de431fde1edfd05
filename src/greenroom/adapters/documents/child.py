"""The process that reads one document: bytes on standard input, one JSON object on standard output.

    {"kind": "pdf", "pages": 2, "text": "…", "hidden": 0, "cut": false}    or    {"fault": "locked"}

It trusts nothing of the document, and is trusted with nothing.
"""

from __future__ import annotations

import encodings
import json
import pkgutil
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from importlib import import_module
from typing import Final

from greenroom.adapters.documents import confinement
from greenroom.adapters.documents.kinds import kind_of
from greenroom.adapters.documents.signs import MOST_CLEANED, cleaned
from greenroom.app.documents import (
    LARGEST_DOCUMENT,
    LONGEST_TEXT,
    DocumentFault,
    DocumentText,
    UnreadableDocument,
)

PARSERS: Final = {"pdf": "pdf", "docx": "word", "text": "plain"}


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
    _load_encodings()
    parser = import_module(f"greenroom.adapters.documents.{PARSERS[kind]}")
    read: Callable[[bytes], DocumentText] = parser.read
    confinement.shut()
    found = read(data)
    text, unseen = cleaned(found.text[:MOST_CLEANED])
    cut = found.cut or len(found.text) > MOST_CLEANED or len(text) > LONGEST_TEXT
    if not text.strip():
        raise UnreadableDocument(DocumentFault.EMPTY if kind == "text" else DocumentFault.SCANNED)
    return replace(found, text=text[:LONGEST_TEXT], hidden=found.hidden + unseen, cut=cut)


def _load_encodings() -> None:
    """Python loads an encoding when it is first named, which is too late once the doors are shut."""
    for module in pkgutil.iter_modules(encodings.__path__):
        with suppress(ImportError):  # those of other operating systems
            import_module(f"encodings.{module.name}")


if __name__ == "__main__":
    main()
