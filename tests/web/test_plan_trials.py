"""A plan is tried over HTTP: begun, shown, stopped, refused."""

from __future__ import annotations

import re
from typing import Any

from fastapi.testclient import TestClient
from tests.support.records import sample_record

from greenroom.app import plans
from greenroom.app.plans.trials import Trials
from greenroom.app.ports import Refused
from greenroom.testing.trials import ScriptedTrials


async def test_a_plan_is_tried(house: Any) -> None:
    """Begun, waited for, shown with its moves and their reasons, marked as simulated; no interview comes of
    it, and a stranger sees none of it."""
    record = sample_record("sim_1") | {"mode": "simulated"}
    run = ScriptedTrials(record)
    with house.visitor(trials=Trials(run)) as visitor:
        plan = visitor.post("/api/plans", json={"copy_of": "classic"}).json()["id"]
        place, page = f"/api/plans/{plan}/trial", f"/plans/{plan}/try"
        assert visitor.get(place).json()["status"] == "none"
        begun = visitor.post(place, json={"candidate": "terse"})
        assert (begun.status_code, begun.json()["minutes"]) == (202, 13)
        assert visitor.post(place, json={}).status_code == 409
        assert "data-under-way" in visitor.get(page).text
        run.go.set()
        found = visitor.get(place).json()
        assert (found["status"], found["candidate"], found["took_ms"]) == ("done", "terse", 320_000)
        shown = visitor.get(page).text
        assert "<strong>Simulated.</strong>" in shown
        assert "We moved the ledger off a single database" in shown
        assert "<code>hard_limit</code> was reached" in shown
        assert "We found some of what was asked." in shown
        assert "of 5" not in shown
        assert visitor.get("/api/interviews").json()["interviews"] == []
        assert visitor.get("/api/progress").json()["interviews"] == []
        with house.visitor(trials=Trials(run)) as stranger:
            assert stranger.get(place).status_code == 404
            assert stranger.get(page).status_code == 404
            assert stranger.post(place, json={}).status_code == 404
        assert visitor.delete(place).status_code == 204
        assert visitor.get(place).json()["status"] == "none"


async def test_a_trial_goes_with_its_plan_and_its_owner(house: Any) -> None:
    """Deleting either stops it and leaves nothing in memory."""
    run = ScriptedTrials({})
    with house.visitor(trials=Trials(run)) as visitor:
        for erase in ("/api/plans/{}", "/api/owner"):
            plan = visitor.post("/api/plans", json={"copy_of": "classic"}).json()["id"]
            assert visitor.post(f"/api/plans/{plan}/trial", json={}).status_code == 202
            assert visitor.delete(erase.format(plan)).status_code == 204
        assert (len(run.asked), run.stopped) == (2, 2)


async def test_trying_is_refused_in_a_sentence(house: Any, visitor: TestClient) -> None:
    """A plan with faults shows where they are; too many trials are too many; without a place to try there
    is none."""
    run = ScriptedTrials({}, Refused("It took too long."))
    run.go.set()
    assert visitor.post("/api/plans/classic/trial", json={}).status_code == 409
    with house.visitor(trials=Trials(run)) as client:
        toml = plans.source_of("two-stage").replace("hard_limit = 120", 'hard_limit = "two"')
        plan = client.post("/api/plans", json={"toml": toml}).json()["id"]
        assert client.post(f"/api/plans/{plan}/trial", json={}).status_code == 409
        shown = client.get(f"/plans/{plan}/try").text
        assert re.search(r"Line \d+", shown)
        assert "hard_limit" in shown
        for _ in range(5):
            assert client.post("/api/plans/two-stage/trial", json={}).status_code == 202
            assert client.get("/api/plans/two-stage/trial").json()["why"] == "It took too long."
        assert "It took too long." in client.get("/plans/two-stage/try").text
        assert client.post("/api/plans/two-stage/trial", json={}).status_code == 429
