"""Circles and their meetings as they are kept, and which processes hold meetings. In the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from greenroom.circle.events import Entry

MissionStatus = Literal["waiting", "running", "ended"]


@dataclass(frozen=True, slots=True)
class CircleRow:
    """One circle. `mission` holds its owner's profile: personal data."""

    id: str
    owner: str
    mission: Mapping[str, Any]
    """What a mission file has of the owner's side: profile, circle, rules."""
    preset: str
    radius_m: float
    centre: tuple[float, float] | None
    """Latitude and longitude, where entries come with positions."""
    opens_at: str
    closes_at: str
    cooldown_s: int
    created_at: str
    capability_hash: str
    """Of the token that opens it."""
    entry_hash: str
    """Of the token with which visitors' entries are reported, and nothing else."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Which of the owner's keys, or whose else, speaks and judges (`llm`), as of an interview; empty: no
    model does."""


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission of a circle as it is kept, without its log: a visitor entered."""

    id: str
    circle_id: str
    visitor: str
    """A digest of the visitor's id, different in each circle."""
    entry: str
    """A digest of the entry: the same one is never admitted twice."""
    created_at: str
    capability_hash: str
    """Of the token with which the visitor's side may follow it."""
    number: int = 0
    """Within the circle, from 1. Given by `admit`."""
    status: MissionStatus = "waiting"
    ended_at: str | None = None
    lane: str | None = None
    """In which it waits, or waited, to be held; None before `Missions.put`. Tells nothing of who it is about."""


@dataclass(frozen=True, slots=True)
class Cooldown:
    """That a visitor is not admitted to a circle again for a time."""

    digest: str
    """Of circle and visitor, keyed with the server's secret: it tells nobody who it is of."""
    until: str


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of a log, and when it was written: milliseconds since 1970, by the store's clock."""

    entry: Entry
    at_ms: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A push line in its owner's inbox."""

    circle_id: str
    number: int
    line: str
    at_ms: int


class Circles(Protocol):
    """Stored circles. Deleting one deletes its interviews, their logs and the lines they led to."""

    async def create(self, row: CircleRow) -> None: ...
    async def find(self, circle_id: str) -> CircleRow | None: ...
    async def of_owner(self, owner: str) -> Sequence[CircleRow]:
        """Newest first."""
        ...

    async def set_keys(self, circle_id: str, keys: Mapping[str, str]) -> None:
        """Choose who speaks and judges from now on. Raises `NotFound` when it is gone."""
        ...

    async def delete(self, circle_id: str) -> None:
        """Erase it and all that refers to it. Done twice: no error."""
        ...

    async def admit(
        self, row: MissionRow, started: Entry, since: str, cooldown: Cooldown | None = None
    ) -> MissionRow:
        """Store a new interview with the first entry of its log, and return it with its number.

        An entry that is known already returns the interview that it led to. Raises `Refused` when
        this visitor has one that is not over, or one that was created after `since`, or where this
        `cooldown` was kept before and is not over at `row.created_at`; and `NotFound` when the circle
        is gone. Of several at once each is judged after the one before it.
        """
        ...

    async def end_cooldowns(self, now: str) -> None:
        """Forget those that are over."""
        ...

    async def tries(self, meeting_id: str) -> int:
        """How often the interview was taken up since its log grew last."""
        ...

    async def take_up(self, meeting_id: str) -> None:
        """Count one try more. Raises `NotFound` when it is gone."""
        ...

    async def put_back(self, meeting_id: str) -> None:
        """Take one try back: nothing went wrong with it."""
        ...

    async def meeting(self, circle_id: str, number: int) -> MissionRow | None: ...
    async def meeting_by_id(self, meeting_id: str) -> MissionRow | None: ...
    async def by_entry(self, circle_id: str, entry: str) -> MissionRow | None: ...
    async def meetings(self, circle_id: str) -> Sequence[MissionRow]:
        """Newest first."""
        ...

    async def unfinished(self) -> Sequence[MissionRow]:
        """Of all circles, what is not `ended`, oldest first."""
        ...

    async def set_status(
        self, meeting_id: str, status: MissionStatus, ended_at: str | None = None
    ) -> None:
        """Raises `NotFound` when it is gone."""
        ...

    async def delete_meeting(self, meeting_id: str) -> None:
        """Erase one interview with its log and its line."""
        ...

    async def expired(self, before: str) -> tuple[Sequence[str], Sequence[str]]:
        """Ids of circles that closed before this moment, and of interviews of other circles that
        ended, or never ended and were created, before it."""
        ...

    async def log(self, meeting_id: str) -> CircleLog:
        """The interview's log as it is now, to be continued by one writer. Of two the later one is
        `Refused`."""
        ...

    async def written(self, meeting_id: str, after: int = -1) -> Sequence[Written]:
        """The log's entries with a greater `seq` than `after`."""
        ...

    async def notify(self, meeting_id: str, line: str, key: str) -> None:
        """Put a line into the inbox of the circle's owner; once for each `key`. Raises `NotFound`
        when the interview is gone."""
        ...

    async def notices(self, owner: str) -> Sequence[Notice]:
        """The owner's inbox, newest first."""
        ...


class Missions(Protocol):
    """Interviews that wait, and which process holds which, by the store's own clock. How many are held and
    begin is decided for all processes together, one claim after the other."""

    async def put(self, meeting_id: str, lane: str) -> None:
        """Have it wait in this lane. One that is in a lane stays there; one that is gone is no error."""
        ...

    async def claim(self, holder: str, ttl_ms: int, *, at_once: int, per_minute: int) -> str | None:
        """Hold, for `ttl_ms` from now, the oldest that is not over and that waits, or whose holder's time is
        over. In each lane no more than `at_once` are held, and no more than `per_minute` begin within a
        minute. None: nothing may begin now."""
        ...

    async def renew(self, holder: str, meetings: Collection[str], ttl_ms: int) -> Collection[str]:
        """Hold these for `ttl_ms` from now; returns which of them are still this holder's."""
        ...

    async def give_back(self, holder: str) -> None:
        """All that it holds: others may have it at once."""
        ...

    async def end(self, meeting_id: str, holder: str) -> None:
        """It is over. Where another holds it by now, nothing changes."""
        ...


class LeaderElection(Protocol):
    """Which of several processes has a role, by the store's own clock."""

    async def hold(self, name: str, ttl_ms: int, mine: int = 0) -> int:
        """Have the role for `ttl_ms` from now. Gives when that ends, by the store's clock: whoever shows it as
        `mine` keeps the role, also late if nobody took it. 0: another process has the role."""
        ...


class CircleLog(Protocol):
    """The log of one interview. What it has accepted it keeps."""

    @property
    def entries(self) -> Sequence[Entry]: ...

    async def append(self, entry: Entry) -> None:
        """Durable when it returns."""
        ...
