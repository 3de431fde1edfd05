"""How an interview went: each case of the heading."""

from __future__ import annotations

import pytest
from tests.assessment.answered import DEED, STORY, record

from greenroom.assessment.coaching import coach
from greenroom.assessment.coaching.rules import WORDS
from greenroom.assessment.coaching.went import CASES, Counts


def counts(**found: int) -> Counts:
    return Counts(**dict.fromkeys(Counts._fields, 0) | {"of": 5} | found)


@pytest.mark.parametrize(
    ("found", "case"),
    [
        ({"measured": 1, "deeds": 3}, "strong"),
        ({"measured": 1, "deeds": 3, "lacking": 1}, "measured"),
        ({"measured": 1, "deeds": 2}, "measured"),
        ({"measured": 1, "deeds": 3, "lacking": 1, "late": 1}, "late"),
        ({"results": 1, "short": 3}, "results"),
        ({"short": 3, "deeds": 3}, "short"),
        ({"short": 2, "deeds": 3}, "deeds"),
        ({"deeds": 1, "figures": 4}, "some"),
        ({"figures": 1, "reasons": 1}, "figures"),
        ({"reasons": 1}, "reasons"),
        ({}, "general"),
    ],
)
def test_each_case_of_the_heading(found: dict[str, int], case: str) -> None:
    """The first case of the table that holds is said, and each has words."""
    assert next(name for name, holds in CASES if holds(counts(**found))) == case
    assert case in WORDS["went"]


@pytest.mark.parametrize(("late", "asked"), [("twenty minutes", False), ("a little", True)])
def test_no_figure_is_asked_for_beside_one(late: str, asked: bool) -> None:
    """ "A figure beside it would make it stronger" stood above "we came twenty minutes late, but no one complained"."""
    end = f"We came {late} late, but no one complained afterwards."
    pairs = (
        (STORY, f"{DEED} There were ten of them at work. They were happy."),
        ("And how did it turn out?", end),
    )
    told = coach(record(*pairs, kinds=("question", "probe")))
    assert told.went == "results"
    assert ("A figure beside it" in told.lede) is asked


@pytest.mark.parametrize(
    ("end", "lede"),
    [
        ("We had thirty returns a week before, and then it was twelve.", "say your figure at once"),
        ("In the end they were happy.", "say at once what came of it"),
    ],
)
def test_what_came_late_is_named(end: str, lede: str) -> None:
    """ "Not every interviewer asks for more" said neither what came late nor what to do."""
    told = coach(
        record((STORY, DEED), ("And how did it turn out?", end), kinds=("question", "probe"))
    )
    assert told.went == "late"
    assert lede in told.lede


def test_an_answer_that_is_not_counted_has_its_reason_below() -> None:
    """ "The reason stands beside it" pointed to nothing that stands beside the heading; and who told only of a thing had told something."""
    asked_back = record((STORY, f"{DEED} {DEED}"), (STORY, "What do you mean by that?"))
    told = coach(asked_back).lede
    assert told.endswith("One more answer is left out of this count; below we say why.")
    plain = "The list on paper is good, the phone is loud, the days are long, and the people in the shop are kind."
    assert "little that was plainly your own doing" in coach(record((STORY, plain))).lede
