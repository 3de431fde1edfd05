"""The way into LiveKit rooms: for whom it opens, and what is passed on (Sec, W5)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.conftest import APPLICATION

from greenroom.app.ports import Refused
from greenroom.testing.rooms import QuietGateway

WANTED = {
    "room_name": "another-room",
    "participant_identity": "admin",
    "participant_attributes": {"x": "y"},
    "room_config": {"agents": [{"agent_name": "another-agent"}]},
}


@pytest.fixture
def gateway() -> QuietGateway:
    return QuietGateway()


@pytest.fixture
def visitor(house: Any, gateway: QuietGateway) -> Any:
    return house.visitor(livekit=gateway)


def registered(visitor: Any) -> tuple[str, str]:
    made = visitor.post("/api/interviews", json=APPLICATION).json()
    return made["id"], made["access_token"]


def test_a_capability_gets_a_token_for_its_own_interview(
    house: Any, visitor: Any, gateway: QuietGateway
) -> None:
    """By itself, without a cookie; whatever the body asks for, and with none at all."""
    interview, capability = registered(visitor)
    bearer = {"Authorization": f"Bearer {capability}"}
    nobody = house.visitor(livekit=gateway)
    for body in (WANTED, {}, None):
        answer = nobody.post("/api/token", json=body, headers=bearer)
        assert answer.status_code == 201
        assert answer.json() == {
            "server_url": "wss://livekit.example.org",
            "participant_token": f"a-token-for-{interview}",
        }
    assert gateway.admitted == [interview] * 3


def test_an_owner_says_which_interview(house: Any, visitor: Any, gateway: QuietGateway) -> None:
    """The cookie opens all of an owner's interviews, so the page names one; another's stays shut."""
    interview, _ = registered(visitor)
    assert visitor.post("/api/token").status_code == 404
    assert visitor.post(f"/api/token?interview={interview}").status_code == 201
    assert (
        house.visitor(livekit=gateway).post(f"/api/token?interview={interview}").status_code == 404
    )
    assert gateway.admitted == [interview]


def test_in_line(visitor: Any, gateway: QuietGateway) -> None:
    """While all rooms are taken the answer says where the interview stands, and when to ask again."""
    interview, _ = registered(visitor)
    gateway.refusal = Refused("Taken.", status=503, retry_after_s=5, told={"place": 3})
    answer = visitor.post(f"/api/token?interview={interview}&instead=1")
    assert (answer.status_code, answer.json()["place"]) == (503, 3)
    assert answer.headers["retry-after"] == "5"
    assert gateway.visitors[-1].instead


@pytest.mark.parametrize("forged", ["nonsense", "int_0.nonsense", ".", ""])
def test_no_capability_no_token(visitor: Any, gateway: QuietGateway, forged: str) -> None:
    """Neither with a made-up one, nor with one that only names the right interview."""
    interview, _ = registered(visitor)
    for bearer in (forged, f"{interview}.{forged}"):
        answer = visitor.post("/api/token", headers={"Authorization": f"Bearer {bearer}"})
        assert answer.status_code == 401
    assert visitor.post("/api/token").status_code == 404
    assert gateway.admitted == []


def test_what_a_page_says_is_passed_on(house: Any, visitor: Any, gateway: QuietGateway) -> None:
    """Of its own interview, word by word; of another's nothing."""
    interview, _ = registered(visitor)
    path = f"/api/interviews/{interview}/messages"
    assert visitor.post(path, json={"t": "finish"}).status_code == 202
    assert house.visitor(livekit=gateway).post(path, json={"t": "finish"}).status_code == 404
    assert gateway.delivered == [(interview, '{"t":"finish"}')]


def test_pings_of_an_interview_that_was_erased(
    house: Any, visitor: Any, gateway: QuietGateway
) -> None:
    """Pings are passed on like anything else, for whoever may have the interview, and not after it was
    erased; a body that is no message at all is none of them."""
    interview, _ = registered(visitor)
    path = f"/api/interviews/{interview}/messages"
    for _ in range(2):
        assert visitor.post(path, json={"t": "ping"}).status_code == 202
    assert house.visitor(livekit=gateway).post(path, json={"t": "ping"}).status_code == 404
    for body in ("[" * 100_000, "[]", "nonsense"):
        assert visitor.post(path, content=body).status_code == 202, "the gateway refuses it"
    assert len(gateway.delivered) == 5
    assert visitor.delete(f"/api/interviews/{interview}").status_code == 204
    assert visitor.post(path, json={"t": "ping"}).status_code == 404


def test_only_signed_hints_count(visitor: Any, gateway: QuietGateway) -> None:
    """A webhook that LiveKit did not sign finds nothing there."""
    path, body = "/api/livekit/webhook", '{"event": "participant_left"}'
    assert visitor.post(path, content=body).status_code == 404
    assert visitor.post(path, content=body, headers={"Authorization": "signed"}).status_code == 204
    assert gateway.hints == [body]


def test_a_server_without_livekit_says_so(house: Any) -> None:
    """409, in words: this server holds its interviews itself."""
    visitor = house.visitor()
    interview, _ = registered(visitor)
    answer = visitor.post(f"/api/token?interview={interview}")
    assert (answer.status_code, "does not use LiveKit" in answer.json()["detail"]) == (409, True)
    assert visitor.post(f"/api/interviews/{interview}/messages", json={}).status_code == 409


def test_the_page_may_talk_to_the_livekit_server(house: Any, visitor: Any) -> None:
    """New interviews are held in rooms; their page loads LiveKit's client and may connect to its
    server, which other pages of ours may not."""
    interview, _ = registered(visitor)
    origins = ("wss://livekit.example.org", "https://livekit.example.org")
    known = house.visitor(livekit=QuietGateway(), connects=origins)
    known.cookies = visitor.cookies
    page = known.get(f"/interviews/{interview}/room")
    assert 'data-mode="livekit"' in page.text
    assert "livekit-client" in page.text
    assert all(origin in page.headers["content-security-policy"] for origin in origins)
    plain = house.visitor().get("/")
    assert "livekit" not in plain.headers["content-security-policy"]
