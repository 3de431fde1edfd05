"""Who may take a room, and who waits for one: people in the order in which they came.

A pure table: it holds no rooms and knows no clock. Whoever holds the rooms says who is in them (`live`)
and what time it is (`now`, in seconds).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from greenroom.app.ports import Refused
from greenroom.assessment.sentence import Sentence

LONGEST: Final = 1_000
"""Places in one line. Each may be an open connection."""
OWN: Final = Sentence(
    "You have another interview open. Go on with that one, or set it aside and come in here: "
    "it keeps all that was said."
)
CROWDED: Final = Sentence(
    "Too many interviews are open from your network. Try again when one of them is over."
)
FULL: Final = Sentence(
    "All rooms are taken, and the line is as long as it may be. Try again later."
)
INSTEAD: Final[Mapping[str, Any]] = {"choice": "instead"}
"""Told to a page beside `OWN`: it may come in instead of the other interview."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One interview whose page asks for a room, or has one."""

    interview: str
    owner: str
    address: str = ""
    """Where the page comes from; "" where that is not known."""

    def is_besides(self, who: Arrival) -> bool:
        """Whether it is another interview of the same owner."""
        return self.owner == who.owner and self.interview != who.interview


@dataclass(frozen=True, slots=True)
class Shares:
    """How many interviews may run or wait at once: of one owner, and from one address."""

    by_owner: int = 1
    by_address: int = 500


SHARES: Final = Shares()


@dataclass(slots=True)
class _Place:
    who: Arrival
    left_at: float | None = None
    """When the page went; None while it is there."""
    offered_at: float | None = None
    """When a room began to wait for a page that is away."""

    def here(self) -> None:
        self.left_at = self.offered_at = None


class WaitingLine:
    """The first in line has the first free room. A place outlives a short loss of its page (`kept_s`),
    and a room waits for an absent page for `offered_s`; then it goes to the next one."""

    def __init__(
        self,
        *,
        capacity: int,
        shares: Shares,
        kept_s: float = 60,
        offered_s: float = 20,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`told` hears why somebody is not let in at once, one word each time: `waits`, `line_full`,
        `own_open`, `crowded`."""
        self._capacity, self._shares, self._told = capacity, shares, told
        self._kept_s, self._offered_s = kept_s, offered_s
        self._places: dict[str, _Place] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, interview: str) -> bool:
        return interview in self._places

    def ask(
        self, who: Arrival, live: Collection[Arrival], now: float, free: int | None = None
    ) -> int:
        """0: take a room now; else the place in line, from 1. `free`: how many rooms are free, if that is not
        the capacity minus the rooms in use. Raises `Refused` (409, 503)."""
        self._expire(now)
        place, is_new = self._places.get(who.interview), False
        if place is None:
            self.check(who, live)
            if len(self._places) >= LONGEST:
                self._told("line_full")
                raise Refused(FULL, status=503, retry_after_s=60)
            place, is_new = _Place(who), True
            self._places[who.interview] = place
        place.here()
        if free is None:
            free = self._capacity - len(live)
        number = self.numbers(free, now)[who.interview]
        if number == 0:
            del self._places[who.interview]
        elif is_new:
            self._told("waits")
        return number

    def put_first(self, who: Arrival, *, is_new: bool) -> int:
        """Its turn came and the room was gone. It keeps the first place in line, which is returned. `is_new`:
        it did not wait before."""
        if is_new:
            self._told("waits")
        self._places = {who.interview: _Place(who), **self._places}
        return 1

    def check(self, who: Arrival, live: Collection[Arrival]) -> None:
        """Raises `Refused` (409) when the owner, or the address, has all it may have besides this
        interview."""
        others = [one for one in live if one.interview != who.interview]
        others += [one.who for one in self._places.values() if one.who.interview != who.interview]
        if sum(one.owner == who.owner for one in others) >= self._shares.by_owner:
            self._told("own_open")
            raise Refused(OWN, told=INSTEAD)
        if who.address and sum(one.address == who.address for one in others) >= (
            self._shares.by_address
        ):
            self._told("crowded")
            raise Refused(CROWDED)

    def numbers(self, free: int, now: float) -> Mapping[str, int]:
        """The place of each interview in line; 0 for those that may take a room now."""
        self._expire(now)
        numbers, behind = {}, 0
        for interview, place in self._places.items():
            if free > 0 and self._is_offered(place, now):
                free -= 1
                numbers[interview] = 0
            else:
                behind += 1
                numbers[interview] = behind
        return numbers

    def left(self, interview: str, now: float) -> None:
        """The page is gone. Its place is kept for a while."""
        place = self._places.get(interview)
        if place is not None and place.left_at is None:
            place.left_at = now

    def forget(self, interview: str) -> None:
        """Give its place up."""
        self._places.pop(interview, None)

    def others(self, who: Arrival) -> list[str]:
        """The same owner's other interviews that wait."""
        waiting = (place.who for place in self._places.values())
        return [
            one.interview
            for one in waiting
            if one.owner == who.owner and one.interview != who.interview
        ]

    def hand_over(self, former: str, who: Arrival) -> None:
        """Give the place of one interview to another of the same owner."""
        self.forget(who.interview)
        self._places = {
            (who.interview if interview == former else interview): (
                _Place(who) if interview == former else place
            )
            for interview, place in self._places.items()
        }

    def _is_offered(self, place: _Place, now: float) -> bool:
        """Whether a free room is this one's: not when it has waited for an absent page too long."""
        if place.left_at is None:
            return True
        if place.offered_at is None:
            place.offered_at = now
        return now - place.offered_at < self._offered_s

    def _expire(self, now: float) -> None:
        self._places = {
            interview: place
            for interview, place in self._places.items()
            if place.left_at is None or now - place.left_at < self._kept_s
        }
