"""The interviews of `docs/interviews.md` are those of today, and claim nothing that was not said."""

from __future__ import annotations

from pathlib import Path

from tests.simulation.interviews import PAGE, page

ROOT = Path(__file__).parents[2]
UNTRUE = ("your loss", "annoys you", "misheard you", "in English only", ". and ")


def test_the_page_is_of_today() -> None:
    """Nobody edited what came out, and what comes out today stands there."""
    written = (ROOT / PAGE).read_text("utf-8")
    assert page() == written
    assert [words for words in UNTRUE if words in written] == []
