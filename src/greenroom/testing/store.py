"""What every store must do."""

from __future__ import annotations

from greenroom.app.ports import Store, Stored
from greenroom.testing.circles import CirclesConformance
from greenroom.testing.drills import DrillsConformance
from greenroom.testing.folders import FoldersConformance
from greenroom.testing.interviews import InterviewsConformance, interview_row
from greenroom.testing.kept_plans import PlansConformance, plan_row
from greenroom.testing.keys import KeysConformance
from greenroom.testing.leader_election import LeaderElectionConformance
from greenroom.testing.leases import LeasesConformance
from greenroom.testing.links import LinksConformance
from greenroom.testing.missions import MissionsConformance
from greenroom.testing.retries import RetriesConformance
from greenroom.testing.scorecards import ScorecardsConformance
from greenroom.testing.seats import SeatsConformance
from greenroom.testing.sound import SoundsConformance, sealed_sound
from greenroom.testing.tickets import TicketsConformance
from greenroom.testing.usage import UsageConformance
from greenroom.testing.wordings import WordingsConformance


class StoreConformance(
    InterviewsConformance,
    FoldersConformance,
    LeasesConformance,
    SeatsConformance,
    KeysConformance,
    TicketsConformance,
    UsageConformance,
    ScorecardsConformance,
    LinksConformance,
    CirclesConformance,
    MissionsConformance,
    LeaderElectionConformance,
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
