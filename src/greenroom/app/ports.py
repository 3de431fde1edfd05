"""What the use cases need from outside, and the errors every adapter may raise.

GreenroomError
├── UserFault        the caller can mend it: the message is shown (HTTP 4xx, exit 2)
│   ├── NotFound     nothing there, or not yours: we do not tell which (404)
│   └── Refused      well-formed but not now: full, over, too many (409, 429, 503)
├── OperatorFault    configuration or machine: exits 3 with what to do
└── UpstreamFault    a provider failed; carries no payload
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from greenroom.interview.brief import Brief
from greenroom.interview.proposals import Proposal


class GreenroomError(Exception):
    """Base of all errors that Greenroom raises on purpose."""


class UserFault(GreenroomError):
    """The caller can mend this; `str(error)` is shown to them."""


class NotFound(UserFault):
    """There is nothing at this address, or it is somebody else's."""


class Refused(UserFault):
    """A proper request that cannot be served now."""

    def __init__(
        self, message: str, *, status: int = 409, retry_after_s: int | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after_s = retry_after_s


class OperatorFault(GreenroomError):
    """Something on this machine is missing or broken; the message says what to do."""


class UpstreamFault(GreenroomError):
    """A provider failed. `provider` and `retryable` are safe to log; nothing else is carried."""

    def __init__(self, provider: str, cause: str, *, retryable: bool) -> None:
        super().__init__(f"{provider}: {cause}")
        self.provider, self.cause, self.retryable = provider, cause, retryable


class Interviewer(Protocol):
    """Proposes the reply to one answer. May be slow, wrong or gone: the engine copes."""

    async def reply(self, brief: Brief) -> tuple[Proposal, ...]: ...


class Journal(Protocol):
    """One interview's log. `append` returns when the line is durable."""

    async def append(self, line: str) -> None: ...


class Audience(Protocol):
    """Whoever watches the interview (the page). Must never block or raise."""

    def show(self, message: Mapping[str, Any]) -> None: ...


@dataclass(frozen=True, slots=True)
class InterviewRow:
    """One stored interview, without its journal."""

    id: str
    owner: str
    plan_toml: str
    plan_id: str
    candidate: Mapping[str, str]
    """name, email, role, level: personal data."""
    created_at: str
    status: str
    """`created`, `running` or `ended`."""
    ended_at: str | None = None
    job_description: str | None = None
    company: str | None = None
    capability_hash: str = ""


class Interviews(Protocol):
    """Stored interviews and their journals. Deleting one leaves nothing of it behind."""

    async def create(self, row: InterviewRow) -> None: ...
    async def find(self, interview_id: str) -> InterviewRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[InterviewRow]: ...
    async def unfinished(self) -> Sequence[InterviewRow]: ...
    async def expired(self, before: str) -> Sequence[InterviewRow]:
        """Interviews that ended before this moment, or were created before it and never ended."""
        ...

    async def set_status(
        self, interview_id: str, status: str, ended_at: str | None = None
    ) -> None: ...
    async def delete(self, interview_id: str) -> None: ...
    async def journal_lines(self, interview_id: str) -> Sequence[str]: ...
    def journal(self, interview_id: str) -> Journal: ...


class Socket(Protocol):
    """A page's live connection, free of any web framework.

    Once the page is gone `messages` ends; sending and closing then do nothing, or raise
    `ConnectionError`.
    """

    async def send_text(self, text: str) -> None: ...
    async def send_bytes(self, data: bytes) -> None: ...
    def messages(self) -> AsyncIterator[str | bytes]: ...
    async def close(self, code: int, reason: str) -> None: ...


class LiveRooms(Protocol):
    """Running interviews of this process."""

    async def attend(self, row: InterviewRow, socket: Socket) -> None:
        """Serve one connection until it closes; starts, joins or resumes the interview. Raises
        `Refused(status=503)` when all rooms are taken."""
        ...

    def command(self, interview_id: str, command: str) -> None:
        """A candidate's command from outside the socket. Raises `Refused` when not running."""
        ...

    async def end(self, interview_id: str) -> None:
        """Stop and forget a running interview (it is being erased). No error if it is not running."""
        ...

    @property
    def running(self) -> int: ...

    @property
    def capacity(self) -> int: ...
