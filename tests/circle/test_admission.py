"""Who has entered a circle, and who has not."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.circle.admission import (
    Approach,
    Fence,
    Position,
    Refusal,
    approximate,
    between_m,
    refusal,
)

NOW = 1_800_000_000_000
MADRID, NEAR = Position(40.4168, -3.7038), Position(40.4190, -3.7038)
FENCE = Fence(500.0, NOW - 1_000, NOW + 3_600_000, MADRID)
MINUTE = 60_000


@pytest.mark.parametrize(
    "approach",
    [
        Approach(NOW, 0.0),
        Approach(NOW, 500.0),
        Approach(NOW, None, MADRID),
        Approach(NOW, 10.0, NEAR),
        Approach(NOW + MINUTE, 1.0),
    ],
)
def test_inside(approach: Approach) -> None:
    """At the edge of the radius, by distance, by position, or by both; a clock may be ahead a little."""
    assert refusal(FENCE, approach, NOW) is None


@pytest.mark.parametrize(
    ("approach", "reason"),
    [
        (Approach(NOW, 500.01), Refusal.TOO_FAR),
        (Approach(NOW, None, Position(40.4268, -3.7038)), Refusal.TOO_FAR),
        (Approach(NOW, 10.0, Position(40.4268, -3.7038)), Refusal.TOO_FAR),
        (Approach(NOW), Refusal.NO_PLACE),
        (Approach(NOW, nan), Refusal.NO_PLACE),
        (Approach(NOW, inf), Refusal.NO_PLACE),
        (Approach(NOW, -1.0), Refusal.NO_PLACE),
        (Approach(NOW, None, Position(nan, 0.0)), Refusal.TOO_FAR),
        (Approach(NOW - 2_000, 1.0), Refusal.CLOSED),
        (Approach(NOW + 3_600_000, 1.0), Refusal.CLOSED),
        (Approach(NOW + MINUTE + 1, 1.0), Refusal.STALE),
    ],
)
def test_outside(approach: Approach, reason: Refusal) -> None:
    """Of two places the farther one counts, and what cannot be known is a reason to refuse."""
    assert refusal(FENCE, approach, NOW) is reason


def test_an_entry_of_long_ago() -> None:
    """Five minutes later it says nothing about now."""
    long_open = Fence(500.0, NOW - 3_600_000, NOW + 3_600_000)
    assert refusal(long_open, Approach(NOW - 5 * MINUTE, 1.0), NOW) is None
    assert refusal(long_open, Approach(NOW - 5 * MINUTE - 1, 1.0), NOW) is Refusal.STALE


def test_a_circle_that_has_closed_meanwhile() -> None:
    """An entry from before the end is too late after it."""
    fence = Fence(500.0, NOW - 3_600_000, NOW)
    assert refusal(fence, Approach(NOW - MINUTE, 1.0), NOW) is Refusal.CLOSED


def test_a_position_without_a_centre() -> None:
    """Cannot be compared with anything."""
    fence = Fence(500.0, NOW - 1_000, NOW + 1_000)
    assert refusal(fence, Approach(NOW, None, MADRID), NOW) is Refusal.NO_PLACE


def test_distances_on_the_earth() -> None:
    """Known distances, to a part in a thousand; the way round is as long."""
    london, paris = Position(51.5074, -0.1278), Position(48.8566, 2.3522)
    assert between_m(london, paris) == pytest.approx(343_556, rel=1e-3)
    assert between_m(paris, london) == pytest.approx(between_m(london, paris))
    across = between_m(Position(0, 179.999), Position(0, -179.999))
    assert across == pytest.approx(222.4, rel=1e-2)


degrees: Any = st.floats(-90, 90), st.floats(-180, 180)


@given(*degrees, *degrees)
def test_no_place_breaks_it(north: float, east: float, other: float, far: float) -> None:
    """Any two places are between 0 and half the way around apart."""
    metres = between_m(Position(north, east), Position(other, far))
    assert 0 <= metres <= 20_016_000


@given(st.floats(0, 10_000))
def test_what_agents_are_told_of_a_distance(metres: float) -> None:
    """Steps of a hundred metres, never less than it is, never nothing."""
    told = approximate(metres)
    assert told % 100 == 0
    assert max(metres, 1) <= told + 1 <= metres + 102
