"""Plans of one's own over HTTP: kept by owner and version, used and taken away (W8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.app import plans

PLAN = plans.source_of("two-stage")
MY = PLAN.replace('id = "two-stage"', 'id = "mine"')
NOW_APPLY = {"consent": True, "name": "Ada"}


def kept(visitor: TestClient, toml: str = MY) -> dict[str, Any]:
    answer = visitor.post("/api/plans", json={"toml": toml})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


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
