"""Words that are spoken while they are still coming."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


class GrowingText:
    """Iterating waits for more until the last piece was added. May be iterated again."""

    def __init__(self, text: str, *, last: bool) -> None:
        self._pieces = [text]
        self._last = last
        self._grown = asyncio.Event()

    @property
    def text(self) -> str:
        """All of it so far."""
        return "".join(self._pieces)

    @property
    def whole(self) -> bool:
        """Nothing more will come."""
        return self._last

    def add(self, text: str, *, last: bool) -> None:
        if self._last:
            return
        if text:
            self._pieces.append(f" {text}")
        self._last = last
        self._grown.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        given = 0
        while True:
            while given < len(self._pieces):
                yield self._pieces[given]
                given += 1
            if self._last:
                return
            self._grown.clear()
            await self._grown.wait()
