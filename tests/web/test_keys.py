"""The routes of providers' keys: in, checked, shown by four characters, replaced, gone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.app.ports import Amount, Ceiling, Limits, UpstreamFault
from greenroom.app.providers.budgets import Ceilings
from greenroom.app.providers.nearby import NearbyServer
from greenroom.app.providers.upstream import UpstreamCause

CANARY = "sk-canary-5f1d9c77aa20413e"
KEY = {"provider": "openai", "key": CANARY}
OWN: dict[str, Any] = {
    "provider": "openai-compatible",
    "base_url": "http://127.0.0.1:11434/v1",
    "models": {"llm": "qwen3", "tts": "kokoro"},
    "voice": "nova",
}
SERVER = NearbyServer("Ollama", OWN["base_url"], ("qwen3", "llama3.2:3b"))
APPLICATION = {"plan": "two-stage", "consent": True}


def test_a_key_comes_in_and_never_goes_out(visitor: TestClient, house: Any) -> None:
    """It is checked, and from then on four characters of it are all that anybody sees (S3)."""
    answer = visitor.post("/api/keys", json=KEY)
    assert answer.status_code == 201
    saved = answer.json()
    assert (saved["last4"], saved["parts"]) == ("413e", ["llm", "stt", "tts"])
    assert answer.headers["location"] == f"/api/keys/{saved['id']}"
    assert answer.headers["cache-control"] == "no-store"
    assert [key.get_secret_value() for _, key in house.provider.asked] == [CANARY]
    listed = visitor.get("/api/keys")
    shown = {name: value for name, value in saved.items() if name != "listed"}
    assert listed.json() == {"keys": [shown]}
    taken = visitor.get("/api/export")
    assert taken.json()["keys"] == [shown]
    assert "canary" not in answer.text + listed.text + taken.text


def test_a_server_of_ones_own(visitor: TestClient) -> None:
    """Address, models and voice are shown as they were given; there is no key."""
    saved = visitor.post("/api/keys", json=OWN).json()
    assert {name: saved[name] for name in OWN} == OWN
    assert (saved["last4"], saved["parts"]) == ("", ["llm", "tts"])


def test_a_model_that_the_server_does_not_have_is_refused(visitor: TestClient, house: Any) -> None:
    """The name is looked for on the server's own list; the field says what it has, and nothing is kept."""
    house.provider.models = ("qwen3:8b", "kokoro")
    answer = visitor.post("/api/keys", json=OWN)
    assert answer.status_code == 422
    assert answer.json()["errors"] == [
        {
            "pointer": "#/models/llm",
            "detail": "This server has no model “qwen3”. Nearest: qwen3:8b.",
        }
    ]
    assert visitor.get("/api/keys").json() == {"keys": []}
    named = {**OWN, "models": {"llm": "qwen3:8b", "tts": "kokoro"}}
    made = visitor.post("/api/keys", json=named)
    assert (made.status_code, made.json()["listed"]) == (201, True)
    place = f"/api/keys/{made.json()['id']}"
    assert visitor.put(place, json=OWN).status_code == 422
    assert visitor.get("/api/keys").json()["keys"][0]["models"]["llm"] == "qwen3:8b"
    assert (
        "It has the models that you named." in visitor.get(f"/keys?saved={made.json()['id']}").text
    )


def test_a_server_without_a_list_is_taken_and_said_so(visitor: TestClient) -> None:
    """Names that nobody could check are kept as they were typed, and the page says it."""
    made = visitor.post("/api/keys", json=OWN).json()
    assert made["listed"] is False
    html = visitor.get(f"/keys?saved={made['id']}&unlisted=1").text
    assert "gives no list of its models" in html


@pytest.mark.parametrize(
    ("cause", "status", "pointers"),
    [
        (UpstreamCause.KEY_REFUSED, 422, ["#/key"]),
        (UpstreamCause.TIMEOUT, 503, None),
    ],
)
def test_a_key_that_is_not_accepted_is_not_kept(
    visitor: TestClient, house: Any, cause: UpstreamCause, status: int, pointers: Any
) -> None:
    """The answer says in our words what to mend or when to come again, and keeps nothing."""
    house.provider.answer = UpstreamFault("openai", cause, retryable=cause.retryable)
    answer = visitor.post("/api/keys", json=KEY)
    assert answer.status_code == status
    found = answer.json().get("errors")
    assert (found and [error["pointer"] for error in found]) == pointers
    assert "canary" not in answer.text
    assert visitor.get("/api/keys").json() == {"keys": []}


@pytest.mark.parametrize(
    "wrong",
    [
        {"provider": "nobody"},
        {"key": "x" * 513},
        {"key": 7},
        {"key": "two words"},
        {"base_url": "http://a b"},
        {"models": {"llm": "x" * 121}},
    ],
)
def test_what_was_sent_is_not_repeated(visitor: TestClient, wrong: dict[str, Any]) -> None:
    """A refused body is named by field; neither key nor value comes back."""
    answer = visitor.post("/api/keys", json={**KEY, **wrong})
    assert answer.status_code == 422
    assert "canary" not in answer.text
    assert "x" * 20 not in answer.text


def test_a_key_is_replaced_and_deleted(visitor: TestClient) -> None:
    """The id stays when a key is replaced; deleted, it is gone."""
    saved = visitor.post("/api/keys", json=KEY).json()
    place = f"/api/keys/{saved['id']}"
    replaced = visitor.put(place, json={**KEY, "key": "sk-canary-other-0000zzzz"})
    assert (replaced.status_code, replaced.json()["last4"]) == (200, "zzzz")
    assert visitor.delete(place).status_code == 204
    assert visitor.delete(place).status_code == 404
    assert visitor.put(place, json=KEY).status_code == 404
    assert visitor.get("/api/keys").json() == {"keys": []}


def test_nobody_reaches_anothers_keys(visitor: TestClient, house: Any) -> None:
    """For a stranger, with a cookie or without, there is no such key, and no interview may use it."""
    saved = visitor.post("/api/keys", json=KEY).json()
    with house.visitor() as stranger:
        for _ in range(2):
            assert stranger.get("/api/keys").json() == {"keys": []}
            assert stranger.delete(f"/api/keys/{saved['id']}").status_code == 404
            assert stranger.put(f"/api/keys/{saved['id']}", json=KEY).status_code == 404
            wanted = {**APPLICATION, "providers": {"llm": saved["id"]}}
            refused = stranger.post("/api/interviews", json=wanted)
            assert refused.status_code == 422
            assert refused.json()["errors"][0]["pointer"] == "#/providers/llm"
            stranger.post("/api/interviews", json=APPLICATION)  # now with a cookie
    assert visitor.get("/api/keys").json()["keys"][0]["id"] == saved["id"]


def test_another_sites_page_enters_no_key(visitor: TestClient) -> None:
    """A change that another site asks for is refused, like everywhere."""
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
        assert visitor.post("/api/keys", json=KEY, headers=headers).status_code == 403
        assert visitor.delete("/api/owner", headers=headers).status_code == 403


def test_keys_are_not_tried_out_here(visitor: TestClient) -> None:
    """Only so many keys are checked in a minute for one owner."""
    statuses = [visitor.post("/api/keys", json=KEY).status_code for _ in range(12)]
    assert statuses.count(201) == 10 + 1  # the first one came without a cookie
    assert statuses[-1] == 429


async def test_an_interview_knows_its_providers(visitor: TestClient, house: Any) -> None:
    """What the candidate chose is kept with the interview, and shown."""
    saved = visitor.post("/api/keys", json=KEY).json()
    chosen = {"llm": saved["id"], "tts": saved["id"]}
    answer = visitor.post("/api/interviews", json={**APPLICATION, "providers": chosen})
    row = await house.interviews.find(answer.json()["id"])
    assert row.keys == chosen
    assert visitor.get(f"/api/interviews/{row.id}").json()["providers"] == chosen


async def test_what_was_used_is_shown(visitor: TestClient, house: Any) -> None:
    """The owner sees what providers were used for in 24 hours, with the ceilings; a stranger nothing."""
    made = visitor.post("/api/interviews", json=APPLICATION).json()
    row = await house.interviews.find(made["id"])
    amount = Amount(tokens_in=900, tokens_out=100, characters=50, micros=None)
    assert await house.store.usage.reserve(row.id, row.owner, amount, Limits()) is not None
    most = Ceilings(owner=Ceiling(tokens=5000))
    with house.visitor(ceilings=most) as client:
        client.cookies = visitor.cookies
        used = client.get("/api/usage").json()
        assert (used["tokens"], used["characters"], used["micros"]) == (1000, 50, None)
        assert used["most"]["tokens"] == 5000
        assert client.get("/api/export").json()["used"] == used
        assert "1,000 of 5,000 tokens" in client.get("/keys").text
    with house.visitor() as stranger:
        assert stranger.get("/api/usage").json()["tokens"] == 0


async def test_a_provider_that_is_no_more(visitor: TestClient, house: Any) -> None:
    """A key saved for a provider that this version does not know is listed, and can be deleted."""
    saved = visitor.post("/api/keys", json=KEY).json()
    (row,) = await house.store.keys.all()
    await house.store.keys.replace(replace(row, provider="of-yesterday"))
    assert visitor.get("/api/keys").json()["keys"][0]["parts"] == []
    assert "of-yesterday" in visitor.get("/keys").text
    assert visitor.get("/").status_code == 200
    assert visitor.delete(f"/api/keys/{saved['id']}").status_code == 204


async def test_forgetting_an_owner_leaves_nothing(visitor: TestClient, house: Any) -> None:
    """One call erases interviews, keys and the cookie; others' things stay (Sec)."""
    visitor.post("/api/keys", json=KEY)
    visitor.post("/api/interviews", json=APPLICATION)
    with house.visitor() as other:
        other.post("/api/keys", json=KEY)
        answer = visitor.delete("/api/owner")
        assert answer.status_code == 204
        assert not visitor.cookies
        assert len(await house.store.keys.all()) == 1
        assert await house.interviews.expired("9999") == []
        assert len(other.get("/api/keys").json()["keys"]) == 1
    assert visitor.delete("/api/owner").status_code == 204


class Looking:
    """Counts how often somebody looks, and finds one server."""

    def __init__(self) -> None:
        self.times = 0

    async def __call__(self) -> tuple[NearbyServer, ...]:
        self.times += 1
        return (SERVER,)


def test_servers_on_this_machine_are_offered(house: Any) -> None:
    """Who asks gets what was found, and nothing is saved; the page itself looks for nothing."""
    looking = Looking()
    with replace(house, services=replace(house.services, nearby=looking)).visitor() as visitor:
        assert 'id="look"' in visitor.get("/keys").text
        assert looking.times == 0
        answer = visitor.post("/api/nearby")
        assert answer.json() == {
            "servers": [
                {"title": "Ollama", "base_url": OWN["base_url"], "models": ["qwen3", "llama3.2:3b"]}
            ]
        }
        assert answer.headers["cache-control"] == "no-store"
        assert visitor.get("/api/keys").json() == {"keys": []}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://elsewhere.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "rebound.example"}, 400),
    ],
)
def test_nobody_else_s_page_looks(house: Any, headers: dict[str, str], status: int) -> None:
    """A page of another site, or under a name that was turned to us, is refused before anything is asked."""
    looking = Looking()
    with replace(house, services=replace(house.services, nearby=looking)).visitor() as visitor:
        assert visitor.post("/api/nearby", headers=headers).status_code == status
        assert visitor.get("/api/nearby").status_code == 405
    assert looking.times == 0


def test_where_owners_may_not_use_this_machine(visitor: TestClient) -> None:
    """There is no button, and nothing at the address."""
    assert 'id="look"' not in visitor.get("/keys").text
    assert visitor.post("/api/nearby").status_code == 404
