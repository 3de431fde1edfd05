"""Who is held beside which others in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class SharedLock:
    """Some are held alone. Others are held beside one another, and not while somebody is alone."""

    def __init__(self) -> None:
        self._alone = False
        self._beside = 0
        self._changed = asyncio.Event()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        while self._alone or self._beside:
            await self._change()
        self._alone = True
        try:
            yield
        finally:
            self._alone = False
            self._changed.set()

    @asynccontextmanager
    async def beside(self) -> AsyncIterator[None]:
        while self._alone:
            await self._change()
        self._beside += 1
        try:
            yield
        finally:
            self._beside -= 1
            self._changed.set()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()
