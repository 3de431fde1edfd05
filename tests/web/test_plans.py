"""Plans of one's own over HTTP: checked, kept by owner and version, used and taken away (W8)."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.records import sample_record

from greenroom.app import plans
from greenroom.app.plans.checking import in_turn
from greenroom.app.plans.trials import Trials
from greenroom.app.ports import Refused
from greenroom.testing.trials import ScriptedTrials
from greenroom.web.rate_limits import CHECKS_PER_MINUTE

PLAN = plans.source_of("two-stage")
MY = PLAN.replace('id = "two-stage"', 'id = "mine"')
NOW_APPLY = {"consent": True, "name": "Ada"}


def kept(visitor: TestClient, toml: str = MY) -> dict[str, Any]:
    answer = visitor.post("/api/plans", json={"toml": toml})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_schema_is_made_once(visitor: TestClient) -> None:
    """Whoever asks gets the schema of a plan, and it is not worked out again."""
    answers = [visitor.get("/api/plans/schema") for _ in range(2)]
    assert [answer.json() for answer in answers] == [plans.json_schema()] * 2
    assert {answer.headers["content-type"] for answer in answers} == {"application/json"}
    assert plans.json_schema() is plans.json_schema()


@pytest.mark.parametrize("name", plans.builtin_names())
def test_a_form_writes_what_it_read(name: str) -> None:
    """Every built-in plan, written anew from its tables, holds the same and has no fault; so has a copy."""
    source = plans.source_of(name)
    first = plans.draft(source)
    again = plans.from_tables(first.tables or {})
    assert again.tables == first.tables
    assert plans.parse(again.toml, name) == plans.parse(source, name)
    copy = plans.draft(plans.copy_of(source))
    assert copy.faults == ()
    assert (copy.tables or {})["id"] == f"{name}-copy"
    assert copy.toml.count("#") == source.count("#")


_VALUES = st.recursive(
    st.text() | st.integers(-(10**15), 10**15) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(tables=st.dictionaries(st.text(), _VALUES, max_size=4))
@settings(max_examples=150, deadline=None)
def test_any_tables_are_written_or_refused(tables: dict[str, Any]) -> None:
    """What a form may hold becomes TOML that says the same, or is refused in a sentence."""
    try:
        found = plans.from_tables(tables)
    except plans.NotWritable:
        return
    if found.tables is None:
        assert found.faults or not found.toml.strip()
    else:
        assert found.tables == tables


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


def test_a_plan_is_its_owners(house: Any, visitor: TestClient) -> None:
    """Nobody else sees, uses, changes, takes or deletes it; the words are those for a plan that never was."""
    plan = kept(visitor)
    place = f"/api/plans/{plan['id']}"
    with house.visitor() as stranger:
        assert stranger.post("/api/plans", json={"copy_of": plan["id"]}).status_code == 404
        kept(stranger)
        for method, path, body in (
            ("get", place, None),
            ("get", f"{place}/file", None),
            ("put", place, {"toml": "x", "version": 1}),
            ("get", f"/plans/{plan['id']}", None),
        ):
            asked = {} if body is None else {"json": body}
            assert getattr(stranger, method)(path, **asked).status_code == 404
        stranger.delete(place)
        refused = stranger.post("/api/interviews", json={**NOW_APPLY, "plan": plan["id"]})
        assert refused.status_code == 422
    assert visitor.get(place).json()["toml"] == MY


def test_an_interview_keeps_the_plan_it_began_with(house: Any, visitor: TestClient) -> None:
    """A changed or deleted plan changes no interview that was registered with it."""
    plan = kept(visitor)
    made = visitor.post("/api/interviews", json={**NOW_APPLY, "plan": plan["id"]}).json()
    changed = MY.replace("Please tell me a little about yourself.", "Who are you?")
    answer = visitor.put(f"/api/plans/{plan['id']}", json={"toml": changed, "version": 1})
    assert answer.json()["version"] == 2
    second = visitor.post("/api/interviews", json={**NOW_APPLY, "plan": plan["id"]}).json()
    assert visitor.delete(f"/api/plans/{plan['id']}").status_code == 204
    first, later = house.row(made["id"]), house.row(second["id"])
    assert (first.plan_toml, first.plan_id) == (MY, plan["id"])
    assert later.plan_toml == changed


def test_two_windows(visitor: TestClient) -> None:
    """Who began from an older version overwrites nothing, and is told so."""
    plan = kept(visitor)
    place = f"/api/plans/{plan['id']}"
    assert visitor.put(place, json={"toml": "first", "version": 1}).status_code == 200
    late = visitor.put(place, json={"toml": "second", "version": 1})
    assert late.status_code == 409
    assert "Nothing was saved" in late.json()["detail"]
    assert visitor.get(place).json()["toml"] == "first"


def test_a_half_written_plan_is_kept_and_not_used(visitor: TestClient) -> None:
    """It can be saved and listed with the number of things to mend; registration says why not."""
    plan = kept(visitor, 'title = "Half"\n[[stages]]\n')
    (row,) = [one for one in visitor.get("/api/plans").json()["plans"] if not one["builtin"]]
    assert (row["title"], row["faults"] > 1, row["minutes"]) == ("Half", True, None)
    answer = visitor.post("/api/interviews", json={**NOW_APPLY, "plan": plan["id"]})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "#/plan"
    assert "to fix" in answer.json()["errors"][0]["detail"]
    assert "Half" not in visitor.get("/").text
    assert "Half" in visitor.get("/plans").text


def test_at_most_fifty(visitor: TestClient) -> None:
    """A shelf that is full is said to be; nothing is thrown away."""
    for _ in range(50):
        kept(visitor, "x = 1")
    assert visitor.post("/api/plans", json={"toml": "y = 1"}).status_code == 409


def test_own_plans_can_be_chosen_and_taken_along(visitor: TestClient) -> None:
    """A usable plan stands in the registration, and everything of the owner holds its text."""
    plan = kept(visitor)
    page = visitor.get(f"/?plan={plan['id']}").text
    assert f'value="{plan["id"]}" checked' in page
    assert page.count('name="plan"') == len(plans.builtin_names()) + 1
    assert page.count(" checked>") == 1
    assert visitor.get("/api/export").json()["plans"][0]["toml"] == MY
    taken = visitor.get(f"/api/plans/{plan['id']}/file")
    assert taken.headers["content-type"] == "application/toml"
    assert taken.text == MY
    visitor.delete("/api/owner")
    assert visitor.get(f"/api/plans/{plan['id']}").status_code == 404


def test_a_title_is_text(visitor: TestClient) -> None:
    """What an author calls a plan is escaped wherever it is shown."""
    plan = kept(visitor, MY.replace("Two-stage interview", "<img src=x onerror=alert(1)>"))
    for path in ("/plans", f"/plans/{plan['id']}", "/"):
        assert "<img src=x" not in visitor.get(path).text
        assert "&lt;img src=x" in visitor.get(path).text


@pytest.mark.parametrize("before", ["", "study = false\n", "study = true\n"])
def test_study_mode_is_chosen_at_registration(house: Any, visitor: TestClient, before: str) -> None:
    """The interview's own plan says so from then on; nothing else in it is different, and without the
    choice it is as its author wrote it."""
    plan = kept(visitor, before + MY)
    for study in (True, False):
        body = {**NOW_APPLY, "plan": plan["id"], "study": study}
        made = visitor.post("/api/interviews", json=body).json()["id"]
        toml = house.row(made).plan_toml
        found = plans.parse(toml, "x")
        assert found.study is (study or "true" in before)
        assert replace(found, study=False) == plans.parse(MY, "x")
        assert (
            'data-command="hint"' in visitor.get(f"/interviews/{made}/room").text
        ) is found.study


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


def test_checks_have_a_rate_of_their_own(visitor: TestClient) -> None:
    """Who has too much checked is told so, with the time to wait; lists and files stay open."""
    plan = kept(visitor)["id"]
    answers = (
        visitor.post("/api/plans/check", json={"toml": "a = 1"})
        for _ in range(20 * CHECKS_PER_MINUTE)  # a minute may end meanwhile
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


@pytest.mark.parametrize(
    "tables",
    [
        {"k" * 100_000: {str(n): {} for n in range(10_000)}},
        {"a": {"b": [[[[[[[[1]]]]]]]]}},
        {"title": "x" * 300_000},
        {"a": [{"b": n} for n in range(20_000)]},
    ],
    ids=["a long key over many tables", "nesting", "a long text", "many tables"],
)
def test_tables_are_written_within_the_bound_of_a_file(tables: dict[str, Any]) -> None:
    """A form's tables become a text that a file may hold, or a refusal, and nothing larger between."""
    tracemalloc.start()
    try:
        assert plans.from_tables(tables).faults
    except plans.NotWritable:
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 40 << 20


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
