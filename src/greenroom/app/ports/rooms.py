"""Where interviews run, and the page that is connected to one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Final, Protocol

from greenroom.app.ports.kept_interviews import InterviewRow


class Audience(Protocol):
    """Whoever watches the interview (the page). Must never block or raise."""

    def show(self, message: Mapping[str, Any]) -> None: ...


class Socket(Protocol):
    """A page's live connection, free of any web framework.

    Once the page is gone `messages` ends; sending and closing then do nothing, or raise
    `ConnectionError`.
    """

    async def send_text(self, text: str) -> None: ...
    async def send_bytes(self, data: bytes) -> None: ...
    def messages(self) -> AsyncIterator[str | bytes]: ...
    async def close(self, code: int, reason: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who opens an interview's page."""

    address: str = ""
    """Where the page comes from; "" where that is not known."""
    instead: bool = False
    """Set the owner's other interviews aside, where they are in the way."""


ANYBODY: Final = Visitor()


class LiveRooms(Protocol):
    """Running interviews of this process."""

    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        """Serve one connection until it closes; starts, joins or resumes the interview, or has it
        wait in line while all rooms are taken. Raises `Refused` when the owner has another open."""
        ...

    async def command(self, interview_id: str, command: str) -> None:
        """A candidate's command from outside the socket. Raises `Refused` when not running."""
        ...

    async def end(self, interview_id: str) -> None:
        """Stop and forget a running interview (it is being erased). No error if it is not running."""
        ...

    async def holds(self, row: InterviewRow) -> bool:
        """Whether somebody goes on with this interview without being asked; True when that is not
        known, or not for these rooms to know."""
        ...

    def reserve(self, row: InterviewRow) -> AbstractAsyncContextManager[None]:
        """Keep everybody out of an interview that nobody holds. Raises `Refused` on entering when
        somebody does."""
        ...

    @property
    def running(self) -> int: ...

    @property
    def capacity(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Admission:
    """What a page needs to join its interview's LiveKit room."""

    server_url: str
    participant_token: str


class LiveKitGateway(Protocol):
    """The way into interviews that are held in LiveKit rooms."""

    async def admit(self, row: InterviewRow, visitor: Visitor = ANYBODY) -> Admission:
        """Let the candidate in, now. Raises `Refused` when the interview is over, is held elsewhere,
        the owner has another open, or all rooms are taken (503, which tells the `place` in line)."""
        ...

    async def deliver(self, row: InterviewRow, message: str) -> None:
        """Pass on what the page says besides speech (docs/reference/socket.md). Raises `UserFault` for what is
        not in the protocol, `Refused` when nobody holds the interview just now."""
        ...

    def hint(self, body: str, authorization: str) -> None:
        """A webhook of the LiveKit server. Raises `NotFound` when it is not from there."""
        ...
