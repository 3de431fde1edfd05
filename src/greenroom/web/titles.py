"""Titles of what comes with Greenroom, and what somebody applied for, in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from greenroom.assessment.sentence import Sentence, joined
from greenroom.web.languages import N_, is_told, told

LEVELS: Final = {
    "entry": N_("Entry"),
    "junior": N_("Junior"),
    "mid": N_("Mid"),
    "senior": N_("Senior"),
    "lead": N_("Lead"),
    "staff": N_("Staff"),
}


PRACTISED: Final = (N_("One question"), N_("One question again"))
"""What stands before the title of a plan of which one question is held alone."""


def titled(title: str) -> str:
    """The title of a plan or a part: "One question: Sales" piece by piece. One of somebody's own stays."""
    return ": ".join(map(told, _pieces(title)))


def is_titled(title: str) -> bool:
    """Whether all of it is in the language of the page."""
    return all(map(is_told, _pieces(title)))


def _pieces(title: str) -> list[str]:
    first, _, rest = title.partition(": ")
    return [first, rest] if first in PRACTISED and rest else [title]


def applied(candidate: Mapping[str, Any]) -> str:
    """Level and role: "Senior software engineer". A role in somebody's own words stays as it is."""
    level, role = candidate.get("level", ""), candidate.get("role", "")
    known = Sentence(LEVELS[level]) if level in LEVELS else level[:1].upper() + level[1:]
    if known and role:
        return told(Sentence("{level} {role}", level=known, role=titled(role)))
    return told(joined(known)) if known else titled(role)
