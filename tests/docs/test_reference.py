"""docs/reference has every key, cause, measure, setting, route and message that exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Any

import pytest
from tests.docs.pages import ROOT, blocks, page, rows, section

from greenroom.app.providers.upstream import UpstreamCause
from greenroom.app.scorecards import rubrics
from greenroom.assessment.delivery import measures
from greenroom.assessment.reasons import Reason
from greenroom.assessment.rewording.checked import Refusal as WordingRefusal
from greenroom.interview.causes import Cause, EndReason, Refusal
from greenroom.interview.record_schema import record_schema
from greenroom.settings import PREFIX, Settings
from greenroom_turns.cause import TurnCause


def test_every_key_of_the_record_is_described() -> None:
    """docs/reference/record.md names each key of the record, of its stages, transitions and messages."""

    def keys(schema: Any) -> Iterator[str]:
        if isinstance(schema, dict):
            yield from schema.get("properties", {})
            for inner in schema.values():
                yield from keys(inner)
        elif isinstance(schema, list):
            for inner in schema:
                yield from keys(inner)

    told = page("record.md")
    assert {key for key in keys(record_schema()) if f"`{key}`" not in told} == set()


@pytest.mark.parametrize(
    ("causes", "heading"),
    [
        (Cause, "Stages"),
        (EndReason, "Ends"),
        (Refusal, "Refusals"),
        (TurnCause, "Turns"),
        (UpstreamCause, "Providers"),
        (Reason, "Scores"),
        (WordingRefusal, "Wordings"),
    ],
)
def test_every_cause_is_described(causes: type[StrEnum], heading: str) -> None:
    """docs/reference/causes.md has exactly the causes that exist."""
    assert rows(section(page("causes.md"), f"## {heading}")) == {cause.value for cause in causes}


def test_every_measure_is_described() -> None:
    """docs/reference/delivery.md has exactly the measures that there are."""
    assert rows(page("delivery.md")) == set(measures({"messages": []}))


def test_the_rubric_that_is_shown_can_be_used() -> None:
    """The example of docs/reference/scorecard.md is a rubric, and every shipped one is named there."""
    (example,) = blocks(page("scorecard.md"), "toml")
    assert rubrics.parse(example, "scorecard.md").criteria[0].id == "clarity"
    assert [name for name in rubrics.names() if f"`{name}`" not in page("scorecard.md")] == []


def test_every_setting_is_described() -> None:
    """docs/reference/settings.md has each variable, and no variable that is none."""
    shown = set(re.findall(rf"`({PREFIX}[A-Z_]+)", page("settings.md")))
    assert shown == {PREFIX + name.upper() for name in Settings.model_fields}


def test_every_http_route_is_described() -> None:
    """docs/reference/http.md has each method and path of /openapi.json."""
    from greenroom.web.app import create_app
    from greenroom.web.services import Services

    nothing: dict[str, Any] = dict.fromkeys(one.name for one in fields(Services))
    services = Services(**(nothing | {"secret": b""}))  # the routes are listed, not used
    paths = create_app(services).openapi()["paths"]
    told = page("http.md")
    routes = [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]
    assert len(routes) > 5
    bare = re.sub(r"\{\w+\}", "{}", told)
    assert [r for r in routes if f"`{re.sub(r'{.*?}', '{}', r)}`" not in bare] == []


def shown_types() -> set[str]:
    """The `t` of every message that the server sends: dict displays with that key in the source."""
    found: set[str] = set()
    for path in sorted((ROOT / "src" / "greenroom").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Dict):
                found |= {
                    value.value
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant) and key.value == "t"
                    if isinstance(value, ast.Constant) and isinstance(value.value, str)
                    if value.value.isidentifier()
                }
    return found


def test_every_socket_message_is_described() -> None:
    """docs/reference/socket.md has each message of either side by its type."""
    from greenroom.session import message_parser

    told = page("socket.md")
    sent = shown_types()
    assert {"hello", "say", "view", "caption", "ended"} <= sent
    known = sent | set(message_parser._READERS)
    assert {name for name in known if f"`{name}`" not in told} == set()
