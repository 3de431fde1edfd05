"""How often one caller may ask.

What is counted, who is new and who has a wording under way is kept by `app.ports.Counters`: by one process,
or by all that share them.

Owners are counted first, each by their own share. Anybody can become an owner at no cost, so what callers without
a cookie do, and what owners do in their first minutes, is counted by address, too, in two shares apart:
nobody without a cookie uses up what the others behind the same address have. Both have room for as many
people as may sit behind one address.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, Literal, TypeAlias

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from starlette.requests import HTTPConnection

from greenroom.app.ports import Counters, Refused
from greenroom.app.practice.wording import LONGEST_S
from greenroom.assessment.sentence import Sentence
from greenroom.web.addresses import address_of

Counted: TypeAlias = Literal[
    "request", "file", "message", "interview", "document", "reading", "entry", "key", "scorecard", "check", "trial", "wording"
]  # fmt: skip
"""What is counted of each owner."""
PER_MINUTE: Final[Mapping[Counted, int]] = {
    "file": 1_200,  # static: a page loads about twenty, mostly from the browser's cache
    "message": 240,  # of a page in a LiveKit room: 12 pings, 30 reports of typing, and what somebody says
    "reading": 20,  # job descriptions read anew and companies looked up: each asks a model or a search
    "entry": 120,  # reported to the owner's circles
    "key": 10,  # each asks a provider: this is no place to try keys out
    "scorecard": 10,  # each is many requests to a provider
    "check": 60,  # of plans, which takes up to half a second; the page asks 0.6 s after the last key
    "trial": 6,  # of plans, which takes a processor for seconds
    "wording": 10,  # answers worded by a model, one after the other
}
"""How often one owner may; the settings say it of requests, interviews and documents."""
PER_PERSON_BEHIND_ADDRESS: Final[Mapping[Counted, int]] = {
    "interview": 1,
    "file": 120,
    "message": 60,
}
"""How often per minute for each person who may sit behind one address. Not listed: of `request` a tenth of an owner's,
of anything else `USUAL`."""
USUAL: Final = 2
"""Of anything that costs something."""
USUAL_BEFORE: Final = 4
"""Requests of one person before there is a cookie: pages, and the files of none."""
WAIT_S = 60
"""The window: a refused caller is surely served again after this."""
FRESH_S: Final = 600
"""For so long after it was first seen an owner counts by its address, too."""
WORDING_S: Final = round(LONGEST_S) + 30
"""Longer than one takes. Then the lock expires, even if the process that held it has died."""
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
        self._limits: dict[Counted, int] = {
            **PER_MINUTE,
            "request": requests_per_minute,
            "interview": interviews_per_minute,
            "document": documents_per_minute,
        }

    async def count(self, what: Counted, connection: HTTPConnection, owner: str | None) -> None:
        """Raises `Refused` (429) when the caller has asked for it too often in this minute."""
        usual = PER_PERSON_BEHIND_ADDRESS.get(what, USUAL)
        if what == "request":
            usual = USUAL_BEFORE if owner is None else max(1, self._limits[what] // 10)
        together = RateLimitItemPerMinute(usual * self._people)
        if owner is None:
            kept = await self._within(together, what, "nobody", address_of(connection))
        else:
            kept = await self._within(RateLimitItemPerMinute(self._limits[what]), what, owner)
            if kept and await self._is_fresh(owner):
                kept = await self._within(together, what, "fresh", address_of(connection))
        self._insist(kept, WAIT_S)

    @asynccontextmanager
    async def wording(self, connection: HTTPConnection, owner: str) -> AsyncIterator[None]:
        """The same for wordings by a model; raises `Refused` (409), too, while one is under way."""
        await self.count("wording", connection, owner)
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
