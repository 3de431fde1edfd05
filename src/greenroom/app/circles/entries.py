"""A circle is opened, and somebody enters it: everything that is checked before there is an interview.

The checks are `circle.admission`'s, on our own clock, and the store's, which knows who was here
before. What an entry leads to is written down with the first line of its log, so that nothing that
happens to the circle afterwards changes the interview.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from greenroom.app.circles import missions
from greenroom.app.circles.chosen_model import noted
from greenroom.app.ports import CircleRow, Circles, Cooldown, MissionQueue, MissionRow, Refused
from greenroom.app.timestamps import stamped
from greenroom.assessment.sentence import Sentence
from greenroom.circle import prompts
from greenroom.circle.admission import (
    Approach,
    Fence,
    Position,
    Refusal,
    approximate,
    away_m,
    refusal,
)
from greenroom.circle.events import Entry, Started

RADIUS_M: Final = 500.0
"""Where a circle does not say."""
QUARTER_MS: Final = 15 * 60_000
"""Agents are told the time in quarters of an hour."""
REFUSED: Final[Mapping[Refusal, Sentence]] = {
    Refusal.CLOSED: Sentence("The circle is not open at that time."),
    Refusal.NO_PLACE: Sentence("Where the visitor is cannot be compared with the circle."),
    Refusal.TOO_FAR: Sentence("The visitor is outside the circle’s radius."),
    Refusal.STALE: Sentence("The entry is too old, or in the future."),
    Refusal.COOLDOWN: Sentence("This visitor was here within the circle’s cooldown."),
}


@dataclass(frozen=True, slots=True)
class NewCircle:
    """What an owner tells of a circle. Personal data."""

    mission: Mapping[str, Any]
    """`owner_profile`, `owner_circle`, and perhaps `mission` and `rules`, as in a mission file."""
    preset: str
    opens_at: datetime
    closes_at: datetime
    cooldown: timedelta
    centre: Position | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    """Whose model speaks and judges."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new circle with its tokens, which are kept nowhere."""

    row: CircleRow
    capability: str
    entry_token: str


@dataclass(frozen=True, slots=True)
class NewEntry:
    """Somebody came near. Personal data."""

    visitor: str
    """Whatever tells this visitor from others, always the same: only a digest of it is kept."""
    profile: Mapping[str, Any]
    approach: Approach
    id: str | None = None
    """Tells this entry from others of the visitor; without one the whole entry does."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """What an entry led to."""

    row: MissionRow
    capability: str
    """Opens the interview for the visitor's side; the same for the same entry."""
    new: bool


async def open_circle(circles: Circles, owner: str, wanted: NewCircle, now: datetime) -> Opened:
    """Raises `UserFault` that begins with the key, for a mission that is none. Whether the owner may use
    `wanted.keys` is for the caller to know (`KeyRing.permit`)."""
    mission = missions.of(_whole(wanted.mission, {}, {}), wanted.preset)
    circle_id = f"cir_{secrets.token_hex(12)}"
    capability, entry_token = (f"{circle_id}.{secrets.token_urlsafe(32)}" for _ in range(2))
    radius = mission.brief.circle.given.get("radius_m")
    centre = wanted.centre
    row = CircleRow(
        id=circle_id,
        owner=owner,
        mission=wanted.mission,
        preset=wanted.preset,
        radius_m=RADIUS_M if radius is None else float(radius),
        centre=None if centre is None else (centre.latitude, centre.longitude),
        opens_at=stamped(wanted.opens_at),
        closes_at=stamped(wanted.closes_at),
        cooldown_s=round(wanted.cooldown.total_seconds()),
        created_at=stamped(now),
        capability_hash=_digest(capability),
        entry_hash=_digest(entry_token),
        keys=dict(wanted.keys),
    )
    await circles.create(row)
    return Opened(row, capability, entry_token)


async def enter(
    circles: Circles,
    queue: MissionQueue,
    row: CircleRow,
    entry: NewEntry,
    *,
    secret: bytes,
    now: datetime,
) -> Admitted:
    """Admit a visitor, or say why not: raises `Refused`. The same entry again, whenever, is the same
    interview. Nothing is asked of a model here. `secret` makes the visitor's token."""
    key = _digest(row.id, entry.visitor, entry.id or _told(entry))
    capability = f"{row.id}.{hmac.new(secret, f'meeting {key}'.encode(), 'sha256').hexdigest()}"
    known = await circles.by_entry(row.id, key)
    admitted = known or await _admitted(
        circles, row, entry, (key, capability), _cooldown(row, entry, secret, now), now
    )
    if admitted.status == "waiting":
        await queue.put(admitted.id)
    return Admitted(admitted, capability, new=known is None)


async def _admitted(
    circles: Circles,
    row: CircleRow,
    entry: NewEntry,
    named: tuple[str, str],
    cooldown: Cooldown,
    now: datetime,
) -> MissionRow:
    """After everything that could forbid it."""
    reason = refusal(fence(row), entry.approach, _ms(now))
    if reason is not None:
        raise Refused(REFUSED[reason])
    key, capability = named
    made = MissionRow(
        id=f"met_{secrets.token_hex(12)}",
        circle_id=row.id,
        visitor=_digest(row.id, entry.visitor),
        entry=key,
        created_at=stamped(now),
        capability_hash=_digest(capability),
    )
    since = stamped(now - timedelta(seconds=row.cooldown_s))
    started = await asyncio.to_thread(_started, made.id, row, entry)
    return await circles.admit(made, started, since, cooldown)


def _cooldown(row: CircleRow, entry: NewEntry, secret: bytes, now: datetime) -> Cooldown:
    """Kept when the interview is erased. Without the secret nobody can find out who it is of."""
    told = "\x1f".join(("cooldown", row.id, entry.visitor)).encode()
    until = now + timedelta(seconds=row.cooldown_s)
    return Cooldown(hmac.new(secret, told, "sha256").hexdigest(), stamped(until))


def fence(row: CircleRow) -> Fence:
    return Fence(
        row.radius_m,
        _ms(datetime.fromisoformat(row.opens_at)),
        _ms(datetime.fromisoformat(row.closes_at)),
        None if row.centre is None else Position(*row.centre),
    )


def opens(kept: str, token: str) -> bool:
    """Whether this token is the one whose digest was kept."""
    return hmac.compare_digest(_digest(token), kept)


def _started(meeting_id: str, row: CircleRow, entry: NewEntry) -> Entry:
    """The circle as it is now, the visitor, and about when and where they met."""
    context: dict[str, Any] = {"approximate_time": _quarter(entry.approach.at_ms)}
    metres = away_m(fence(row), entry.approach)
    if metres is not None:
        context["approximate_distance"] = approximate(metres)
    mission = missions.of(_whole(row.mission, entry.profile, context), row.preset)
    asked_with = (*prompts.versions(), noted(row))
    return Entry(0, Started(meeting_id, mission.brief, mission.rules, asked_with))


def _whole(
    half: Mapping[str, Any], visitor: Mapping[str, Any], context: Mapping[str, Any]
) -> dict[str, Any]:
    return {**half, "visitor_profile": visitor, "context": context}


def _quarter(at_ms: int) -> str:
    began = datetime.fromtimestamp(at_ms // QUARTER_MS * QUARTER_MS / 1000, UTC)
    return began.isoformat(timespec="minutes")


def _told(entry: NewEntry) -> str:
    place = entry.approach.position
    told = [
        dict(entry.profile),
        entry.approach.at_ms,
        entry.approach.distance_m,
        None if place is None else [place.latitude, place.longitude],
    ]
    return json.dumps(told, sort_keys=True)


def _digest(*parts: str) -> str:
    """Tokens have 256 random bits: they need no salt and no slow hash."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
