"""A share and its interval, beside published examples and as properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.circle.calibration.proportion import Proportion, Z


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    """Newcombe (1998), table I, method 3."""
    interval = Proportion(hits, of).interval
    assert interval is not None
    assert [round(end, 4) for end in interval] == [low, high]


@given(st.integers(1, 2000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilsons_ends_are_where_the_score_test_turns(case: tuple[int, int]) -> None:
    """An end p is what the observed share is exactly Z standard errors of p away from, or 0 or 1."""
    hits, of = case
    found = Proportion(hits, of)
    interval = found.interval
    assert found.share is not None
    assert interval is not None
    assert 0 <= interval[0] <= found.share <= interval[1] <= 1
    for end in interval:
        off = (found.share - end) ** 2 - Z * Z * end * (1 - end) / of
        assert end in (0, 1) or off == pytest.approx(0, abs=1e-12)
    other = Proportion(of - hits, of).interval
    assert other is not None
    assert other == pytest.approx((1 - interval[1], 1 - interval[0]))


def test_of_nothing_there_is_no_share() -> None:
    """None, and not 0."""
    assert (Proportion(0, 0).share, Proportion(0, 0).interval) == (None, None)
