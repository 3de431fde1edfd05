"""What one interview, with a candidate or between agents, and its owner may use of providers: reserved
before, settled after (S4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from greenroom.app.ports import Allowance, Amount, Ceiling, Limits, Subject, Usage
from greenroom.app.providers.prices import Price
from greenroom.app.timestamps import stamped

NEAR_SHARE: Final = 0.8
OWNER_SPAN: Final = timedelta(hours=24)
"""The owner's ceiling is for so long, looking back."""


NO_CEILING: Final = Ceiling()


class BudgetNews(StrEnum):
    """What the candidate is told, once each."""

    NEAR = "near"
    """Four fifths of a ceiling are used."""
    USED_UP = "used_up"
    """Something was refused for it."""


@dataclass(frozen=True, slots=True)
class Ceilings:
    """Of one interview, and of its owner in 24 hours."""

    interview: Ceiling = NO_CEILING
    owner: Ceiling = NO_CEILING


UNLIMITED: Final = Ceilings()


def ceilings(interview: str, owner: str) -> Ceilings:
    """Both as they are written in the settings."""
    return Ceilings(ceiling(interview), ceiling(owner))


def ceiling(written: str) -> Ceiling:
    """From words like `tokens=400000 minutes=90 dollars=2.50`; what is not named has no ceiling.

    Raises `ValueError` in a sentence.
    """
    values: dict[str, int] = {}
    for word in written.replace(",", " ").split():
        name, _, number = word.partition("=")
        if name not in _UNITS or name in values:
            raise ValueError(f"give each of {', '.join(_UNITS)} once at most, like tokens=400000")
        try:
            amount = float(number)
        except ValueError:
            amount = -1.0
        if not 0 <= amount < 1e9:
            raise ValueError(f"{name} needs a number from 0 on, like {name}=90")
        values[name] = round(amount * _UNITS[name])
    return Ceiling(
        values.get("tokens"), values.get("characters"), values.get("minutes"), values.get("dollars")
    )


_UNITS: Final = {"tokens": 1, "characters": 1, "minutes": 60, "dollars": 1_000_000}


@dataclass(frozen=True, slots=True)
class Account:
    """What an owner has used since a moment, and may at most."""

    since: str
    used: Amount
    most: Ceiling


async def account(usage: Usage, owner: str | None, most: Ceiling, now: datetime) -> Account:
    """Of the last 24 hours. `owner` None: somebody who has used nothing yet."""
    since = stamped(now - OWNER_SPAN)
    used = Amount() if owner is None else await usage.spent(owner=owner, since=since)
    return Account(since, used, most)


class Budget:
    """Of one interview. Each part gets an allowance at its own price."""

    def __init__(
        self,
        usage: Usage,
        interview_id: str,
        owner: str,
        ceilings: Ceilings,
        *,
        now: Callable[[], datetime],
        tell: Callable[[BudgetNews], None],
        of: Subject = "interview",
    ) -> None:
        """`interview_id`: of what `of` says."""
        self._usage, self._ceilings = usage, ceilings
        self._interview_id, self._owner, self._of = interview_id, owner, of
        self._now, self._tell = now, tell
        self._told: set[BudgetNews] = set()

    def allowance(self, price: Price) -> Allowance:
        return _Allowance(self, price)

    async def reserve(self, at_most: Amount) -> str | None:
        ceilings = self._ceilings
        limits = Limits(ceilings.interview, ceilings.owner, self._since())
        made = await self._usage.reserve(self._interview_id, self._owner, at_most, limits, self._of)
        if made is None:
            self._say(BudgetNews.USED_UP)
            return None
        return made.id

    async def settle(self, reservation: str, spent: Amount) -> None:
        await self._usage.settle(reservation, spent)
        if self._told:
            return
        which = {f"{self._of}_id": self._interview_id}
        of_interview = await self._usage.spent(**which)
        of_owner = await self._usage.spent(owner=self._owner, since=self._since())
        near = (
            (self._ceilings.interview, of_interview),
            (self._ceilings.owner, of_owner),
        )
        if not all(_lowered(most).allows(used) for most, used in near):
            self._say(BudgetNews.NEAR)

    def _since(self) -> str:
        return stamped(self._now() - OWNER_SPAN)

    def _say(self, news: BudgetNews) -> None:
        if news not in self._told:
            self._told.add(news)
            self._tell(news)


class _Allowance:
    """`app.ports.Allowance` of one part."""

    def __init__(self, budget: Budget, price: Price) -> None:
        self._budget, self._price = budget, price

    async def reserve(self, at_most: Amount) -> str | None:
        return await self._budget.reserve(self._price.of(at_most))

    async def settle(self, reservation: str, spent: Amount) -> None:
        await self._budget.settle(reservation, self._price.of(spent))


def _lowered(most: Ceiling) -> Ceiling:
    """The ceiling that is reached when it is time to warn."""

    def share(value: int | None) -> int | None:
        return None if value is None else int(value * NEAR_SHARE)

    return Ceiling(
        share(most.tokens), share(most.characters), share(most.seconds), share(most.micros)
    )
