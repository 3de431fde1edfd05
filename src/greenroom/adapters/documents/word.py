"""Word documents (.docx): paragraphs and tables in their order."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any, Final

import docx
from docx.table import Table

from greenroom.app.ports.documents import (
    LONGEST_TEXT,
    DocumentFault,
    DocumentText,
    UnreadableDocument,
)

LARGEST_UNPACKED: Final = 64 * 2**20
MOST_FILES: Final = 2_000
MAIN: Final = "word/document.xml"
_DEEPEST: Final = 8
"""Tables in tables."""
_SMALLEST_PT: Final = 2.0


def read(data: bytes) -> DocumentText:
    """Raises `UnreadableDocument`, and whatever a parser makes of a damaged file."""
    _check(data)
    lines: list[str] = []
    hidden = length = 0
    for seen, unseen in _paragraphs(docx.Document(io.BytesIO(data)), 0):
        lines.append(seen)
        hidden += unseen
        length += len(seen) + 1
        if length > LONGEST_TEXT:
            break
    return DocumentText("docx", None, "\n".join(lines), hidden, cut=False)


def _check(data: bytes) -> None:
    """What an archive says of itself is what it is held to when it is unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = archive.infolist()
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > LARGEST_UNPACKED:
        raise UnreadableDocument(DocumentFault.BOMB)
    if any(info.flag_bits & 1 for info in infos):
        raise UnreadableDocument(DocumentFault.LOCKED)
    if MAIN not in {info.filename for info in infos}:
        raise UnreadableDocument(DocumentFault.WRONG_TYPE)


def _paragraphs(container: Any, depth: int) -> Iterator[tuple[str, int]]:
    """Each paragraph: what is seen of it, and how many characters are not."""
    for block in container.iter_inner_content():
        if not isinstance(block, Table):
            yield _seen(block)
        elif depth < _DEEPEST:
            for row in block.rows:
                cells = {id(cell._tc): cell for cell in row.cells}  # noqa: SLF001 - merged cells
                for cell in cells.values():
                    yield from _paragraphs(cell, depth + 1)


def _seen(paragraph: Any) -> tuple[str, int]:
    seen, unseen = "", 0
    for run in paragraph.iter_inner_content():
        for part in getattr(run, "runs", (run,)):  # a link holds runs
            if _is_hidden(part.font):
                unseen += len(part.text)
            else:
                seen += part.text
    bullet = "• " if paragraph.style is not None and "List" in str(paragraph.style.name) else ""
    return bullet + seen, unseen


def _is_hidden(font: Any) -> bool:
    white = font.color is not None and str(font.color.rgb) == "FFFFFF"
    shaded = font.highlight_color is not None or font._element.xpath("./w:rPr/w:shd")  # noqa: SLF001
    small = font.size is not None and font.size.pt < _SMALLEST_PT
    return bool(font.hidden or small or (white and not shaded))
