"""`app.ports.Store` in memory, and what every store must do."""

from __future__ import annotations

import json
from collections.abc import Callable

from greenroom.app.ports import Store, Stored
from greenroom.testing.circles import CirclesConformance
from greenroom.testing.drills import DrillsConformance, MemoryDrills
from greenroom.testing.executors import ExecutorsConformance, MemoryExecutors
from greenroom.testing.folders import FoldersConformance, MemoryFolders
from greenroom.testing.interviews import InterviewsConformance, MemoryInterviews, interview_row
from greenroom.testing.kept_plans import MemoryPlans, PlansConformance, plan_row
from greenroom.testing.keys import KeysConformance, MemoryKeys
from greenroom.testing.leases import LeasesConformance, MemoryLeases
from greenroom.testing.links import LinksConformance, MemoryLinks
from greenroom.testing.memory_circles import MemoryCircles
from greenroom.testing.retries import MemoryRetries, RetriesConformance
from greenroom.testing.scorecards import MemoryScorecards, ScorecardsConformance
from greenroom.testing.sound import MemorySounds, SoundsConformance, sealed_sound
from greenroom.testing.tickets import MemoryTickets, TicketsConformance
from greenroom.testing.usage import MemoryUsage, UsageConformance
from greenroom.testing.wordings import MemoryWordings, WordingsConformance

SOME_MOMENT_MS = 1_767_348_000_000
"""2026-01-02T10:00:00Z, when the interviews of `interview_row` are made."""

ROW = 500
"""Bytes of a row's other columns, roughly."""


class MemoryStore:
    """Everything that is kept, until the process ends."""

    def __init__(self, now_ms: Callable[[], int] = lambda: SOME_MOMENT_MS) -> None:
        self.room_left: int | None = None
        """Bytes of the disk that it would be on; None where none bounds it."""
        self.interviews = MemoryInterviews()
        self.folders = MemoryFolders(self.interviews)
        self.leases = MemoryLeases(self.interviews, now_ms)
        self.keys = MemoryKeys()
        self.tickets = MemoryTickets(self.interviews, now_ms)
        self.scorecards = MemoryScorecards(self.interviews)
        self.links = MemoryLinks(self.interviews)
        self.circles = MemoryCircles(now_ms)
        self.usage = MemoryUsage(self.interviews, self.circles, now_ms)
        self.executors = MemoryExecutors(now_ms)
        self.plans = MemoryPlans()
        self.retries = MemoryRetries(self.interviews)
        self.wordings = MemoryWordings(self.interviews)
        self.drills = MemoryDrills(self.interviews)
        self.sounds = MemorySounds(self.interviews)

    async def stored(self, owner: str) -> Stored:
        """As a database counts: bytes of what people gave and said, and some for each row."""
        rows = await self.interviews.of_owner(owner)
        kept = sum(ROW + len(row.plan_toml.encode()) for row in rows)
        for row in rows:
            lines = await self.interviews.journal_lines(row.id)
            kept += sum(len(line.encode()) for line in lines)
            kept += sum(len(one.sealed) for one in await self.sounds.between(row.id, 0, 2**62))
            for words in (
                await self.interviews.corrections(row.id),
                await self.wordings.of_interview(row.id),
            ):
                kept += sum(len(text.encode()) for text in words.values())
            folder, card = await self.folders.find(row.id), await self.scorecards.find(row.id)
            kept += 0 if folder is None else len(folder.sealed)
            kept += 0 if card is None or card.card is None else len(json.dumps(dict(card.card)))
        for plan in await self.plans.of_owner(owner):
            kept += ROW + len(plan.toml.encode())
        for circle in await self.circles.of_owner(owner):
            kept += ROW + len(json.dumps(dict(circle.mission)))
        running = [row.sound for row in rows if row.status == "running"]
        return Stored(kept, len(running), sum(running))

    def room(self) -> int | None:
        return self.room_left

    async def prove(self) -> None:
        """Memory can always be written."""

    async def aclose(self) -> None:
        """Nothing to close."""


class StoreConformance(
    InterviewsConformance,
    FoldersConformance,
    LeasesConformance,
    KeysConformance,
    TicketsConformance,
    UsageConformance,
    ScorecardsConformance,
    LinksConformance,
    CirclesConformance,
    ExecutorsConformance,
    PlansConformance,
    RetriesConformance,
    DrillsConformance,
    SoundsConformance,
    WordingsConformance,
):
    """What every store does. Inherit from it in a test class and give `store`, empty each time.

    class TestMine(StoreConformance):
        @pytest.fixture
        async def store(self): ...
    """

    async def test_prove(self, store: Store) -> None:
        """A store that works proves it, twice if need be, and nothing of the proof is left."""
        await store.prove()
        await store.prove()
        assert await store.interviews.expired("9999") == []

    async def test_what_an_owner_stores_is_counted(self, store: Store) -> None:
        """Journals, sound and plans count by their bytes, a running interview as running, nobody else's
        at all; what is erased counts no more."""
        assert await store.stored("me") == Stored(0, 0, 0)
        await store.interviews.create(interview_row("a", "me", sound=True))
        await store.interviews.create(interview_row("b", "you"))
        empty = (await store.stored("me")).kept
        journal = store.interviews.journal("a")
        await journal.append("é" * 1_000)
        await store.sounds.append(sealed_sound("a", sealed=b"s" * 3_000))
        await store.interviews.set_status("a", "running")
        assert await store.stored("me") == Stored(empty + 5_000, 1, 1)
        await journal.append("x" * 700)
        await store.interviews.set_status("a", "ended", "2026-01-02T11:00:00Z")
        for _ in range(2):
            assert await store.stored("me") == Stored(empty + 5_700, 0, 0)
        await store.sounds.delete("a")
        assert (await store.stored("me")).kept == empty + 2_700
        before = (await store.stored("you")).kept
        await store.plans.put(plan_row("plan_1", "you"))
        assert (await store.stored("you")).kept > before
        await store.interviews.delete("a")
        assert await store.stored("me") == Stored(0, 0, 0)
