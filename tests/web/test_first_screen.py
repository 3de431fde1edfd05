"""The first screen of a report says how it went and what to do next, and nothing that helps nobody."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from tests.web.practising import DEEP, THIN, interview


async def test_without_a_model_it_coaches_and_advertises_nothing(
    house: Any, visitor: TestClient
) -> None:
    """No empty "In short", no key to buy, no bare count of words as the news."""
    held = await interview(house, visitor, THIN, DEEP, spoken=True)
    page = visitor.get(f"/interviews/{held}/report").text
    told = visitor.get(f"/api/interviews/{held}/report").json()["coaching"]
    first = page[page.index("<h1") : page.index('id="answers"')]
    assert told["title"] in first
    assert told["next"]["text"].split(".")[0] in first
    assert "Your best moment" in first
    for empty in ("In short", "/keys", " words in ", "Not scored"):
        assert empty not in first
