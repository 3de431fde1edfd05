"""Circles over HTTP: who may open, enter, follow and erase them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.circle.conftest import LINE, YES, Recorder, at_once, turn, turns
from tests.circle.test_profile import canaried
from tests.web.conftest import NOW, House

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.holding import Holding, Players
from greenroom.app.circles.plain import PlainAgent
from greenroom.testing.circles import admitted

OWNERS = {
    "display_name": "Ana Rojas",
    "motivations_and_goals": {"underlying_needs": ["OWNCANARY1"]},
}
VISITORS = {"display_name": "Bo Lind", "personality_core": {"openness": "VISCANARY1"}}
CIRCLE = {
    "owner_profile": OWNERS,
    "owner_circle": {"objective_text": "A cellist for duos", "radius_m": 400, "flag": "FLAGCANARY"},
}
ENTRY = {"visitor": "device-77", "visitor_profile": VISITORS, "distance_m": 120}
NOTHING = {"detail": "There is nothing at this address."}


@dataclass
class Waiting:
    """A queue that a test empties by hand."""

    ids: list[str] = field(default_factory=list)

    async def put(self, meeting_id: str) -> None:
        if meeting_id not in self.ids:
            self.ids.append(meeting_id)


@dataclass
class Circles:
    """The application with a queue, and a circle of a visitor's."""

    house: House
    client: TestClient
    queue: Waiting
    made: dict[str, str]

    @property
    def place(self) -> str:
        return f"/api/circles/{self.made['id']}"

    def auth(self, token: str = "access_token") -> dict[str, str]:
        return {"Authorization": f"Bearer {self.made[token]}"}

    def enter(self, **changes: Any) -> Any:
        body = {**ENTRY, **changes}
        headers = self.auth("entry_token")
        return self.client.post(f"{self.place}/entries", json=body, headers=headers)

    async def hold(self, *script: str, judge: str = YES) -> Recorder:
        """Everything that waits, by one script."""
        lines = script or tuple(turns("visitor"))
        recorder = Recorder(turns("owner"), lines, [judge])
        players = Players(recorder, recorder, recorder)
        holding = Holding(self.house.store.circles, players, lambda: NOW, at_once)
        while self.queue.ids:
            await holding(self.queue.ids.pop(0))
        return recorder


@pytest.fixture
def circles(house: House) -> Iterator[Circles]:
    queue = Waiting()
    with house.visitor(missions=queue) as client:
        made = client.post("/api/circles", json=CIRCLE)
        assert made.status_code == 201, made.text
        yield Circles(house, client, queue, made.json())


def stranger(circles: Circles) -> TestClient:
    return circles.house.visitor(missions=circles.queue)


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


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+10:00", "9999-12-31T23:59:59-10:00"])
def test_an_entry_at_the_ends_of_the_calendar(circles: Circles, at: str) -> None:
    """Finds the circle closed, as any other that is not of its time."""
    answer = circles.enter(at=at)
    assert answer.status_code == 409, answer.text
    assert "not open at that time" in answer.text


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


@pytest.mark.parametrize("bad", [1e400, "\ud800", [[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]])
def test_a_profile_that_cannot_be_kept(circles: Circles, bad: Any) -> None:
    """No number that is none, no half character, and nothing without a bottom."""
    body = json.dumps({**CIRCLE, "owner_profile": {"x": bad}})
    headers = {"content-type": "application/json"}
    answer = circles.client.post("/api/circles", content=body, headers=headers)
    assert answer.status_code == 422


def test_the_same_entry_twice_is_one_interview(circles: Circles) -> None:
    """By its name, or when the whole request is the same; the second answer says so."""
    first = circles.enter(entry="e-1")
    assert first.status_code == 201, first.text
    assert first.headers["location"] == f"{circles.place}/interviews/1"
    again = circles.enter(entry="e-1", distance_m=390)
    assert (again.status_code, again.json()) == (200, first.json())
    assert len(circles.queue.ids) == 1
    unnamed = circles.enter(visitor="device-78")
    assert (unnamed.status_code, unnamed.json()["interview"]) == (201, 2)
    assert circles.enter(visitor="device-78").json() == unnamed.json()


@pytest.mark.parametrize(
    "changes",
    [
        {"distance_m": 401},
        {"distance_m": None},
        {"position": {"latitude": 1, "longitude": 1}, "distance_m": None},
        {"at": (NOW - timedelta(minutes=6)).isoformat()},
        {"at": (NOW + timedelta(days=8)).isoformat()},
    ],
)
def test_an_entry_that_is_none(circles: Circles, changes: Any) -> None:
    """Too far, nowhere, too long ago, after the end: refused before anything is kept or asked."""
    answer = circles.enter(**changes)
    assert answer.status_code == 409, answer.text
    assert "device-77" not in answer.text
    assert circles.queue.ids == []
    assert circles.client.get(circles.place).json()["interviews"] == []


async def test_the_cooldown(circles: Circles) -> None:
    """The same visitor is refused while an interview is not over, and until the cooldown is."""
    assert circles.enter(entry="e-1").status_code == 201
    assert circles.enter(entry="e-2").status_code == 409
    await circles.hold()
    assert circles.enter(entry="e-3").status_code == 409
    assert circles.enter(entry="e-3", visitor="device-78").status_code == 201
    later = NOW + timedelta(days=1, seconds=1)
    with circles.house.visitor(missions=circles.queue, now=lambda: later) as client:
        headers = circles.auth("entry_token")
        answer = client.post(f"{circles.place}/entries", json=ENTRY, headers=headers)
    assert (answer.status_code, answer.json()["interview"]) == (201, 3)


async def test_erasing_an_interview_does_not_end_its_cooldown(circles: Circles) -> None:
    """Neither while it waits nor when it is over, and whoever erases it; another visitor may enter."""
    for number in (1, 2):
        visitor = f"v-{number}"
        assert circles.enter(visitor=visitor).status_code == 201
        if number == 2:
            await circles.hold()
        place = f"{circles.place}/interviews/{number}"
        assert circles.client.delete(place, headers=circles.auth()).status_code == 204
        for again in ({}, {"entry": "another"}):
            answer = circles.enter(visitor=visitor, **again)
            assert answer.status_code == 409
            assert "cooldown" in answer.json()["detail"]
    assert circles.enter(visitor="v-3").status_code == 201


async def test_what_the_owner_reads(circles: Circles) -> None:
    """Messages, the own agent's goals, the end, the verdict with its evidence at its place, the line
    in the inbox; nothing of a profile."""
    circles.enter()
    await circles.hold()
    read = circles.client.get(f"{circles.place}/interviews/1").json()
    assert (read["status"], read["decision"], read["notification"]) == ("ended", "yes", LINE)
    assert len(read["transcript"]) == 8
    events = read["events"]
    assert [one["seq"] for one in events] == list(range(len(events)))
    said = [one for one in events if one["type"] == "message"]
    assert said[0]["goal"] == "open_and_ask_one_focused_question"
    assert "goal" not in said[1]
    assert "intent_tag" not in said[1]
    assert said[-1]["ended"]["reason"] == "max_turns"
    verdict = next(one for one in events if one["type"] == "verdict")
    assert verdict["evidence"][0] == {"index": 1, "start": 0, "end": 12, "quote": "owner says 1"}
    assert events[-1]["next"] is None
    inbox = circles.client.get("/api/inbox").json()["notices"]
    assert [(one["line"], one["interview"]) for one in inbox] == [(LINE, 1)]
    for canary in ("CANARY", "device-77", "Bo Lind", "Ana Rojas"):
        assert canary not in json.dumps(read)


async def test_what_the_visitors_side_reads(circles: Circles) -> None:
    """The messages and why it ended, by the token of the entry's answer; no goal, verdict or line."""
    entered = circles.enter().json()
    await circles.hold()
    other, headers = stranger(circles), {"Authorization": f"Bearer {entered['access_token']}"}
    read = other.get(f"{circles.place}/interviews/1", headers=headers)
    assert read.status_code == 200
    assert len(read.json()["transcript"]) == 8
    for hidden in ('goal": "', "yes", LINE, "max_per_side", "CANARY"):
        assert hidden not in read.text
    assert other.get(circles.place, headers=headers).status_code == 404
    circles.enter(visitor="device-78")
    assert other.get(f"{circles.place}/interviews/2", headers=headers).status_code == 404
    assert other.get("/api/inbox").json() == {"notices": []}


async def test_the_event_stream(circles: Circles) -> None:
    """Sends each entry once, in order, then an end; goes on behind the last one that was had."""
    circles.enter()
    await circles.hold()
    place = f"{circles.place}/interviews/1"
    whole = circles.client.get(f"{place}/events")
    assert whole.headers["content-type"].startswith("text/event-stream")
    events = circles.client.get(place).json()["events"]
    assert streamed(whole.text) == events
    assert whole.text.endswith("event: end\ndata: {}\n\n")
    rest = circles.client.get(f"{place}/events", headers={"Last-Event-ID": "4"})
    assert streamed(rest.text) == events[5:]
    odd = circles.client.get(f"{place}/events", headers={"Last-Event-ID": "x"})
    assert streamed(odd.text) == events
    assert stranger(circles).get(f"{place}/events").status_code == 404


def streamed(text: str) -> list[Any]:
    blocks = [block.split("\n") for block in text.split("\n\n")]
    return [json.loads(b[2].removeprefix("data: ")) for b in blocks if b[0].startswith("id: ")]


async def test_stopping(circles: Circles) -> None:
    """Either side may end it while it goes on; then nobody is asked any more, and nobody judges."""
    entered = circles.enter().json()
    headers = {"Authorization": f"Bearer {entered['access_token']}"}
    place = f"{circles.place}/interviews/1"
    assert stranger(circles).post(f"{place}/stop", headers=headers).status_code == 202
    recorder = await circles.hold()
    assert (recorder.calls, recorder.asked) == ([], [])
    read = circles.client.get(place).json()
    assert (read["end_reason"], read["decision"], read["status"]) == ("cancelled", None, "ended")
    assert circles.client.post(f"{place}/stop").status_code == 409


async def test_erasing(circles: Circles) -> None:
    """An interview goes with its line by either side; a circle with all; an owner with all circles."""
    entered = circles.enter().json()
    await circles.hold()
    place = f"{circles.place}/interviews/1"
    headers = {"Authorization": f"Bearer {entered['access_token']}"}
    assert stranger(circles).delete(place, headers=headers).status_code == 204
    assert circles.client.get(place).status_code == 404
    assert circles.client.get("/api/inbox").json() == {"notices": []}
    circles.enter(visitor="device-78")
    assert stranger(circles).delete(circles.place).status_code == 404
    assert circles.client.delete(circles.place).status_code == 204
    assert circles.client.get(circles.place).status_code == 404
    assert circles.enter().status_code == 404
    await circles.hold()  # what waited is gone, and nothing fails
    circles.client.post("/api/circles", json=CIRCLE)
    assert circles.client.delete("/api/owner").status_code == 204
    store: MemoryStore = circles.house.store
    assert (await store.counted())["circles"] == 0


async def test_everything_of_an_owner_can_be_taken_away(circles: Circles) -> None:
    """The export has the circles with their conversations, as their owner sees them."""
    circles.enter()
    await circles.hold()
    kept = circles.client.get("/api/export").json()["circles"]
    assert kept[0]["owner_profile"] == OWNERS
    assert len(kept[0]["interviews"][0]["transcript"]) == 8
    assert "VISCANARY1" not in json.dumps(kept)


def test_too_many_entries(circles: Circles) -> None:
    """Are refused with when to come again."""
    answers = [circles.enter(visitor=f"v-{n}", distance_m=999).status_code for n in range(130)]
    assert answers[:120] == [409] * 120
    assert set(answers[120:]) == {429}


def test_no_queue_no_entries(house: House) -> None:
    """A server that holds no such interviews admits nobody, and says so."""
    with house.visitor() as client:
        made = client.post("/api/circles", json=CIRCLE).json()
        answer = client.post(f"/api/circles/{made['id']}/entries", json=ENTRY)
    assert answer.status_code == 503


async def test_spec_shows_what_is_not_private(circles: Circles) -> None:
    """Under `spec` the owner sees the visitor's tags and wish to stop; under `safe` they do not."""
    made = circles.client.post("/api/circles", json={**CIRCLE, "preset": "spec"}).json()
    for place in (circles.place, f"/api/circles/{made['id']}"):
        circles.client.post(f"{place}/entries", json=ENTRY)
        await circles.hold(turn("no", stop=True, tag="decline"), *turns("visitor"))
        events = circles.client.get(f"{place}/interviews/1").json()["events"]
        second = [one for one in events if one["type"] == "message"][1]
        shown = (second.get("intent_tag"), second.get("stop_suggested"))
        assert shown == (("decline", True) if place != circles.place else (None, None))


async def test_canaries_of_both_sides_stay_where_they_are(
    circles: Circles, capfd: pytest.CaptureFixture[str]
) -> None:
    """A word in each private place of each profile: in no answer, stream or page of the other side,
    in none of a conversation, in no error and no line that is written; the owner's own circle shows
    the owner's own."""
    owner, owners = canaried("owner")
    visitor, visitors = canaried("visitor")
    about = {**CIRCLE, "owner_profile": owner}
    made = circles.client.post("/api/circles", json=about).json()
    circles.made.update(made)
    entered = circles.enter(visitor_profile=visitor, visitor="canary-device-00").json()
    refused = circles.enter(visitor_profile=visitor, visitor="canary-device-01", distance_m=9_999)
    plain = PlainAgent()
    players = Players(plain, plain, Recorder([], [], [YES]))
    holding = Holding(circles.house.store.circles, players, lambda: NOW, at_once)
    await holding(circles.queue.ids.pop())
    place = f"{circles.place}/interviews/1"
    page = f"/circles/{made['id']}"
    theirs = {"Authorization": f"Bearer {entered['access_token']}"}
    by_owner = [place, f"{place}/events", f"{page}/interviews/1", page, "/circles", "/api/inbox"]
    answers = {path: circles.client.get(path) for path in by_owner}
    answers |= {
        f"visitor {path}": stranger(circles).get(path, headers=theirs) for path in by_owner[:2]
    }
    assert {answer.status_code for answer in answers.values()} == {200}
    assert "meet people who climb" in answers[place].text
    seen = "".join(answer.text for answer in answers.values()) + refused.text
    seen += str(circles.house.seen) + "".join(capfd.readouterr())
    assert [word for word in (*owners, *visitors, "canary-device") if word in seen] == []
    own = circles.client.get(circles.place).text
    assert all(word in own for word in owners)
    assert [word for word in visitors if word in own + circles.client.get("/api/export").text] == []
