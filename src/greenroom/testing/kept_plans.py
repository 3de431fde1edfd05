"""The checks that every store's plans must pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from greenroom.app.ports import PlanRow, Refused, Store


def plan_row(plan_id: str, owner: str = "owner-1", **changes: Any) -> PlanRow:
    """A plan with plain values."""
    at = "2026-01-02T10:00:00.000+00:00"
    return replace(PlanRow(plan_id, owner, 'title = "„Mein“ Plan"\n', 1, at, at), **changes)


class PlansConformance:
    """What every store does with plans; part of `StoreConformance`."""

    async def test_find_plan(self, store: Store) -> None:
        """A plan is found by its owner as it was stored, and by nobody else; its id is given once."""
        await store.plans.put(plan_row("p"))
        assert await store.plans.find("p", "owner-1") == plan_row("p")
        assert await store.plans.find("p", "owner-2") is None
        try:
            await store.plans.put(plan_row("p", "owner-2"))
        except Refused:
            assert await store.plans.find("p", "owner-2") is None
        else:
            raise AssertionError("a second plan with the same id was stored")

    async def test_plans_of_owner(self, store: Store) -> None:
        """An owner sees the own plans alone, the one changed last first."""
        await store.plans.put(plan_row("old"))
        await store.plans.put(plan_row("new", updated_at="2026-01-03T10:00:00.000+00:00"))
        await store.plans.put(plan_row("theirs", "owner-2"))
        assert [row.id for row in await store.plans.of_owner("owner-1")] == ["new", "old"]

    async def test_replace_plan(self, store: Store) -> None:
        """A plan is replaced by its owner, and only by the version after the one that is kept."""
        await store.plans.put(plan_row("p"))
        later = "2026-01-03T10:00:00.000+00:00"
        second = plan_row("p", toml="two", version=2, updated_at=later)
        assert await store.plans.replace(second)
        assert not await store.plans.replace(replace(second, toml="too late"))
        assert not await store.plans.replace(plan_row("p", "owner-2", version=3))
        assert not await store.plans.replace(plan_row("q", version=2))
        assert await store.plans.find("p", "owner-1") == second

    async def test_delete_plan(self, store: Store) -> None:
        """A plan is deleted by its owner alone; deleting again is no error."""
        await store.plans.put(plan_row("p"))
        await store.plans.delete("p", "owner-2")
        assert await store.plans.find("p", "owner-1") is not None
        await store.plans.delete("p", "owner-1")
        await store.plans.delete("p", "owner-1")
        assert await store.plans.find("p", "owner-1") is None

    async def test_delete_plans_of_a_forgotten_owner(self, store: Store) -> None:
        """A forgotten owner's plans are gone, others' stay; so with plans that are too old."""
        for name, owner in (("a", "owner-1"), ("b", "owner-1"), ("c", "owner-2")):
            await store.plans.put(plan_row(name, owner))
        await store.plans.delete_all("owner-1")
        assert list(await store.plans.of_owner("owner-1")) == []
        await store.plans.put(plan_row("d", updated_at="2026-01-03T10:00:00.000+00:00"))
        assert await store.plans.delete_old("2026-01-03") == 1
        assert await store.plans.find("c", "owner-2") is None
        assert await store.plans.find("d", "owner-1") is not None
