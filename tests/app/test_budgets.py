"""Budgets: what is refused, when it is told, and what things cost."""

from __future__ import annotations

import asyncio
import tomllib
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files

import pytest

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.ports import Amount, Ceiling
from greenroom.app.providers.budgets import Budget, BudgetNews, Ceilings, ceiling
from greenroom.app.providers.catalogue import PROVIDERS
from greenroom.app.providers.prices import UNKNOWN, Price, price_of
from greenroom.testing import interview_row

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
PRICE = Price(token_in=2.0, token_out=8.0)


class House:
    """An owner with interviews, a clock, and all that was told."""

    def __init__(self) -> None:
        self.now = NOON
        self.store = MemoryStore(lambda: int(self.now.timestamp() * 1000))
        self.told: list[BudgetNews] = []

    async def budget(self, of: str = "a", **ceilings: Ceiling) -> Budget:
        if await self.store.interviews.find(of) is None:
            await self.store.interviews.create(interview_row(of))
        return Budget(
            self.store.usage,
            of,
            "owner-1",
            Ceilings(**ceilings),
            now=lambda: self.now,
            tell=self.told.append,
        )


async def test_what_goes_above_is_refused_and_told_once() -> None:
    """A use that would go above the ceiling does not happen; the candidate hears it one time (S4)."""
    house = House()
    budget = await house.budget(interview=Ceiling(tokens=1000))
    allowance = budget.allowance(PRICE)
    first = await allowance.reserve(Amount(tokens_in=900))
    assert first is not None
    assert await allowance.reserve(Amount(tokens_in=200)) is None
    assert await allowance.reserve(Amount(tokens_in=200)) is None
    assert house.told == [BudgetNews.USED_UP]
    await allowance.settle(first, Amount(tokens_in=100))
    assert await allowance.reserve(Amount(tokens_in=200)) is not None


async def test_a_budget_is_never_exceeded_by_two_at_once() -> None:
    """Of many that reserve at the same time only as many are granted as fit."""
    house = House()
    allowance = (await house.budget(interview=Ceiling(characters=1000))).allowance(UNKNOWN)
    made = await asyncio.gather(*(allowance.reserve(Amount(characters=300)) for _ in range(8)))
    assert sum(name is not None for name in made) == 3


async def test_four_fifths_are_told_in_time() -> None:
    """At 80 % the candidate is warned, once, and nothing is refused yet."""
    house = House()
    allowance = (await house.budget(interview=Ceiling(seconds=100))).allowance(UNKNOWN)
    for used, told in ((79, []), (1, []), (1, [BudgetNews.NEAR]), (1, [BudgetNews.NEAR])):
        name = await allowance.reserve(Amount(seconds=used))
        assert name is not None
        await allowance.settle(name, Amount(seconds=used))
        assert house.told == told


async def test_an_owners_day_holds_all_interviews() -> None:
    """What another interview of the owner used counts for a day."""
    house = House()
    ceiling_of_a_day = Ceiling(micros=10_000)
    one = (await house.budget("a", owner=ceiling_of_a_day)).allowance(PRICE)
    two = (await house.budget("b", owner=ceiling_of_a_day)).allowance(PRICE)
    name = await one.reserve(Amount(tokens_out=1000))
    assert name is not None
    await one.settle(name, Amount(tokens_out=1000))
    assert await two.reserve(Amount(tokens_out=1000)) is None
    house.now += timedelta(hours=25)
    assert await two.reserve(Amount(tokens_out=1000)) is not None


async def test_an_unknown_price_is_null() -> None:
    """It is not zero: the sum of money is unknown, while what is known still counts."""
    house = House()
    budget = await house.budget(interview=Ceiling(micros=1000))
    name = await budget.allowance(UNKNOWN).reserve(Amount(characters=10**6))
    assert name is not None
    assert (await house.store.usage.spent(interview_id="a")).micros is None
    assert await budget.allowance(PRICE).reserve(Amount(tokens_in=600)) is None


def test_prices() -> None:
    """A price is rounded up; a part without a price makes the whole unknown, unless it is not used."""
    assert PRICE.of(Amount(tokens_in=1000, tokens_out=100)).micros == 2800
    assert Price(second=0.1).of(Amount(seconds=1)).micros == 1
    assert PRICE.of(Amount(tokens_in=1, seconds=1)).micros is None
    assert UNKNOWN.of(Amount()).micros == 0
    assert price_of("openai", "gpt-4.1") == PRICE
    assert price_of("openai", "of-tomorrow") == UNKNOWN
    assert price_of("openai", "gpt-4o-mini-transcribe").of(Amount(seconds=60)).micros == 3000


def test_every_usual_model_stands_in_the_table_of_prices() -> None:
    """Also those whose price nobody knows; each says who said so, and when somebody looked."""
    text = (files("greenroom") / "catalogue" / "prices.toml").read_text("utf-8")
    items = tomllib.loads(text)["prices"]
    listed = {(item["provider"], item["model"]) for item in items}
    usual = {
        (provider.name, model)
        for provider in PROVIDERS.values()
        for model in provider.parts.values()
        if model is not None
    }
    assert usual <= listed
    assert all(item["source"] and isinstance(item["seen"], date) for item in items)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("", Ceiling()),
        ("tokens=400000", Ceiling(tokens=400_000)),
        ("tokens=1, characters=2 minutes=1.5 dollars=2.50", Ceiling(1, 2, 90, 2_500_000)),
        ("dollars=0", Ceiling(micros=0)),
    ],
)
def test_a_ceiling_is_written_in_words(written: str, meant: Ceiling) -> None:
    """Minutes and dollars for people, seconds and millionths for the account."""
    assert ceiling(written) == meant


@pytest.mark.parametrize(
    "written",
    [
        "tokens",
        "tokens=",
        "tokens=many",
        "euros=3",
        "tokens=-1",
        "dollars=nan",
        "tokens=1 tokens=2",
        "minutes=inf",
    ],
)
def test_a_wrong_ceiling_is_refused(written: str) -> None:
    """A word that is none, a number that is none, or one twice."""
    with pytest.raises(ValueError, match="like"):
        ceiling(written)
