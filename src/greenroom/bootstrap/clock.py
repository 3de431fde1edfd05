"""The clock that everybody else takes."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> datetime:
    return datetime.now(UTC)  # noqa: TID251 - the edge: here a clock is made
