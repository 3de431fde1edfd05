"""A circle is held by the model of its owner's key: over the real routes, with a local model server."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests.bootstrap.circle_site import KEY, SAID, Site, browser, ending, model, site
from tests.circle.conftest import LINE
from tests.web.circle_app import ENTRY
from tests.web.conftest import House, house

__all__ = ["house", "site"]


def written(directory: Path) -> str:
    """Every byte of every file."""
    return b"".join(path.read_bytes() for path in directory.iterdir()).decode("latin-1")


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


async def test_another_model_than_was_told_of(house: House, site: Site) -> None:
    """A circle keeps what its owner could read about: the operator's provider of that time, or that
    there was none. If another one is set since, it is not asked."""
    none = await site.entered()
    async with model() as server:
        theirs = {"llm": "openai-compatible", "llm_url": server.url, "llm_model": "m"}
        settings = site.settings.model_copy(update=theirs)
        async with browser(house, site.store, settings, site.late) as client:
            other = replace(site, client=client)
            named = await other.entered()
            page = (await client.get("/circles")).text
            assert "A model server chosen by this server&#39;s operator" in page
            async with site.working(llm="openai", llm_key=SecretStr("sk-x")):
                lost, plain = await other.ended(named), await site.ended(none)
        assert server.count("llm") == 0
    assert (ending(lost)["cause"], lost["transcript"]) == ("not_available", [])
    assert (plain["end_reason"], plain["decision"]) == ("max_turns", None)
