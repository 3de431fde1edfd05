"""`app.ports.Allowance` in memory."""

from __future__ import annotations

from greenroom.app.ports import Amount, Ceiling

UNLIMITED = Ceiling()


class MemoryAllowance:
    """Grants what stays below the ceiling, and remembers what was set aside and what was spent."""

    def __init__(self, most: Ceiling = UNLIMITED) -> None:
        self.most = most
        self.spent: list[Amount] = []
        self.refused: list[Amount] = []
        self._reserved: dict[str, Amount] = {}
        self._made = 0

    @property
    def reserved(self) -> Amount:
        """What is set aside and not settled yet."""
        return sum(self._reserved.values(), Amount())

    async def reserve(self, at_most: Amount) -> str | None:
        total = sum(self.spent, Amount()) + self.reserved + at_most
        if not self.most.allows(total):
            self.refused.append(at_most)
            return None
        self._made += 1
        name = f"use_{self._made}"
        self._reserved[name] = at_most
        return name

    async def settle(self, reservation: str, spent: Amount) -> None:
        del self._reserved[reservation]
        self.spent.append(spent)
