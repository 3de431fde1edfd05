"""Coaching behind a link: only where its candidate ticked it, and of this interview alone."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from tests.web.practising import DEEP, THIN, interview

BEST = "the delay fell from a day to two minutes"


def shown(house: Any, visitor: TestClient, interview_id: str, *parts: str) -> str:
    """What a stranger sees by a link that shows these parts."""
    made = visitor.post(f"/api/interviews/{interview_id}/links", json={"parts": list(parts)})
    assert made.status_code == 201, made.text
    page = house.visitor().get(made.json()["path"])
    assert page.status_code == 200
    return str(page.text)


async def test_a_link_shows_coaching_where_it_was_ticked(house: Any, visitor: TestClient) -> None:
    """Best moment, next step and each answer's remarks, and nothing that leads into the interview."""
    held = await interview(house, visitor, THIN, DEEP, spoken=True)
    page = shown(house, visitor, held, "coaching")
    for words in ("How it went", "Your best moment", BEST, "Do this next", "Answer by answer"):
        assert words in page
    assert held not in page
    assert 'href="#t' not in page  # no transcript is shown
    assert BEST not in shown(house, visitor, held, "measures", "stages")


async def test_coaching_is_not_shown_unless_ticked(house: Any, visitor: TestClient) -> None:
    """The box on the page is empty: coaching names weaknesses, and is its candidate's own first."""
    held = await interview(house, visitor, THIN, DEEP, spoken=True)
    page = visitor.get(f"/interviews/{held}/report").text
    assert '<input type="checkbox" name="parts" value="coaching">' in page


async def test_a_link_tells_nothing_of_an_earlier_interview(
    house: Any, visitor: TestClient
) -> None:
    """What got better since last time is for the candidate alone."""
    await interview(house, visitor, THIN, THIN, spoken=True)
    later = await interview(house, visitor, DEEP, DEEP, spoken=True)
    assert "last time" not in shown(house, visitor, later, "coaching", "measures", "stages")
