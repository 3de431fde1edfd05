"""A circle over HTTP: who may open it, and whose model speaks in it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.circle_app import CIRCLE, ENTRY, NOTHING, OWNERS, Circles, stranger
from tests.web.conftest import NOW

from greenroom.testing.circles import admitted


def test_a_circle_is_its_owners(circles: Circles) -> None:
    """Created, listed, read by cookie or token; for everybody else there is nothing."""
    listed = circles.client.get("/api/circles").json()["circles"]
    assert [one["id"] for one in listed] == [circles.made["id"]]
    read = circles.client.get(circles.place).json()
    assert read["owner_profile"] == OWNERS
    assert (read["radius_m"], read["cooldown_s"], read["interviews"]) == (400.0, 86_400, [])
    other = stranger(circles)
    assert other.get(circles.place, headers=circles.auth()).status_code == 200
    for headers in ({}, circles.auth("entry_token")):
        answer = other.get(circles.place, headers=headers)
        assert (answer.status_code, answer.json()["detail"]) == (404, NOTHING["detail"])
    assert other.get("/api/circles").json() == {"circles": []}


@pytest.mark.parametrize(
    ("days", "listed", "page"),
    [
        (0, "it needs a model", "To choose a model, save a provider first."),
        (-1, "Opens ", "Nobody can enter yet"),
        (400, "Open a new circle to go on", "This circle is closed"),
    ],
)
def test_a_circle_says_what_it_needs(circles: Circles, days: int, listed: str, page: str) -> None:
    """Where nothing can be done in a circle yet or any more, its pages say why, and what would help."""
    at = NOW + timedelta(days=days)
    with circles.house.visitor(missions=circles.queue, now=lambda: at) as client:
        client.cookies = circles.client.cookies
        row = client.get("/circles").text
        own = client.get(f"/circles/{circles.made['id']}").text
    assert listed in row
    assert page in own


def test_a_token_decides_alone(circles: Circles) -> None:
    """One that does not fit, or is none, is not saved by the cookie; no other circle's token fits. Tokens
    without a signature, of an earlier version, are as good."""
    other = circles.client.post("/api/circles", json=CIRCLE).json()
    wrong = [("x", 401), (f"{circles.made['id']}.{'x' * 43}", 401)]
    for signed in (other["access_token"], other["entry_token"]):
        wrong += [(signed, 404), (signed.rpartition(".")[0], 404)]
    for token, status in wrong:
        headers = {"Authorization": f"Bearer {token}"}
        assert circles.client.get(circles.place, headers=headers).status_code == status
        answer = circles.client.post(f"{circles.place}/entries", json=ENTRY, headers=headers)
        assert answer.status_code == status
    unsigned = circles.made["access_token"].rpartition(".")[0]
    headers = {"Authorization": f"Bearer {unsigned}"}
    assert stranger(circles).get(circles.place, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"owner_circle": {}}, None),
        ({"owner_circle": {"objective_text": "x", "radius_m": 9_000}}, "#/owner_circle/radius_m"),
        ({"owner_profile": []}, "#/owner_profile"),
        ({"rules": {"max_per_side": 99}}, None),
        ({"preset": "wild"}, "#/preset"),
        ({"closes_at": "2020-01-01T00:00:00Z"}, "#/closes_at"),
        ({"closes_at": "2099-01-01T00:00:00Z"}, "#/closes_at"),
        ({"opens_at": "2026-01-01"}, "#/opens_at"),
        ({"opens_at": "0001-01-01T00:00:00+10:00"}, "#/opens_at"),
        ({"opens_at": "9999-12-31T23:59:59-10:00"}, "#/opens_at"),
        ({"opens_at": "9999-12-30T00:00:00Z"}, "#/opens_at"),
        ({"opens_at": "0001-01-01T00:00:00Z"}, "#/closes_at"),
        ({"closes_at": "0001-01-01T00:00:00+10:00"}, "#/closes_at"),
        ({"closes_at": "9999-12-31T23:59:59-10:00"}, "#/closes_at"),
        ({"closes_at": "9999-12-31T23:59:59Z"}, "#/closes_at"),
        ({"centre": {"latitude": 91, "longitude": 0}}, "#/centre/latitude"),
    ],
)
def test_a_circle_that_cannot_be(circles: Circles, changes: Any, pointer: str | None) -> None:
    """Is refused with the field, and nothing that was sent is repeated."""
    answer = circles.client.post("/api/circles", json={**CIRCLE, **changes})
    assert answer.status_code == 422, answer.text
    assert "OWNCANARY1" not in answer.text
    if pointer is not None:
        assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_only_ones_own_key_speaks(circles: Circles) -> None:
    """A key of the owner's is kept with the circle, shown by its provider, and taken away with the rest;
    somebody else's, one that cannot think and one that is none are refused alike."""
    saved = circles.client.post("/api/keys", json={"provider": "openai", "key": "sk-canary-0001"})
    deaf = circles.client.post("/api/keys", json={"provider": "deepgram", "key": "sk-canary-0002"})
    key = saved.json()["id"]
    made = circles.client.post("/api/circles", json={**CIRCLE, "providers": {"llm": key}})
    assert made.status_code == 201, made.text
    place = f"/api/circles/{made.json()['id']}"
    assert circles.client.get(place).json()["providers"] == {"llm": key}
    taken = circles.client.get("/api/export").json()["circles"]
    assert {"llm": key} in [one["providers"] for one in taken]
    assert circles.client.get(circles.place).json()["providers"] == {}
    page = circles.client.get(place.removeprefix("/api")).text
    assert "speaks and judges: OpenAI, by your key" in page
    assert page.count(key) == 1, "what its owner may choose again"
    other = stranger(circles)
    by_token = {"Authorization": f"Bearer {made.json()['access_token']}"}
    page = other.get(place.removeprefix("/api"), headers=by_token)
    assert (page.status_code, key in page.text) == (200, False)
    refused = [
        other.post("/api/circles", json={**CIRCLE, "providers": {"llm": key}}),
        *(
            circles.client.post("/api/circles", json={**CIRCLE, "providers": {"llm": name}})
            for name in (deaf.json()["id"], "key_nobody", "operator:openai")
        ),
    ]
    for answer in refused:
        assert answer.status_code == 422
        assert [error["pointer"] for error in answer.json()["errors"]] == ["#/providers/llm"]
    assert len(circles.client.get("/api/circles").json()["circles"]) == 2
    assert other.get("/api/circles").json() == {"circles": []}


def test_another_model_is_chosen(circles: Circles) -> None:
    """By the circle's owner alone, among their own keys; it shows at once, and what is refused changes
    nothing. A key that was deleted can be followed by another."""
    client, place = circles.client, circles.place

    def saved(key: str) -> str:
        return str(client.post("/api/keys", json={"provider": "openai", "key": key}).json()["id"])

    def choose(who: TestClient, key: str | None, **more: Any) -> Any:
        return who.patch(place, json={"providers": {"llm": key}}, **more)

    first, second = saved("sk-canary-0001"), saved("sk-canary-0002")
    answer = choose(client, first)
    assert (answer.status_code, answer.json()["providers"]) == (200, {"llm": first})
    page = client.get(place.removeprefix("/api")).text
    assert "speaks and judges: OpenAI, by your key" in page
    assert f'<option value="{first}" selected>' in page
    other = stranger(circles)
    theirs = other.post("/api/keys", json={"provider": "openai", "key": "sk-canary-0003"}).json()
    for headers in ({}, circles.auth("entry_token")):
        assert choose(other, second, headers=headers).status_code == 404
    for wanted in (theirs["id"], "operator:openai", "key_nobody"):
        refused = choose(client, wanted)
        assert [error["pointer"] for error in refused.json()["errors"]] == ["#/providers/llm"]
    assert client.patch(place, json={}).status_code == 422
    assert client.get(place).json()["providers"] == {"llm": first}
    client.delete(f"/api/keys/{first}")
    assert "Choose another model below." in client.get(place.removeprefix("/api")).text
    assert choose(other, second, headers=circles.auth()).json()["providers"] == {"llm": second}
    assert "was deleted" not in client.get(place.removeprefix("/api")).text
    assert choose(client, None).json()["providers"] == {}


async def test_a_circle_that_is_older_than_the_choice(circles: Circles) -> None:
    """No model is kept with it: the page says that these are fixed sentences, and until when, as soon as
    there is one to choose; of an older conversation it claims nothing."""
    client, page = circles.client, circles.place.removeprefix("/api")
    note = "No model speaks in this circle."
    await admitted(circles.house.store, "older", circles.made["id"])
    assert note not in client.get(page).text
    key = client.post("/api/keys", json={"provider": "openai", "key": "sk-canary-0001"}).json()[
        "id"
    ]
    assert note in client.get(page).text
    assert client.patch(circles.place, json={"providers": {"llm": key}}).status_code == 200
    assert note not in client.get(page).text
    conversation = client.get(f"{page}/interviews/1").text
    assert "not on record" in conversation
    assert "by your key" not in conversation


def test_a_conversation_keeps_the_model_that_it_began_with(circles: Circles) -> None:
    """Its page names that one, whatever the circle chose since; another one begins with the new one."""
    client = circles.client
    key = client.post("/api/keys", json={"provider": "openai", "key": "sk-canary-0001"}).json()[
        "id"
    ]
    circles.enter()
    assert client.patch(circles.place, json={"providers": {"llm": key}}).status_code == 200
    circles.enter(visitor="device-78")
    pages = [
        client.get(f"{circles.place.removeprefix('/api')}/interviews/{number}").text
        for number in (1, 2)
    ]
    assert ["no model: agents use fixed sentences" in page for page in pages] == [True, False]
    assert ["OpenAI, by your key" in page for page in pages] == [False, True]
