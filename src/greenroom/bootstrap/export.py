"""`greenroom export`: one stored interview to standard output."""

from __future__ import annotations

import asyncio
import sys

from greenroom import settings as configuration
from greenroom.adapters.storage import open_store
from greenroom.app.archive import Export, Format, export
from greenroom.app.ports import NotFound, UserFault
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
    missing = NotFound(f"there is no interview “{interview_id}” in {settings.data}")
    if not settings.database.exists():
        raise missing
    interviews = await open_store(settings.database)
    try:
        row = await interviews.find(interview_id)
        if row is None:
            raise missing
        return await export(interviews, row, wanted)
    finally:
        await interviews.aclose()
