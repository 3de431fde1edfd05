"""What a circle uses counts for its owner: budgets, limits, and nothing once the owner is forgotten."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.bootstrap.circle_site import PATIENCE_S, Site, ending, model, playing, site
from tests.web.conftest import house

from greenroom.app.circles.chosen_model import noted
from greenroom.app.ports import Amount
from greenroom.bootstrap.circle_jobs import at_once
from greenroom.bootstrap.circle_players import CirclePlayers
from greenroom.bootstrap.keys import key_ring
from greenroom.circle.events import Entry, Started
from greenroom.testing import sealed_key
from greenroom.testing.circles import EARLIER, admitted, circle_row, meeting_row, started
from greenroom.testing.providers import Reply
from greenroom.testing.providers.script import Request

__all__ = ["house", "site"]


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
