"""Whom a limit stops: the one who does too much, and nobody else behind the same address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from greenroom.app.ports import Refused
from greenroom.web.addresses import address_of
from greenroom.web.owners import new_owner
from greenroom.web.rate_limits import FRESH_S, KNOWN_OWNERS, RateLimits

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
    return RateLimits(**{**limits, **changes}, people_per_address=people, clock=clock or Clock())


def caller(host: str = SCHOOL) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1), "headers": []})


def kept(count: Callable[..., None], *given: Any) -> bool:
    try:
        count(*given)
    except Refused:
        return False
    return True


def a_whole_interview(limits: RateLimits, owner: str) -> None:
    """What one person's pages ask for in the two minutes in which a class begins, talks and reads: raises
    `Refused` when something of it is too much. Everything in one window, which is harder."""
    for _ in range(4):
        limits.count_request(caller(), None)  # the start page, the plans, the notice, the way in
    limits.count_interview(caller(), None)
    for _ in range(60):
        limits.count_file(caller(), owner)
    for _ in range(40):
        limits.count_request(caller(), owner)  # pages, socket, transcript, commands, report
    for _ in range(24 + 30):
        limits.count_message(caller(), owner)  # pings, and reports of typing
    limits.count_document(caller(), owner)
    limits.count_document(caller(), owner)
    limits.count_reading(caller(), owner)
    limits.count_scorecard(caller(), owner)


def test_a_class_of_500_behind_one_address() -> None:
    """All of them register, talk, ping and read their reports in the same minute."""
    limits = rates()
    for _ in range(PEOPLE):
        a_whole_interview(limits, new_owner())


def test_one_person_without_a_cookie_cannot_starve_them() -> None:
    """Somebody who uses up what callers without a cookie have leaves those with one their own, and a
    class can still register."""
    limits = rates()
    while kept(limits.count_request, caller(), None):
        pass
    for _ in range(PEOPLE):
        owner = new_owner()
        limits.count_interview(caller(), None)
        for _ in range(40):
            limits.count_request(caller(), owner)
            limits.count_message(caller(), owner)


def test_a_new_owner_for_each_request_is_bounded() -> None:
    """Owners are made for nothing: together they have what the people behind one address have, and
    those who were there before have theirs."""
    clock = Clock()
    limits, known = rates(10, clock), new_owner()
    limits.count_request(caller(), known)
    clock.now += FRESH_S
    served = 0
    while kept(limits.count_request, caller(), new_owner()):
        served += 1
    assert served == 10 * 60 - 1
    assert kept(limits.count_request, caller(), known)
    assert kept(limits.count_request, caller("198.51.100.1"), new_owner())


def test_an_owner_has_one_share_wherever_it_is() -> None:
    """Another address does not begin it anew, and what was refused is not counted for others."""
    limits, owner = rates(1, requests_per_minute=60), new_owner()
    assert (
        sum(kept(limits.count_document, caller(f"192.0.2.{n}"), owner) for n in range(200)) == 120
    )
    limits = rates(5, requests_per_minute=60)
    greedy = sum(kept(limits.count_request, caller(), owner) for _ in range(100))
    assert greedy == 30, "an address has less than its fresh owners might take"
    limits = rates(100, requests_per_minute=60)
    assert sum(kept(limits.count_request, caller(), owner) for _ in range(1_000)) == 60
    assert sum(kept(limits.count_request, caller(), new_owner()) for _ in range(1_000)) == 540


def test_pings_do_not_count_against_what_people_do() -> None:
    """Whoever's page pings and types as much as it may can ask for just as much as before."""
    limits, owner = rates(), new_owner()
    while kept(limits.count_message, caller(), owner):
        pass
    assert sum(kept(limits.count_request, caller(), owner) for _ in range(700)) == 600


def test_remembered_owners_are_bounded() -> None:
    """However many come, memory has an end; who is forgotten counts as new."""
    limits = rates(10**6)
    for number in range(KNOWN_OWNERS + 10):
        limits.count_key(caller(), f"own_{number}")
    assert len(limits._first_seen) == KNOWN_OWNERS


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
