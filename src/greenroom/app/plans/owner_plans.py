"""An owner's plans: what is kept of theirs, and which plan an interview is held by."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from greenroom.app import plans
from greenroom.app.plans.checking import in_turn
from greenroom.app.ports import KeptPlans, NotFound, PlanRow, Refused, UserFault
from greenroom.app.sources.toml_tables import MAX_SOURCE_BYTES
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence

MOST: Final = 50
"""Plans of one owner."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The plan that an interview will be held by; the interview keeps this text, whatever becomes of it."""

    id: str
    toml: str


async def put_up(kept: KeptPlans, owner: str, toml: str, now: datetime) -> PlanRow:
    """Keep a new plan, faults and all. Raises `Refused` when there are as many as an owner may keep."""
    if len(await kept.of_owner(owner)) >= MOST:
        raise Refused(
            Sentence("There are {most} plans of yours already; delete one first.", most=MOST)
        )
    at = stamped(now)
    row = PlanRow(f"pln_{secrets.token_hex(12)}", owner, _fitting(toml), 1, at, at)
    await kept.put(row)
    return row


async def change(kept: KeptPlans, row: PlanRow, toml: str, version: int, now: datetime) -> PlanRow:
    """The plan's next version. Raises `Refused` when `version`, which the author began from, is not the
    one that is kept: what somebody else wrote is not written over."""
    changed = replace(
        row,
        toml=_fitting(toml),
        version=version + 1,
        updated_at=stamped(now),
    )
    if not await kept.replace(changed):
        raise Refused(
            Sentence(
                "This plan was changed meanwhile, in another window: it is at version {now}, and you began "
                "from {begun}. Nothing was saved.",
                now=row.version,
                begun=version,
            )
        )
    return changed


async def text_of(kept: KeptPlans, owner: str | None, plan_id: str) -> str:
    """The text of a built-in plan or of the owner's own. Raises `NotFound`."""
    if plan_id in plans.builtin_names():
        return plans.source_of(plan_id)
    return (await owned(kept, owner, plan_id)).toml


async def owned(kept: KeptPlans, owner: str | None, plan_id: str) -> PlanRow:
    """Raises `NotFound` when there is none, or it is somebody else's."""
    row = await kept.find(plan_id, owner) if owner is not None else None
    if row is None:
        raise NotFound("there is no such plan")
    return row


def usable(rows: Sequence[PlanRow]) -> list[tuple[PlanRow, plans.PlanSummary]]:
    """Those that are without fault."""
    checked = [(row, plans.outline(row.toml).summary) for row in rows]
    return [(row, summary) for row, summary in checked if summary is not None]


async def choose(kept: KeptPlans, owner: str, name: str) -> Chosen | None:
    """The plan of this name, built in or the owner's own; None: there is none. Raises `UserFault` for
    one that has faults."""
    if name in plans.builtin_names():
        return Chosen(name, plans.source_of(name))
    row = await kept.find(name, owner)
    if row is None:
        return None
    found = await in_turn(owner, plans.outline, row.toml)
    if found.summary is None:
        raise UserFault(
            Sentence(
                "There is one thing to fix in this plan before it can be used.",
                "There are {n} things to fix in this plan before it can be used.",
                n=found.faults,
            )
        )
    return Chosen(row.id, row.toml)


def _fitting(toml: str) -> str:
    if len(toml.encode()) > MAX_SOURCE_BYTES:
        raise UserFault(Sentence("A plan has at most {most} bytes.", most=MAX_SOURCE_BYTES))
    return toml
