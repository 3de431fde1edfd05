"""Plans are checked over HTTP as `greenroom plans check` does it, and what is too much is told."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.web.test_plans import NOW_APPLY, PLAN, kept

from greenroom.app import plans
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.trials import Trials
from greenroom.testing.trials import ScriptedTrials
from greenroom.web.rate_limits import PER_MINUTE


def test_the_schema_is_made_once(visitor: TestClient) -> None:
    """Whoever asks gets the schema of a plan, and it is not worked out again."""
    answers = [visitor.get("/api/plans/schema") for _ in range(2)]
    assert [answer.json() for answer in answers] == [plans.json_schema()] * 2
    assert {answer.headers["content-type"] for answer in answers} == {"application/json"}
    assert plans.json_schema() is plans.json_schema()


def test_faults_are_told_by_line_and_key(visitor: TestClient) -> None:
    """The check of the page is the check of `greenroom plans check`, for text and for form."""
    broken = PLAN.replace("hard_limit = 120", "hard_limit = 0")
    told = visitor.post("/api/plans/check", json={"toml": broken}).json()
    (fault,) = told["faults"]
    assert (fault["line"], fault["key"]) == (
        broken.split("\n").index("hard_limit = 0") + 1,
        "stages[0].hard_limit",
    )
    assert told["summary"] is None
    again = visitor.post("/api/plans/check", json={"plan": told["plan"]}).json()
    assert [one["reason"] for one in again["faults"]] == [fault["reason"]]
    asked = {"accept-language": "de"}
    german = visitor.post("/api/plans/check", json={"toml": broken}, headers=asked).json()
    assert german["faults"] == [fault | {"told": "0 ist zu klein; mindestens 1"}]
    assert fault["told"] == fault["reason"] == "0 is too small; at least 1"
    unread = visitor.post("/api/plans/check", json={"toml": "id = "}).json()
    assert unread["plan"] is None
    assert unread["faults"][0]["line"] == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"toml": "", "plan": {}},
        {"toml": "\ud800"},
        {"plan": {"a": "\ud800"}},
        {"plan": {"a": [None]}},
    ],
)
def test_what_is_no_plan_to_check(visitor: TestClient, body: dict[str, Any]) -> None:
    """Neither, both, half a character, and what no TOML can hold: each is refused in a sentence."""
    sent = {"content": json.dumps(body), "headers": {"content-type": "application/json"}}
    answer = visitor.post("/api/plans/check", **sent)  # type: ignore[arg-type]
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_checks_have_a_rate_of_their_own(visitor: TestClient) -> None:
    """Who has too much checked is told so, with the time to wait; lists and files stay open."""
    plan = kept(visitor)["id"]
    answers = (
        visitor.post("/api/plans/check", json={"toml": "a = 1"})
        for _ in range(20 * PER_MINUTE["check"])  # a minute may end meanwhile
    )
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert visitor.get("/api/plans").status_code == 200
    assert visitor.get(f"/api/plans/{plan}/file").status_code == 200


HOSTILE = {
    "parts": "a." * 500 + "b = 1",
    "a number": f"a = 0x{'f' * 5000}",
    "nesting": f"a = {'[' * 5000}",
    "things": f"a = [{'[],' * 60_000}]",
}


@pytest.mark.parametrize("toml", HOSTILE.values(), ids=HOSTILE)
async def test_a_plan_that_is_too_much_is_kept_and_told(house: Any, toml: str) -> None:
    """A text that is refused now, also one that was kept before: listed, opened, taken and copied with its
    fault; it can't be used or tried."""
    visitor = house.visitor(trials=Trials(ScriptedTrials({})))
    plan = kept(visitor, toml)
    assert len(plan["faults"]) == 1
    (row,) = [one for one in visitor.get("/api/plans").json()["plans"] if not one["builtin"]]
    assert (row["id"], row["faults"]) == (plan["id"], 1)
    place = f"/api/plans/{plan['id']}"
    assert visitor.get(place).json()["faults"] == plan["faults"]
    assert visitor.get(f"{place}/file").text == toml
    for page in ("/", "/plans", f"/plans/{plan['id']}", f"/plans/{plan['id']}/try"):
        assert visitor.get(page).status_code == 200
    change = {"toml": f"{toml}\n", "version": 1}
    assert visitor.put(place, json=change).status_code == 200
    assert visitor.post("/api/plans", json={"copy_of": plan["id"]}).status_code == 201
    assert (
        visitor.post("/api/interviews", json={**NOW_APPLY, "plan": plan["id"]}).status_code == 422
    )
    assert visitor.post(f"{place}/trial", json={}).status_code == 409


async def test_one_person_takes_one_thread() -> None:
    """Checks of one person come one after the other, so that the other thread is free for others."""
    at_work: list[str] = []
    most: list[int] = []
    go_on = threading.Event()

    def work(who: str) -> str:
        at_work.append(who)
        most.append(at_work.count("one"))
        if who == "one":
            go_on.wait(10)
        at_work.remove(who)
        return who

    waiting = [asyncio.create_task(in_turn("one", work, "one")) for _ in range(5)]
    assert await asyncio.wait_for(in_turn("another", work, "another"), 10) == "another"
    go_on.set()
    assert await asyncio.gather(*waiting) == ["one"] * 5
    assert max(most) == 1
