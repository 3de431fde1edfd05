"""How often one caller may ask.

What is counted, who is new and who has a wording under way is kept by `app.ports.Counters`: by one process,
or by all that share them.

Owners are counted first, each by their own share. Owners are made for nothing, so what callers without
a cookie do, and what owners do in their first minutes, is counted by address, too, in two shares apart:
nobody without a cookie uses up what the others behind the same address have. Both have room for as many
people as may sit behind one address.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from starlette.requests import HTTPConnection

from greenroom.app.ports import Counters, Refused
from greenroom.app.practice.wording import LONGEST_S
from greenroom.assessment.sentence import Sentence
from greenroom.web.addresses import address_of

WAIT_S = 60
"""The window: a refused caller is surely served again after this."""
FRESH_S: Final = 600
"""For so long after it was first seen an owner counts by its address, too."""
USUAL: Final = 2
"""What each person behind one address does a minute of anything that costs something."""
USUAL_BEFORE: Final = 4
"""Requests of one person a minute before there is a cookie: pages, and the files of none."""
FILES_PER_MINUTE: Final = 1_200
"""Static files: a page loads about twenty, mostly from the browser's cache."""
MESSAGES_PER_MINUTE: Final = 240
"""Messages of a page in a LiveKit room: 12 pings, 30 reports of typing, and what somebody says."""
ENTRIES_PER_MINUTE = 120
"""Entries that may be reported to one owner's circles."""
KEYS_PER_MINUTE = 10
"""Keys one owner may enter."""
READINGS_PER_MINUTE = 20
"""Job descriptions read anew and companies looked up, by one owner."""
SCORECARDS_PER_MINUTE = 10
"""Scorecards one owner may ask for."""
CHECKS_PER_MINUTE = 60
"""Plans one owner may have checked, kept or opened; the page asks 0.6 s after the last key."""
TRIALS_PER_MINUTE = 6
"""Plans one owner may have tried, one after the other."""
WORDINGS_PER_MINUTE = 10
"""Answers one owner may have worded by a model, one after the other."""
WORDING_S: Final = round(LONGEST_S) + 30
"""Longer than one takes: a process that died in it holds the owner's next one up no longer."""
SHARED_PER_MINUTE = 60
"""Reports that one address may open by links, and links that it may try, at least; else one for each
of the people behind it."""
MAILS_PER_HOUR = 6
"""Reports one owner may have sent by e-mail: whoever types somebody else's address annoys them so often."""


class RateLimits:
    """Counts by owner, and by address so that dropping the cookie does not start anew."""

    def __init__(
        self,
        counters: Counters,
        *,
        interviews_per_minute: int,
        requests_per_minute: int,
        documents_per_minute: int,
        people_per_address: int,
        clock: Callable[[], float],
    ) -> None:
        """`clock` gives seconds."""
        self._counters = counters
        self._people, self._clock = people_per_address, clock
        self._interviews = interviews_per_minute
        self._documents = documents_per_minute
        self._requests = requests_per_minute

    async def count_request(self, connection: HTTPConnection, owner: str | None) -> None:
        """Raises `Refused` (429) when the caller has asked too often in this minute."""
        usual = USUAL_BEFORE if owner is None else max(1, self._requests // 10)
        await self._count("request", self._requests, connection, owner, usual)

    async def count_file(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for static files."""
        await self._count("file", FILES_PER_MINUTE, connection, owner, FILES_PER_MINUTE // 10)

    async def count_message(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for what a page in a LiveKit room says by itself: it must not use up what people do."""
        await self._count(
            "message", MESSAGES_PER_MINUTE, connection, owner, MESSAGES_PER_MINUTE // 4
        )

    async def count_interview(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for new interviews, which cost more."""
        await self._count("interview", self._interviews, connection, owner, 1)

    async def count_document(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for documents, each of which is read by a process of its own."""
        await self._count("document", self._documents, connection, owner)

    async def count_reading(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for what asks a model or a search."""
        await self._count("reading", READINGS_PER_MINUTE, connection, owner)

    async def count_entry(self, connection: HTTPConnection, owner: str) -> None:
        """The same for entries into circles, by the circle's owner."""
        await self._count("entry", ENTRIES_PER_MINUTE, connection, owner)

    async def count_key(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for keys, for each asks a provider: this is no place to try keys out."""
        await self._count("key", KEYS_PER_MINUTE, connection, owner)

    async def count_scorecard(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for scorecards, each of which is many requests to a provider."""
        await self._count("scorecard", SCORECARDS_PER_MINUTE, connection, owner)

    async def count_check(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for checks of plans, each of which takes up to half a second of computing."""
        await self._count("check", CHECKS_PER_MINUTE, connection, owner)

    async def count_trial(self, connection: HTTPConnection, owner: str | None) -> None:
        """The same for trials of plans, each of which takes a processor for seconds."""
        await self._count("trial", TRIALS_PER_MINUTE, connection, owner)

    @asynccontextmanager
    async def wording(self, connection: HTTPConnection, owner: str) -> AsyncIterator[None]:
        """The same for wordings by a model; raises `Refused` (409), too, while one is under way."""
        await self._count("wording", WORDINGS_PER_MINUTE, connection, owner)
        under_way = f"wording/{owner}/under way"
        if await self._counters.add(under_way, WORDING_S) > 1:
            raise Refused(Sentence("A model is already rewording one of your answers."))
        try:
            yield
        finally:
            await self._counters.clear(under_way)

    async def count_shared(self, connection: HTTPConnection) -> None:
        """The same for links to reports, by address alone: who opens one needs no cookie."""
        item = RateLimitItemPerMinute(max(SHARED_PER_MINUTE, self._people))
        self._insist(await self._within(item, "shared", address_of(connection)), WAIT_S)

    async def count_mail(self, connection: HTTPConnection, owner: str) -> None:
        """The same for e-mail, by the hour."""
        many = RateLimitItemPerHour(max(MAILS_PER_HOUR, self._people // 5))
        kept = await self._within(RateLimitItemPerHour(MAILS_PER_HOUR), "mail", owner)
        kept = kept and await self._within(many, "mail", address_of(connection))
        self._insist(kept, 60 * WAIT_S)

    async def _count(
        self,
        what: str,
        limit: int,
        connection: HTTPConnection,
        owner: str | None,
        usual: int = USUAL,
    ) -> None:
        """`limit` is one owner's share, `usual` what each of the people behind one address has."""
        together = RateLimitItemPerMinute(usual * self._people)
        if owner is None:
            kept = await self._within(together, what, "nobody", address_of(connection))
        else:
            kept = await self._within(RateLimitItemPerMinute(limit), what, owner)
            if kept and await self._is_fresh(owner):
                kept = await self._within(together, what, "fresh", address_of(connection))
        self._insist(kept, WAIT_S)

    async def _is_fresh(self, owner: str) -> bool:
        now = self._clock()
        return now - await self._counters.first_seen(f"first/{owner}", now) < FRESH_S

    async def _within(self, item: RateLimitItem, *who: str) -> bool:
        return await self._counters.add(item.key_for(*who), item.get_expiry()) <= item.amount

    def _insist(self, kept: bool, wait_s: int) -> None:
        if not kept:
            minute = Sentence("Too many requests; try again in a minute.")
            hour = Sentence("Too many requests; try again in an hour.")
            raise Refused(minute if wait_s == WAIT_S else hour, status=429, retry_after_s=wait_s)
