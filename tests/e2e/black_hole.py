"""A TCP proxy that can turn into a black hole: nothing passes any more, in either direction, and nobody is told."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import Self

CHUNK = 65_536


class BlackHole:
    """Passes connections on to `port` of this machine, from a port of its own."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._swallowing = self._up = False
        self._epoch = 0
        """Counts the outages that are over. A connection of an earlier one is broken."""
        self._writers: list[tuple[int, asyncio.StreamWriter]] = []
        self.behind = f"http://127.0.0.1:{port}"
        """Where nothing stands in between."""

    def __enter__(self) -> Self:
        self._thread.start()
        listen = asyncio.start_server(self._accept, "127.0.0.1", 0)
        self._server = asyncio.run_coroutine_threadsafe(listen, self._loop).result()
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def swallow(self, *, up: bool = True) -> None:
        """From now on nothing passes. What is connected now never moves again. Without `up` what is sent to
        `port` still arrives there, and nothing comes back."""
        self._up = up
        self._swallowing = True

    def pass_on(self) -> None:
        """New connections work, and the old ones are found to be broken."""
        self._epoch += 1
        self._swallowing = False
        self._loop.call_soon_threadsafe(self._break)

    async def _close(self) -> None:
        self._server.close()
        for _, writer in self._writers:
            writer.transport.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _break(self) -> None:
        for epoch, writer in self._writers[:]:
            if epoch < self._epoch:
                writer.transport.abort()
                self._writers.remove((epoch, writer))

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        epoch = self._epoch
        self._writers.append((epoch, writer))
        if self._swallowing and self._up:
            return  # it is connected, and nothing comes of it
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers.append((epoch, back))
        ways = ((reader, back, True), (there, writer, False))
        await asyncio.gather(*(self._pump(*way, epoch) for way in ways), return_exceptions=True)

    async def _pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, up: bool, epoch: int
    ) -> None:
        with suppress(ConnectionError):
            while data := await source.read(CHUNK):
                if epoch < self._epoch or (self._swallowing and (self._up or not up)):
                    return
                sink.write(data)
                await sink.drain()
        if epoch == self._epoch and not self._swallowing:
            sink.close()
