"""Correcting misheard words over HTTP: for the owner alone, within bounds, shown on the page of the report."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from tests.web.practising import DEEP, THIN, interview

HEARD = DEEP.replace("stock", "sock")


async def misheard(house: Any, visitor: TestClient) -> tuple[str, str, int]:
    """An interview with a misheard answer; the address of its corrections, and the message."""
    interview_id = await interview(house, visitor, THIN, HEARD, spoken=True)
    record = visitor.get(f"/api/interviews/{interview_id}").json()["record"]
    at = next(m["index"] for m in record["messages"] if m["text"] == HEARD)
    return interview_id, f"/api/interviews/{interview_id}/corrections/{at}", at


async def test_the_owner_corrects_and_takes_back(house: Any, visitor: TestClient) -> None:
    """The page shows the corrected words with those that were heard, offers to change them, and forgets
    them when they are taken back; so do practice and export."""
    interview_id, place, _ = await misheard(house, visitor)
    page = f"/interviews/{interview_id}/report"
    assert f'data-correct="{place}"' in visitor.get(page).text
    answer = visitor.put(place, json={"text": DEEP})
    assert answer.status_code == 200, answer.text
    assert answer.json()["heard"] == HEARD
    assert [one["heard"] for one in answer.json()["corrected"]] == ["sock"]
    shown = visitor.get(page).text
    assert "Corrected by the candidate. We had heard:" in shown
    assert "Take it back" in shown
    told = visitor.get(f"/api/interviews/{interview_id}/questions").json()["questions"]
    assert DEEP in [a["text"] for one in told for a in one["answers"]]
    assert visitor.delete(place).status_code == 204
    assert visitor.delete(place).status_code == 404
    assert "Take it back" not in visitor.get(page).text


async def test_nobody_else_corrects(house: Any, visitor: TestClient) -> None:
    """Another browser is told that there is nothing."""
    interview_id, place, _ = await misheard(house, visitor)
    other = house.visitor()
    assert other.put(place, json={"text": DEEP}).status_code == 404
    assert other.delete(place).status_code == 404
    assert "heard" not in str(
        visitor.get(f"/api/interviews/{interview_id}").json()["record"]["messages"]
    )


async def test_the_token_of_the_interview_corrects_nothing(house: Any, visitor: TestClient) -> None:
    """It opens the interview; its words are the owner's."""
    plan = {"plan": "two-stage", "consent": True, "name": "Ada"}
    made = visitor.post("/api/interviews", json=plan).json()
    await house.end(made["id"], HEARD)
    headers = {"Authorization": f"Bearer {made['access_token']}"}
    stranger = house.visitor()
    assert stranger.get(f"/api/interviews/{made['id']}", headers=headers).status_code == 200
    place = f"/api/interviews/{made['id']}/corrections/1"
    assert stranger.put(place, json={"text": "Words."}, headers=headers).status_code == 404


async def test_typed_answers_and_too_long_words_are_refused(
    house: Any, visitor: TestClient
) -> None:
    """What was typed was not misheard; a correction is no new answer."""
    typed = await interview(house, visitor, THIN, DEEP)
    record = visitor.get(f"/api/interviews/{typed}").json()["record"]
    at = next(m["index"] for m in record["messages"] if m["text"] == DEEP)
    answer = visitor.put(f"/api/interviews/{typed}/corrections/{at}", json={"text": THIN})
    assert answer.status_code == 404
    assert "data-correct" not in visitor.get(f"/interviews/{typed}/report").text
    _, place, _ = await misheard(house, visitor)
    for text in ("", "x" * 3_000, "y" * 50_000):
        assert visitor.put(place, json={"text": text}).status_code == 422
