"""Interviews as they are kept: rows and journals, and who holds or may hold one now. In the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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


class Leases(Protocol):
    """One lease for each running interview: at most one holder at any moment.

    Time is the store's own, so that processes whose clocks differ agree. A holder that cannot
    renew must stop: from the end of its time somebody else may hold the interview. All raise
    `OperatorFault` when the store fails.
    """

    async def take(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        """Hold it for `ttl_ms` from now. True when it was free, expired or already this holder's.
        Raises `NotFound` when there is no such interview."""
        ...

    async def renew(self, interview_id: str, holder: str, ttl_ms: int) -> bool:
        """Hold it for `ttl_ms` from now. False when it is lost (taken, released or erased): stop
        writing. An expired lease that nobody took is not lost."""
        ...

    async def renew_all(self, held: Mapping[str, str], ttl_ms: int) -> frozenset[str]:
        """`renew` for many interviews, each with its holder, at once; gives those that are not lost."""
        ...

    async def release(self, interview_id: str, holder: str) -> None:
        """Give it back. No error when it is somebody else's by now, or nobody's."""
        ...

    async def holder(self, interview_id: str) -> str | None:
        """Who holds it now; None when nobody does, or the time is over."""
        ...

    async def held(self) -> Mapping[str, str]:
        """Every interview that is held now, with its holder."""
        ...

    async def lapsed(self, within_ms: int = 0) -> Mapping[str, int]:
        """Interviews in LiveKit rooms whose status is `running` and which nobody holds, each with 0; and those
        whose lease ends so soon, with the ms until then, the first to be created first."""
        ...


@dataclass(frozen=True, slots=True)
class Seat:
    """One interview that runs, or that is let in."""

    interview_id: str
    owner: str
    holder: str | None
    """Who promised it the seat; None when it has one by the lease of its job alone."""
    held: bool = False
    """A job holds it now."""


class Seats(Protocol):
    """At most so many interviews at once. A seat is a promise that its holder renews, or the lease of a
    job. It is free when the interview ends, and when whoever has it does not renew it in time.

    A lease counts for a little longer than it lasts: the next job takes over what a dead one left.
    Time is the store's own. All raise `OperatorFault` when the store fails.
    """

    async def taken(self) -> Sequence[Seat]:
        """Each interview that has a seat now."""
        ...

    async def take(
        self,
        interview_id: str,
        holder: str,
        ttl_ms: int,
        *,
        capacity: int,
        by_owner: int,
        seen: Collection[str] = (),
        instead_of: str | None = None,
    ) -> bool:
        """Have a seat for `ttl_ms` from now. True for an interview that has one already; else only while
        fewer than `capacity` are taken, and fewer than `by_owner` of them by this owner. `seen`:
        interviews that run, as far as the caller sees. `instead_of`: one that gives its seat up.

        Those who ask at the same moment are let in one after the other. Raises `NotFound` when there is
        no such interview."""
        ...

    async def renew(self, holder: str, interviews: Collection[str], ttl_ms: int) -> Sequence[Seat]:
        """Keep the seats of all these for `ttl_ms` from now, at once; gives those that are taken now. One
        that is not among them, or is another holder's, is lost: stop that interview. A seat that was over
        and that nobody has is not lost."""
        ...

    async def free(self, interview_id: str, holder: str | None = None) -> None:
        """Give a promised seat back; with a `holder` only when it is this one's. No error when there is
        none."""
        ...

    async def leave(self, holder: str) -> None:
        """Give back all that this one promised."""
        ...


class Tickets(Protocol):
    """Each opens one interview, once, for a while. The store sees only a ticket's digest."""

    async def issue(self, digest: str, interview_id: str, ttl_ms: int) -> None:
        """Accept the ticket with this digest for `ttl_ms` from now, by the store's own clock.

        Raises `NotFound` when there is no such interview, `Refused` when the digest is known.
        """
        ...

    async def redeem(self, digest: str, interview_id: str) -> bool:
        """True for exactly one caller, and not after the ticket's time."""
        ...

    async def waiting(self, interview_id: str, left_ms: int) -> bool:
        """Whether a ticket of this interview is not redeemed and good for longer than that."""
        ...
