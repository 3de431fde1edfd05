"""Trials of plans: one at a time for each owner, stopped on demand, and in memory alone."""

from __future__ import annotations

import asyncio

import pytest

from greenroom.app import plans
from greenroom.app.plans.trials import BROKE, MOST_KEPT, TOO_LONG, Trials
from greenroom.app.ports import Refused
from greenroom.assessment.sentence import Sentence
from greenroom.testing.trials import ScriptedTrials

PLAN = plans.source_of("two-stage")
RECORD = {"ended_ms": 61_000}


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_trial_ends_with_its_record() -> None:
    """It waits, runs, and is done; another plan's page knows nothing of it."""
    run = ScriptedTrials(RECORD)
    trials = Trials(run)
    assert (await trials.begin("me", "two-stage", PLAN, "terse")).status == "waiting"
    await settled()
    found = trials.find("me", "two-stage")
    assert found is not None
    assert (found.status, found.record) == ("running", None)
    run.go.set()
    await settled()
    found = trials.find("me", "two-stage")
    assert found is not None
    assert (found.status, found.record, run.asked) == ("done", RECORD, ["terse"])
    assert trials.find("me", "classic") is None
    assert trials.find("you", "two-stage") is None


async def test_one_at_a_time() -> None:
    """An owner's second is refused; another owner's waits for its turn."""
    run = ScriptedTrials(RECORD)
    trials = Trials(run)
    await trials.begin("me", "two-stage", PLAN, "typical")
    with pytest.raises(Refused, match="already"):
        await trials.begin("me", "two-stage", PLAN, "typical")
    await trials.begin("you", "two-stage", PLAN, "typical")
    await settled()
    found = trials.find("you", "two-stage")
    assert found is not None
    assert (found.status, len(run.asked)) == ("waiting", 1)
    run.go.set()
    await settled()
    assert len(run.asked) == 2
    await trials.begin("me", "two-stage", PLAN, "typical")
    await trials.aclose()


async def test_a_stopped_trial_leaves_nothing() -> None:
    """What ran is stopped and forgotten; what another plan's page asks for stops nothing."""
    run = ScriptedTrials(RECORD)
    trials = Trials(run)
    await trials.begin("me", "two-stage", PLAN, "typical")
    await settled()
    await trials.drop("me", "classic")
    assert run.stopped == 0
    await trials.drop("me", "two-stage")
    assert (run.stopped, trials.find("me", "two-stage")) == (1, None)
    await trials.begin("me", "two-stage", PLAN, "typical")
    await settled()
    await trials.aclose()
    assert run.stopped == 2


@pytest.mark.parametrize(
    ("fault", "told"),
    [(Refused(TOO_LONG), TOO_LONG), (OSError(), BROKE)],
)
async def test_a_failed_trial_says_why(fault: Exception, told: str) -> None:
    """Whatever goes wrong: there is no record, but a sentence that a page can say in its language, and the
    next one can begin."""
    run = ScriptedTrials(RECORD, fault)
    run.go.set()
    trials = Trials(run)
    await trials.begin("me", "two-stage", PLAN, "typical")
    await settled()
    found = trials.find("me", "two-stage")
    assert found is not None
    assert (found.status, found.record) == ("failed", None)
    assert found.why == told
    assert isinstance(found.why, Sentence)
    await trials.begin("me", "two-stage", PLAN, "typical")
    await trials.aclose()


async def test_a_plan_with_faults_is_not_tried() -> None:
    """Nothing is begun, and the sentence says what to do."""
    run = ScriptedTrials(RECORD)
    with pytest.raises(Refused, match="fix"):
        await Trials(run).begin(
            "me", "two-stage", PLAN.replace("schema = 1", "schema = 7"), "terse"
        )
    assert run.asked == []


async def test_memory_is_bounded() -> None:
    """The oldest results give way."""
    run = ScriptedTrials(RECORD)
    run.go.set()
    trials = Trials(run)
    for n in range(MOST_KEPT + 3):
        await trials.begin(f"owner-{n}", "two-stage", PLAN, "terse")
        await settled()
    assert trials.find("owner-1", "two-stage") is None
    assert trials.find(f"owner-{MOST_KEPT + 2}", "two-stage") is not None
