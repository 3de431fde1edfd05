"""`app.ports.LiveRooms` without interviews: remembers what it was asked."""

from __future__ import annotations

from greenroom.app.ports import InterviewRow, Refused, Socket


class QuietRooms:
    """Echoes what a page sends. An interview is running while its page is attached."""

    def __init__(self, capacity: int = 2) -> None:
        self.capacity = capacity
        self.commands: list[tuple[str, str]] = []
        self.ended: list[str] = []
        self._attached: set[str] = set()

    @property
    def running(self) -> int:
        return len(self._attached)

    async def attend(self, row: InterviewRow, socket: Socket) -> None:
        if self.running >= self.capacity:
            raise Refused(f"All {self.capacity} rooms are taken.", status=503, retry_after_s=5)
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
            raise Refused("This interview is not running.")
        self.commands.append((interview_id, command))

    async def end(self, interview_id: str) -> None:
        self.ended.append(interview_id)
