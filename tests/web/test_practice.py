"""Practice over HTTP: a question again, compared; the drill queue; what stays weak (R5)."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.conftest import NOW
from tests.web.test_sound import keep
from tests.web.told import told

from greenroom.app import plans
from greenroom.app.plans import parse
from greenroom.assessment.exchanges import exchanges
from greenroom.assessment.rewording.checked import SENTENCES
from greenroom.assessment.stronger import NUMBER_GAP
from greenroom.interview.background import Background, Highlight
from greenroom.testing.writers import ScriptedWriters

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


@pytest.fixture
async def held(house: Any, visitor: TestClient) -> str:
    """An interview of the visitor's with one thin and one deep answer."""
    return await interview(house, visitor, THIN, DEEP)


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


async def keep_answer(house: Any, visitor: TestClient, interview_id: str, answer: int) -> None:
    """The sound of one message."""
    record = visitor.get(f"/api/interviews/{interview_id}").json()["record"]
    said = record["messages"][answer]
    await keep(
        house, interview_id, *range(said["started_ms"] // 1_000, said["ended_ms"] // 1_000 + 1)
    )


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


async def test_two_answers_side_by_side(house: Any, visitor: TestClient, held: str) -> None:
    """Words of both; a difference only where both were measured, and none is made up."""
    first = questions(visitor, held)[0]
    again = await tried(house, visitor, held, first["message"], DEEP)
    found = visitor.get(f"/api/interviews/{again}/comparison").json()
    assert found["question"] == first["question"]
    assert (found["first"]["words"], found["second"]["words"]) == (4, len(DEEP.split()))
    assert found["criteria"] == []
    for pair in found["measures"]:
        both = all(isinstance(pair[side]["value"], int | float) for side in ("first", "second"))
        assert (pair["difference"] is not None) == both
    page = visitor.get(f"/interviews/{again}/comparison").text
    assert THIN in page
    assert "No difference measured" in page
    assert visitor.get(f"/api/interviews/{held}/comparison").status_code == 404


PLAYED = re.compile(
    r'data-sound="([^"]+)"(?:(?!data-sound).)*?data-from="(\d+)" data-to="(\d+)"', re.DOTALL
)


async def test_answers_are_heard_again(house: Any, visitor: TestClient) -> None:
    """Beside each answer whose sound was kept stands a button that plays it, on both pages; of two answers
    each is heard from its own interview. Where nothing is kept nothing is said of it."""
    first = await interview(house, visitor, THIN, DEEP, spoken=True, keep_sound=True)
    one, _ = questions(visitor, first)
    again = await tried(house, visitor, first, one["message"], DEEP, spoken=True)
    pages = f"/interviews/{first}/questions", f"/interviews/{again}/comparison"
    for page in pages:
        assert not re.search(r'class="play"|<audio|sound\.js|data-sound', visitor.get(page).text)
    (answer,) = one["answers"]
    await keep_answer(house, visitor, first, answer["message"])
    asked, compared = (visitor.get(page).text for page in pages)
    assert asked.count('class="play"') == compared.count('class="play"') == 1
    assert f'aria-label="Play: your answer to: {one["question"]}"' in asked
    assert 'aria-label="Play: The first answer"' in compared
    assert PLAYED.search(asked) is not None
    (new,) = (a for q in questions(visitor, again) for a in q["answers"])
    await keep_answer(house, visitor, again, new["message"])
    compared = visitor.get(pages[1]).text
    found = PLAYED.findall(compared)
    assert [place for place, _, _ in found] == [
        f"/api/interviews/{i}/sound" for i in (first, again)
    ]
    for place, begin, end in found:
        assert visitor.get(f"{place}?from_ms={begin}&to_ms={end}").status_code == 200
    assert 'aria-label="Play: The new one"' in compared
    assert compared.count('<audio id="player"') == compared.count('id="player-status"') == 1
    assert visitor.delete(f"/api/interviews/{first}/sound").status_code == 204
    assert [place for place, _, _ in PLAYED.findall(visitor.get(pages[1]).text)] == [found[1][0]]


async def test_a_token_opens_no_comparison(house: Any, visitor: TestClient, held: str) -> None:
    """It opens one interview, and a comparison shows two: neither the page nor the API gives it."""
    place = f"/api/interviews/{held}/retries"
    made = visitor.post(place, json={"message": questions(visitor, held)[0]["message"]}).json()
    await told(house.interviews, made["id"], [DEEP])
    bearer = {"authorization": f"Bearer {made['access_token']}"}
    with house.visitor() as stranger:
        assert stranger.get(f"/api/interviews/{made['id']}", headers=bearer).status_code == 200
        for path in ("/api/interviews", "/interviews"):
            page = stranger.get(f"{path}/{made['id']}/comparison", headers=bearer)
            assert page.status_code == 404
            assert THIN not in page.text


async def test_a_model_words_an_answer(house: Any, visitor: TestClient, held: str) -> None:
    """The page offers it where a model is; a wording of one's own words is shown, any other is not, and
    why; ten in a minute."""
    place, page = f"/api/interviews/{held}/wordings", f"/interviews/{held}/questions"
    first = questions(visitor, held)[0]["message"]
    assert "data-word" not in visitor.get(page).text
    assert visitor.post(place, json={"message": first}).status_code == 409
    told = {"text": "I worked on websites.", "from": [1]}
    gap = {"text": NUMBER_GAP, "from": []}
    writers = ScriptedWriters(json.dumps({"sentences": [told, gap]}))
    with house.visitor(writers=writers, operators_model="OpenAI") as client:
        client.cookies = visitor.cookies
        assert f'data-word="{first}"' in client.get(page).text
        found = client.post(place, json={"message": first}).json()
        assert [one["text"] for one in found["sentences"]] == [told["text"], NUMBER_GAP]
        assert (found["by"], found["why"]) == ("script", None)
        writers.reply = json.dumps({"sentences": [{**told, "text": "I led 9 websites."}, gap]})
        found = client.post(place, json={"message": first}).json()
        assert (found["sentences"], found["refused"]) == (None, "number_not_said")
        assert found["why"] == SENTENCES["number_not_said"]
        writers.reply = "I can't help with that."
        found = client.post(place, json={"message": first}).json()
        assert (found["cause"], found["why"]) == ("refused", "The model failed. It declined.")
        assert client.post(place, json={"message": 999}).status_code == 404
        assert client.post(place, json={"message": first, "key": "key_no"}).status_code == 422
        answers = [client.post(place, json={"message": first}).status_code for _ in range(10)]
        assert answers[-1] == 429
    with house.visitor(writers=writers, operators_model="OpenAI") as stranger:
        assert stranger.post(place, json={"message": first}).status_code == 404
    assert set(writers.asked) == {held}


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
