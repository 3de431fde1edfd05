"""The JSON routes: registering, reading, exporting, commanding, erasing, and refusing nonsense."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.web.bodies import LARGEST

APPLICATION = {"plan": "two-stage", "name": "Ada", "role": "engineer", "consent": True}
PROBLEM = "application/problem+json"


def pointers(answer: Any) -> set[str]:
    assert answer.headers["content-type"] == PROBLEM
    return {fault["pointer"] for fault in answer.json()["errors"]}


async def test_registering_stores_what_was_told(visitor: TestClient, house: Any) -> None:
    """A new interview keeps candidate and plan source; of its token only a hash (W1, Sec)."""
    told = {
        **APPLICATION,
        "name": "  Ada \n Lovelace ",
        "email": "ada@example.org",
        "level": "Senior",
    }
    answer = visitor.post("/api/interviews", json={**told, "job_description": "Looms"})
    created = answer.json()
    assert answer.headers["location"] == f"/api/interviews/{created['id']}"
    row = await house.interviews.find(created["id"])
    assert row.candidate == {
        "name": "Ada Lovelace",
        "email": "ada@example.org",
        "role": "engineer",
        "level": "senior",
    }
    assert (row.plan_id, row.status) == ("two-stage", "created")
    assert 'id = "two-stage"' in row.plan_toml
    assert created["access_token"] not in repr(row)


@pytest.mark.parametrize("consent", [None, False, 1, 1.0, "true", "yes please", []])
def test_consent_is_literally_true(visitor: TestClient, consent: object) -> None:
    """Nothing but `true` is a consent, and without one nothing is kept (W1)."""
    answer = visitor.post("/api/interviews", json={**APPLICATION, "consent": consent})
    assert answer.status_code == 422
    assert pointers(answer) == {"#/consent"}
    assert visitor.get("/api/interviews").json() == {"interviews": []}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("plan", "nope"),
        ("plan", "../../etc/passwd"),
        ("plan", "/etc/passwd"),
        ("plan", ""),
        ("name", "x" * 121),
        ("name", 7),
        ("email", "no address"),
        ("level", "wizard"),
        ("job_description", "x" * 20_001),
        ("company", "\ud800"),
    ],
)
def test_a_bad_field_is_named(visitor: TestClient, field: str, value: object) -> None:
    """What cannot be used is named by its pointer, and its value is not repeated."""
    body = json.dumps({**APPLICATION, field: value})
    answer = visitor.post(
        "/api/interviews", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert pointers(answer) == {f"#/{field}"}
    if isinstance(value, str) and value:
        assert value[:20] not in answer.text.replace("built-in", "")


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"null", b'"x"', b"\xff\xfe", b"{" * 50_000])
def test_what_is_no_application_is_refused(visitor: TestClient, body: bytes) -> None:
    """Any body that is not an object of ours is a 4xx problem, never a failure of ours."""
    answer = visitor.post(
        "/api/interviews", content=body, headers={"content-type": "application/json"}
    )
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == PROBLEM


def test_a_large_body_is_refused_before_it_is_parsed(visitor: TestClient) -> None:
    """Past the limit the answer is 413, announced length or not."""
    large = b"{" * (LARGEST + 1)

    def trickle() -> Any:
        yield from (large[i : i + 65_536] for i in range(0, len(large), 65_536))

    for content in (large, trickle()):
        answer = visitor.post("/api/interviews", content=content)
        assert answer.status_code == 413
        assert answer.headers["content-type"] == PROBLEM


async def test_state_and_record_so_far(visitor: TestClient, made: Any, house: Any) -> None:
    """Before it begins an interview has no record; then the record so far, like the journal's fold."""
    address = f"/api/interviews/{made['id']}"
    before = visitor.get(address).json()
    assert (before["status"], before["record"]) == ("created", None)
    await house.begin(made["id"])
    now = visitor.get(address).json()
    assert now["status"] == "running"
    assert now["record"]["id"] == made["id"]
    assert now["record"]["candidate"]["name"] == "Ada"
    assert visitor.get(address).headers["cache-control"] == "no-store"


def test_nothing_to_report_before_it_began(visitor: TestClient, made: Any) -> None:
    """Report and export of an interview that never began are a 409 with a reason, not an empty file."""
    for path in ("report", "export?format=json", "export?format=md"):
        answer = visitor.get(f"/api/interviews/{made['id']}/{path}")
        assert answer.status_code == 409
        assert "not begun" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("format", "media_type", "marker"),
    [
        ("json", "application/json", '"schema": 1'),
        ("seed", "application/json", '"interview_date"'),
        ("md", "text/markdown; charset=utf-8", "#"),
        ("html", "text/html; charset=utf-8", "<!doctype html"),
    ],
)
async def test_exports(
    visitor: TestClient, made: Any, house: Any, format: str, media_type: str, marker: str
) -> None:
    """Each format comes as a file of its kind, named by the opaque id alone (W6)."""
    await house.begin(made["id"])
    answer = visitor.get(f"/api/interviews/{made['id']}/export", params={"format": format})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media_type
    assert f'filename="{made["id"]}' in answer.headers["content-disposition"]
    assert marker in answer.text.replace("<!DOCTYPE", "<!doctype")


def test_unknown_format(visitor: TestClient, made: Any) -> None:
    """A format that we cannot write is a 422."""
    answer = visitor.get(f"/api/interviews/{made['id']}/export", params={"format": "exe"})
    assert answer.status_code == 422


async def test_report(visitor: TestClient, made: Any, house: Any) -> None:
    """The report has the contract's keys and judges nothing without a model (R3)."""
    await house.begin(made["id"])
    report = visitor.get(f"/api/interviews/{made['id']}/report").json()
    assert {"strengths", "improvements", "question_feedback", "measures", "stages"} <= set(report)
    assert (report["language"], report["sentences_language"]) == ("en", "en")
    assert report["strengths"] == []
    assert report["not_scored"]


def test_commands_reach_a_running_interview_alone(
    visitor: TestClient, made: Any, house: Any
) -> None:
    """A command goes to the room; one for an interview that is not running is a 409 (F14)."""
    address = f"/api/interviews/{made['id']}/commands"
    assert visitor.post(address, json={"command": "skip"}).status_code == 409
    with visitor.websocket_connect(f"ws://localhost/ws/interviews/{made['id']}"):
        assert visitor.post(address, json={"command": "skip"}).status_code == 202
    assert house.rooms.commands == [(made["id"], "skip")]
    answer = visitor.post(address, json={"command": "dance"})
    assert answer.status_code == 422


async def test_erasing(visitor: TestClient, made: Any, house: Any) -> None:
    """An erased interview was stopped, is gone for everybody, and cannot be erased twice (W6, Sec)."""
    address = f"/api/interviews/{made['id']}"
    assert visitor.delete(address).status_code == 204
    assert house.rooms.ended == [made["id"]]
    assert await house.interviews.find(made["id"]) is None
    assert visitor.get(address).status_code == 404
    assert visitor.delete(address).status_code == 404


async def test_everything_of_one_owner(visitor: TestClient, house: Any) -> None:
    """One call exports, one call erases all that belongs to the asking owner, and nobody else's (Sec)."""
    mine = [visitor.post("/api/interviews", json=APPLICATION).json()["id"] for _ in range(2)]
    other = house.visitor()
    theirs = other.post("/api/interviews", json=APPLICATION).json()["id"]
    await house.begin(mine[0])
    taken = visitor.get("/api/export").json()["interviews"]
    assert {item["id"] for item in taken} == set(mine)
    assert [item["record"] is not None for item in taken if item["id"] == mine[0]] == [True]
    assert visitor.delete("/api/interviews").status_code == 204
    assert visitor.get("/api/interviews").json() == {"interviews": []}
    assert [item["id"] for item in other.get("/api/interviews").json()["interviews"]] == [theirs]


@pytest.mark.parametrize(
    "path",
    ["/api/interviews/%00", "/api/interviews/%00%ff", "/api/interviews/%ff", "/static/../app.py",
     "/static/%2e%2e/app.py", "/static/..%5capp.py", "/../../etc/passwd", "/api/interviews/" + "x" * 5000,
     "/api/nope", "/api/interviews/%0aSet-Cookie:x", "/interviews/..%2f..%2fetc/room"],
)  # fmt: skip
def test_odd_addresses(visitor: TestClient, path: str) -> None:
    """No address, however odd, is more than a 4xx problem."""
    answer = visitor.get(path)
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == PROBLEM


@pytest.mark.parametrize(
    "place", ["/", "/history", "/healthz", "/interviews/{id}/check", "/nowhere"]
)
def test_head(visitor: TestClient, made: dict[str, str], house: Any, place: str) -> None:
    """HEAD says what GET would say, without the body, and is counted with GET."""
    path = place.format(id=made["id"])
    got, asked = visitor.get(path), visitor.head(path)
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert dict(asked.headers) == dict(got.headers)
    assert house.seen[-1] == house.seen[-2]


def test_other_methods(visitor: TestClient) -> None:
    """A method that an address does not know is a 405 problem that names those it knows."""
    answer = visitor.patch("/api/interviews")
    assert answer.status_code == 405
    assert answer.headers["content-type"] == PROBLEM
    assert "allow" in answer.headers


def test_people_get_a_page_for_what_is_not_there(visitor: TestClient) -> None:
    """A browser that asks for a page gets the 404 page; a program gets the problem."""
    page = visitor.get("/nowhere", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert visitor.get("/nowhere").headers["content-type"] == PROBLEM
    assert visitor.get("/api/x", headers={"accept": "text/html"}).headers["content-type"] == PROBLEM


def test_pages_are_mounted(visitor: TestClient, made: Any) -> None:
    """The owner's cookie opens the interview's pages; a stranger's browser gets the 404 page."""
    for path in ("/", "/history", f"/interviews/{made['id']}/room"):
        assert visitor.get(path).status_code == 200
    visitor.cookies.clear()
    assert visitor.get(f"/interviews/{made['id']}/room").status_code == 404


def test_operations(visitor: TestClient, house: Any) -> None:
    """Health says its parts, metrics are Prometheus text, and each request is witnessed by its route."""
    assert visitor.get("/healthz").json()["parts"] == {"storage": "ok"}
    assert visitor.get("/metrics").content.startswith(b"# HELP")
    visitor.get("/api/interviews/int_unknown")
    assert house.seen[-1] == ("GET", "/api/interviews/{interview_id}", 404)


@pytest.mark.parametrize(
    ("sent", "pointer", "sentence"),
    [
        ({"plan": "classic"}, "#/consent", "This field is required."),
        ({"plan": "classic", "consent": False}, "#/consent", "This must be agreed to."),
        (
            {"plan": "classic", "consent": True, "email": "x"},
            "#/email",
            "This is not in the expected form",
        ),
        ({"plan": "", "consent": True}, "#/plan", "This must not be empty."),
        ({"plan": 7, "consent": True}, "#/plan", "This must be text."),
    ],
)
def test_what_was_wrong_is_said_for_people(
    visitor: TestClient, sent: dict[str, Any], pointer: str, sentence: str
) -> None:
    """A sentence, and nothing of how it is checked: no regular expression, no name of a type."""
    (fault,) = visitor.post("/api/interviews", json=sent).json()["errors"]
    assert fault["pointer"] == pointer
    assert fault["detail"].startswith(sentence)


def test_a_body_that_is_no_json(visitor: TestClient) -> None:
    """It is named as such; there is no place in it to point to."""
    headers = {"content-type": "application/json"}
    answer = visitor.post("/api/interviews", content="{nonsense", headers=headers)
    assert answer.status_code == 422
    assert answer.json()["detail"] == "What was sent is not JSON."
    assert "errors" not in answer.json()
