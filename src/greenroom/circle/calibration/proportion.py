"""A share that never comes without its count and its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, TypeAlias

Interval: TypeAlias = tuple[float, float]
Z: Final = 1.959963984540054
"""The normal quantile of a two-sided interval at 95 %."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """`hits` of `of`."""

    hits: int
    of: int

    @property
    def share(self) -> float | None:
        """None: of nothing."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's score interval at 95 % (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927; recommended for
        single proportions by R. G. Newcombe, Stat. Med. 17, 1998). It stays within 0 and 1, and has a
        width even where every case is a hit."""
        if not self.of:
            return None
        n, share, z2 = self.of, self.hits / self.of, Z * Z
        middle = share + z2 / (2 * n)
        spread = Z * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
        low, high = ((middle + sign * spread) / (1 + z2 / n) for sign in (-1, 1))
        # rounding must not push an end past the share, or out of 0 … 1
        return max(0.0, min(low, share)), min(1.0, max(high, share))

    def plain(self) -> dict[str, Any]:
        return {
            "hits": self.hits,
            "of": self.of,
            "share": rounded(self.share),
            "interval": None if self.interval is None else [rounded(end) for end in self.interval],
        }


def rounded(value: float | None) -> float | None:
    """As figures are written: four digits are more than a hundred cases can bear."""
    return None if value is None else round(value, 4)
