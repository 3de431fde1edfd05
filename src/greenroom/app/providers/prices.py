"""What a use of a provider costs, where it is known: `catalogue/prices.toml`."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from greenroom.app.ports import Amount


@dataclass(frozen=True, slots=True)
class Price:
    """Millionths of a US dollar for one of each; None: not known."""

    token_in: float | None = None
    token_out: float | None = None
    character: float | None = None
    second: float | None = None

    def of(self, amount: Amount) -> Amount:
        """The amount with what it costs, rounded up; None when any of it has no known price."""
        pairs = (
            (amount.tokens_in, self.token_in),
            (amount.tokens_out, self.token_out),
            (amount.characters, self.character),
            (amount.seconds, self.second),
        )
        total = 0.0
        for used, price in pairs:
            if used and price is None:
                return replace(amount, micros=None)
            total += used * (price or 0.0)
        return replace(amount, micros=math.ceil(total))


UNKNOWN = Price()


def price_of(provider: str, model: str) -> Price:
    """Only of the provider's own models at its usual address; what others charge is not known."""
    return _read().get((provider, model), UNKNOWN)


@cache
def _read() -> Mapping[tuple[str, str], Price]:
    data = tomllib.loads((files("greenroom") / "catalogue" / "prices.toml").read_text("utf-8"))
    # dollars for a million are millionths of a dollar for one
    return {
        (item["provider"], item["model"]): Price(
            item.get("tokens_in"),
            item.get("tokens_out"),
            item.get("characters"),
            1_000_000 * item["minutes"] / 60 if "minutes" in item else None,
        )
        for item in data["prices"]
    }
