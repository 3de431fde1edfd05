"""`app.ports.LiveRooms` and `LiveKitGateway` without interviews: they remember what they were asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from greenroom.app.ports import ANYBODY, Admission, InterviewRow, NotFound, Refused, Socket, Visitor
from greenroom.app.waiting_line import FULL
from greenroom.assessment.sentence import Sentence


class QuietRooms:
    """Echoes what a page sends. An interview is running while its page is attached."""

    def __init__(self, capacity: int = 2) -> None:
        self.capacity = capacity
        self.commands: list[tuple[str, str]] = []
        self.ended: list[str] = []
        self.visitors: list[Visitor] = []
        self._attached: set[str] = set()

    @property
    def running(self) -> int:
        return len(self._attached)

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        self.visitors.append(visitor)
        if self.running >= self.capacity:
            raise Refused(FULL, status=503, retry_after_s=5)
        self._attached.add(row.id)
        try:
            async for message in socket.messages():
                if isinstance(message, str):
                    await socket.send_text(message)
                else:
                    await socket.send_bytes(message)
        finally:
            self._attached.discard(row.id)

    async def command(self, interview_id: str, command: str) -> None:
        if interview_id not in self._attached:
            raise Refused(Sentence("This interview is not running."))
        self.commands.append((interview_id, command))

    async def end(self, interview_id: str) -> None:
        self.ended.append(interview_id)

    async def holds(self, row: InterviewRow) -> bool:
        return row.id in self._attached

    @asynccontextmanager
    async def reserve(self, row: InterviewRow) -> AsyncIterator[None]:
        if row.id in self._attached:
            raise Refused(Sentence("This interview is running."))
        yield


class QuietGateway:
    """`app.ports.LiveKitGateway` without a LiveKit server: remembers what it was asked."""

    def __init__(self) -> None:
        self.admitted: list[str] = []
        self.delivered: list[tuple[str, str]] = []
        self.hints: list[str] = []
        self.visitors: list[Visitor] = []
        self.refusal: Refused | None = None
        """Why nobody comes in; None: everybody does."""

    async def admit(self, row: InterviewRow, visitor: Visitor = ANYBODY) -> Admission:
        self.visitors.append(visitor)
        if self.refusal is not None:
            raise self.refusal
        self.admitted.append(row.id)
        return Admission("wss://livekit.example.org", f"a-token-for-{row.id}")

    async def deliver(self, row: InterviewRow, message: str) -> None:
        self.delivered.append((row.id, message))

    def hint(self, body: str, authorization: str) -> None:
        """Believes whoever says `signed`."""
        if authorization != "signed":
            raise NotFound("there is nothing at this address")
        self.hints.append(body)
