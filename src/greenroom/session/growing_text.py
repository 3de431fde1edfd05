"""Words that are spoken while they are still coming."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator


class GrowingText:
    """Iterating waits for more until the last piece was added. May be iterated again."""

    def __init__(self, text: str, *, last: bool) -> None:
        self.text, self.whole = text, last
        """All of it so far, and whether nothing more will come."""
        self._grown = asyncio.Event()

    def add(self, text: str, *, last: bool) -> None:
        if not self.whole:
            self.text += f" {text}" if text else ""
            self.whole = last
            self._grown.set()

    async def __aiter__(self) -> AsyncIterator[str]:
        given = 0
        while given < len(self.text) or not self.whole:
            if given < len(self.text):
                more, given = self.text[given:], len(self.text)
                yield more
            else:
                self._grown.clear()
                await self._grown.wait()
