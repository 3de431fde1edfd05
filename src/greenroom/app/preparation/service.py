"""Everything that is done with a candidate's papers, from the first upload to the interview's questions."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

import structlog

from greenroom.app.documents import Documents, DocumentText
from greenroom.app.plans.checking import plan_of
from greenroom.app.ports import (
    Folders,
    InterviewRow,
    NotFound,
    OperatorFault,
    PaperModels,
    Refused,
    SealedFolder,
    Sealer,
    UpstreamFault,
)
from greenroom.app.preparation import pasted, requiring
from greenroom.app.preparation.assigning import assigned
from greenroom.app.preparation.folder import (
    EMPTY,
    Choice,
    Document,
    Findings,
    Folder,
    LocatedRequirement,
    Proposed,
    ReadBy,
    read,
    written,
)
from greenroom.app.preparation.looking_up import LookUp
from greenroom.app.preparation.paper_reader import PaperReader, no_model
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence
from greenroom.interview.background import Background, Requirement
from greenroom.interview.plan import InterviewPlan

MOST_DOCUMENTS: Final = 5
TRIES: Final = 8
BEGUN: Final = Sentence("The interview has started. Documents can be added only before it.")
FULL: Final = Sentence("{most} documents are kept at most; remove one first.", most=MOST_DOCUMENTS)

log = structlog.get_logger("greenroom.preparation")


class PreparationService:
    """Papers of interviews that have not begun, and what interviewers may know of them afterwards."""

    def __init__(
        self,
        folders: Folders,
        sealer: Sealer,
        documents: Documents,
        *,
        now: Callable[[], datetime],
        models: PaperModels = no_model,
        look_up: LookUp | None = None,
    ) -> None:
        """`now` gives UTC. Without `look_up` companies are not looked up."""
        self._folders, self._sealer, self._documents = folders, sealer, documents
        self._now, self._look_up = now, look_up
        self._reader = PaperReader(models)

    @property
    def searches_with(self) -> str | None:
        """Who looks companies up; None: nobody."""
        return None if self._look_up is None else self._look_up.provider

    async def folder(self, row: InterviewRow) -> Folder:
        """Empty where nothing was handed in, or the interview is over. Raises `OperatorFault`."""
        kept = await self._folders.find(row.id)
        return EMPTY if kept is None else self._opened(kept)

    # before the interview

    async def begin(self, row: InterviewRow, job: str, company: str) -> None:
        """Keep what came with the registration; a description in HTML as its plain text."""
        if job or company:
            job = await asyncio.to_thread(pasted.plain, job)
            found = await asyncio.to_thread(requiring.requirements, job)
            wanted = _wanted(found, await plan_of(row))
            await self._change(row, lambda _: Folder(job=job, company=company, wanted=wanted))

    async def add(self, row: InterviewRow, data: bytes) -> Document:
        """Read a document and keep what it proposes. Raises `UnreadableDocument`, `Refused`."""
        await self._room_for_one(row)
        text = await self._documents.read(data)
        reading = await self._reader.document(row, text.text)
        document = _document(text, reading.by, reading.dropped)
        proposed = tuple(
            Proposed(
                f"{document.id}-{number}", document.id, one.highlight, one.start, one.end, one.line
            )
            for number, one in enumerate(reading.found, start=1)
        )
        await self._change(row, lambda folder: _with(folder, document, proposed))
        return document

    async def remove(self, row: InterviewRow, document: str) -> None:
        """Forget a document. Raises `NotFound`."""

        def without(folder: Folder) -> Folder:
            if document not in {one.id for one in folder.documents}:
                raise NotFound("there is no such document")
            return folder.without(document)

        await self._change(row, without)

    async def choose(
        self, row: InterviewRow, choices: Mapping[str, Choice], struck: Mapping[str, bool]
    ) -> Folder:
        """Confirm and strike highlights, strike requirements; by their ids. Raises `NotFound`."""

        def chosen(folder: Folder) -> Folder:
            known = {one.id for one in folder.proposed}
            asked = {one.requirement.id for one in folder.wanted}
            if not (choices.keys() <= known and struck.keys() <= asked):
                raise NotFound("there is no such highlight or requirement")
            return replace(
                folder,
                proposed=tuple(
                    replace(one, choice=choices.get(one.id, one.choice)) for one in folder.proposed
                ),
                wanted=tuple(
                    replace(one, struck=struck.get(one.requirement.id, one.struck))
                    for one in folder.wanted
                ),
            )

        return await self._change(row, chosen)

    async def read_job(self, row: InterviewRow) -> Folder:
        """Read the job's description by the candidate's model; by rules where there is none, or where
        it fails. What was struck before has to be struck again."""
        folder = await self.folder(row)
        reading = await self._reader.job(row, folder.job)
        wanted = _wanted(reading.found, await plan_of(row))
        return await self._change(
            row, lambda now: replace(now, wanted=wanted, wanted_by=reading.by)
        )

    async def research(self, row: InterviewRow) -> Findings:
        """Look the company up. Raises `Refused` where that is not possible, or not now."""
        folder = await self.folder(row)
        if self._look_up is None:
            raise Refused(Sentence("This server cannot look companies up."))
        if not folder.company:
            raise Refused(Sentence("No company was named for this interview."))
        try:
            findings = await self._look_up.find(row.owner, folder.company, self._now())
        except UpstreamFault as fault:
            log.warning("research_failed", interview=row.id, cause=fault.cause)
            raise Refused(
                Sentence(
                    "The search does not answer just now; the interview does not need it. Try again in a minute."
                ),
                status=503,
                retry_after_s=round(fault.retry_after_s or 60),
            ) from None
        await self._change(row, lambda now: replace(now, findings=findings))
        return findings

    # for the interview

    async def background(self, row: InterviewRow, plan: InterviewPlan) -> Background:
        """What the interviewer may know: confirmed highlights, requirements that stand, the job's text,
        what was found of the company. Papers that do not open are left out: the interview goes on."""
        try:
            folder = await self.folder(row)
        except OperatorFault as fault:
            log.warning("papers_lost", interview=row.id, reason=str(fault))
            return Background()
        found = folder.findings
        pages = [] if found is None else [f"{page.title}: {page.text}" for page in found.pages]
        return Background(
            highlights=folder.confirmed,
            highlight_stages=plan.experience,
            requirements=assigned(folder.requirements, plan),
            job=folder.job,
            company=" / ".join(pages),
        )

    # inside

    async def _room_for_one(self, row: InterviewRow) -> None:
        """Before anything is read for nothing."""
        if row.status != "created":
            raise Refused(BEGUN)
        _roomy(await self.folder(row))

    async def _change(self, row: InterviewRow, change: Callable[[Folder], Folder]) -> Folder:
        """Change the folder; again when somebody else changed it meanwhile."""
        if row.status != "created":
            raise Refused(BEGUN)
        for _ in range(TRIES):
            kept = await self._folders.find(row.id)
            folder = change(EMPTY if kept is None else self._opened(kept))
            sealed = self._sealer.seal(about_papers(row.id), written(folder))
            revision = 1 if kept is None else kept.revision + 1
            stamp = stamped(self._now())
            if await self._folders.put(SealedFolder(row.id, sealed, revision), stamp):
                return folder
        raise Refused(BEGUN)

    def _opened(self, kept: SealedFolder) -> Folder:
        return read(self._sealer.unseal(about_papers(kept.interview_id), kept.sealed))


def about_papers(interview_id: str) -> str:
    return f"the papers of {interview_id}"


def _document(text: DocumentText, read_by: ReadBy, dropped: int) -> Document:
    return Document(
        id=f"doc_{secrets.token_hex(6)}",
        kind=text.kind,
        pages=text.pages,
        characters=len(text.text),
        hidden=text.hidden,
        cut=text.cut,
        read_by=read_by,
        dropped=dropped,
    )


def _roomy(folder: Folder) -> Folder:
    """The folder with room for one more document: the oldest of which nothing was confirmed gives way.
    Raises `Refused` where something was confirmed of each."""
    if len(folder.documents) < MOST_DOCUMENTS:
        return folder
    used = {one.document for one in folder.proposed if one.choice == "confirmed"}
    for document in folder.documents:
        if document.id not in used:
            return folder.without(document.id)
    raise Refused(FULL)


def _with(folder: Folder, document: Document, proposed: tuple[Proposed, ...]) -> Folder:
    folder = _roomy(folder)
    return replace(
        folder,
        documents=(*folder.documents, document),
        proposed=(*folder.proposed, *proposed),
    )


def _wanted(found: list[requiring.Found], plan: InterviewPlan) -> tuple[LocatedRequirement, ...]:
    bare = [
        Requirement(f"req-{number}", one.kind, one.text, one.terms, "")
        for number, one in enumerate(found, start=1)
    ]
    return tuple(
        LocatedRequirement(requirement, one.start, one.end)
        for requirement, one in zip(assigned(bare, plan), found, strict=False)
    )
