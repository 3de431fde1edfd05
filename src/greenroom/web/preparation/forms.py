"""Papers over the wire as JSON: what is shown of them, and what the candidate decides."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from greenroom.app.documents import DocumentKind
from greenroom.app.preparation.folder import Choice, Document, Findings, Folder, ReadBy
from greenroom.interview.background import HighlightKind, RequirementKind


class SentHighlight(BaseModel):
    id: str
    document: str
    kind: HighlightKind
    text: str
    """The document's own words."""
    start: int
    end: int
    """Where they stand, in characters of the document's text."""
    line: int
    choice: Choice
    """Only what is `confirmed` is asked about."""


class SentDocument(BaseModel):
    id: str
    kind: DocumentKind
    pages: int | None
    characters: int
    hidden: int
    """About so many signs that nobody sees (white, tiny, off the page) were left out."""
    cut: bool
    """It goes on after what was read."""
    read_by: ReadBy
    dropped: int
    """Proposals of a model that are not in the document."""


class ReadDocument(SentDocument):
    highlights: list[SentHighlight]
    """Proposed, to be confirmed or struck."""


class SentRequirement(BaseModel):
    id: str
    kind: RequirementKind
    text: str
    """The description's own words."""
    start: int
    end: int
    """Where they stand in the description, in characters."""
    stage: str
    """The stage that asks about it."""
    struck: bool


class SentPage(BaseModel):
    title: str
    url: str
    text: str
    published: str | None


class SentFindings(BaseModel):
    company: str
    provider: str
    at: str
    pages: list[SentPage]

    @classmethod
    def of(cls, findings: Findings | None) -> dict[str, Any] | None:
        return None if findings is None else asdict(findings)


class Preparation(BaseModel):
    """Everything that was handed in for an interview that has not ended."""

    documents: list[SentDocument]
    highlights: list[SentHighlight]
    requirements: list[SentRequirement]
    """With their stages this is the coverage plan."""
    requirements_by: ReadBy
    job_description: str
    company: str
    research: SentFindings | None
    search: str | None
    """Who looks companies up on this server; null: nobody."""

    @classmethod
    def of(cls, folder: Folder, search: str | None) -> dict[str, Any]:
        return {
            "documents": [asdict(one) for one in folder.documents],
            "highlights": _highlights(folder),
            "requirements": [
                {
                    "id": one.requirement.id,
                    "kind": one.requirement.kind,
                    "text": one.requirement.text,
                    "start": one.start,
                    "end": one.end,
                    "stage": one.requirement.stage,
                    "struck": one.struck,
                }
                for one in folder.wanted
            ],
            "requirements_by": folder.wanted_by,
            "job_description": folder.job,
            "company": folder.company,
            "research": SentFindings.of(folder.findings),
            "search": search,
        }


Id = Annotated[str, Field(max_length=40)]


class Decisions(BaseModel):
    """Highlights by their ids, and requirements; what is left out stays as it is."""

    highlights: Annotated[
        dict[Id, Literal["proposed", "confirmed", "struck"]], Field(max_length=200)
    ] = {}
    requirements: Annotated[dict[Id, bool], Field(max_length=200)] = {}
    """True: struck."""


def read_document(document: Document, folder: Folder) -> dict[str, Any]:
    """A document that was just read, as `ReadDocument`."""
    own = [one for one in _highlights(folder) if one["document"] == document.id]
    return {**asdict(document), "highlights": own}


def _highlights(folder: Folder) -> list[dict[str, Any]]:
    return [
        {
            "id": one.id,
            "document": one.document,
            "kind": one.highlight.kind,
            "text": one.highlight.text,
            "start": one.start,
            "end": one.end,
            "line": one.line,
            "choice": one.choice,
        }
        for one in folder.proposed
    ]
