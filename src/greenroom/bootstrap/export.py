"""`greenroom export`: one stored interview to standard output."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from greenroom import settings as configuration
from greenroom.app.ports import UserFault
from greenroom.app.reports.exports import Export, Format, export
from greenroom.bootstrap.report_renderer import report_renderer
from greenroom.bootstrap.stored_interview import stored_interview
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
    where = settings.data if isinstance(settings.store, Path) else "the database"
    missing = f"there is no interview “{interview_id}” in {where}"
    async with stored_interview(settings, interview_id, missing) as (store, row):
        return await export(store, row, wanted, report_renderer())
