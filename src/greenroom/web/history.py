"""The history: what a row shows of an interview, and finding one by words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from greenroom.app import plans
from greenroom.app.ports import InterviewRow
from greenroom.web.reports import charts

PAGE: Final = 25
"""Interviews on one page."""
LOOKED_THROUGH: Final = 100
"""Interviews that one search looks through; the next page goes on behind them."""


@dataclass(frozen=True, slots=True)
class Past:
    """One row."""

    row: InterviewRow
    title: str
    """Its plan's."""
    strip: Mapping[str, Any] | None
    """Of an interview that has begun."""
    words: str
    """What a search looks in: role, level, plan, day, and everything that was said."""

    def matches(self, wanted: str) -> bool:
        """Whether every word that is looked for is in the interview."""
        return all(word in self.words for word in wanted.casefold().split())


def past(row: InterviewRow, record: Mapping[str, Any] | None) -> Past:
    title = plans.title_of(row.plan_toml) or row.plan_id
    said = [message["text"] for message in (record or {}).get("messages", ())]
    known = row.candidate
    told = (known["role"], known["level"], known["name"], title, row.created_at[:10], *said)
    strip = None if record is None else _strip(record)
    return Past(row, title, strip, " ".join(told).casefold())


@dataclass(frozen=True, slots=True)
class Page:
    """Some of an owner's interviews, newest first."""

    past: Sequence[Past]
    older: int | None
    """Where the next page begins; None: there is none."""
    looked: int
    """How many interviews were looked through."""


async def page(
    rows: Sequence[InterviewRow],
    first: int,
    wanted: str,
    read: Callable[[InterviewRow], Awaitable[Past]],
) -> Page:
    """The interviews from place `first` that match, as many as a page holds and a search looks through."""
    found: list[Past] = []
    looked = 0
    for row in rows[first : first + LOOKED_THROUGH]:
        if len(found) == PAGE:
            break
        looked += 1
        one = await read(row)
        if one.matches(wanted):
            found.append(one)
    after = first + looked
    return Page(found, after if after < len(rows) else None, looked)


def _strip(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "length_ms": charts.length_ms(record),
        "answers": len(charts.answers(record)),
        "picture": charts.tape(record, 24),
    }
