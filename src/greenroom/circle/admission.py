"""Whether somebody who came near has entered a circle. Asked before there is any interview.

It fails closed: what cannot be known, a place above all, is a reason to refuse. Cooldowns need to
know earlier interviews, so the store refuses them, in the transaction that would admit.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import asin, cos, isfinite, radians, sin, sqrt
from typing import Final

EARTH_M: Final = 6_371_009.0
"""Mean radius (IUGG)."""
STALE_MS: Final = 5 * 60_000
"""Where somebody was longer ago says nothing about now."""
AHEAD_MS: Final = 60_000
"""How far the clock of the one who reports may be ahead of ours."""
STEP_M: Final = 100
"""Agents are told a distance in these steps, always rounded up: it locates nobody."""


class Refusal(StrEnum):
    """Why an entry is none."""

    CLOSED = "closed"
    """Before the circle's window, or after it."""
    NO_PLACE = "no_place"
    """Neither a distance nor a position that can be compared with the circle's centre."""
    TOO_FAR = "too_far"
    STALE = "stale_entry"
    """It happened more than five minutes ago, or in the future."""
    COOLDOWN = "cooldown"
    """This visitor was here within the cooldown, or their interview is not over."""


@dataclass(frozen=True, slots=True)
class Position:
    """Degrees."""

    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Fence:
    """What bounds a circle. Times are milliseconds since 1970."""

    radius_m: float
    opens_ms: int
    closes_ms: int
    centre: Position | None = None


@dataclass(frozen=True, slots=True)
class Approach:
    """Somebody came near: when, and how far away or where."""

    at_ms: int
    distance_m: float | None = None
    position: Position | None = None


def refusal(fence: Fence, approach: Approach, now_ms: int) -> Refusal | None:
    """The first reason against it; None: they are inside."""
    if not (fence.opens_ms <= approach.at_ms < fence.closes_ms) or now_ms >= fence.closes_ms:
        return Refusal.CLOSED
    if not -AHEAD_MS <= now_ms - approach.at_ms <= STALE_MS:
        return Refusal.STALE
    away = away_m(fence, approach)
    if away is None:
        return Refusal.NO_PLACE
    return None if away <= fence.radius_m else Refusal.TOO_FAR


def away_m(fence: Fence, approach: Approach) -> float | None:
    """How far from the centre; of two answers the farther one, of none None."""
    known = []
    if approach.distance_m is not None:
        known.append(approach.distance_m)
    if approach.position is not None and fence.centre is not None:
        known.append(between_m(fence.centre, approach.position))
    usable = known and all(isfinite(metres) and metres >= 0 for metres in known)
    return max(known) if usable else None


def between_m(one: Position, other: Position) -> float:
    """Along the surface (haversine)."""
    north, north_too = radians(one.latitude), radians(other.latitude)
    east = radians(other.longitude - one.longitude)
    half = sin((north_too - north) / 2) ** 2 + cos(north) * cos(north_too) * sin(east / 2) ** 2
    return 2 * EARTH_M * asin(sqrt(min(1.0, half)))


def approximate(metres: float) -> int:
    """What agents are told of a distance."""
    return -(-int(metres) // STEP_M) * STEP_M or STEP_M
