"""The checks that every store's scorecards must pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from greenroom.app.ports import NotFound, ScorecardRow, Store
from greenroom.testing.interviews import interview_row

EARLY, LATE = "2026-01-02T11:00:00.000+00:00", "2026-01-02T11:00:01.000+00:00"
CARD: Mapping[str, Any] = {
    "judge": "openai/…",
    "marks": [{"id": "task", "quote": "„zwei Minuten“"}],
}


class ScorecardsConformance:
    """What every store does with scorecards; part of `StoreConformance`."""

    async def test_asked_and_made(self, store: Store) -> None:
        """A request waits until its card is kept; what comes back is what was stored."""
        await store.interviews.create(interview_row("a"))
        row = ScorecardRow("a", "star", "key_1", EARLY)
        await store.scorecards.ask(row)
        assert await store.scorecards.find("a") == row
        assert list(await store.scorecards.asked()) == [row]
        assert await store.scorecards.keep("a", EARLY, CARD)
        assert await store.scorecards.find("a") == replace(row, card=CARD)
        assert list(await store.scorecards.asked()) == []

    async def test_asked_in_order(self, store: Store) -> None:
        """Requests are told in the order in which they were made."""
        for name, at in (("b", LATE), ("a", EARLY)):
            await store.interviews.create(interview_row(name))
            await store.scorecards.ask(ScorecardRow(name, "star", "", at))
        assert [row.interview_id for row in await store.scorecards.asked()] == ["a", "b"]

    async def test_a_card_is_kept_once(self, store: Store) -> None:
        """Of two who made the same card the first is believed; a card for an older request is refused."""
        await store.interviews.create(interview_row("a"))
        await store.scorecards.ask(ScorecardRow("a", "star", "", EARLY))
        assert await store.scorecards.keep("a", EARLY, CARD)
        assert not await store.scorecards.keep("a", EARLY, {"judge": "another"})
        await store.scorecards.ask(ScorecardRow("a", "devops", "", LATE))
        assert not await store.scorecards.keep("a", EARLY, CARD)
        found = await store.scorecards.find("a")
        assert found == ScorecardRow("a", "devops", "", LATE)

    async def test_scorecard_of_an_erased_interview(self, store: Store) -> None:
        """An erased interview has no scorecard, and gets none."""
        await store.interviews.create(interview_row("a"))
        await store.scorecards.ask(ScorecardRow("a", "star", "", EARLY))
        await store.interviews.delete("a")
        assert await store.scorecards.find("a") is None
        assert not await store.scorecards.keep("a", EARLY, CARD)
        try:
            await store.scorecards.ask(ScorecardRow("a", "star", "", LATE))
        except NotFound:
            pass
        else:
            raise AssertionError("a scorecard was asked for of an interview that is gone")
