"""Reading a document that a candidate sends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, Protocol, TypeAlias

from greenroom.app.errors import UserFault
from greenroom.assessment.sentence import Sentence

LARGEST_DOCUMENT: Final = 5 * 2**20
"""Bytes of one document."""
MOST_PAGES: Final = 40
LONGEST_TEXT: Final = 100_000
"""Characters that are read of a document; what comes after them is left out, and that is said."""

DocumentKind: TypeAlias = Literal["pdf", "docx", "text"]
"""Told by the content. Markdown is text."""


class DocumentFault(StrEnum):
    """Why a document cannot be used."""

    EMPTY = "empty"
    TOO_LARGE = "too_large"
    WRONG_TYPE = "wrong_type"
    PICTURE = "picture"
    OLD_WORD = "old_word"
    LOCKED = "locked"
    DAMAGED = "damaged"
    TOO_MANY_PAGES = "too_many_pages"
    BOMB = "bomb"
    TOO_HEAVY = "too_heavy"
    TOO_SLOW = "too_slow"
    SCANNED = "scanned"


SENTENCES: Final[dict[DocumentFault, Sentence]] = {
    DocumentFault.EMPTY: Sentence("The file is empty. Was it saved before it was sent?"),
    DocumentFault.TOO_LARGE: Sentence(
        "The file is larger than 5 MB. Save it without pictures, or as plain text."
    ),
    DocumentFault.WRONG_TYPE: (
        Sentence("This is neither PDF, nor Word (.docx), nor plain text. Save it as one of them.")
    ),
    DocumentFault.PICTURE: Sentence(
        "This is a picture, and there are no words in it that we can read. Send a PDF, Word or text file."
    ),
    DocumentFault.OLD_WORD: Sentence(
        "This is an old Word file (.doc), or another office format. Save it as .docx or PDF."
    ),
    DocumentFault.LOCKED: Sentence("The file is locked with a password. Save a copy without one."),
    DocumentFault.DAMAGED: Sentence(
        "The file is damaged: it begins as it should, but cannot be read. Save it again, or as text."
    ),
    DocumentFault.TOO_MANY_PAGES: Sentence(
        "The document has more than {most} pages. Send the ones that matter.", most=MOST_PAGES
    ),
    DocumentFault.BOMB: Sentence(
        "The file unpacks to far more than a document holds, so it was not opened. Save it again, or as text."
    ),
    DocumentFault.TOO_HEAVY: Sentence(
        "Reading the file takes more memory than a document may. Save it without pictures, or as plain text."
    ),
    DocumentFault.TOO_SLOW: Sentence(
        "Reading the file takes too long. Save it without pictures, or as plain text."
    ),
    DocumentFault.SCANNED: Sentence(
        "There is no text in the file: it seems to be scanned. Pictures of words are not read; send a PDF made from text."
    ),
}


class UnreadableDocument(UserFault):
    """Nothing was kept of the document; the message says what to do."""

    def __init__(self, fault: DocumentFault) -> None:
        super().__init__(SENTENCES[fault])
        self.fault = fault


@dataclass(frozen=True, slots=True)
class DocumentText:
    """What a reader of the document sees of it. Personal data."""

    kind: DocumentKind
    pages: int | None
    """Of a PDF; the others have none until they are printed."""
    text: str
    hidden: int
    """About how many invisible characters (white, tiny, off the page …) were left out."""
    cut: bool
    """The document goes on after `LONGEST_TEXT`."""


class Documents(Protocol):
    """Reads documents without trusting them. Keeps no copy of them."""

    async def read(self, data: bytes) -> DocumentText:
        """The words of a document. Raises `UnreadableDocument`."""
        ...
