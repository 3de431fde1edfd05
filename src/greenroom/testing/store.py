"""`app.ports.Store` in memory, and what every store must do."""

from __future__ import annotations

from collections.abc import Callable

from greenroom.app.ports import Store
from greenroom.testing.circles import CirclesConformance, MemoryCircles
from greenroom.testing.drills import DrillsConformance, MemoryDrills
from greenroom.testing.executors import ExecutorsConformance, MemoryExecutors
from greenroom.testing.folders import FoldersConformance, MemoryFolders
from greenroom.testing.interviews import InterviewsConformance, MemoryInterviews
from greenroom.testing.kept_plans import MemoryPlans, PlansConformance
from greenroom.testing.keys import KeysConformance, MemoryKeys
from greenroom.testing.leases import LeasesConformance, MemoryLeases
from greenroom.testing.links import LinksConformance, MemoryLinks
from greenroom.testing.retries import MemoryRetries, RetriesConformance
from greenroom.testing.scorecards import MemoryScorecards, ScorecardsConformance
from greenroom.testing.sound import MemorySounds, SoundsConformance
from greenroom.testing.tickets import MemoryTickets, TicketsConformance
from greenroom.testing.usage import MemoryUsage, UsageConformance

SOME_MOMENT_MS = 1_767_348_000_000
"""2026-01-02T10:00:00Z, when the interviews of `interview_row` are made."""


class MemoryStore:
    """Everything that is kept, until the process ends."""

    def __init__(self, now_ms: Callable[[], int] = lambda: SOME_MOMENT_MS) -> None:
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
        self.drills = MemoryDrills(self.interviews)
        self.sounds = MemorySounds(self.interviews)

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
