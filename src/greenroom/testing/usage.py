"""The checks that every store's accounts must pass."""

from __future__ import annotations

import asyncio

from greenroom.app.ports import Amount, Ceiling, Limits, NotFound, Reservation, Store
from greenroom.testing.circles import admitted, circle_row
from greenroom.testing.interviews import interview_row

CALL = Amount(tokens_in=900, tokens_out=100, micros=2_000)
HEARD = Amount(seconds=60, micros=500)


async def _reserve(store: Store, amount: Amount, limits: Limits, of: str = "a") -> Reservation:
    made = await store.usage.reserve(of, "owner-1", amount, limits)
    assert made is not None
    return made


class UsageConformance:
    """What every store does with usage; part of `StoreConformance`."""

    async def test_reserved_counts_until_settled(self, store: Store) -> None:
        """A reservation counts in full; settled, what was really spent counts."""
        await store.interviews.create(interview_row("a"))
        made = await _reserve(store, CALL, Limits())
        assert (made.subject_id, made.owner, made.amount) == ("a", "owner-1", CALL)
        assert await store.usage.spent(interview_id="a") == CALL
        less = Amount(tokens_in=700, tokens_out=20, micros=900)
        await store.usage.settle(made.id, less)
        assert await store.usage.spent(interview_id="a") == less

    async def test_settled_once(self, store: Store) -> None:
        """The first settlement counts; a late second one changes nothing."""
        await store.interviews.create(interview_row("a"))
        made = await _reserve(store, CALL, Limits())
        await store.usage.settle(made.id, HEARD)
        await store.usage.settle(made.id, Amount())
        assert await store.usage.spent(interview_id="a") == HEARD

    async def test_ceiling_of_an_interview(self, store: Store) -> None:
        """What would go above an interview's ceiling is refused; up to it, it is granted."""
        await store.interviews.create(interview_row("a"))
        for ceiling, amount in (
            (Ceiling(tokens=10), Amount(tokens_in=4, tokens_out=1)),
            (Ceiling(characters=10), Amount(characters=5)),
            (Ceiling(seconds=10), Amount(seconds=5)),
            (Ceiling(micros=10), Amount(micros=5)),
        ):
            limits = Limits(interview=ceiling)
            for _ in range(2):
                await _reserve(store, amount, limits)
            assert await store.usage.reserve("a", "owner-1", amount, limits) is None
            assert await store.usage.reserve("a", "owner-1", Amount(), limits) is not None

    async def test_a_refused_reservation_is_not_used(self, store: Store) -> None:
        """What was refused is not counted."""
        await store.interviews.create(interview_row("a"))
        limits = Limits(interview=Ceiling(tokens=999))
        assert await store.usage.reserve("a", "owner-1", CALL, limits) is None
        assert await store.usage.spent(owner="owner-1") == Amount()

    async def test_ceiling_of_an_owner(self, store: Store) -> None:
        """An owner's ceiling is over all of their interviews and over nobody else's."""
        for name, owner in (("a", "owner-1"), ("b", "owner-1"), ("theirs", "owner-2")):
            await store.interviews.create(interview_row(name, owner))
        limits = Limits(owner=Ceiling(tokens=1_500))
        assert await store.usage.reserve("theirs", "owner-2", CALL, limits) is not None
        made = await _reserve(store, CALL, limits)
        assert await store.usage.reserve("b", "owner-1", CALL, limits) is None
        await store.usage.settle(made.id, Amount(tokens_in=500))
        assert await store.usage.reserve("b", "owner-1", CALL, limits) is not None

    async def test_since(self, store: Store) -> None:
        """A sum, or an owner's ceiling, can begin at a moment; the offset of that moment counts."""
        await store.interviews.create(interview_row("a"))
        await _reserve(store, CALL, Limits())
        early, late = "2020-01-01T00:00:00+02:00", "2999-01-01T00:00:00Z"
        assert await store.usage.spent(since=early) == CALL
        assert await store.usage.spent(since=late) == Amount()
        ceiling = Ceiling(tokens=1_000)
        limits = Limits(owner=ceiling, owner_since=early)
        assert await store.usage.reserve("a", "owner-1", CALL, limits) is None
        await _reserve(store, CALL, Limits(owner=ceiling, owner_since=late))

    async def test_sums(self, store: Store) -> None:
        """What was used is summed by interview, by owner, and over everything."""
        for name, owner in (("a", "owner-1"), ("b", "owner-1"), ("theirs", "owner-2")):
            await store.interviews.create(interview_row(name, owner))
        await _reserve(store, CALL, Limits())
        await _reserve(store, HEARD, Limits(), "b")
        assert await store.usage.reserve("theirs", "owner-2", HEARD, Limits()) is not None
        assert await store.usage.spent(interview_id="a") == CALL
        assert await store.usage.spent(owner="owner-1") == CALL + HEARD
        assert await store.usage.spent() == CALL + HEARD + HEARD
        assert await store.usage.spent(interview_id="a", owner="owner-2") == Amount()

    async def test_unknown_price(self, store: Store) -> None:
        """A sum with an unknown price in it is unknown; a ceiling on money counts what is known."""
        await store.interviews.create(interview_row("a"))
        limits = Limits(interview=Ceiling(micros=1_000))
        await _reserve(store, Amount(characters=80, micros=None), limits)
        await _reserve(store, Amount(micros=900), limits)
        assert await store.usage.spent(interview_id="a") == Amount(characters=80, micros=None)
        assert await store.usage.reserve("a", "owner-1", Amount(micros=200), limits) is None

    async def test_reserved_by_many_at_once(self, store: Store) -> None:
        """Reservations made at the same moment, for several interviews, never go above a ceiling."""
        names = [f"int-{number}" for number in range(4)]
        for name in names:
            await store.interviews.create(interview_row(name))
        limits = Limits(owner=Ceiling(tokens=3_000))
        made = await asyncio.gather(
            *(store.usage.reserve(name, "owner-1", CALL, limits) for name in names * 3)
        )
        assert len([one for one in made if one is not None]) == 3
        assert (await store.usage.spent(owner="owner-1")).tokens_in == 2_700

    async def test_reserved_for_somebody_else(self, store: Store) -> None:
        """Nothing is reserved on an interview that is not this owner's."""
        await store.interviews.create(interview_row("a"))
        for name in ("a", "b"):
            try:
                await store.usage.reserve(name, "owner-2", CALL, Limits())
            except NotFound:
                continue
            raise AssertionError("something was reserved for the wrong owner")
        assert await store.usage.spent() == Amount()

    async def test_usage_of_an_erased_interview(self, store: Store) -> None:
        """What an erased interview used counts for its owner, also when it is settled later, and is
        nobody's else: who deletes interviews gets no new budget."""
        for name in ("a", "b"):
            await store.interviews.create(interview_row(name))
        limits = Limits(owner=Ceiling(tokens=1_500))
        made = await _reserve(store, CALL, limits)
        await store.interviews.delete("a")
        assert await store.usage.spent(interview_id="a") == Amount()
        assert await store.usage.spent(owner="owner-1") == CALL
        assert await store.usage.reserve("b", "owner-1", CALL, limits) is None
        await store.usage.settle(made.id, Amount(tokens_in=100))
        assert await store.usage.spent(owner="owner-1") == Amount(tokens_in=100)
        assert await store.usage.reserve("b", "owner-1", CALL, limits) is not None

    async def test_usage_of_a_forgotten_owner(self, store: Store) -> None:
        """Of a forgotten owner nothing is left, of others everything; nothing of it can be settled."""
        for name, owner in (("a", "owner-1"), ("theirs", "owner-2")):
            await store.interviews.create(interview_row(name, owner))
        made = await _reserve(store, CALL, Limits())
        assert await store.usage.reserve("theirs", "owner-2", HEARD, Limits()) is not None
        await store.interviews.delete("a")
        await store.usage.delete_all("owner-1")
        assert await store.usage.spent() == HEARD
        try:
            await store.usage.settle(made.id, CALL)
        except NotFound:
            return
        raise AssertionError("what a forgotten owner used was settled")

    async def test_old_usage_goes(self, store: Store) -> None:
        """What an erased interview used goes when it is old enough; of one that is there, nothing."""
        for name in ("a", "b"):
            await store.interviews.create(interview_row(name))
        await _reserve(store, CALL, Limits())
        await _reserve(store, HEARD, Limits(), "b")
        await store.interviews.delete("a")
        assert await store.usage.delete_old("2020-01-01T00:00:00Z") == 0
        assert await store.usage.delete_old("2999-01-01T00:00:00+02:00") == 1
        assert await store.usage.spent() == HEARD

    async def test_a_meeting_counts_as_an_interview_does(self, store: Store) -> None:
        """What an interview of a circle uses is its own and its owner's; the owner's ceiling is over
        both kinds, and nothing is reserved on somebody else's."""
        await store.interviews.create(interview_row("a"))
        await store.circles.create(circle_row("c"))
        for name in ("m", "n"):
            await admitted(store, name, "c")
        limits = Limits(interview=Ceiling(tokens=1_500), owner=Ceiling(tokens=2_500))
        for name, granted in (("m", True), ("m", False), ("n", True)):
            made = await store.usage.reserve(name, "owner-1", CALL, limits, "meeting")
            assert (made is not None) is granted
        assert await store.usage.spent(meeting_id="m") == CALL
        assert await store.usage.spent(interview_id="m") == Amount()
        assert await store.usage.spent(owner="owner-1") == CALL + CALL
        assert await store.usage.reserve("a", "owner-1", CALL, limits) is None
        for name, owner in (("m", "owner-2"), ("a", "owner-1")):
            try:
                await store.usage.reserve(name, owner, CALL, Limits(), "meeting")
            except NotFound:
                continue
            raise AssertionError("something was reserved for the wrong owner")

    async def test_usage_of_an_erased_meeting(self, store: Store) -> None:
        """It counts for its owner when the meeting, or its circle, is erased; it can still be settled,
        and goes when it is old enough."""
        for circle, meeting in (("c", "m"), ("d", "n")):
            await store.circles.create(circle_row(circle))
            await admitted(store, meeting, circle)
        limits = Limits(owner=Ceiling(tokens=2_500))
        uses = [
            await store.usage.reserve(name, "owner-1", CALL, limits, "meeting")
            for name in ("m", "n")
        ]
        await store.circles.delete_meeting("m")
        await store.circles.delete("d")
        assert await store.usage.spent(meeting_id="m") == Amount()
        assert await store.usage.spent(owner="owner-1") == CALL + CALL
        for made in uses:
            assert made is not None
            await store.usage.settle(made.id, HEARD)
        assert await store.usage.spent(owner="owner-1") == HEARD + HEARD
        assert await store.usage.delete_old("2999-01-01T00:00:00+02:00") == 2

    async def test_a_circle_erased_while_it_is_used(self, store: Store) -> None:
        """Reservations of both kinds, at the moment at which the circle goes: each is counted, or its
        meeting is gone; nobody waits for another for ever."""
        await store.interviews.create(interview_row("a"))
        await store.circles.create(circle_row("c"))
        await admitted(store, "m", "c")
        done = await asyncio.gather(
            *(store.usage.reserve("m", "owner-1", CALL, Limits(), "meeting") for _ in range(4)),
            *(store.usage.reserve("a", "owner-1", CALL, Limits()) for _ in range(4)),
            store.circles.delete("c"),
            return_exceptions=True,
        )
        faults = [one for one in done if isinstance(one, BaseException)]
        assert all(isinstance(one, NotFound) for one in faults)
        granted = len(done) - 1 - len(faults)
        assert (await store.usage.spent(owner="owner-1")).tokens_in == granted * CALL.tokens_in
