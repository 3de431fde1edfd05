"""An interview that was held, and questions of it practised again over HTTP."""

from __future__ import annotations

from typing import Any

from fastapi.testclient import TestClient
from tests.web.told import told

PLAN = """schema = 1
id = "short"
title = "Short"
[[stages]]
id = "TALK"
maximum_turns = 2
hard_limit = 600
closing = "Good-bye."
[stages.opening]
text = "Tell me about one piece of work."
simpler = "What did you do last week?"
[[stages.bank]]
id = "hard"
text = "What was the hardest decision in your last project?"
"""
THIN = "I worked on websites."
DEEP = (
    "Our stock count was a day behind. I decided on change events over polling, built it with one "
    "colleague, and the delay fell from a day to two minutes; the price was a harder rollback."
)


async def interview(
    house: Any, visitor: TestClient, *answers: str, spoken: bool = False, keep_sound: bool = False
) -> str:
    plan = visitor.post("/api/plans", json={"toml": PLAN}).json()["id"]
    wanted = {"plan": plan, "consent": True, "name": "Ada", "keep_sound": keep_sound}
    interview_id: str = visitor.post("/api/interviews", json=wanted).json()["id"]
    await told(house.interviews, interview_id, answers, spoken=spoken)
    return interview_id


def questions(visitor: TestClient, interview_id: str) -> list[dict[str, Any]]:
    answer = visitor.get(f"/api/interviews/{interview_id}/questions")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["questions"]
    return found


async def tried(
    house: Any,
    visitor: TestClient,
    interview_id: str,
    message: int,
    text: str,
    *,
    spoken: bool = False,
) -> str:
    answer = visitor.post(f"/api/interviews/{interview_id}/retries", json={"message": message})
    assert answer.status_code == 201, answer.text
    again: str = answer.json()["id"]
    await told(house.interviews, again, [text], spoken=spoken)
    return again
