"""The sound of answers over HTTP: a consent of its own, heard by its owner alone, deleted alone (R1, Sec)."""

from __future__ import annotations

import io
import re
import wave
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient
from tests.support.pages import PagesHouse
from tests.support.records import sample_link, sample_record, sample_scorecard

from greenroom.app.ports import SOUND_HZ
from greenroom.app.reports.markdown import markdown
from greenroom.app.reports.replay import contents_of
from greenroom.app.reports.reporting import WITHOUT_SOUND
from greenroom.testing.ended import STORY
from greenroom.web.reports.rendering import HtmlReportRenderer

APPLICATION = {"plan": "two-stage", "name": "Ada", "role": "engineer", "consent": True}
LOUD = b"\x00\x20" * SOUND_HZ
"""A second of it."""


async def keep(house: Any, interview_id: str, *seconds: int) -> None:
    kept = house.services.sound.keeper(interview_id)
    for second in seconds:
        await kept(1_000 * second, LOUD)


def registered(visitor: TestClient, **more: Any) -> str:
    answer = visitor.post("/api/interviews", json={**APPLICATION, **more})
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


def test_nobody_is_recorded_who_did_not_say_so(visitor: TestClient) -> None:
    """Without a word about it nothing may be kept; with one it may."""
    for more, allowed in (
        ({}, False),
        ({"keep_sound": False}, False),
        ({"keep_sound": True}, True),
    ):
        made = registered(visitor, **more)
        assert visitor.get(f"/api/interviews/{made}").json()["keep_sound"] is allowed


@pytest.mark.parametrize("word", ["true", "yes", 1, None, [True]])
def test_only_true_is_consent(visitor: TestClient, word: object) -> None:
    """What merely looks like a yes is none, at the registration and afterwards."""
    answer = visitor.post("/api/interviews", json={**APPLICATION, "keep_sound": word})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/keep_sound"
    made = registered(visitor)
    assert visitor.put(f"/api/interviews/{made}/sound", json={"keep": word}).status_code == 422


async def test_it_can_be_changed_until_the_interview_begins(
    house: Any, visitor: TestClient
) -> None:
    """Allowed, taken back, allowed again; not once the interview has begun."""
    made = registered(visitor)
    place = f"/api/interviews/{made}/sound"
    for word in (True, False, True):
        assert visitor.put(place, json={"keep": word}).status_code == 204
        assert visitor.get(f"/api/interviews/{made}").json()["keep_sound"] is word
    await house.begin(made)
    late = visitor.put(place, json={"keep": False})
    assert late.status_code == 409
    assert "has begun" in late.json()["detail"]


async def test_a_stretch_is_heard(house: Any, visitor: TestClient) -> None:
    """The owner gets as many milliseconds as were asked for, as WAV that no cache keeps."""
    made = registered(visitor, keep_sound=True)
    await keep(house, made, 5, 6)
    answer = visitor.get(f"/api/interviews/{made}/sound?from_ms=5500&to_ms=6750")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "audio/wav"
    assert answer.headers["cache-control"] == "no-store"
    with wave.open(io.BytesIO(answer.content)) as file:
        assert file.getnframes() == SOUND_HZ * 1250 // 1000


@pytest.mark.parametrize(
    ("stretch", "status"),
    [
        ("from_ms=0&to_ms=120000", 200),
        ("from_ms=0&to_ms=120001", 422),
        ("from_ms=10&to_ms=10", 422),
        ("from_ms=20&to_ms=10", 422),
        ("from_ms=-1&to_ms=10", 422),
        ("from_ms=0&to_ms=99999999999", 422),
        ("from_ms=x&to_ms=10", 422),
        ("from_ms=0", 422),
        ("from_ms=7000&to_ms=8000", 404),
    ],
)
async def test_stretches(house: Any, visitor: TestClient, stretch: str, status: int) -> None:
    """What is no stretch, is too long or was not kept is a problem in words."""
    made = registered(visitor, keep_sound=True)
    await keep(house, made, 1)
    answer = visitor.get(f"/api/interviews/{made}/sound?{stretch}")
    assert answer.status_code == status
    if status != 200:
        assert answer.headers["content-type"] == "application/problem+json"


async def test_nobody_else_hears_it(house: Any, visitor: TestClient) -> None:
    """A stranger and another owner get the 404 of an interview that never was, a wrong token 401; the
    capability opens it."""
    answer = visitor.post("/api/interviews", json={**APPLICATION, "keep_sound": True}).json()
    await keep(house, answer["id"], 1)
    place = f"/api/interviews/{answer['id']}/sound"
    missing = visitor.get("/api/interviews/int_0/sound?from_ms=0&to_ms=2000").json()
    with house.visitor() as stranger, house.visitor() as other:
        registered(other)
        for somebody in (stranger, other):
            heard = somebody.get(f"{place}?from_ms=0&to_ms=2000")
            assert (heard.status_code, heard.json()) == (404, missing)
            assert somebody.put(place, json={"keep": False}).status_code == 404
            assert somebody.delete(place).status_code == 404
        bearer = {"authorization": f"Bearer {answer['access_token']}"}
        assert stranger.get(f"{place}?from_ms=0&to_ms=2000", headers=bearer).status_code == 200
        wrong = {"authorization": "Bearer wrong"}
        assert visitor.get(f"{place}?from_ms=0&to_ms=2000", headers=wrong).status_code == 401


async def test_it_goes_alone_and_with_the_interview(house: Any, visitor: TestClient) -> None:
    """The sound can be deleted while the rest stays; whoever deletes the interview, or everything,
    deletes it too."""
    alone, one, all_ = (registered(visitor, keep_sound=True) for _ in range(3))
    for made in (alone, one, all_):
        await keep(house, made, 1)
    assert visitor.delete(f"/api/interviews/{alone}/sound").status_code == 204
    assert visitor.get(f"/api/interviews/{alone}").json()["keep_sound"] is False
    assert await house.store.sounds.spans(alone) == []
    assert visitor.delete(f"/api/interviews/{one}").status_code == 204
    assert await house.store.sounds.spans(one) == []
    assert await house.store.sounds.spans(all_) == [(1_000, 2_000)]
    assert visitor.delete("/api/owner").status_code == 204
    assert await house.store.sounds.spans(all_) == []


async def test_the_export_says_what_it_leaves_out(house: Any, visitor: TestClient) -> None:
    """Everything that is kept of an owner names the stretches of sound and holds none of it."""
    made = registered(visitor, keep_sound=True)
    await keep(house, made, 1, 2, 9)
    (taken,) = visitor.get("/api/export").json()["interviews"]
    assert taken["sound"] == [[1_000, 3_000], [9_000, 10_000]]


async def test_from_the_journal_to_a_button(house: Any, visitor: TestClient) -> None:
    """The page of an interview with sound plays the answers that it has, and says of how many it has none;
    what the button asks for is there, and in no file."""
    made = registered(visitor, keep_sound=True)
    await house.end(made, "I am a data engineer in a chain of bookshops.", STORY, sound=True)
    record = visitor.get(f"/api/interviews/{made}").json()["record"]
    assert record["sound"] is True
    first, second = (m for m in record["messages"] if m["kind"] == "answer")
    assert second["started_ms"] > first["ended_ms"] + 1_000
    await keep(house, made, *range(first["started_ms"] // 1_000, first["ended_ms"] // 1_000 + 1))
    page = visitor.get(f"/interviews/{made}/report").text
    assert page.count('class="play"') == 1
    assert "Of one answer the sound is missing." in page
    (begin, end), *_ = re.findall(r'data-from="(\d+)" data-to="(\d+)"', page)
    assert int(begin) < first["started_ms"] < first["ended_ms"] < int(end)
    place = f"/api/interviews/{made}/sound"
    assert visitor.get(f"{place}?from_ms={begin}&to_ms={end}").status_code == 200
    row = await house.interviews.find(made)
    told = await contents_of(house.store, row)
    assert WITHOUT_SOUND in markdown(told.record, told.report)
    paper = HtmlReportRenderer().html(told, printed=False)
    assert WITHOUT_SOUND in paper
    assert "<button" not in paper


async def test_without_sound_nothing_is_said_of_it(house: Any, visitor: TestClient) -> None:
    """A record, a report and its files of an interview whose sound was not kept do not mention it."""
    made = registered(visitor)
    await house.end(made, STORY)
    page = visitor.get(f"/interviews/{made}/report").text
    for sign in ('class="play"', 'id="player"', "sound.js", "erase-sound", "oice was kept"):
        assert sign not in page
    assert "sound" not in visitor.get(f"/api/interviews/{made}").json()["record"]
    row = await house.interviews.find(made)
    told = await contents_of(house.store, row)
    assert WITHOUT_SOUND not in markdown(told.record, told.report) + HtmlReportRenderer().html(
        told, printed=False
    )


async def test_sound_that_is_gone_is_said(house: Any, visitor: TestClient) -> None:
    """Where it was allowed and there is none, the page does not pretend otherwise."""
    made = registered(visitor, keep_sound=True)
    await house.end(made, STORY, sound=True)
    page = visitor.get(f"/interviews/{made}/report").text
    assert "there is no sound" in page
    assert 'class="play"' not in page


JUDGED: Final = {**sample_record("done"), "sound": True}


@pytest.fixture
def stage() -> PagesHouse:
    """A judged interview with sound, and a link that shows all of its words."""
    stage = PagesHouse()
    stage.add("done", JUDGED, sample_scorecard("done", JUDGED), sound_ms=320_000)
    stage.link(sample_link("done", "token"))
    return stage


def test_every_quote_has_its_sound(stage: PagesHouse) -> None:
    """Each quote of the scorecard and each spoken answer has a button with a name that a screen reader can
    tell from the others; the interviewer's words have none. A stranger's page has none at all."""
    with TestClient(stage.app()) as client:
        page = client.get("/interviews/done/report").text
        shared = client.get("/shared/token").text
    card = sample_scorecard("done", JUDGED).card
    assert card is not None
    quotes = sum(len(mark.get("quotes", ())) for mark in card["marks"].values())
    theirs = [m for m in JUDGED["messages"] if m["speaker"] == "candidate"]
    answers = [m for m in theirs if m["kind"] != "ack"]
    assert page.count('aria-label="Play: “') >= quotes > 0
    assert page.count('aria-label="Play: your words at') == len(answers)
    assert '<audio id="player"' in page
    assert "nobody can hear your voice through it" in page
    for sign in ('class="play"', "<audio", "/sound?", "sound.js"):
        assert sign not in shared
