"""The live connection: who may open it, how large a message may be, and how it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from greenroom.app.ports import ANYBODY, InterviewRow, Refused, Socket, Visitor
from greenroom.testing.rooms import QuietRooms
from greenroom.web.socket import LARGEST_BINARY, LARGEST_TEXT


def address(made: dict[str, str]) -> str:
    return f"ws://localhost/ws/interviews/{made['id']}"


def farewell(page: WebSocketTestSession) -> tuple[list[str], int]:
    """What the server still says, and the code it closes with."""
    told = []
    while (message := page.receive())["type"] != "websocket.close":
        told.append(message["text"])
    return told, message["code"]


def close_code(client: TestClient, path: str, **headers: str) -> int:
    """What the socket is closed with, when nobody says anything."""
    with client.websocket_connect(path, headers=headers) as page:
        return farewell(page)[1]


def test_messages_pass_both_ways(visitor: TestClient, made: dict[str, str], house: Any) -> None:
    """Text and audio reach the room and come back, and the room is left when the page goes."""
    with visitor.websocket_connect(address(made)) as page:
        page.send_text('{"t": "ping"}')
        assert page.receive_text() == '{"t": "ping"}'
        page.send_bytes(b"\x00" * LARGEST_BINARY)
        assert len(page.receive_bytes()) == LARGEST_BINARY
        assert house.rooms.running == 1
    assert house.rooms.running == 0


def test_the_capability_opens_it_without_a_cookie(made: dict[str, str], house: Any) -> None:
    """A program with the token needs no browser."""
    bearer = {"authorization": f"Bearer {made['access_token']}"}
    with house.visitor().websocket_connect(address(made), headers=bearer) as page:
        page.send_text("x")
        assert page.receive_text() == "x"


def test_strangers_find_nothing(visitor: TestClient, made: dict[str, str], house: Any) -> None:
    """Without cookie and token the connection is closed with 4404, as for an id that never was; with a
    token that is none, beside the owner's cookie too, with 4401."""
    assert close_code(house.visitor(), address(made)) == 4404
    for client in (house.visitor(), visitor):
        assert close_code(client, address(made), authorization="Bearer x") == 4401
        assert close_code(client, address(made), authorization="Basic x") == 4401
    assert close_code(house.visitor(), "ws://localhost/ws/interviews/int_0") == 4404


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:3000", "null"])
def test_other_sites_may_not_listen(visitor: TestClient, made: dict[str, str], origin: str) -> None:
    """A page of another origin is turned away although the browser sends our cookie."""
    assert close_code(visitor, address(made), origin=origin) == 4403


def test_our_own_page_may(visitor: TestClient, made: dict[str, str]) -> None:
    """The page's own origin is let in."""
    with visitor.websocket_connect(address(made), headers={"origin": "http://localhost"}) as page:
        page.send_text("x")
        assert page.receive_text() == "x"


@pytest.mark.parametrize("large", ["x" * (LARGEST_TEXT + 1), "é" * LARGEST_TEXT, b"x" * (LARGEST_BINARY + 1)])  # fmt: skip
def test_large_messages_end_it(
    visitor: TestClient, made: dict[str, str], large: str | bytes
) -> None:
    """A message over the limit is not handed on; the connection closes with 1009."""
    with visitor.websocket_connect(address(made)) as page:
        if isinstance(large, str):
            page.send_text(large)
        else:
            page.send_bytes(large)
        assert farewell(page) == ([], 1009)


def test_full(visitor: TestClient, made: dict[str, str], house: Any) -> None:
    """When all rooms are taken the page is told so, and closed with 1013."""
    house.rooms.capacity = 0
    with visitor.websocket_connect(address(made)) as page:
        told, code = farewell(page)
    assert "rooms are taken" in told[0]
    assert code == 1013


class Busy(QuietRooms):
    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        self.visitors.append(visitor)
        raise Refused("Another is open.", told={"choice": "instead"})


def test_another_interview_is_open(visitor: TestClient, made: dict[str, str], house: Any) -> None:
    """The page is told what it may choose. Only the owner's cookie chooses: a capability opens one
    interview alone."""
    rooms = Busy()
    client = house.visitor(rooms=rooms)
    client.cookies = visitor.cookies
    with client.websocket_connect(f"{address(made)}?instead=1") as page:
        (told,), code = farewell(page)
    assert json.loads(told)["choice"] == "instead"
    assert code == 4409
    bearer = {"authorization": f"Bearer {made['access_token']}"}
    stranger = house.visitor(rooms=rooms)
    assert close_code(stranger, f"{address(made)}?instead=1", **bearer) == 4409
    assert [one.instead for one in rooms.visitors] == [True, False]


class Collapsing(QuietRooms):
    async def attend(self, row: InterviewRow, socket: Socket, visitor: Visitor = ANYBODY) -> None:
        raise RuntimeError("MARKER")


def test_our_own_failures(visitor: TestClient, made: dict[str, str], house: Any) -> None:
    """A room that falls over gives the page an incident number and 1011, and no inside."""
    client = house.visitor(rooms=Collapsing())
    bearer = {"authorization": f"Bearer {made['access_token']}"}
    with client.websocket_connect(address(made), headers=bearer) as page:
        (told,), code = farewell(page)
    assert "inc_" in told
    assert "MARKER" not in told
    assert code == 1011
