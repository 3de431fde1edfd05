"""Tells metrics what providers were paid for, where it is settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from greenroom.app.ports import Amount, Reservation, Usage


class CountedUsage:
    """An `app.ports.Usage` that tells `spend` of every settlement, and passes everything on."""

    def __init__(self, usage: Usage, spend: Callable[[Amount], None]) -> None:
        self._usage, self._spend = usage, spend

    async def reserve(self, *asked: Any, **of: Any) -> Reservation | None:
        return await self._usage.reserve(*asked, **of)

    async def settle(self, reservation_id: str, spent: Amount) -> None:
        await self._usage.settle(reservation_id, spent)
        self._spend(spent)

    async def spent(self, **of: Any) -> Amount:
        return await self._usage.spent(**of)

    async def delete_all(self, owner: str) -> None:
        await self._usage.delete_all(owner)

    async def delete_old(self, before: str) -> int:
        return await self._usage.delete_old(before)
