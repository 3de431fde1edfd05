"""`app.ports.Circles` in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from greenroom.app.ports import (
    CircleRow,
    Cooldown,
    MeetingRow,
    MeetingStatus,
    NotFound,
    Notice,
    Refused,
    Written,
)
from greenroom.circle.events import Entry


class MemoryCircles:
    """Stored circles that end with the process."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._circles: dict[str, CircleRow] = {}
        self._admitted: dict[str, int] = {}
        self._meetings: dict[str, MeetingRow] = {}
        self._logs: dict[str, list[Written]] = {}
        self._notices: dict[str, tuple[str, Notice]] = {}
        self._cooldowns: dict[str, tuple[str, str]] = {}
        self._tries: dict[str, tuple[int, int]] = {}
        self._dependents: list[Callable[[str], None]] = []
        self.refuses: Callable[[Entry], BaseException | None] = lambda _: None
        """Says of an entry whether the log fails at it, and how."""

    async def create(self, row: CircleRow) -> None:
        if row.id in self._circles:
            raise Refused("a circle with this id exists already")
        self._circles[row.id] = row
        self._admitted[row.id] = 0

    async def find(self, circle_id: str) -> CircleRow | None:
        return self._circles.get(circle_id)

    async def of_owner(self, owner: str) -> Sequence[CircleRow]:
        rows = [row for row in self._circles.values() if row.owner == owner]
        return sorted(rows, key=lambda row: row.created_at, reverse=True)

    async def set_keys(self, circle_id: str, keys: Mapping[str, str]) -> None:
        if circle_id not in self._circles:
            raise NotFound("this circle is gone")
        self._circles[circle_id] = replace(self._circles[circle_id], keys=dict(keys))

    async def delete(self, circle_id: str) -> None:
        self._circles.pop(circle_id, None)
        self._cooldowns = {d: c for d, c in self._cooldowns.items() if c[0] != circle_id}
        for row in await self.meetings(circle_id):
            await self.delete_meeting(row.id)

    def on_delete(self, forget: Callable[[str], None]) -> None:
        """Have `forget` called with the id of every interview that is deleted."""
        self._dependents.append(forget)

    def owner_of(self, meeting_id: str) -> str:
        """Of the circle that an interview is of; `NotFound` when there is none."""
        return self._circles[self._known(meeting_id).circle_id].owner

    async def admit(
        self, row: MeetingRow, started: Entry, since: str, cooldown: Cooldown | None = None
    ) -> MeetingRow:
        if row.circle_id not in self._circles:
            raise NotFound("this circle is gone")
        if (known := await self.by_entry(row.circle_id, row.entry)) is not None:
            return known
        for other in await self.meetings(row.circle_id):
            recent = other.status != "ended" or other.created_at > since
            if other.visitor == row.visitor and recent:
                raise Refused("This visitor was here within the circle’s cooldown.")
        if cooldown is not None:
            _, until = self._cooldowns.get(cooldown.digest, ("", ""))
            if until > row.created_at:
                raise Refused("This visitor was here within the circle’s cooldown.")
            self._cooldowns[cooldown.digest] = row.circle_id, cooldown.until
        self._admitted[row.circle_id] += 1
        admitted = replace(row, number=self._admitted[row.circle_id])
        self._meetings[row.id] = admitted
        self._logs[row.id] = [Written(started, self._now_ms())]
        return admitted

    async def end_cooldowns(self, now: str) -> None:
        self._cooldowns = {d: c for d, c in self._cooldowns.items() if c[1] > now}

    async def tries(self, meeting_id: str) -> int:
        seq, count = self._tries.get(meeting_id, (0, 0))
        return count if seq == len(self._logs.get(meeting_id, ())) else 0

    async def take_up(self, meeting_id: str) -> None:
        self._known(meeting_id)
        self._tries[meeting_id] = len(self._logs[meeting_id]), await self.tries(meeting_id) + 1

    async def put_back(self, meeting_id: str) -> None:
        count = max(0, await self.tries(meeting_id) - 1)
        self._tries[meeting_id] = len(self._logs.get(meeting_id, ())), count

    async def meeting(self, circle_id: str, number: int) -> MeetingRow | None:
        return self._first(lambda m: m.circle_id == circle_id and m.number == number)

    async def meeting_by_id(self, meeting_id: str) -> MeetingRow | None:
        return self._meetings.get(meeting_id)

    async def by_entry(self, circle_id: str, entry: str) -> MeetingRow | None:
        return self._first(lambda m: m.circle_id == circle_id and m.entry == entry)

    async def meetings(self, circle_id: str) -> Sequence[MeetingRow]:
        rows = [row for row in self._meetings.values() if row.circle_id == circle_id]
        return sorted(rows, key=lambda row: row.number, reverse=True)

    async def unfinished(self) -> Sequence[MeetingRow]:
        return [row for row in self._meetings.values() if row.status != "ended"]

    async def set_status(
        self, meeting_id: str, status: MeetingStatus, ended_at: str | None = None
    ) -> None:
        row = self._known(meeting_id)
        self._meetings[meeting_id] = replace(row, status=status, ended_at=ended_at)

    async def delete_meeting(self, meeting_id: str) -> None:
        self._meetings.pop(meeting_id, None)
        self._logs.pop(meeting_id, None)
        self._notices = {k: n for k, n in self._notices.items() if n[0] != meeting_id}
        for forget in self._dependents:
            forget(meeting_id)

    async def expired(self, before: str) -> tuple[Sequence[str], Sequence[str]]:
        circles = [row.id for row in self._circles.values() if row.closes_at < before]
        meetings = [
            row.id
            for row in self._meetings.values()
            if row.circle_id not in circles and (row.ended_at or row.created_at) < before
        ]
        return sorted(circles), sorted(meetings)

    async def log(self, meeting_id: str) -> MemoryCircleLog:
        return MemoryCircleLog(self, meeting_id)

    async def written(self, meeting_id: str, after: int = -1) -> Sequence[Written]:
        return [one for one in self._logs.get(meeting_id, ()) if one.entry.seq > after]

    async def notify(self, meeting_id: str, line: str, key: str) -> None:
        row = self._known(meeting_id)
        notice = Notice(row.circle_id, row.number, line, self._now_ms())
        self._notices.setdefault(key, (row.id, notice))

    async def notices(self, owner: str) -> Sequence[Notice]:
        mine = {row.id for row in await self.of_owner(owner)}
        return [notice for _, notice in self._notices.values() if notice.circle_id in mine]

    def append(self, meeting_id: str, entry: Entry) -> None:
        self._known(meeting_id)
        if any(one.entry.seq == entry.seq for one in self._logs[meeting_id]):
            raise Refused("somebody else is writing this interview's log")
        self._logs[meeting_id].append(Written(entry, self._now_ms()))

    def entries(self, meeting_id: str) -> list[Entry]:
        return [one.entry for one in self._logs.get(meeting_id, ())]

    def _known(self, meeting_id: str) -> MeetingRow:
        if meeting_id not in self._meetings:
            raise NotFound("this interview is gone")
        return self._meetings[meeting_id]

    def _first(self, fits: Callable[[MeetingRow], bool]) -> MeetingRow | None:
        return next((row for row in self._meetings.values() if fits(row)), None)


class MemoryCircleLog:
    """One interview's log in a `MemoryCircles`."""

    def __init__(self, circles: MemoryCircles, meeting_id: str) -> None:
        self._circles, self._id = circles, meeting_id
        self.entries = circles.entries(meeting_id)

    async def append(self, entry: Entry) -> None:
        if (error := self._circles.refuses(entry)) is not None:
            raise error
        self._circles.append(self._id, entry)
        self.entries.append(entry)
