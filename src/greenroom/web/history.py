"""The history: what a row shows of an interview, and finding one by words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from greenroom.app.ports import InterviewRow
from greenroom.web.reports import charts


@dataclass(frozen=True, slots=True)
class Past:
    """One row."""

    row: InterviewRow
    title: str
    """Its plan's."""
    strip: Mapping[str, Any] | None
    """Of an interview that has begun."""


def past(row: InterviewRow, record: Mapping[str, Any] | None) -> Past:
    found = tomllib.loads(row.plan_toml).get("title")
    title = found if isinstance(found, str) else row.plan_id
    return Past(row, title, None if record is None else _strip(record))


def matches(one: Past, record: Mapping[str, Any] | None, wanted: str) -> bool:
    """Whether every word that is looked for is in the interview: its role, level, plan, day, or anything
    that was said in it."""
    said = [message["text"] for message in (record or {}).get("messages", ())]
    known = one.row.candidate
    told = (known["role"], known["level"], known["name"], one.title, one.row.created_at[:10], *said)
    text = " ".join(told).casefold()
    return all(word in text for word in wanted.casefold().split())


def _strip(record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "length_ms": charts.length_ms(record),
        "answers": len(charts.answers(record)),
        "picture": charts.tape(record, 24),
    }
