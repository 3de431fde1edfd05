"""`greenroom export`: one stored interview to standard output."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.app.ports import NotFound, UserFault
from greenroom.app.reports.archive import Export, Format, export
from greenroom.bootstrap.paper import report_paper
from greenroom.settings import Settings


def main(interview_id: str, format: str) -> int:
    """Write the interview in that format. Raises `UserFault` for an unknown id or format."""
    try:
        wanted = Format(format)
    except ValueError:
        raise UserFault(f"unknown format “{format}”; there are {', '.join(Format)}") from None
    made = asyncio.run(_exported(configuration.load(), interview_id, wanted))
    sys.stdout.buffer.write(made.content)
    sys.stdout.buffer.write(b"\n" if not made.content.endswith(b"\n") else b"")
    sys.stdout.flush()
    return 0


async def _exported(settings: Settings, interview_id: str, wanted: Format) -> Export:
    file = settings.store if isinstance(settings.store, Path) else None
    missing = NotFound(
        f"there is no interview “{interview_id}” in {settings.data if file else 'the database'}"
    )
    if file is not None and not file.exists():
        raise missing
    store = await open_store(settings.store)
    try:
        row = await store.interviews.find(interview_id)
        if row is None:
            raise missing
        return await export(store, row, wanted, report_paper())
    finally:
        await store.aclose()
