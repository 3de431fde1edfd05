"""`app.ports.Store` in memory, and what every store must do."""

from __future__ import annotations

from collections.abc import Callable

from greenroom.testing.interviews import InterviewsConformance, MemoryInterviews
from greenroom.testing.keys import KeysConformance, MemoryKeys
from greenroom.testing.leases import LeasesConformance, MemoryLeases
from greenroom.testing.tickets import MemoryTickets, TicketsConformance
from greenroom.testing.usage import MemoryUsage, UsageConformance

SOME_MOMENT_MS = 1_767_348_000_000
"""2026-01-02T10:00:00Z, when the interviews of `interview_row` are made."""


class MemoryStore:
    """Everything that is kept, until the process ends."""

    def __init__(self, now_ms: Callable[[], int] = lambda: SOME_MOMENT_MS) -> None:
        self.interviews = MemoryInterviews()
        self.leases = MemoryLeases(self.interviews, now_ms)
        self.keys = MemoryKeys()
        self.tickets = MemoryTickets(self.interviews, now_ms)
        self.usage = MemoryUsage(self.interviews, now_ms)

    async def aclose(self) -> None:
        """Nothing to close."""


class StoreConformance(
    InterviewsConformance,
    LeasesConformance,
    KeysConformance,
    TicketsConformance,
    UsageConformance,
):
    """What every store does. Inherit from it in a test class and give `store`, empty each time.

    class TestMine(StoreConformance):
        @pytest.fixture
        async def store(self): ...
    """
