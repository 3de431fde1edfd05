"""One stored interview, for a command that only reads it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from greenroom.adapters.storage import SqlStore, open_store
from greenroom.app.ports import InterviewRow, NotFound
from greenroom.settings import Settings


@asynccontextmanager
async def stored_interview(
    settings: Settings, interview_id: str, missing: str
) -> AsyncIterator[tuple[SqlStore, InterviewRow]]:
    """The interview and its store. Raises `NotFound` with `missing`; makes no database where there is none."""
    if isinstance(settings.store, Path) and not settings.store.exists():
        raise NotFound(missing)
    store = await open_store(settings.store)
    try:
        row = await store.interviews.find(interview_id)
        if row is None:
            raise NotFound(missing)
        yield store, row
    finally:
        await store.aclose()
