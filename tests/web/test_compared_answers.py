"""Two answers to one question over HTTP: side by side, heard again, worded by a model (R5)."""

from __future__ import annotations

import json
import re
from typing import Any

from fastapi.testclient import TestClient
from tests.web.practising import DEEP, THIN, interview, questions, tried
from tests.web.test_sound import keep
from tests.web.told import told

from greenroom.assessment.rewording.checked import SENTENCES
from greenroom.assessment.stronger import NUMBER_GAP
from greenroom.testing.writers import ScriptedWriters


async def keep_answer(house: Any, visitor: TestClient, interview_id: str, answer: int) -> None:
    """The sound of one message."""
    record = visitor.get(f"/api/interviews/{interview_id}").json()["record"]
    said = record["messages"][answer]
    await keep(
        house, interview_id, *range(said["started_ms"] // 1_000, said["ended_ms"] // 1_000 + 1)
    )


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
