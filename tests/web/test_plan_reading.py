"""A plan in plain words, for whoever is to be asked by it."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from greenroom.app import plans
from greenroom.app.plans.format import StageSource
from greenroom.app.plans.stage_texts import askings


def texts(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def questions(name: str) -> Iterator[str]:
    """Everything that the plan may ask, in its first form."""
    for raw in tomllib.loads(plans.source_of(name))["stages"]:
        stage = StageSource.model_validate(raw)
        yield from (one.text for one in (stage.opening, *stage.bank, *stage.probes) if one)


@pytest.mark.parametrize("name", plans.builtin_names())
def test_a_built_in_plan_can_be_read(visitor: TestClient, name: str) -> None:
    """Each stage with its title, and each question that it may ask, whole; without the plan's own keys
    and templates. It is reached from the list, and from the start page."""
    page = visitor.get(f"/plans/{name}/read")
    assert page.status_code == 200
    said = texts(page.text)
    for raw in tomllib.loads(plans.source_of(name))["stages"]:
        assert raw["title"] in said
    for question in questions(name):
        assert question.split("{")[0].strip() in said, question
    assert "{" not in said
    assert "hard_limit" not in said
    for place in ("/plans", "/"):
        assert f'href="/plans/{name}/read"' in visitor.get(place).text


def test_the_address_of_a_built_in_plan_leads_there(visitor: TestClient) -> None:
    """A plan that is nobody's to edit opens for reading."""
    found = visitor.get("/plans/classic", follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, "/plans/classic/read")


def test_conditions_are_told(visitor: TestClient) -> None:
    """A stage that is held only for some says for whom."""
    assert "Only for the levels lead and staff." in texts(
        visitor.get("/plans/software-engineer/read").text
    )


def test_ones_own_plan_is_read_by_oneself(visitor: TestClient, house: Any) -> None:
    """The owner reads it; for anybody else there is none; one with faults leads to the editor."""
    toml = plans.source_of("two-stage").replace("Two-stage interview", "<b>Mine</b>")
    made = visitor.post("/api/plans", json={"toml": toml}).json()
    page = visitor.get(f"/plans/{made['id']}/read").text
    assert "&lt;b&gt;Mine&lt;/b&gt;" in page
    assert f'href="/plans/{made["id"]}"' in page
    with house.visitor() as stranger:
        assert stranger.get(f"/plans/{made['id']}/read").status_code == 404
    spoilt = visitor.post("/api/plans", json={"toml": 'title = "Half"'}).json()
    half = visitor.get(f"/plans/{spoilt['id']}/read").text
    assert "has to be fixed first" in half
    for wrong in ("nothing", "..%2f..", "x" * 500):
        assert visitor.get(f"/plans/{wrong}/read").status_code == 404


def test_every_form_of_question_has_a_place() -> None:
    """No form of asking that a plan may hold is forgotten by the reading page."""
    kinds = {path[2] for name in plans.builtin_names() for raw in tomllib.loads(plans.source_of(name))["stages"] for path, _, _ in [(("stages", 0, p[0]), o, t) for p, o, t in askings(StageSource.model_validate(raw))]}  # fmt: skip
    assert kinds <= {"opening", "bank", "probes", "facts"}
