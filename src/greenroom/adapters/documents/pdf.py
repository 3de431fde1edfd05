"""PDF, page by page, without what a person does not see of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pypdfium2.raw as pdfium

from greenroom.adapters.documents import stand_in_font
from greenroom.adapters.documents.page_lines import lines
from greenroom.adapters.documents.page_picture import Canvas
from greenroom.adapters.documents.page_text import signs_of
from greenroom.adapters.documents.visible import seen
from greenroom.app.documents import (
    LONGEST_TEXT,
    MOST_PAGES,
    DocumentFault,
    DocumentText,
    UnreadableDocument,
)

MOST_SIGNS: Final = 2 * LONGEST_TEXT
"""That are looked at, hidden ones among them."""
_LOCKED: Final = (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY)

stand_in_font.install()


def read(data: bytes) -> DocumentText:
    """Raises `UnreadableDocument`."""
    with _opened(data) as document:
        pages = pdfium.FPDF_GetPageCount(document)
        if pages > MOST_PAGES:
            raise UnreadableDocument(DocumentFault.TOO_MANY_PAGES)
        texts: list[str] = []
        hidden = length = looked = 0
        for number in range(pages):
            if length > LONGEST_TEXT or looked >= MOST_SIGNS:
                break
            text, unseen, signs = _page(document, number, MOST_SIGNS - looked)
            texts.append(text)
            hidden += unseen
            looked += signs
            length += len(text) + 1
    cut = looked >= MOST_SIGNS or len(texts) < pages
    return DocumentText("pdf", pages, "\n".join(texts), hidden, cut)


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        locked = pdfium.FPDF_GetLastError() in _LOCKED
        raise UnreadableDocument(DocumentFault.LOCKED if locked else DocumentFault.DAMAGED)
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


def _page(document: Any, number: int, most: int) -> tuple[str, int, int]:
    """What is seen of a page, how many signs are not, and how many it has."""
    with _loaded(document, number) as page, _text_of(page) as text_page:
        signs = signs_of(text_page, most)
        if not any(sign.is_letter for sign in signs):
            return "", 0, len(signs)
        shown = seen(Canvas(page), signs)
        visible = [sign for sign, is_shown in zip(signs, shown, strict=True) if is_shown]
        unseen = sum(sign.owner != 0 for sign in signs) - sum(sign.owner != 0 for sign in visible)
        return lines(visible), unseen, len(signs)


@contextmanager
def _loaded(document: Any, number: int) -> Iterator[Any]:
    page = pdfium.FPDF_LoadPage(document, number)
    if page and pdfium.FPDFPage_GetAnnotCount(page) > 0:
        _flatten(document, page)
        pdfium.FPDF_ClosePage(page)
        page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        raise UnreadableDocument(DocumentFault.DAMAGED)
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


def _flatten(document: Any, page: Any) -> None:
    """Make form fields and notes that are shown a part of the page; hidden ones do not become one.

    Drawing notes, on one pixel, has PDFium make the appearance of fields that come without.
    """
    if pdfium.FPDF_GetFormType(document) != pdfium.FORMTYPE_NONE:
        bitmap = pdfium.FPDFBitmap_Create(1, 1, 0)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, 1, 1, 0, pdfium.FPDF_ANNOT)
        pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY)


@contextmanager
def _text_of(page: Any) -> Iterator[Any]:
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        raise UnreadableDocument(DocumentFault.DAMAGED)
    try:
        yield text_page
    finally:
        pdfium.FPDFText_ClosePage(text_page)
