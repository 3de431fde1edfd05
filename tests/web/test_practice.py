"""Practice over HTTP: a question again, compared; the drill queue; what stays weak (R5)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.practising import DEEP, PLAN, THIN, interview, questions, tried
from tests.web.told import told

from greenroom.app import plans
from greenroom.app.plans import parse
from greenroom.assessment.exchanges import exchanges
from greenroom.interview.background import Background, Highlight


async def test_a_question_is_asked_again_alone(house: Any, visitor: TestClient, held: str) -> None:
    """A retry is an interview of one stage and one question, with all its forms, and ends after the
    answer."""
    first = questions(visitor, held)[0]
    again = await tried(house, visitor, held, first["message"], DEEP)
    row = await house.interviews.find(again)
    plan = parse(row.plan_toml, "again")
    (stage,) = plan.stages
    assert (stage.id, stage.opening.text) == ("TALK", "Tell me about one piece of work.")
    assert stage.opening.simpler == "What did you do last week?"
    assert plans.draft(row.plan_toml).faults == ()
    assert [one["question"] for one in questions(visitor, again)] == [stage.opening.text]
    assert questions(visitor, held)[0]["retries"] == [again]


@pytest.mark.parametrize("name", plans.builtin_names())
async def test_any_question_can_be_asked_again(house: Any, visitor: TestClient, name: str) -> None:
    """Every question that a built-in plan came to makes a plan without fault."""
    body = {"plan": name, "consent": True, "role": "software engineer", "level": "senior"}
    interview_id = visitor.post("/api/interviews", json=body).json()["id"]
    await told(house.interviews, interview_id, [DEEP, "", THIN, "I lead a team of five.", "No."])
    for one in questions(visitor, interview_id):
        place = f"/api/interviews/{interview_id}/retries"
        answer = visitor.post(place, json={"message": one["message"]})
        assert answer.status_code == 201
        row = await house.interviews.find(answer.json()["id"])
        assert plans.draft(row.plan_toml).faults == ()


@pytest.mark.parametrize("heard", [1, 3, 5])
async def test_a_question_that_was_cut_off_is_named_whole(
    house: Any, visitor: TestClient, heard: int
) -> None:
    """Whoever spoke over a question finds it by all its words: on the pages, on every button, in the
    queue and in the retry."""
    plan = visitor.post("/api/plans", json={"toml": PLAN}).json()["id"]
    made = visitor.post("/api/interviews", json={"plan": plan, "consent": True}).json()
    await told(house.interviews, made["id"], [""], cut=heard)
    whole = {
        "Tell me about one piece of work.",
        "What was the hardest decision in your last project?",
    }
    found = questions(visitor, made["id"])
    assert {one["question"] for one in found} == whole
    drills = visitor.get("/api/drills").json()["drills"]
    assert {one["question"] for one in drills} == whole
    for page in (f"/interviews/{made['id']}/questions", "/practice"):
        html = visitor.get(page).text
        names = re.findall(r'aria-label="(?:Answer|Not) again: ([^"]*)"', html)
        assert set(names) == whole
    again = visitor.post(
        f"/api/interviews/{made['id']}/retries", json={"message": found[0]["message"]}
    ).json()
    row = await house.interviews.find(again["id"])
    assert parse(row.plan_toml, "again").stages[0].opening.text in whole


def test_a_question_of_several_sentences_is_named_whole() -> None:
    """Where only the record is at hand, a question is the whole message: no sentence of it is left out."""
    text = "What was your part? And who else was there?"
    asked = {
        "index": 0,
        "speaker": "interviewer",
        "kind": "question",
        "question_id": "q",
        "text": text,
    }
    (one,) = exchanges([asked])
    assert one.question == text


async def test_a_question_is_told_whole(house: Any, visitor: TestClient) -> None:
    """Without greeting and thanks, but with what leads to it, also one about the candidate's papers, which
    can be asked again; a story's order is proposed only where a story was asked for."""
    place = visitor.post("/api/interviews", json={"plan": "two-stage", "consent": True}).json()[
        "id"
    ]
    point = Highlight("number", "Cut the import from 9 hours to 40 minutes")
    papers = Background(highlights=(point,), highlight_stages=frozenset({"PAST_EXPERIENCE"}))
    answers = ("I am a data engineer, and I am good at finding causes.", THIN, THIN, "No.")
    await told(house.interviews, place, answers, background=papers)
    intro, story, tied, *_ = questions(visitor, place)
    assert intro["question"] == "Please tell me a little about yourself."
    assert story["question"].startswith("Think of one project or piece of work")
    assert point.text in tied["question"]
    assert (intro["stronger"], story["stronger"] is None) == (None, False)
    again = await tried(house, visitor, place, tied["message"], DEEP)
    assert [one["question"] for one in questions(visitor, again)] == [tied["question"]]


async def test_practice_is_its_owners(house: Any, visitor: TestClient, held: str) -> None:
    """A stranger finds no questions, retries nothing, grades nothing and sees no progress."""
    with house.visitor() as stranger:
        assert stranger.get(f"/api/interviews/{held}/questions").status_code == 404
        place = f"/api/interviews/{held}/retries"
        assert stranger.post(place, json={"message": 0}).status_code == 404
        body = {"interview": held, "message": 0, "grade": "good"}
        assert stranger.post("/api/drills", json=body).status_code == 404
        assert stranger.get("/api/drills").json() == {"drills": []}
        assert stranger.get("/api/progress").json()["interviews"] == []


async def test_nothing_is_left_of_an_erased_interview(
    house: Any, visitor: TestClient, held: str
) -> None:
    """Its drills and its retries' links go with it."""
    (drill,) = visitor.get("/api/drills").json()["drills"]
    body = {"interview": held, "message": drill["message"], "grade": "good"}
    visitor.post("/api/drills", json=body)
    again = await tried(house, visitor, held, drill["message"], DEEP)
    visitor.delete(f"/api/interviews/{held}")
    assert visitor.get("/api/drills").json()["drills"] == []
    assert visitor.get(f"/api/interviews/{again}/comparison").status_code == 404
    assert "Tell me" not in visitor.get("/practice").text


async def test_what_stays_weak(house: Any, visitor: TestClient, held: str) -> None:
    """One interview shows no habit; two do, with the counts that the sentence rests on. Retries and
    what was not measured count in none."""
    assert visitor.get("/api/progress").json()["weak_areas"] == []
    second = await interview(house, visitor, THIN, THIN.replace("websites", "some other pages"))
    await tried(house, visitor, second, questions(visitor, second)[0]["message"], DEEP)
    found = visitor.get("/api/progress").json()
    assert len(found["interviews"]) == 2
    areas = {area["name"]: area for area in found["weak_areas"]}
    assert (areas["detail"]["found"], areas["detail"]["of"]) == (3, 4)
    assert found["measures"] == {}  # all was typed: nothing has a pace
    assert found["criteria"] == {}
    page = visitor.get("/practice").text
    assert "3 of 4 answers" in page


async def test_an_interview_that_is_not_over(visitor: TestClient, made: dict[str, str]) -> None:
    """Nothing of it can be tried again, and there are no questions yet."""
    place = f"/api/interviews/{made['id']}"
    assert visitor.post(f"{place}/retries", json={"message": 0}).status_code == 409
    assert visitor.get(f"{place}/questions").status_code == 409


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("websites", True),
        ("ROLLBACK short", True),
        ("2026-11-21", True),
        ("websites elephants", False),
        ("<b>", False),
    ],
)
async def test_an_interview_is_found_by_its_words(
    visitor: TestClient, held: str, wanted: str, found: bool
) -> None:
    """Every word that is looked for is in it: in what was said, the plan's title or the day."""
    page = visitor.get("/history", params={"q": wanted}).text
    assert (f"/interviews/{held}/report" in page) is found
    assert "<b>" not in page
    assert ("No interview has" in page) is not found
