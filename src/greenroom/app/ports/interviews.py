"""Interviews as they are kept, and the journal of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from greenroom.interview.journal import Consent

Mode = Literal["embedded", "livekit"]
"""Where an interview is held: in the process that serves the page, or in a LiveKit room."""


class Journal(Protocol):
    """One interview's log. `append` returns when the line is durable."""

    async def append(self, line: str) -> None: ...


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
    capability_hash: str = ""
    mode: Mode = "embedded"
    keys: Mapping[str, str] = field(default_factory=dict)
    """Which sealed key serves which part: `llm`, `stt` or `tts` to the id of a `SealedKey`."""
    sound: bool = False
    """The candidate allows that the sound of the answers is kept (`Sounds`)."""
    consent: Consent | None = None
    """To what the candidate agreed, and when; None where nobody was asked, and in earlier versions."""
    unhurried: bool = False
    """The candidate asked for no time limits."""


class Interviews(Protocol):
    """Stored interviews, their journals and their corrections. Deleting one leaves nothing of it behind:
    neither its journal nor its lease and tickets."""

    async def create(self, row: InterviewRow) -> None: ...
    async def find(self, interview_id: str) -> InterviewRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[InterviewRow]: ...
    async def unfinished(self) -> Sequence[InterviewRow]: ...
    async def unheld(self) -> Sequence[tuple[InterviewRow, int]]:
        """Of the unfinished those whose lease nobody has, each with the length of its journal."""
        ...

    async def expired(self, before: str) -> Sequence[InterviewRow]:
        """Interviews that ended before this moment, or were created before it and never ended."""
        ...

    async def set_status(self, interview_id: str, status: str, ended_at: str | None = None) -> None:
        """`ended` deletes what the candidate handed in (`Folders`) together with it."""
        ...

    async def delete(self, interview_id: str) -> None: ...
    async def journal_lines(self, interview_id: str) -> Sequence[str]: ...
    async def journal_length(self, interview_id: str) -> int:
        """How many lines it has: a journal only grows, so that is its version."""
        ...

    async def corrections(self, interview_id: str) -> Mapping[int, str]:
        """The candidate's own words for what was misheard, by the message's index in the record."""
        ...

    async def correct(self, interview_id: str, message: int, text: str | None) -> None:
        """Keep these words beside the message; None: none any more. Raises `NotFound` when the interview
        is gone."""
        ...

    def on_delete(self, forget: Callable[[str], None]) -> None:
        """Have `forget` called with the id of every interview that is deleted through this object."""
        ...

    def journal(self, interview_id: str) -> Journal: ...
