"""A circle is held by the model of its owner's key: over the real routes, with a local model server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic import SecretStr
from tests.circle.conftest import LINE, verdict
from tests.web.circle_app import CIRCLE, ENTRY
from tests.web.conftest import ORIGIN, House, house

from greenroom.adapters.storage.memory import MemoryStore
from greenroom.app.circles.chosen_model import noted
from greenroom.app.circles.durable_jobs import DurableJobs
from greenroom.app.ports import Amount
from greenroom.bootstrap.circle_jobs import DeferredMissions, at_once, missions
from greenroom.bootstrap.circle_players import CirclePlayers
from greenroom.bootstrap.keys import key_ring
from greenroom.circle.events import Entry, Started
from greenroom.settings import Settings, load
from greenroom.testing import sealed_key
from greenroom.testing.circles import EARLIER, admitted, circle_row, meeting_row, started
from greenroom.testing.providers import OpenAIServer, Reply
from greenroom.testing.providers.script import AT_ONCE, Request

__all__ = ["house"]

KEY = "sk-canary-7be1c05d93f2a648"
SAID = "Sundays work for a duo."
JUDGED = verdict("yes", quotes=[("m1", SAID), ("m2", SAID)], line=LINE)
PATIENCE_S = 60.0


def playing(request: Request) -> Reply:
    """Both agents say the same; whoever is asked for a verdict says yes."""
    judge = "injection_suspected" in json.dumps(request.body["messages"])
    return Reply(JUDGED if judge else json.dumps({"as_user_message": SAID}))


@dataclass
class Site:
    """The application, its jobs, and one owner's browser."""

    house: House
    store: MemoryStore
    settings: Settings
    late: DeferredMissions
    client: httpx2.AsyncClient

    async def saved(self, server: OpenAIServer) -> str:
        """A key for it, entered as people enter one."""
        wanted = {
            "provider": "openai-compatible",
            "base_url": server.url,
            "models": {"llm": "local-model"},
            "key": KEY,
        }
        answer = await self.client.post("/api/keys", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def entered(self, **more: Any) -> str:
        """A circle that somebody has entered; the place of their conversation."""
        made = await self.client.post("/api/circles", json={**CIRCLE, **more})
        assert made.status_code == 201, made.text
        place = f"/api/circles/{made.json()['id']}"
        assert (await self.client.post(f"{place}/entries", json=ENTRY)).status_code == 201
        return f"{place}/interviews/1"

    @asynccontextmanager
    async def working(self, **changes: Any) -> AsyncIterator[DurableJobs]:
        """Jobs are done inside it."""
        settings = self.settings.model_copy(update=changes)
        ring = key_ring(settings, self.store)
        async with missions(settings, self.store, ring) as jobs:
            self.late.open(jobs)
            await jobs.put_missing([row.id for row in await self.store.circles.unfinished()])
            yield jobs
            self.late.open(None)

    async def ended(self, place: str) -> dict[str, Any]:
        """The conversation, when it is over."""
        async with asyncio.timeout(PATIENCE_S):
            while (read := (await self.client.get(place)).json())["status"] != "ended":  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return dict(read)


@pytest.fixture
async def site(house: House, tmp_path: Path) -> AsyncIterator[Site]:
    store = MemoryStore(lambda: int(time.time() * 1000))
    settings, late = load(data=tmp_path), DeferredMissions()
    app = house.app(
        store=store,
        keys=key_ring(settings, store),
        missions=late,
        now=lambda: datetime.now(UTC),
    )
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield Site(house, store, settings, late, client)


def model(chat: Any = playing, key: str = KEY) -> OpenAIServer:
    return OpenAIServer(chat, key=key, pace=AT_ONCE)


def written(directory: Path) -> str:
    """Every byte of every file."""
    return b"".join(path.read_bytes() for path in directory.iterdir()).decode("latin-1")


def ending(read: dict[str, Any]) -> dict[str, Any]:
    return next(one["ended"] for one in read["events"] if "ended" in one)


async def test_an_owners_key_judges_their_circle(
    site: Site, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its model speaks for both sides and judges; what it used is its owner's; the pages name the
    provider; and the key is in no answer, page, file or output."""
    async with model() as server, site.working():
        key = await site.saved(server)
        place = await site.entered(providers={"llm": key})
        read = await site.ended(place)
        assert server.count("llm") == 8 + 1
        assert (read["decision"], read["notification"]) == ("yes", LINE)
        assert [one["message"] for one in read["transcript"]] == [SAID] * 8
        circle = place.partition("/interviews")[0]
        assert (await site.client.get(circle)).json()["providers"] == {"llm": key}
        used = (await site.client.get("/api/usage")).json()
        assert used["tokens"] == sum(one.tokens_in + one.tokens_out for one in server.requests)
        pages = [f"/{circle.removeprefix('/api/')}", f"/{place.removeprefix('/api/')}"]
        paths = [*pages, "/circles", "/keys", circle, place, "/api/export", "/api/inbox"]
        answers = [await site.client.get(path) for path in paths]
        assert {answer.status_code for answer in answers} == {200}
        assert all("by your key" in answer.text for answer in answers[:2])
    told = "".join(answer.text for answer in answers) + "".join(capfd.readouterr())
    kept = written(tmp_path)
    assert [word for word in (KEY, KEY[:-4]) if word in told + kept] == []
    (row,) = await site.store.keys.all()
    assert row.owner not in kept, "the queue names no owner"


@pytest.mark.parametrize("how", ["deleted", "sealed by another"])
async def test_a_key_that_is_gone(site: Site, how: str, capfd: pytest.CaptureFixture[str]) -> None:
    """When its conversation is held nobody is asked, neither the operator's model: it ends unjudged, the
    owner reads why, the visitor only that it ended, and the log names nobody."""
    async with model() as server, model() as operators:
        key = await site.saved(server)
        place = await site.entered(providers={"llm": key})
        (row,) = await site.store.keys.all()
        if how == "deleted":
            assert (await site.client.delete(f"/api/keys/{key}")).status_code == 204
        else:
            await site.store.keys.replace(replace(row, sealed=bytes(len(row.sealed))))
        by_operator = {
            "llm": "openai-compatible",
            "llm_url": operators.url,
            "llm_model": "m",
        }
        async with site.working(**by_operator):
            read = await site.ended(place)
        assert (server.count("llm"), operators.count("llm")) == (0, 0)
    assert (read["end_reason"], read["decision"], read["transcript"]) == (
        "infrastructure_error",
        None,
        [],
    )
    assert (ending(read)["cause"], ending(read)["judged"]) == ("key_gone", False)
    (meeting,) = await site.store.circles.meetings(place.split("/")[3])
    log = "".join(capfd.readouterr())
    assert "model_not_available" in log
    assert meeting.id in log
    for word in (KEY, row.owner, "Ana Rojas", "Bo Lind", "CANARY"):
        assert word not in log
    page = (await site.client.get(place.partition("/interviews")[0].removeprefix("/api"))).text
    assert ("The key that was chosen for this circle was deleted." in page) is (how == "deleted")


async def test_a_key_that_follows_one_that_was_deleted(site: Site) -> None:
    """Whoever enters after the choice is talked to and judged by the new model; who waited since before
    it, not: their conversation was begun with the other key."""
    async with model() as first, model() as second:
        gone = await site.saved(first)
        place = await site.entered(providers={"llm": gone})
        circle = place.partition("/interviews")[0]
        assert (await site.client.delete(f"/api/keys/{gone}")).status_code == 204
        changed = {"providers": {"llm": await site.saved(second)}}
        assert (await site.client.patch(circle, json=changed)).status_code == 200
        entry = {**ENTRY, "visitor": "device-78"}
        assert (await site.client.post(f"{circle}/entries", json=entry)).status_code == 201
        async with site.working():
            waited = await site.ended(place)
            entered = await site.ended(f"{circle}/interviews/2")
        assert (first.count("llm"), second.count("llm")) == (0, 8 + 1)
    assert (ending(waited)["cause"], waited["decision"]) == ("key_gone", None)
    assert (entered["decision"], entered["notification"]) == ("yes", LINE)


async def test_a_key_that_its_provider_refuses(
    site: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    """One request, and no second: the provider quotes the key, and nobody else does."""
    async with model() as server, site.working():
        key = await site.saved(server)
        server.key = "another"
        read = await site.ended(await site.entered(providers={"llm": key}))
        assert server.count("llm") == 1
    assert (read["end_reason"], read["decision"]) == ("infrastructure_error", None)
    assert ending(read)["cause"] == "key_refused"
    assert KEY not in json.dumps(read) + "".join(capfd.readouterr())


async def test_a_budget_that_is_used_up(site: Site) -> None:
    """What circles use counts for their owner. When no more may be used the conversation ends for that,
    unjudged; of the next one nobody is asked anything."""
    async with model() as server, site.working(owner_budget="tokens=9000"):
        key = await site.saved(server)
        read = await site.ended(await site.entered(providers={"llm": key}))
        assert (read["end_reason"], read["decision"]) == ("budget", None)
        asked = server.count("llm")
        assert 0 < asked < 8
        assert len(read["transcript"]) == asked
        assert ending(read)["judged"] is False
        again = await site.ended(await site.entered(providers={"llm": key}))
        assert (again["end_reason"], again["transcript"]) == ("budget", [])
        assert server.count("llm") == asked


async def test_a_budget_that_ends_before_the_verdict(site: Site) -> None:
    """What was said stays, and there is no verdict, which is not a no; the owner reads why."""
    words = " ".join(["Sundays"] * 2000)

    def long(request: Request) -> Reply:
        return Reply(
            json.dumps({"as_user_message": "So be it.", "stop_suggested": True, "x": words})
        )

    async with model(long) as server, site.working(owner_budget="tokens=9000"):
        key = await site.saved(server)
        read = await site.ended(await site.entered(providers={"llm": key}))
        assert server.count("llm") == 1
    assert (read["end_reason"], read["decision"]) == ("owner_stop", None)
    assert [(one["role"], one["cause"]) for one in read["events"] if one["type"] == "retry"] == [
        ("judge", "budget")
    ]


async def test_an_owner_who_is_forgotten_meanwhile(
    site: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    """While a model is asked: the job ends, nobody is asked any more, and nothing of the use is left."""
    going: list[asyncio.Task[Any]] = []

    def leaving(request: Request) -> Reply:
        if not going:
            going.append(asyncio.get_running_loop().create_task(site.client.delete("/api/owner")))
        return playing(request)

    async with model(leaving) as server, site.working() as jobs:
        key = await site.saved(server)
        (row,) = await site.store.keys.all()
        await site.entered(providers={"llm": key})
        async with asyncio.timeout(PATIENCE_S):
            while not going or jobs.running:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert (await going[0]).status_code == 204
        assert server.count("llm") < 9
    assert await site.store.usage.spent(owner=row.owner) == Amount()
    assert await site.store.circles.unfinished() == []
    assert "failed" not in "".join(capfd.readouterr())


async def test_another_model_than_was_told_of(house: House, site: Site) -> None:
    """A circle keeps what its owner could read about: the operator's provider of that time, or that
    there was none. If another one is set since, it is not asked."""
    none = await site.entered()
    async with model() as server:
        theirs = {"llm": "openai-compatible", "llm_url": server.url, "llm_model": "m"}
        settings = site.settings.model_copy(update=theirs)
        ring = key_ring(settings, site.store)
        app = house.app(
            store=site.store, keys=ring, missions=site.late, now=lambda: datetime.now(UTC)
        )
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            other = replace(site, client=client)
            named = await other.entered()
            page = (await client.get("/circles")).text
            assert "A model server chosen by this server&#39;s operator" in page
            async with site.working(llm="openai", llm_key=SecretStr("sk-x")):
                lost, plain = await other.ended(named), await site.ended(none)
        assert server.count("llm") == 0
    assert (ending(lost)["cause"], lost["transcript"]) == ("not_available", [])
    assert (plain["end_reason"], plain["decision"]) == ("max_turns", None)


async def test_whose_limits_hold(site: Site) -> None:
    """Those of the operator's provider for all its circles together; of an owner's own key those of this
    owner at this provider, in words that do not name the owner."""
    store = site.store
    players = CirclePlayers(
        site.settings,
        store,
        key_ring(site.settings, store),
        now=lambda: datetime.now(UTC),
        ready=at_once,
    )
    rows = {
        "a": ("owner-1", {"llm": "operator:openai"}),
        "b": ("owner-2", {"llm": "operator:openai"}),
        "c": ("owner-1", {}),
        "d": ("owner-1", {"llm": "key-of-owner-1"}),
        "e": ("owner-2", {"llm": "key-of-owner-2"}),
        "f": ("owner-1", {"llm": "key-of-owner-2"}),
    }
    for owner in ("owner-1", "owner-2"):
        await store.keys.put(sealed_key(f"key-of-{owner}", owner))
    for name, (owner, keys) in rows.items():
        await store.circles.create(circle_row(name, owner, keys=keys))
        await admitted(store, f"m{name}", name)
    lanes = {name: await players.lane(f"m{name}") for name in rows}
    assert lanes["a"] == lanes["b"] == "openai"
    assert lanes["c"] == lanes["f"] == await players.lane("nobody") == "plain"
    assert len(set(lanes.values())) == 4
    assert lanes["d"].startswith("openai of ")
    assert "owner-" not in "".join(lanes.values())
    row = circle_row("g", "owner-1", keys=rows["d"][1])
    await store.circles.create(row)
    plain = started("mg").event
    assert isinstance(plain, Started)
    begun = replace(plain, versions=(noted(row),))
    await store.circles.admit(meeting_row("mg", "g"), Entry(0, begun), EARLIER)
    await store.circles.set_keys("g", rows["a"][1])
    assert await players.lane("mg") == lanes["d"], "of the model that it was begun with"
