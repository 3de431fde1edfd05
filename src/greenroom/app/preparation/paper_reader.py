"""Who reads papers: the candidate's model; rules where there is none, or where it fails."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import structlog

from greenroom.app.ports import InterviewRow, PaperModel, PaperModels, UpstreamFault
from greenroom.app.preparation import asking, highlighting, requiring
from greenroom.app.preparation.folder import ReadBy

T = TypeVar("T")

log = structlog.get_logger("greenroom.preparation")


@dataclass(frozen=True, slots=True)
class PaperReading(Generic[T]):
    found: list[T]
    by: ReadBy
    dropped: int = 0
    """Proposals of the model that the text does not bear out."""


@dataclass(frozen=True, slots=True)
class _Task(Generic[T]):
    """What is looked for, how a model is asked for it, and how it is found by rules."""

    system: str
    schema: Mapping[str, object]
    believed: Callable[[str, str], asking.Believed[T]]
    by_rules: Callable[[str], list[T]]


_HIGHLIGHTS: Final = _Task(
    asking.HIGHLIGHTS, asking.HIGHLIGHT_SCHEMA, asking.highlights_of, highlighting.highlights
)
_REQUIREMENTS: Final = _Task(
    asking.REQUIREMENTS, asking.REQUIREMENT_SCHEMA, asking.requirements_of, requiring.requirements
)


def no_model(_row: InterviewRow) -> nullcontext[PaperModel | None]:
    """`PaperModels` where nobody has a model."""
    return nullcontext(None)


class PaperReader:
    """Asks the model of an interview that `models` gives."""

    def __init__(self, models: PaperModels) -> None:
        self._models = models

    async def document(self, row: InterviewRow, text: str) -> PaperReading[highlighting.Found]:
        """The highlights of a document."""
        return await self._read(row, text, _HIGHLIGHTS)

    async def job(self, row: InterviewRow, text: str) -> PaperReading[requiring.Found]:
        """The requirements of a job's description."""
        return await self._read(row, text, _REQUIREMENTS)

    async def _read(self, row: InterviewRow, text: str, task: _Task[T]) -> PaperReading[T]:
        data = asking.fenced(text, _mark())
        reply = await self._ask(row, task.system, data, task.schema)
        if reply is not None:
            try:
                believed = await asyncio.to_thread(task.believed, reply, text)
            except asking.UnusableReply:
                log.warning("paper_model_failed", interview=row.id, cause="wrong_schema")
            else:
                return PaperReading(believed.found, "model", believed.dropped)
        return PaperReading(await asyncio.to_thread(task.by_rules, text), "rules")

    async def _ask(
        self, row: InterviewRow, system: str, data: str, schema: Mapping[str, object]
    ) -> str | None:
        """The model's reply; None: there is no model, or it failed, and the rules read."""
        async with self._models(row) as model:
            if model is None:
                return None
            try:
                return await model.reply(system + asking.FORM, data, "papers", schema)
            except UpstreamFault as fault:
                log.warning("paper_model_failed", interview=row.id, cause=fault.cause)
                return None


def _mark() -> str:
    """Marks for one request, which no document can hold."""
    return f"=== {secrets.token_hex(12)} ==="
