"""Interviews that were found a moment ago, for what a page asks again and again and what changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from greenroom.app.ports import InterviewRow

KEPT_S: Final = 30.0

Find = Callable[[str], Awaitable[InterviewRow | None]]


class InterviewCache:
    """`find`, asked once in `KEPT_S` for each interview. Whose it is never changes; its status may. Nothing is
    kept for twice as long, also of an interview that another process erases."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._rows: dict[str, tuple[float, InterviewRow]] = {}
        self._swept = 0.0

    async def find(self, interview_id: str) -> InterviewRow | None:
        now = asyncio.get_running_loop().time()
        until, row = self._rows.get(interview_id, (now, None))
        if now < until:
            return row
        if now - self._swept >= KEPT_S:
            self._swept = now
            self._rows = {name: one for name, one in self._rows.items() if now < one[0]}
        found = await self._find(interview_id)
        if found is not None:
            self._rows[interview_id] = (now + KEPT_S, found)
        return found

    def forget(self, interview_id: str) -> None:
        """It was erased."""
        self._rows.pop(interview_id, None)
