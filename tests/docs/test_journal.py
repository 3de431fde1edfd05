"""docs/reference/journal.md has every event, command and proposal, with examples of today."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, get_args

import pytest
from tests.docs.pages import blocks, page, rows, section

from greenroom.interview import commands, events, journal, proposals

EVENTS: tuple[type[Any], ...] = get_args(events.Event)
COMMANDS: tuple[type[Any], ...] = get_args(commands.Command)
PROPOSALS: tuple[type[Any], ...] = get_args(proposals.Proposal)


@pytest.mark.parametrize("kind", EVENTS + COMMANDS, ids=lambda kind: kind.__name__)
def test_every_event_and_command_is_described(kind: type[Any]) -> None:
    """docs/reference/journal.md has a section for each, which names every field and shows an example."""
    told = section(page("journal.md"), f"### {kind.__name__}")
    assert [f.name for f in fields(kind) if f"`{f.name}`" not in told] == []
    examples = [json.loads(line) for block in blocks(told, "json") for line in block.splitlines()]
    assert kind.__name__ in {example["type"] for example in examples}


def test_every_proposal_is_described() -> None:
    """docs/reference/journal.md has each proposal with its fields."""
    told = section(page("journal.md"), "## Proposals")
    for kind in PROPOSALS:
        line = next(line for line in told.splitlines() if line.startswith(f"| `{kind.__name__}`"))
        assert [f.name for f in fields(kind) if f"`{f.name}`" not in line] == []


def nested(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every tagged object in a JSON value."""
    if isinstance(value, dict):
        if "type" in value:
            yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from nested(item)


def test_the_journals_examples_are_of_today() -> None:
    """Every example has exactly the fields that its class has; every event can be read."""
    kinds = {kind.__name__: kind for kind in EVENTS + COMMANDS + PROPOSALS}
    examples = [json.loads(li) for b in blocks(page("journal.md"), "json") for li in b.splitlines()]
    tagged = [found for example in examples for found in nested(example)]
    assert len(tagged) > len(EVENTS + COMMANDS)
    for example in tagged:
        kind = kinds[example["type"]]
        assert list(example) == ["type", *(f.name for f in fields(kind))]
        if kind in EVENTS:
            assert type(journal.decode_event(example)) is kind


def test_the_journals_header_is_described() -> None:
    """docs/reference/journal.md names every key of the first line."""
    described = rows(section(page("journal.md"), "## Format"))
    assert {"journal", *(f.name for f in fields(journal.Header))} <= described
