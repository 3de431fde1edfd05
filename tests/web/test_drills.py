"""The drill queue over HTTP: which questions come again, when, and for whom (R5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.conftest import NOW
from tests.web.practising import DEEP, PLAN, THIN, tried
from tests.web.told import told


async def test_thin_answers_come_again(house: Any, visitor: TestClient, held: str) -> None:
    """A thin answer's question is due at once, a deep one's never; a good retry puts it off for days,
    always by the same time."""
    (drill,) = visitor.get("/api/drills").json()["drills"]
    assert (drill["question"], drill["today"]) == ("Tell me about one piece of work.", True)
    again = await tried(house, visitor, held, drill["message"], DEEP)
    body = {"interview": held, "message": drill["message"], "retry": again}
    kept = visitor.post("/api/drills", json=body).json()
    assert kept["why"].startswith("easy: ")
    taken = visitor.get("/api/export").json()
    assert [one["interview_id"] for one in taken["drills"]] == [held]
    assert [one["of_interview"] for one in taken["retries"]] == [held]
    (later,) = visitor.get("/api/drills").json()["drills"]
    assert (later["due"], later["reviews"], later["today"]) == (kept["due"], 1, False)
    assert later["due"] == (NOW + timedelta(days=8)).isoformat(timespec="seconds")


FRAMED = (
    PLAN.replace(
        "[[stages]]",
        """[[stages]]
id = "HELLO"
kind = "greeting"
hard_limit = 90
[stages.opening]
text = "Hello. Shall we begin?"
kind = "yesno"
[[stages]]""",
        1,
    )
    + """
[[stages]]
id = "YOURS"
kind = "questions"
hard_limit = 90
closing = "Good-bye."
[stages.opening]
text = "Do you have any questions for me?"
kind = "yesno"
"""
)
ASKED = "How long does this take?"


PIECE, HARDEST = (
    "Tell me about one piece of work.",
    "What was the hardest decision in your last project?",
)


@pytest.mark.parametrize(
    ("answers", "drilled"),
    [
        (
            ("Hello.", "Give me a minute.", "Yes.", ASKED, THIN, DEEP, "What is the salary?"),
            {PIECE},
        ),
        (("", THIN, "Give me a minute.", "And is that the kind of work you mean?"), {PIECE}),
        (("", "My mother died last week.", "Yes, go on.", THIN, DEEP), set()),
        (("Yes.", ASKED), {PIECE}),
    ],
    ids=["asides", "asked back", "distress", "no answer"],
)
async def test_only_a_question_to_answer_is_practised(
    house: Any, visitor: TestClient, answers: tuple[str, ...], drilled: set[str]
) -> None:
    """A greeting, what was only asked back, a request, an aside, a question of the candidate's and what touched a
    distress are no drill, and neither is the offer to ask something: they have weak answers or none."""
    plan = visitor.post("/api/plans", json={"toml": FRAMED}).json()["id"]
    made = visitor.post("/api/interviews", json={"plan": plan, "consent": True}).json()
    await told(house.interviews, made["id"], answers)
    said = {
        m["text"] for m in visitor.get(f"/api/interviews/{made['id']}").json()["record"]["messages"]
    }
    assert {one for one in answers if one} <= said
    assert {one["question"] for one in visitor.get("/api/drills").json()["drills"]} == drilled


@pytest.mark.parametrize("heard", [0, 1, 2, 5])
async def test_a_fragment_is_no_drill(house: Any, visitor: TestClient, heard: int) -> None:
    """Of a question only some words were heard before a thin answer came over it. None of these is a drill: the
    whole question is, once, also where it was put a second time in other words that were cut off too."""
    plan = visitor.post("/api/plans", json={"toml": PLAN}).json()["id"]
    made = visitor.post("/api/interviews", json={"plan": plan, "consent": True}).json()
    await told(house.interviews, made["id"], [THIN, "And then we tested it all."], cut=heard)
    messages = visitor.get(f"/api/interviews/{made['id']}").json()["record"]["messages"]
    cut = [m["text"] for m in messages if m["interrupted"] and m["question_id"]]
    assert len(cut) == 2
    drills = [one["question"] for one in visitor.get("/api/drills").json()["drills"]]
    assert PIECE in drills
    assert len(drills) == len(set(drills))
    assert set(drills) <= {PIECE, HARDEST}


async def test_grading_by_hand_and_no_more(house: Any, visitor: TestClient, held: str) -> None:
    """The candidate's own grade counts; a question that was taken out does not come back."""
    (drill,) = visitor.get("/api/drills").json()["drills"]
    body = {"interview": held, "message": drill["message"]}
    told_again = visitor.post("/api/drills", json={**body, "grade": "again"}).json()
    assert told_again["due"] == (NOW + timedelta(minutes=1)).isoformat(timespec="seconds")
    assert visitor.post("/api/drills", json={**body, "drop": True}).json()["due"] is None
    assert visitor.get("/api/drills").json()["drills"] == []
    assert visitor.post("/api/drills", json={**body, "retry": held}).status_code == 404


async def test_at_most_five_come_on_one_day(house: Any, visitor: TestClient) -> None:
    """Of eight weak questions five are due today and the others tomorrow; each one that was repeated today
    is one of the five."""
    for place in range(4):
        text = PLAN.replace("one piece of work", f"piece of work number {place}")
        text = text.replace("hardest decision", f"hardest decision number {place}")
        plan = visitor.post("/api/plans", json={"toml": text}).json()["id"]
        wanted = {"plan": plan, "consent": True, "name": "Ada"}
        interview_id = visitor.post("/api/interviews", json=wanted).json()["id"]
        await told(house.interviews, interview_id, [THIN, "I read some documents there."])
    drills = visitor.get("/api/drills").json()["drills"]
    assert [one["today"] for one in drills] == [True] * 5 + [False] * 3
    body = {"interview": drills[0]["interview"], "message": drills[0]["message"], "grade": "easy"}
    visitor.post("/api/drills", json=body)
    after = visitor.get("/api/drills").json()["drills"]
    assert sum(one["today"] for one in after) == 4
    assert all(len(one["question"].split()) > 3 and "context" in one for one in after)
