"""PDF, page by page, without what a reader does not see."""

from __future__ import annotations

import io

from pypdf import PageObject, PdfReader
from pypdf.generic import NameObject

from greenroom.adapters.documents.visible import visible
from greenroom.app.ports.documents import (
    LONGEST_TEXT,
    MOST_PAGES,
    DocumentFault,
    DocumentText,
    UnreadableDocument,
)


def read(data: bytes) -> DocumentText:
    """Raises `UnreadableDocument`, and whatever the parser makes of a damaged file."""
    reader = PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnreadableDocument(DocumentFault.LOCKED)
    pages = len(reader.pages)
    if pages > MOST_PAGES:
        raise UnreadableDocument(DocumentFault.TOO_MANY_PAGES)
    texts: list[str] = []
    hidden = length = 0
    for page in reader.pages:
        text, unseen = _text(page, reader)
        texts.append(text)
        hidden += unseen
        length += len(text) + 1
        if length > LONGEST_TEXT:
            break
    text = "\n".join(texts)
    if pages and not text.strip():
        raise UnreadableDocument(DocumentFault.SCANNED)
    return DocumentText("pdf", pages, text, hidden, cut=False)


def _text(page: PageObject, reader: PdfReader) -> tuple[str, int]:
    """What is seen of a page, and how many signs are not."""
    content, unseen = visible(page, reader)
    if content is None:
        return "", 0
    page[NameObject("/Contents")] = content
    return page.extract_text(), unseen
