"""Whom a limit stops: the one who does too much, and nobody else behind the same address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from starlette.requests import HTTPConnection
from starlette.responses import Response
from tests.support.redis_server import RedisProcess
from tests.web.conftest import ORIGIN, House

from greenroom.adapters.counters.memory import MemoryCounters
from greenroom.adapters.counters.redis import RedisCounters
from greenroom.app.ports import Refused
from greenroom.web.addresses import address_of
from greenroom.web.owners import new_owner, remember
from greenroom.web.rate_limits import FRESH_S, RateLimits

PEOPLE = 500
SCHOOL = "192.0.2.7"


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def rates(people: int = PEOPLE, clock: Clock | None = None, **changes: int) -> RateLimits:
    """By the settings as they are delivered."""
    limits = {"interviews_per_minute": 20, "requests_per_minute": 600, "documents_per_minute": 120}
    return RateLimits(
        MemoryCounters(),
        **{**limits, **changes},
        people_per_address=people,
        clock=clock or Clock(),
    )


def caller(host: str = SCHOOL) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": []})


async def kept(count: Callable[..., Awaitable[None]], *given: Any) -> bool:
    try:
        await count(*given)
    except Refused:
        return False
    return True


async def admitted(times: Iterable[Awaitable[bool]]) -> int:
    """How many of them were let through, one after the other."""
    return sum([await one for one in times])


async def a_whole_interview(limits: RateLimits, owner: str) -> None:
    """What one person's pages ask for in the two minutes in which a class begins, talks and reads: raises
    `Refused` when something of it is too much. Everything in one window, which is harder."""
    for _ in range(4):  # the start page, the plans, the notice, the way in
        await limits.count("request", caller(), None)
    await limits.count("interview", caller(), None)
    for _ in range(60):
        await limits.count("file", caller(), owner)
    for _ in range(40):  # pages, socket, transcript, commands, report
        await limits.count("request", caller(), owner)
    for _ in range(24 + 30):
        await limits.count("message", caller(), owner)  # pings, and reports of typing
    await limits.count("document", caller(), owner)
    await limits.count("document", caller(), owner)
    await limits.count("reading", caller(), owner)
    await limits.count("scorecard", caller(), owner)


async def test_a_class_of_500_behind_one_address() -> None:
    """All of them register, talk, ping and read their reports in the same minute."""
    limits = rates()
    for _ in range(PEOPLE):
        await a_whole_interview(limits, new_owner())


async def test_one_person_without_a_cookie_cannot_starve_them() -> None:
    """Somebody who uses up what callers without a cookie have leaves those with one their own, and a
    class can still register."""
    limits = rates()
    while await kept(limits.count, "request", caller(), None):
        pass
    for _ in range(PEOPLE):
        owner = new_owner()
        await limits.count("interview", caller(), None)
        for _ in range(40):
            await limits.count("request", caller(), owner)
            await limits.count("message", caller(), owner)


async def test_a_new_owner_for_each_request_is_bounded() -> None:
    """Owners are made for nothing: together they have what the people behind one address have, and
    those who were there before have theirs."""
    clock = Clock()
    limits, known = rates(10, clock), new_owner()
    await limits.count("request", caller(), known)
    clock.now += FRESH_S
    served = 0
    while await kept(limits.count, "request", caller(), new_owner()):
        served += 1
    assert served == 10 * 60 - 1
    assert await kept(limits.count, "request", caller(), known)
    assert await kept(limits.count, "request", caller("198.51.100.1"), new_owner())


async def test_an_owner_has_one_share_wherever_it_is() -> None:
    """Another address does not begin it again, and what was refused is not counted for others."""
    limits, owner = rates(1, requests_per_minute=60), new_owner()
    assert (
        await admitted(
            kept(limits.count, "document", caller(f"192.0.2.{n}"), owner) for n in range(200)
        )
        == 120
    )
    limits = rates(5, requests_per_minute=60)
    greedy = await admitted(kept(limits.count, "request", caller(), owner) for _ in range(100))
    assert greedy == 30, "an address has less than its fresh owners might take"
    limits = rates(100, requests_per_minute=60)
    assert (
        await admitted(kept(limits.count, "request", caller(), owner) for _ in range(1_000)) == 60
    )
    assert (
        await admitted(kept(limits.count, "request", caller(), new_owner()) for _ in range(1_000))
        == 540
    )


async def test_pings_do_not_count_against_what_people_do() -> None:
    """Whoever's page pings and types as much as it may can ask for just as much as before."""
    limits, owner = rates(), new_owner()
    while await kept(limits.count, "message", caller(), owner):
        pass
    assert await admitted(kept(limits.count, "request", caller(), owner) for _ in range(700)) == 600


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unknown"),
        ("whatever a proxy was told", "unknown"),
    ],
)
def test_one_subscriber_is_one_address(host: str, counted: str) -> None:
    """An IPv6 subscriber chooses freely among 2^64 addresses: they are one."""
    assert address_of(caller(host)) == counted


async def test_two_processes_over_one_redis(house: House, tmp_path: Path) -> None:
    """An owner has one share in both, and while Redis is away one in each. Nobody is told of an error."""
    server, secret = RedisProcess(tmp_path), house.services.secret
    server.start()
    counters = [RedisCounters(server.url, secret, wait_s=30) for _ in range(2)]
    apps = [house.app(counters=one, requests_per_minute=4) for one in counters]
    owner = Response()
    remember(owner, house.services, new_owner())
    cookie = owner.headers["set-cookie"].partition(";")[0]

    async def codes(times: int) -> list[list[int]]:
        """Of each process, asked by turns."""
        found: list[list[int]] = [[], []]
        for _ in range(times):
            for app, told in zip(apps, found, strict=True):
                async with AsyncClient(transport=ASGITransport(app), base_url=ORIGIN) as client:
                    answer = await client.get("/api/plans", headers={"cookie": cookie})
                    told.append(answer.status_code)
        return found

    try:
        assert await codes(3) == [[200, 200, 429], [200, 200, 429]]
        server.stop()
        assert await codes(5) == [[200] * 4 + [429]] * 2
    finally:
        for one in counters:
            await one.aclose()
        server.stop()
