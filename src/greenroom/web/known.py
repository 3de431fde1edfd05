"""Interviews that were found a moment ago, for what a page asks again and again and what changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from greenroom.app.ports import InterviewRow

KEPT_S: Final = 30.0
MOST: Final = 10_000
"""Interviews that are remembered at once."""

Find = Callable[[str], Awaitable[InterviewRow | None]]


class Known:
    """`find`, asked once in `KEPT_S` for each interview. Whose it is never changes; its status may."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._rows: dict[str, tuple[float, InterviewRow]] = {}

    async def find(self, interview_id: str) -> InterviewRow | None:
        now = asyncio.get_running_loop().time()
        until, row = self._rows.get(interview_id, (now, None))
        if now < until:
            return row
        self._rows.pop(interview_id, None)
        found = await self._find(interview_id)
        if found is not None:
            if len(self._rows) >= MOST:
                self._rows.clear()
            self._rows[interview_id] = (now + KEPT_S, found)
        return found

    def forget(self, interview_id: str) -> None:
        """It was erased here. Where that happened elsewhere nobody holds it any more either."""
        self._rows.pop(interview_id, None)
