"""An owner's interviews as a series."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from greenroom.app.ports import Refused, Store
from greenroom.app.practice.questions import card_of, held
from greenroom.assessment.progress import Sitting, criteria, series, weak_areas

MOST: Final = 20
"""The newest interviews of the series."""


async def sittings(store: Store, owner: str) -> list[Sitting]:
    """The owner's ended interviews, oldest first. Retries are left out: one question is no interview."""
    again = {row.interview_id for row in await store.retries.of_owner(owner)}
    ended = [row for row in await store.interviews.of_owner(owner) if row.status == "ended"]
    found = []
    for row in [row for row in ended if row.id not in again][:MOST]:
        try:
            one = await held(store, row)
        except Refused:  # it ended before it began
            continue
        reading, card = one.reading, await card_of(store, one)
        found.append(
            Sitting(
                row.id, row.created_at, reading.record, reading.heard, reading.plan.language, card
            )
        )
    return found[::-1]


async def progress(store: Store, owner: str) -> dict[str, Any]:
    """Measures and criteria over time, and what stays weak."""
    return await asyncio.to_thread(_told, await sittings(store, owner))


def _told(found: Sequence[Sitting]) -> dict[str, Any]:
    return {
        "interviews": [{"id": one.id, "at": one.at} for one in found],
        "measures": {k: [asdict(p) for p in points] for k, points in series(found).items()},
        "criteria": {k: [asdict(p) for p in points] for k, points in criteria(found).items()},
        "weak_areas": [asdict(area) for area in weak_areas(found)],
    }
