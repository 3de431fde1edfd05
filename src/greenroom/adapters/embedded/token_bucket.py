"""How much may come at once, and how much in a second: a token bucket."""

from __future__ import annotations


class TokenBucket:
    """Full at first. Times are seconds of one clock, and never go back."""

    def __init__(self, burst: float, per_s: float) -> None:
        self._burst, self._per_s = burst, per_s
        self._left, self._counted_at = burst, 0.0

    def take(self, amount: float, now: float) -> bool:
        """Whether so much may come now; it is counted only then."""
        self._refill(now)
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def full(self, now: float) -> bool:
        """Whether nothing is owed."""
        self._refill(now)
        return self._left >= self._burst

    def _refill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._counted_at) * self._per_s)
        self._counted_at = now
