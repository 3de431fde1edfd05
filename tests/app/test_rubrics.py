"""Rubrics are data; a bad one is refused with file, line, key and reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from greenroom.app.ports import NotFound
from greenroom.app.roles import role_packs
from greenroom.app.scorecards import rubrics
from greenroom.app.sources.faults import SourceError

GOOD = """\
schema = 1
id = "mine"
title = "Mine"
description = "A rubric of one criterion."

[[criteria]]
id = "clarity"
title = "Clarity"
question = "Is it clear?"
anchors = ["no", "hardly", "partly", "mostly", "wholly"]
"""


def test_the_shipped_rubrics_are_whole() -> None:
    """Each built-in rubric is named as its file, and each level of each criterion has its own words."""
    for name in rubrics.names():
        rubric = rubrics.load(name)
        assert rubric.id == name
        for criterion in rubric.criteria:
            assert len(set(criterion.anchors)) == 5
            assert criterion.question.endswith("?")


def test_there_is_a_rubric_for_each_role_pack() -> None:
    """STAR, technical depth and every role pack of the catalogue can be asked for by name."""
    assert {"star", "technical-depth", *role_packs()} == set(rubrics.names())
    parts = [criterion.id for criterion in rubrics.load("star").criteria]
    assert parts == ["situation", "task", "action", "result"]


def test_a_rubric_of_ones_own_is_read() -> None:
    """A file's levels come in order, and the same words have the same digest."""
    rubric = rubrics.parse(GOOD, "mine.toml")
    assert rubric.criteria[0].anchors == ("no", "hardly", "partly", "mostly", "wholly")
    assert rubric.digest == rubrics.parse(GOOD.encode(), "other.toml").digest
    assert rubric.digest != rubrics.parse(GOOD.replace("hardly", "barely"), "mine.toml").digest


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda t: "", "x.toml:1: the file is empty"),
        (lambda t: t.replace("schema = 1\n", ""), "x.toml:1: schema: is missing"),
        (lambda t: t.replace("= 1\n", "= 2\n"), "x.toml:1: schema: must be 1, not 2"),
        (lambda t: t.replace('"Is it clear?"', '" "'), "x.toml:9: criteria[0].question: must not"),
        (lambda t: t.replace(', "wholly"', ""), "x.toml:10: criteria[0].anchors: has 4 items"),
        (lambda t: t.replace("hardly", "no"), "x.toml:10: criteria[0].anchors: two levels"),
        (lambda t: t.replace("anchors", "anchor"), "criteria[0].anchor: unknown key; did you mean"),
        (lambda t: t + t[t.index("[[") :], "x.toml:12: criteria[1].id: the criterion `clarity`"),
        (lambda t: t.split("[[")[0], "x.toml:1: criteria: is missing"),
        (lambda t: t + "]", "x.toml:11: this is not TOML"),
    ],
    ids=range(10),
)
def test_faults_are_told_at_their_line(spoil: Callable[[str], str], told: str) -> None:
    """What is wrong is said with file, line and key."""
    with pytest.raises(SourceError) as caught:
        rubrics.parse(spoil(GOOD), "x.toml")
    assert told in str(caught.value)


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    """A name that is neither a rubric nor a file lists the rubrics."""
    with pytest.raises(NotFound, match="star, teaching, technical-depth"):
        rubrics.load("stars")
    with pytest.raises(SourceError, match="cannot be read"):
        rubrics.load("nowhere/mine.toml")
