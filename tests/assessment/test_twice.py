"""How often something is done is no figure; how many times as much it is, is one."""

from __future__ import annotations

import pytest

from greenroom.assessment.coaching import concrete


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("My strength is not a measure twice", False),
        ("I check everything twice.", False),
        ("Twice I had to ask.", False),
        ("We meet twice a week.", True),
        ("It was twice as fast.", True),
        ("It sold twice the bread.", True),
        ("I checked twice, and it took 20 minutes.", True),
    ],
)
def test_twice_alone_is_no_measure(text: str, *, measure: bool) -> None:
    """The report of a chef called "measure twice" a figure."""
    assert concrete.measures(text) is measure
