"""How often one caller may ask. In memory: each process counts for itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from greenroom.app.ports import Refused

WAIT_S = 60
"""The window: a refused caller is surely served again after this."""
CROWD = 5
"""One address may hold several owners (a classroom), so it may do this many times as much."""
ENTRIES_PER_MINUTE = 120
"""Entries that may be reported to one owner's circles."""
KEYS_PER_MINUTE = 10
"""Keys one owner may enter."""
READINGS_PER_MINUTE = 20
"""Job descriptions read anew and companies looked up, by one owner."""
SCORECARDS_PER_MINUTE = 10
"""Scorecards one owner may ask for."""
TRIALS_PER_MINUTE = 6
"""Plans one owner may have tried, one after the other."""
WORDINGS_PER_MINUTE = 10
"""Answers one owner may have worded by a model, one after the other."""
SHARED_PER_MINUTE = 60
"""Reports that one address may open by links, and links that it may try."""
MAILS_PER_HOUR = 6
"""Reports one owner may have sent by e-mail: whoever types somebody else's address annoys them so often."""


class Rates:
    """Counts by owner, and by address so that dropping the cookie does not start anew."""

    def __init__(
        self, *, interviews_per_minute: int, requests_per_minute: int, documents_per_minute: int
    ) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._interviews = interviews_per_minute
        self._documents = documents_per_minute
        self._requests = requests_per_minute
        self._wordings: set[str] = set()
        """Owners for whom one is under way."""

    def count_request(self, connection: HTTPConnection, owner: str | None) -> None:
        """Raises `Refused` (429) when the caller has asked too often in this minute."""
        self._count("request", self._requests, connection, owner)

    def count_interview(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for new interviews, which cost more."""
        self._count("interview", self._interviews, connection, owner)

    def count_document(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for documents, each of which is read by a process of its own."""
        self._count("document", self._documents, connection, owner)

    def count_reading(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for what asks a model or a search."""
        self._count("reading", READINGS_PER_MINUTE, connection, owner)

    def count_entry(self, connection: HTTPConnection, owner: str) -> None:
        """The same for entries into circles, by the circle's owner."""
        self._count("entry", ENTRIES_PER_MINUTE, connection, owner)

    def count_key(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for keys, for each asks a provider: this is no place to try keys out."""
        self._count("key", KEYS_PER_MINUTE, connection, owner)

    def count_scorecard(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for scorecards, each of which is many requests to a provider."""
        self._count("scorecard", SCORECARDS_PER_MINUTE, connection, owner)

    def count_trial(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for trials of plans, each of which takes a processor for seconds."""
        self._count("trial", TRIALS_PER_MINUTE, connection, owner)

    @contextmanager
    def wording(self, connection: HTTPConnection, owner: str) -> Iterator[None]:
        """The same for wordings by a model; raises `Refused` (409), too, while one is under way."""
        self._count("wording", WORDINGS_PER_MINUTE, connection, owner)
        if owner in self._wordings:
            raise Refused("A model is wording one of your answers already.")
        self._wordings.add(owner)
        try:
            yield
        finally:
            self._wordings.discard(owner)

    def count_shared(self, connection: HTTPConnection) -> None:
        """The same for links to reports, by address alone: who opens one needs no cookie."""
        item = RateLimitItemPerMinute(SHARED_PER_MINUTE)
        self._insist(self._within(item, "shared", _address(connection)), WAIT_S)

    def count_mail(self, connection: HTTPConnection, owner: str) -> None:
        """The same for e-mail, by the hour."""
        kept = self._within(
            RateLimitItemPerHour(MAILS_PER_HOUR * CROWD), "mail", _address(connection)
        )
        kept = self._within(RateLimitItemPerHour(MAILS_PER_HOUR), "mail", owner) and kept
        self._insist(kept, 60 * WAIT_S)

    def _count(self, what: str, limit: int, connection: HTTPConnection, owner: str | None) -> None:
        kept = self._within(RateLimitItemPerMinute(limit * CROWD), what, _address(connection))
        if owner is not None:
            kept = self._within(RateLimitItemPerMinute(limit), what, owner) and kept
        self._insist(kept, WAIT_S)

    def _within(self, item: RateLimitItem, *who: str) -> bool:
        return self._limiter.hit(item, *who)

    def _insist(self, kept: bool, wait_s: int) -> None:
        if not kept:
            when = "a minute" if wait_s == WAIT_S else "an hour"
            raise Refused(
                f"That was too often; try again in {when}.", status=429, retry_after_s=wait_s
            )


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client is not None else "unknown"
