"""An owner's interviews as a series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from typing import Any, Final

from greenroom.app.plans import ONE_QUESTION
from greenroom.app.ports import InterviewRow, Refused, Store
from greenroom.app.practice.questions import card_of, held
from greenroom.app.reports.replay import version_of
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.assessment.progress import Sitting, criteria, series, weak_areas

MOST: Final = 20
"""The newest interviews of the series."""


async def newest(store: Store, owner: str) -> list[InterviewRow]:
    """The owner's newest ended interviews. Single questions are left out: one is no interview."""
    again = {row.interview_id for row in await store.retries.of_owner(owner)}
    ended = [row for row in await store.interviews.of_owner(owner) if row.status == "ended"]
    whole = (row for row in ended if row.id not in again and row.plan_id != ONE_QUESTION)
    return list(islice(whole, MOST))


async def sittings(store: Store, rows: Sequence[InterviewRow]) -> list[Sitting]:
    """These interviews, oldest first."""
    found = []
    for row in rows:
        try:
            one = await held(store, row)
        except Refused:  # it ended before it began
            continue
        replayed, card = one.replayed, await card_of(store, one)
        found.append(
            Sitting(
                row.id,
                row.created_at,
                replayed.record,
                replayed.heard,
                replayed.plan.language,
                card,
            )
        )
    return found[::-1]


async def progress(store: Store, owner: str) -> dict[str, Any]:
    """Measures and criteria over time, and what stays weak."""
    cache, rows = report_cache_of(store.interviews), await newest(store, owner)

    async def make() -> dict[str, Any]:
        found = await sittings(store, rows)
        return await cache.apart(owner, partial(_told, found))

    version = [await version_of(store, row) for row in rows]
    key = Key("progress", tuple(row.id for row in rows), tuple(version))
    return await cache.once(key, make, lambda told: 2 * len(str(told)))


def _told(found: Sequence[Sitting]) -> dict[str, Any]:
    return {
        "interviews": [{"id": one.id, "at": one.at} for one in found],
        "measures": {k: [asdict(p) for p in points] for k, points in series(found).items()},
        "criteria": {k: [asdict(p) for p in points] for k, points in criteria(found).items()},
        "weak_areas": [asdict(area) for area in weak_areas(found)],
    }
