"""Questions by role and kind, one of them practised; wordings that are kept."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.practising import DEEP, THIN, interview, questions
from tests.web.told import told

from greenroom.app import plans
from greenroom.app.practice import bank
from greenroom.app.practice.retrying import alone, forms


@pytest.mark.parametrize("role", [role for role, _ in bank.roles()])
def test_every_question_of_the_bank_makes_a_plan(role: str) -> None:
    """Each role has questions of several kinds, none with a gap in it, and each makes a plan without fault."""
    found = bank.questions(role)
    assert len({one.kind for one in found}) >= 3
    plan = plans.load_builtin(found[0].plan)
    stages = {stage.id: stage for stage in plan.stages}
    for one in found:
        assert "{" not in one.text
        stage = stages[one.stage]
        question = next(q for q in (stage.opening, *stage.bank) if q.id == one.question)
        toml = alone(plan, stage, forms(question), "One question", "one")
        assert plans.draft(toml).faults == ()


async def test_a_question_of_the_bank_is_practised_alone(house: Any, visitor: TestClient) -> None:
    """It is an interview of one question by the terms of the newest one, and no interview of the series."""
    held = await interview(house, visitor, THIN, DEEP)
    found = visitor.get("/api/bank?role=nursing").json()
    assert "nursing" in [role["id"] for role in found["roles"]]
    chosen = next(one for one in found["questions"] if one["kind"] == "Safe care")
    wanted = {key: chosen[key] for key in ("plan", "stage", "question")}
    made = visitor.post("/api/bank", json=wanted)
    assert made.status_code == 201, made.text
    row = await house.interviews.find(made.json()["id"])
    first = await house.interviews.find(held)
    assert (row.consent, row.owner, row.candidate) == (first.consent, first.owner, first.candidate)
    await told(house.interviews, row.id, [DEEP])
    assert [one["question"] for one in questions(visitor, row.id)] == [chosen["text"]]
    assert [one["id"] for one in visitor.get("/api/progress").json()["interviews"]] == [held]
    assert "last time" not in str(visitor.get(f"/api/interviews/{row.id}/report").json())


async def test_the_bank_is_browsed_by_role_and_kind(house: Any, visitor: TestClient) -> None:
    """The page shows one role, the newest interview's to begin with, and one kind where it is chosen."""
    page = visitor.get("/practice/bank?role=nursing&kind=Safe+care").text
    assert '<option value="nursing" selected>' in page
    assert page.count("data-bank") == 0  # nobody has agreed to anything yet
    assert "Hold one interview first" in page
    await interview(house, visitor, THIN, DEEP)
    page = visitor.get("/practice/bank?role=nursing&kind=Safe+care").text
    every = visitor.get("/practice/bank?role=nursing&kind=no+such").text
    assert 0 < page.count("data-bank") < every.count("data-bank")
    assert visitor.get("/practice/bank?role=astronaut").status_code == 404


async def test_what_is_not_in_the_bank_is_not_practised(house: Any, visitor: TestClient) -> None:
    """Who has no interview is told why; greetings and invented questions are none."""
    real = visitor.get("/api/bank?role=nursing").json()["questions"][0]
    wanted = {key: real[key] for key in ("plan", "stage", "question")}
    assert visitor.post("/api/bank", json=wanted).status_code == 409
    await interview(house, visitor, THIN, DEEP)
    for change in ({"stage": "GREETING", "question": "ready"}, {"plan": "../x"}, {"question": "x"}):
        assert visitor.post("/api/bank", json={**wanted, **change}).status_code == 404


async def test_a_wording_is_kept_and_dropped(house: Any, visitor: TestClient) -> None:
    """It stands beside its question on both pages and in the owner's export, until it is dropped; nobody else
    sees or changes it."""
    held = await interview(house, visitor, THIN, DEEP)
    at = questions(visitor, held)[0]["message"]
    place, mine = (
        f"/api/interviews/{held}/wordings/{at}",
        "I rebuilt the import, and it takes 40 minutes.",
    )
    assert house.visitor().put(place, json={"text": mine}).status_code == 404
    assert visitor.put(place, json={"text": f" {mine}\n"}).status_code == 204
    for page in (f"/interviews/{held}/questions", "/practice"):
        assert mine in visitor.get(page).text
    assert mine not in visitor.get(f"/interviews/{held}/report").text
    export = visitor.get("/api/export").json()["wordings"]
    assert export == [{"interview_id": held, "message": at, "text": mine}]
    for text in ("", "  ", "x" * 5_000, "a\x00b"):
        assert visitor.put(place, json={"text": text}).status_code == 422
    elsewhere = f"/api/interviews/{held}/wordings/9999"
    assert visitor.put(elsewhere, json={"text": mine}).status_code == 404
    assert visitor.delete(place).status_code == 204
    assert visitor.delete(place).status_code == 404
    assert mine not in visitor.get("/practice").text
