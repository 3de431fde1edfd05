"""One recogniser's stream, and the task that reads it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from livekit import rtc
from livekit.agents import stt


class Listener:
    """Hears what it is given, and hands each event of the recogniser to `heard`. `ended` is told when there
    are no more: None, or the stream's fault. What `ended` raises ends `tasks`."""

    def __init__(
        self,
        stream: stt.RecognizeStream,
        tasks: asyncio.TaskGroup,
        heard: Callable[[Listener, stt.SpeechEvent], None],
        ended: Callable[[Listener, Exception | None], None],
    ) -> None:
        self._stream, self._heard, self._ended = stream, heard, ended
        self._task = tasks.create_task(self._read())

    def hear(self, frame: rtc.AudioFrame) -> None:
        with contextlib.suppress(RuntimeError):  # it has ended, which its reader tells
            self._stream.push_frame(frame)

    def flush(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._stream.flush()

    def end(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._stream.end_input()

    def drop(self) -> None:
        self._task.cancel()

    async def _read(self) -> None:
        try:
            async with contextlib.aclosing(self._stream):
                async for event in self._stream:
                    self._heard(self, event)
        except Exception as error:  # noqa: BLE001 - `ended` raises what must not pass
            self._ended(self, error)
        else:
            self._ended(self, None)
