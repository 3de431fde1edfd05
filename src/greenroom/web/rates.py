"""How often one caller may ask. In memory: each process counts for itself."""

from __future__ import annotations

from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from greenroom.app.ports import Refused

WAIT_S = 60
"""The window: a refused caller is surely served again after this."""
CROWD = 5
"""One address may hold several owners (a classroom), so it may do this many times as much."""
KEYS_PER_MINUTE = 10
"""Keys one owner may enter."""


class Rates:
    """Counts by owner, and by address so that dropping the cookie does not start anew."""

    def __init__(self, *, interviews_per_minute: int, requests_per_minute: int) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._interviews = interviews_per_minute
        self._requests = requests_per_minute

    def count_request(self, connection: HTTPConnection, owner: str | None) -> None:
        """Raises `Refused` (429) when the caller has asked too often in this minute."""
        self._count("request", self._requests, connection, owner)

    def count_interview(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for new interviews, which cost more."""
        self._count("interview", self._interviews, connection, owner)

    def count_key(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for keys, for each asks a provider: this is no place to try keys out."""
        self._count("key", KEYS_PER_MINUTE, connection, owner)

    def _count(self, what: str, limit: int, connection: HTTPConnection, owner: str | None) -> None:
        address = connection.client.host if connection.client is not None else "unknown"
        kept = self._within(RateLimitItemPerMinute(limit * CROWD), what, address)
        if owner is not None:
            kept = self._within(RateLimitItemPerMinute(limit), what, owner) and kept
        if not kept:
            raise Refused(
                "That was too often; try again in a minute.", status=429, retry_after_s=WAIT_S
            )

    def _within(self, item: RateLimitItem, *who: str) -> bool:
        return self._limiter.hit(item, *who)
