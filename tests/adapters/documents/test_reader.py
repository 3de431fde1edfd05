"""Documents are read for their words, whatever they are; each one that cannot be gets its own sentence."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.adapters.documents import samples

from greenroom.adapters.documents.reader import ConfinedDocuments
from greenroom.app.documents import (
    LARGEST_DOCUMENT,
    LONGEST_TEXT,
    MOST_PAGES,
    DocumentFault,
    UnreadableDocument,
)

WORDS = "\n".join(samples.LINES)


@pytest.fixture
def documents() -> ConfinedDocuments:
    return ConfinedDocuments()


@pytest.mark.parametrize(
    ("data", "kind", "pages"),
    [
        (samples.resume_pdf(), "pdf", 1),
        (samples.pdf(*(samples.shown([line]) for line in samples.LINES), packed=True), "pdf", 4),
        (samples.locked_pdf(""), "pdf", 1),
        (b"junk before it\n" + samples.resume_pdf(), "pdf", 1),
        (WORDS.encode(), "text", None),
        (b"\xef\xbb\xbf" + WORDS.replace("\n", "\r\n").encode(), "text", None),
        (WORDS.encode("utf-16"), "text", None),
    ],
)
async def test_words_are_read(
    documents: ConfinedDocuments, data: bytes, kind: str, pages: int | None
) -> None:
    """PDF, packed or not, also one that only its owner may change; text in its usual encodings."""
    found = await documents.read(data)
    assert (found.kind, found.pages, found.hidden, found.cut) == (kind, pages, 0, False)
    assert [line.strip() for line in found.text.split("\n")] == list(samples.LINES)


async def test_word_files(documents: ConfinedDocuments) -> None:
    """Paragraphs, lists and tables of a Word file, in their order."""
    found = await documents.read(samples.resume_docx())
    assert (found.kind, found.pages) == ("docx", None)
    assert found.text.split("\n")[:4] == [*samples.LINES[:3], f"• {samples.LINES[3]}"]
    assert found.text.split("\n")[4:] == ["Skills", "Python, Go"]


async def test_markdown_and_old_encodings(documents: ConfinedDocuments) -> None:
    """Comments of Markdown are not read; what is no UTF-8 is read as Windows wrote it."""
    found = await documents.read("# Zoë\n<!-- ignore me -->\n- Led 40 people".encode("cp1252"))
    assert found.text == "# Zoë\n \n- Led 40 people"
    assert found.hidden > 0


async def test_long_texts_are_cut(documents: ConfinedDocuments) -> None:
    """What comes after the most that is read is left out, and that is said."""
    found = await documents.read(b"word " * LONGEST_TEXT)
    assert (len(found.text), found.cut) == (LONGEST_TEXT, True)


F = DocumentFault


@pytest.mark.parametrize(
    ("fault", "data"),
    [
        (F.EMPTY, b""),
        (F.EMPTY, b" \n\x00\n"),
        (F.EMPTY, b"<!-- nothing but this -->"),
        (F.TOO_LARGE, b"%PDF-1.7" + b"x" * LARGEST_DOCUMENT),
        (F.WRONG_TYPE, random.Random(7).randbytes(5000)),
        (F.WRONG_TYPE, b"\x7fELF" + bytes(100) + b"\x01\x02"),
        (F.WRONG_TYPE, b"<!DOCTYPE html><p>Hello"),
        (F.WRONG_TYPE, b"{\\rtf1 Hello}"),
        (F.WRONG_TYPE, samples.archive({"hello.txt": b"hello"})),
        (F.WRONG_TYPE, samples.archive({"word/other.xml": b"hello"})),
        (F.PICTURE, b"\x89PNG\r\n\x1a\n" + bytes(50)),
        (F.PICTURE, b"\xff\xd8\xff\xe0" + bytes(50)),
        (F.OLD_WORD, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
        (F.LOCKED, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")),
        (F.LOCKED, samples.locked_pdf("a password")),
        (F.DAMAGED, b"%PDF-1.7\nand nothing more"),
        (F.DAMAGED, samples.resume_docx()[:2000]),
        (F.DAMAGED, samples.laughs_docx()),
        (F.TOO_MANY_PAGES, samples.pdf(*["BT ET"] * (MOST_PAGES + 1))),
        (F.BOMB, samples.bomb_docx),
        (F.BOMB, samples.archive({f"word/{n}": b"" for n in range(3000)})),
        (F.SCANNED, samples.pdf("q 612 0 0 792 0 0 cm /Im1 Do Q")),
        (F.SCANNED, samples.pdf("BT ET")),
    ],
)
async def test_what_cannot_be_read(
    documents: ConfinedDocuments, fault: DocumentFault, data: bytes | Callable[[], bytes]
) -> None:
    """Each kind of unusable file is refused for its own reason, in a sentence that says what to do."""
    with pytest.raises(UnreadableDocument) as refused:
        await documents.read(data() if callable(data) else data)
    assert refused.value.fault is fault
    assert str(refused.value).endswith((".", "?"))


async def test_a_false_page_count(documents: ConfinedDocuments) -> None:
    """A PDF that says it has two thousand million pages is read for the one that it has."""
    found = await documents.read(samples.pdf(samples.shown(samples.LINES), count=2_000_000_000))
    assert (found.pages, samples.LINES[0] in found.text) == (1, True)


@pytest.mark.slow
async def test_endless_work_is_ended(documents: ConfinedDocuments) -> None:
    """A page whose instructions unpack to more than can be held, or followed in time, is given up: the
    process that reads is ended, and the next document is read as ever."""
    endless = samples.pdf("q " * 30_000_000, packed=True)
    assert len(endless) < LARGEST_DOCUMENT
    with pytest.raises(UnreadableDocument) as refused:
        await documents.read(endless)
    assert refused.value.fault in (F.TOO_HEAVY, F.TOO_SLOW, F.DAMAGED)
    assert (await documents.read(samples.resume_pdf())).pages == 1


async def test_patience_ends(tmp_path: Path) -> None:
    """A reader that does not answer in time is ended, and nothing of it stays behind."""
    with pytest.raises(UnreadableDocument) as refused:
        await ConfinedDocuments(patience_s=0).read(samples.resume_pdf())
    assert refused.value.fault is F.TOO_SLOW
