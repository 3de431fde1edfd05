"""Papers over HTTP: handed in, confirmed or struck, and closed to others and to the late."""

from __future__ import annotations

import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.adapters.documents import samples
from tests.web.conftest import APPLICATION, House

from greenroom.app.documents import LARGEST_DOCUMENT
from greenroom.app.preparation.service import MOST_DOCUMENTS

JOB = "Requirements:\n- Python and PostgreSQL\nNice to have:\n- Kafka"
RESUME = "\n".join(samples.LINES).encode()


def send(visitor: TestClient, interview: str, data: bytes, name: str = "cv") -> Any:
    files = {"file": (name, data, "application/x-whatever")}
    return visitor.post(f"/api/interviews/{interview}/documents", files=files)


@pytest.fixture
def one(visitor: TestClient) -> str:
    """An interview with a job."""
    told = {**APPLICATION, "job_description": JOB, "company": "Northwind"}
    interview: str = visitor.post("/api/interviews", json=told).json()["id"]
    return interview


def test_what_the_pickers_offer(visitor: TestClient, one: str) -> None:
    """Wherever a paper is picked, every ending that is read is offered."""
    for place in ("/", f"/interviews/{one}/prepare"):
        (offered,) = re.findall(r'type="file"[^<>]* accept="([^"]+)"', visitor.get(place).text)
        assert {one for one in offered.split(",") if one.startswith(".")} == {
            ".pdf", ".docx", ".docm", ".dotx", ".dotm", ".txt", ".md",
        }  # fmt: skip


def test_hand_in_and_decide(visitor: TestClient, one: str) -> None:
    """A document proposes, its type told by its content; what is decided is kept, by ids."""
    answer = send(visitor, one, samples.resume_pdf(), "photo.png")
    assert answer.status_code == 201, answer.text
    document = answer.json()
    assert (document["kind"], document["pages"], document["read_by"]) == ("pdf", 1, "rules")
    role, number = document["highlights"]
    assert (role["kind"], role["text"], role["choice"]) == ("role", samples.LINES[2], "proposed")
    decided = {
        "highlights": {role["id"]: "struck", number["id"]: "confirmed"},
        "requirements": {"req-2": True},
    }
    answer = visitor.patch(f"/api/interviews/{one}/preparation", json=decided)
    assert answer.status_code == 200, answer.text
    kept = visitor.get(f"/api/interviews/{one}/preparation").json()
    assert kept == answer.json()
    assert [h["choice"] for h in kept["highlights"]] == ["struck", "confirmed"]
    assert [(r["kind"], r["text"], r["struck"]) for r in kept["requirements"]] == [
        ("required", "Python and PostgreSQL", False),
        ("preferred", "Kafka", True),
    ]
    assert all(JOB[r["start"] : r["end"]] == r["text"] for r in kept["requirements"])
    assert {r["stage"] for r in kept["requirements"]} == {"PAST_EXPERIENCE"}
    page = visitor.get(f"/interviews/{one}/prepare").text
    assert "1 of 2 confirmed." in page
    removed = visitor.delete(f"/api/interviews/{one}/documents/{document['id']}")
    assert removed.status_code == 204
    assert visitor.get(f"/api/interviews/{one}/preparation").json()["highlights"] == []
    assert visitor.get("/api/export").json()["interviews"][0]["papers"]["job_description"] == JOB


@pytest.mark.parametrize(
    ("status", "data"),
    [
        (413, b"x" * (LARGEST_DOCUMENT + 1)),
        (413, b"x" * (LARGEST_DOCUMENT * 3 // 2)),
        (415, b"\x89PNG\r\n\x1a\n" + bytes(50)),
        (415, b"\x7fELF" + bytes(100)),
        (422, b""),
        (422, b"%PDF-1.7 and nothing"),
    ],
)
def test_unusable_documents(visitor: TestClient, one: str, status: int, data: bytes) -> None:
    """What cannot be used is a problem detail with a sentence, and nothing of it is kept."""
    answer = send(visitor, one, data)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"].endswith((".", "?"))
    assert visitor.get(f"/api/interviews/{one}/preparation").json()["documents"] == []


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{}", "application/json"),
        (b"", "multipart/form-data; boundary=b"),
        (b"--b--\r\n", "multipart/form-data; boundary=b"),
        (b"garbage", "multipart/form-data; boundary=b"),
        (b"garbage", "multipart/form-data"),
        (b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--b--\r\n',
         "multipart/form-data; boundary=b"),
        (b'--b\r\nContent-Disposition: form-data; name="other"; filename="x"\r\n\r\nt\r\n--b--\r\n',
         "multipart/form-data; boundary=b"),
    ],
)  # fmt: skip
def test_no_file_in_the_body(visitor: TestClient, one: str, body: bytes, kind: str) -> None:
    """A body without one file in `file` is refused in words."""
    address = f"/api/interviews/{one}/documents"
    answer = visitor.post(address, content=body, headers={"content-type": kind})
    assert answer.status_code == 422, answer.text
    assert "detail" in answer.json()


def test_somebody_elses(house: House, visitor: TestClient, one: str) -> None:
    """Without the interview's token or its owner's cookie there is nothing there."""
    with house.visitor() as stranger:
        assert send(stranger, one, RESUME).status_code == 404
        for method, path in (
            ("GET", "preparation"),
            ("PATCH", "preparation"),
            ("DELETE", "documents/doc_1"),
            ("POST", "requirements"),
            ("POST", "research"),
        ):
            body = {"json": {}} if method == "PATCH" else {}
            answer = stranger.request(method, f"/api/interviews/{one}/{path}", **body)
            assert answer.status_code == 404, path
        assert stranger.get(f"/interviews/{one}/prepare").status_code == 404
    assert visitor.delete(f"/api/interviews/{one}/documents/doc_1").status_code == 404
    unknown = {"highlights": {"doc_1-1": "confirmed"}}
    assert visitor.patch(f"/api/interviews/{one}/preparation", json=unknown).status_code == 404


async def test_too_late(house: House, visitor: TestClient, one: str) -> None:
    """Once the interview has begun nothing is handed in or decided; once it is over nothing is left."""
    document = send(visitor, one, RESUME).json()
    await house.begin(one)
    first = document["highlights"][0]["id"]
    assert send(visitor, one, RESUME).status_code == 409
    confirm = {"highlights": {first: "confirmed"}}
    assert visitor.patch(f"/api/interviews/{one}/preparation", json=confirm).status_code == 409
    assert visitor.get(f"/api/interviews/{one}/preparation").json()["documents"] != []
    page = visitor.get(f"/interviews/{one}/prepare", follow_redirects=False)
    assert page.headers["location"] == f"/interviews/{one}/room"
    await house.interviews.set_status(one, "ended", "2026-11-21T10:00:00Z")
    assert await house.store.folders.find(one) is None
    empty = visitor.get(f"/api/interviews/{one}/preparation").json()
    assert (empty["documents"], empty["requirements"], empty["job_description"]) == ([], [], "")


def test_five_documents(visitor: TestClient, one: str) -> None:
    """Of six the oldest without anything confirmed gives way; when something was confirmed of each,
    the sixth is refused."""
    sent = [send(visitor, one, RESUME).json() for _ in range(MOST_DOCUMENTS + 1)]
    kept = visitor.get(f"/api/interviews/{one}/preparation").json()
    assert [d["id"] for d in kept["documents"]] == [d["id"] for d in sent[1:]]
    confirmed = {d["highlights"][0]["id"]: "confirmed" for d in sent[1:]}
    visitor.patch(f"/api/interviews/{one}/preparation", json={"highlights": confirmed})
    refused = send(visitor, one, RESUME)
    assert refused.status_code == 409
    assert "remove one" in refused.json()["detail"]


def test_no_search_without_a_key(visitor: TestClient, one: str) -> None:
    """Where the operator set no search nothing is looked up, and the page does not offer it (P3)."""
    assert visitor.post(f"/api/interviews/{one}/research").status_code == 409
    assert "Look Northwind up" not in visitor.get(f"/interviews/{one}/prepare").text
