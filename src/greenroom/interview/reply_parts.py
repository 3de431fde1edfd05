"""The parts of a model's reply, and how its fields become them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from greenroom.interview.reading import About

Move: TypeAlias = Literal["ask", "advance", "reply"]
_NOBODY: Final = ("", "-", "null", "none")


class Unreadable(StrEnum):
    """What is wrong with a reply, by the names of `app.providers.upstream`."""

    EMPTY = "empty"
    MALFORMED = "malformed"
    WRONG_SCHEMA = "wrong_schema"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class Heading:
    """What decides."""

    depth: int | None
    """None: a reply to what is no answer."""
    move: Move
    question_id: str | None
    about: About | None = None
    """What the aside in the turn is about; always there when the move is `reply`."""


@dataclass(frozen=True, slots=True)
class Words:
    """More of what is to be said."""

    text: str


@dataclass(frozen=True, slots=True)
class AllSaid:
    """The words are whole."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """What is only to be written down, as far as it is well formed."""

    points: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    summary: str
    told: tuple[tuple[str, str], ...] = ()
    """(part of a story, the words that tell it)."""


Part: TypeAlias = Heading | Words | AllSaid | Remarks


def heading_of(fields: dict[str, Any]) -> Heading | None:
    """What decides; None where a field of it is missing or on no list of ours."""
    depth, move, question_id = (fields.get(k) for k in ("depth", "move", "question_id"))
    about = _about(fields.get("about"))
    if move not in get_args(Move) or not isinstance(question_id, str | None):
        return None
    if move == "reply":
        if about is None:
            return None
        depth = None
    elif type(depth) is not int or not 1 <= depth <= 5:
        return None
    if question_id is not None and question_id.lower() in _NOBODY:
        question_id = None
    return Heading(depth, cast("Move", move), question_id, about)


def remarks_of(fields: dict[str, Any]) -> Remarks:
    """What is only written down, as far as it is well formed."""
    points, summary = (fields.get(key) for key in ("points", "summary"))
    return Remarks(
        tuple(p.strip() for p in points if isinstance(p, str) and p.strip())
        if isinstance(points, list)
        else (),
        _pairs(fields.get("facts"), "key", "value"),
        summary.strip() if isinstance(summary, str) else "",
        _pairs(fields.get("told"), "part", "words"),
    )


def _about(written: Any) -> About | None:
    """What an aside is about; None for what is on no list of ours."""
    plain = (
        written.strip().lower().replace(" ", "_").replace("-", "_")
        if isinstance(written, str)
        else ""
    )
    return About(plain) if plain in set(About) else None


def _pairs(rows: Any, first: str, second: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (row[first], row[second])
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict)
        and isinstance(row.get(first), str)
        and isinstance(row.get(second), str)
    )
