"""The line in front of the rooms: first come, first in; exact; one person one place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from greenroom.app.ports import Refused
from greenroom.app.waiting_line import LONGEST, Arrival, Shares, WaitingLine

KEPT_S, OFFERED_S = 60.0, 20.0


def line(capacity: int = 2, **shares: int) -> WaitingLine:
    return WaitingLine(
        capacity=capacity, shares=Shares(**shares), kept_s=KEPT_S, offered_s=OFFERED_S
    )


def one(number: int, address: str = "") -> Arrival:
    return Arrival(f"i{number}", f"o{number}", address)


def test_thirty_at_once_for_eight_rooms() -> None:
    """Eight come in, the others have the places 1 to 22 in the order in which they came."""
    waiting, live = line(8), list[Arrival]()
    told = []
    for number in range(30):
        told.append(waiting.ask(one(number), live, 0))
        if told[-1] == 0:
            live.append(one(number))
    assert told == [0] * 8 + list(range(1, 23))


def test_one_owner_has_one_room_or_place() -> None:
    """A second interview of the same owner is refused while the first runs or waits, and says that it
    may come in instead; the same interview again is not."""
    waiting = line(1)
    first, second = Arrival("a", "ada"), Arrival("b", "ada")
    with pytest.raises(Refused) as refused:
        waiting.ask(second, [first], 0)
    assert (refused.value.status, refused.value.told) == (409, {"choice": "instead"})
    assert waiting.ask(first, [one(1)], 0) == 1
    with pytest.raises(Refused):
        waiting.ask(second, [one(1)], 0)
    assert waiting.ask(first, [one(1)], 0) == 1
    waiting.hand_over("a", second)
    assert waiting.ask(second, [one(1)], 0) == 1
    assert line(3, by_owner=2).ask(second, [first], 0) == 0


def test_one_address_has_a_share() -> None:
    """However many owners somebody makes, from one address only so many run or wait."""
    waiting = line(1, by_address=3)
    live = [one(0, "school")]
    assert [waiting.ask(one(n, "school"), live, 0) for n in (1, 2)] == [1, 2]
    with pytest.raises(Refused, match="network"):
        waiting.ask(one(3, "school"), live, 0)
    assert waiting.ask(one(4, "home"), live, 0) == 3
    assert waiting.ask(one(5), live, 0) == 4, "whose address is not known is not one place"


def test_the_line_is_bounded() -> None:
    """Past so many places nobody is taken on, and is told so."""
    waiting = line(1)
    for number in range(1, LONGEST + 1):
        waiting.ask(one(number), [one(0)], 0)
    with pytest.raises(Refused) as refused:
        waiting.ask(one(LONGEST + 1), [one(0)], 0)
    assert refused.value.status == 503


def test_a_place_outlives_a_short_absence() -> None:
    """Back within the minute it is where it was; after it, at the end."""
    waiting, live = line(1), [one(0)]
    for number in (1, 2):
        waiting.ask(one(number), live, 0)
    waiting.left("i1", 10)
    assert waiting.ask(one(1), live, 69) == 1
    waiting.left("i1", 100)
    assert waiting.ask(one(1), live, 161) == 2


def test_a_free_room_waits_for_its_first_but_not_for_long() -> None:
    """Who is away keeps the offer for twenty seconds; then the next one is called, and who comes back
    later is first again, for the next room."""
    waiting = line(1)
    for number in (1, 2, 3):
        waiting.ask(one(number), [one(0)], 0)
    waiting.left("i1", 0)
    assert waiting.numbers(1, 5) == {"i1": 0, "i2": 1, "i3": 2}
    assert waiting.numbers(1, 24) == {"i1": 0, "i2": 1, "i3": 2}
    assert waiting.ask(one(4), [], 24) == 3, "nobody who comes later takes it"
    assert waiting.numbers(1, 25) == {"i1": 1, "i2": 0, "i3": 2, "i4": 3}
    assert waiting.ask(one(2), [], 26) == 0
    assert waiting.ask(one(1), [one(2)], 30) == 1
    assert waiting.numbers(1, 31)["i1"] == 0


class Queueing(RuleBasedStateMachine):
    """People come, go, come back and finish in any order, at any time."""

    capacity = 3

    def __init__(self) -> None:
        super().__init__()
        self.line = line(self.capacity)
        self.now = 0.0
        self.live: dict[str, Arrival] = {}
        self.came: list[str] = []
        """Who waits, in the order of arrival, as this test keeps it."""
        self.away: dict[str, float] = {}
        self.offered: dict[str, float] = {}

    def forget_the_late(self) -> None:
        for interview, since in tuple(self.away.items()):
            if self.now - since >= KEPT_S:
                self.came.remove(interview)
                del self.away[interview]
                self.offered.pop(interview, None)

    @rule(number=st.integers(0, 11))
    def ask(self, number: int) -> None:
        who = one(number)
        if who.interview in self.live:
            return
        self.forget_the_late()
        if who.interview not in self.came:
            self.came.append(who.interview)
        self.away.pop(who.interview, None)
        before = [one for one in self.came if one not in self.away]
        free = self.capacity - len(self.live)
        told = self.line.ask(who, self.live.values(), self.now)
        if told == 0:
            assert free > 0, "more than the capacity"
            ahead = before[: before.index(who.interview)]
            assert len(ahead) < free, "somebody earlier who is here still waits for this room"
            self.came.remove(who.interview)
            self.live[who.interview] = who
        else:
            assert len(self.came[: self.came.index(who.interview)]) >= free, "waits for nothing"

    @precondition(lambda self: self.came)
    @rule(data=st.data())
    def go_away(self, data: Any) -> None:
        interview = data.draw(st.sampled_from(self.came))
        self.line.left(interview, self.now)
        self.away.setdefault(interview, self.now)

    @precondition(lambda self: self.live)
    @rule(data=st.data())
    def finish(self, data: Any) -> None:
        del self.live[data.draw(st.sampled_from(sorted(self.live)))]

    @rule(seconds=st.sampled_from([1.0, 7.0, 25.0, 61.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @invariant()
    def everybody_has_one_number(self) -> None:
        self.forget_the_late()
        free = self.capacity - len(self.live)
        numbers = self.line.numbers(free, self.now)
        assert list(numbers) == self.came
        waiting = [number for number in numbers.values() if number]
        assert waiting == list(range(1, len(waiting) + 1))
        called = [interview for interview, number in numbers.items() if number == 0]
        assert len(called) <= free
        here = [interview for interview in self.came if interview not in self.away]
        if len(called) < free:
            assert all(interview in called for interview in here), (
                "a room is free and somebody waits"
            )


TestQueueing = Queueing.TestCase
