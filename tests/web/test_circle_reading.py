"""What each side of an interview between agents reads over HTTP, and how it is stopped and erased."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.circle.conftest import LINE, YES, Recorder, at_once, turn, turns
from tests.circle.test_profile import canaried
from tests.web.circle_app import CIRCLE, ENTRY, OWNERS, Circles, stranger
from tests.web.conftest import NOW

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.agents_without_model import RuleAgent
from greenroom.app.circles.holding import Holding, Players


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
    plain = RuleAgent()
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
