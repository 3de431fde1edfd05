"""A line to a PostgreSQL server that is cut at the very moment of a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal, Self
from urllib.parse import urlsplit

COMMIT = b"COMMIT"
Moment = Literal["before", "after"]


async def nothing() -> None:
    """Happens meanwhile."""


class PostgresLine:
    """A proxy before the server. `cut` once: the next commit never reaches it, or its answer never comes back."""

    def __init__(self, place: str) -> None:
        parts = urlsplit(place)
        self._host, self._port = parts.hostname or "", parts.port or 0
        self._place, self._netloc = place, parts.netloc
        self._moment: Moment | None = None
        self._again = False
        self._meanwhile: Callable[[], Awaitable[None]] = nothing
        self._open: set[asyncio.StreamWriter] = set()
        self._passing = asyncio.Event()
        self._passing.set()
        self.cuts = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for writer in self._open:
            writer.close()

    @property
    def place(self) -> str:
        port = self._server.sockets[0].getsockname()[1]
        before, _, _ = self._netloc.rpartition(":")
        return self._place.replace(self._netloc, f"{before}:{port}", 1)

    def cut(
        self,
        moment: Moment,
        meanwhile: Callable[[], Awaitable[None]] = nothing,
        *,
        again: bool = False,
    ) -> None:
        """`meanwhile` is done before anybody can connect again. `again`: not once, but at each commit."""
        self._moment, self._meanwhile, self._again = moment, meanwhile, again

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._passing.wait()
        there, back = await asyncio.open_connection(self._host, self._port)
        self._open |= {writer, back}
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._along(reader, back, "before", writer))
                both.create_task(self._along(there, writer, "after", back))
        except* ConnectionError:
            pass
        finally:
            writer.close()
            back.close()
            self._open -= {writer, back}

    async def _along(
        self,
        source: asyncio.StreamReader,
        target: asyncio.StreamWriter,
        moment: Moment,
        other: asyncio.StreamWriter,
    ) -> None:
        while data := await source.read(1 << 16):
            if COMMIT in data and self._moment == moment:
                await self._cut(target, other)
                return
            target.write(data)
            await target.drain()
        target.close()
        other.close()

    async def _cut(self, *writers: asyncio.StreamWriter) -> None:
        self._moment = self._moment if self._again else None
        self._passing.clear()
        for writer in writers:
            writer.close()
        await self._meanwhile()
        self.cuts += 1
        self._passing.set()
