"""What one interview may still use, seen from whoever uses it."""

from __future__ import annotations

from typing import Protocol

from greenroom.app.ports.usage import Amount


class Allowance(Protocol):
    """Ask before every use, settle after it. Knows the interview, its owner and their limits."""

    async def reserve(self, at_most: Amount) -> str | None:
        """Set the most that one use can take aside, and name it; None: it may not happen."""
        ...

    async def settle(self, reservation: str, spent: Amount) -> None:
        """What was really spent, also when the use failed."""
        ...
