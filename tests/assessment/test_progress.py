"""What stays weak over several interviews."""

from __future__ import annotations

from typing import Any

from tests.assessment.spoken import ASKED, THIRTY, record, said

from greenroom.assessment.progress import Sitting, weak_areas
from greenroom.assessment.speech import NOT_KEPT

HURT = "I'm sorry, my mother died last week and I can't stop crying."


def lacking(whole: dict[str, Any]) -> list[str]:
    sittings = [Sitting(f"i{n}", "2026-01-01", whole, NOT_KEPT, "en") for n in range(2)]
    return [area.name for area in weak_areas(sittings) if area.name.startswith("story")]


def test_what_was_not_told_to_its_end_shows_no_weakness() -> None:
    """Two interviews without a result show one; two that were stopped do not, and none with distress in it."""
    whole = record(ASKED, said("candidate", THIRTY, 3_000, 18_000))
    assert "story: result" in lacking(whole)
    assert lacking(whole | {"end_reason": "candidate_ended"}) == []
    assert (
        lacking(record(*whole["messages"], said("candidate", HURT, 20_000, 25_000, "aside"))) == []
    )
