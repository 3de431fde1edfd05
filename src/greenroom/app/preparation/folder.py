"""A candidate's papers, as they are kept until the interview ends: sealed, and nowhere else.

Of a document only what it proposes to ask about is kept, never the file and never its whole text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pydantic import TypeAdapter

from greenroom.app.documents import DocumentKind
from greenroom.interview.background import Highlight, Requirement

Choice: TypeAlias = Literal["proposed", "confirmed", "struck"]
ReadBy: TypeAlias = Literal["rules", "model"]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A highlight with the place of its words in the document, and what the candidate decided."""

    id: str
    document: str
    highlight: Highlight
    start: int
    end: int
    """In characters of the document's text."""
    line: int
    """From 1."""
    choice: Choice = "proposed"


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read. The file is gone."""

    id: str
    kind: DocumentKind
    pages: int | None
    characters: int
    hidden: int
    """About so many signs that nobody sees were left out."""
    cut: bool
    """It was longer than what is read."""
    read_by: ReadBy
    dropped: int = 0
    """Proposals of a model whose words are not in the document."""


@dataclass(frozen=True, slots=True)
class LocatedRequirement:
    """A requirement with the place of its words in the job's description."""

    requirement: Requirement
    start: int
    end: int
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page about the company. Somebody else's words: data, and cited."""

    title: str
    url: str
    text: str
    published: str | None
    """ISO 8601, where the search says it."""


@dataclass(frozen=True, slots=True)
class Findings:
    company: str
    provider: str
    at: str
    """When it was looked up; ISO 8601, UTC."""
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Folder:
    """All papers of one interview."""

    job: str = ""
    company: str = ""
    documents: tuple[Document, ...] = ()
    proposed: tuple[Proposed, ...] = ()
    wanted: tuple[LocatedRequirement, ...] = ()
    wanted_by: ReadBy = "rules"
    findings: Findings | None = None

    def without(self, document: str) -> Folder:
        """The folder without a document and what it proposed."""
        return replace(
            self,
            documents=tuple(one for one in self.documents if one.id != document),
            proposed=tuple(one for one in self.proposed if one.document != document),
        )

    @property
    def confirmed(self) -> tuple[Highlight, ...]:
        return tuple(one.highlight for one in self.proposed if one.choice == "confirmed")

    @property
    def requirements(self) -> tuple[Requirement, ...]:
        return tuple(one.requirement for one in self.wanted if not one.struck)


EMPTY = Folder()
_FOLDER = TypeAdapter(Folder)


def written(folder: Folder) -> bytes:
    return _FOLDER.dump_json(folder)


def read(data: bytes) -> Folder:
    """Raises `ValueError` for what is no folder."""
    return _FOLDER.validate_json(data)
