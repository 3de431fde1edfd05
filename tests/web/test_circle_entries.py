"""Entering a circle over HTTP: what an entry is, how often, and how its interview goes on."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from tests.web.circle_app import CIRCLE, ENTRY, Circles
from tests.web.conftest import NOW, House


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+10:00", "9999-12-31T23:59:59-10:00"])
def test_an_entry_at_the_ends_of_the_calendar(circles: Circles, at: str) -> None:
    """Finds the circle closed, as any other that is not of its time."""
    answer = circles.enter(at=at)
    assert answer.status_code == 409, answer.text
    assert "not open at that time" in answer.text


@pytest.mark.parametrize("bad", [1e400, "\ud800", [[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]])
def test_a_profile_that_cannot_be_kept(circles: Circles, bad: Any) -> None:
    """No number that is none, no half character, and nothing without a bottom."""
    body = json.dumps({**CIRCLE, "owner_profile": {"x": bad}})
    headers = {"content-type": "application/json"}
    answer = circles.client.post("/api/circles", content=body, headers=headers)
    assert answer.status_code == 422


def test_the_same_entry_twice_is_one_interview(circles: Circles) -> None:
    """By its name, or when the whole request is the same; the second answer says so."""
    first = circles.enter(entry="e-1")
    assert first.status_code == 201, first.text
    assert first.headers["location"] == f"{circles.place}/interviews/1"
    again = circles.enter(entry="e-1", distance_m=390)
    assert (again.status_code, again.json()) == (200, first.json())
    assert len(circles.queue.ids) == 1
    unnamed = circles.enter(visitor="device-78")
    assert (unnamed.status_code, unnamed.json()["interview"]) == (201, 2)
    assert circles.enter(visitor="device-78").json() == unnamed.json()


@pytest.mark.parametrize(
    "changes",
    [
        {"distance_m": 401},
        {"distance_m": None},
        {"position": {"latitude": 1, "longitude": 1}, "distance_m": None},
        {"at": (NOW - timedelta(minutes=6)).isoformat()},
        {"at": (NOW + timedelta(days=8)).isoformat()},
    ],
)
def test_an_entry_that_is_none(circles: Circles, changes: Any) -> None:
    """Too far, nowhere, too long ago, after the end: refused before anything is kept or asked."""
    answer = circles.enter(**changes)
    assert answer.status_code == 409, answer.text
    assert "device-77" not in answer.text
    assert circles.queue.ids == []
    assert circles.client.get(circles.place).json()["interviews"] == []


async def test_the_cooldown(circles: Circles) -> None:
    """The same visitor is refused while an interview is not over, and until the cooldown is."""
    assert circles.enter(entry="e-1").status_code == 201
    assert circles.enter(entry="e-2").status_code == 409
    await circles.hold()
    assert circles.enter(entry="e-3").status_code == 409
    assert circles.enter(entry="e-3", visitor="device-78").status_code == 201
    later = NOW + timedelta(days=1, seconds=1)
    with circles.house.visitor(missions=circles.queue, now=lambda: later) as client:
        headers = circles.auth("entry_token")
        answer = client.post(f"{circles.place}/entries", json=ENTRY, headers=headers)
    assert (answer.status_code, answer.json()["interview"]) == (201, 3)


async def test_erasing_an_interview_does_not_end_its_cooldown(circles: Circles) -> None:
    """Neither while it waits nor when it is over, and whoever erases it; another visitor may enter."""
    for number in (1, 2):
        visitor = f"v-{number}"
        assert circles.enter(visitor=visitor).status_code == 201
        if number == 2:
            await circles.hold()
        place = f"{circles.place}/interviews/{number}"
        assert circles.client.delete(place, headers=circles.auth()).status_code == 204
        for again in ({}, {"entry": "another"}):
            answer = circles.enter(visitor=visitor, **again)
            assert answer.status_code == 409
            assert "cooldown" in answer.json()["detail"]
    assert circles.enter(visitor="v-3").status_code == 201


def test_too_many_entries(circles: Circles) -> None:
    """Are refused with when to come again."""
    answers = [circles.enter(visitor=f"v-{n}", distance_m=999).status_code for n in range(130)]
    assert answers[:120] == [409] * 120
    assert set(answers[120:]) == {429}


def test_no_queue_no_entries(house: House) -> None:
    """A server that holds no such interviews admits nobody, and says so."""
    with house.visitor() as client:
        made = client.post("/api/circles", json=CIRCLE).json()
        answer = client.post(f"/api/circles/{made['id']}/entries", json=ENTRY)
    assert answer.status_code == 503
