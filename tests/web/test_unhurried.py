"""No time limits, asked for at registration: kept, shown, journaled (F9, WCAG 2.2.1)."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from greenroom.app.journals import open_journal

APPLICATION = {"plan": "two-stage", "consent": True, "name": "Ada"}


def registered(visitor: TestClient, **more: Any) -> str:
    answer = visitor.post("/api/interviews", json={**APPLICATION, **more})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


@pytest.mark.parametrize("asked", [True, False])
async def test_it_goes_from_the_form_to_the_journal(
    house: Any, visitor: TestClient, asked: bool
) -> None:
    """Asked for or not: the API says so, the room shows it, the journal's header carries it, and the
    engine begins by it."""
    made = registered(visitor, unhurried=asked)
    assert visitor.get(f"/api/interviews/{made}").json()["unhurried"] is asked
    assert ("No time limits" in visitor.get(f"/interviews/{made}/room").text) is asked
    row = await house.store.interviews.find(made)
    opened = await open_journal(house.store.interviews, row, "2026-11-21T09:00:00.000Z")
    assert (opened.header.unhurried, opened.state.unhurried) == (asked, asked)
    record = visitor.get(f"/api/interviews/{made}").json()["record"]
    assert record.get("unhurried", False) is asked


def test_nobody_gets_it_unasked(visitor: TestClient) -> None:
    """Without a word there are time limits, as before."""
    made = registered(visitor)
    assert visitor.get(f"/api/interviews/{made}").json()["unhurried"] is False


@pytest.mark.parametrize("word", ["true", "yes", 1, None, [True]])
def test_only_true_is_yes(visitor: TestClient, word: object) -> None:
    """What merely looks like a yes is refused, with the field's name."""
    answer = visitor.post("/api/interviews", json={**APPLICATION, "unhurried": word})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/unhurried"
