"""Plans tried in a process of their own: the real session code, a record, and no process left over."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from greenroom.app import plans
from greenroom.app.ports import Refused, TrialCandidate
from greenroom.bootstrap.plan_trial_process import ConfinedTrials

pytestmark = pytest.mark.slow

PLAN = """schema = 1
id = "short"
title = "Short"
roles = ["product-manager"]
[[stages]]
id = "TALK"
maximum_turns = 2
hard_limit = 120
ramble_limit = 30
closing = "Good-bye."
[stages.opening]
text = "Tell me about one piece of work."
[[stages.bank]]
id = "hard"
text = "What was the hardest decision in your last project?"
"""


def children() -> set[str]:
    """Processes of ours that hold a trial."""
    ours = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat, line = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
        except OSError:  # it ended meanwhile
            continue
        if b"greenroom.bootstrap.plan_trial_process" in line and stat.rsplit(")", 1)[1].split()[
            1
        ] == str(os.getpid()):
            ours.append(folder.name)
    return set(ours)


@pytest.mark.parametrize(
    ("candidate", "least", "most"),
    [("typical", 40, 100), ("terse", 1, 3), ("rambling", 101, 600)],
)
async def test_each_candidate_holds_the_whole_interview(
    candidate: TrialCandidate, least: int, most: int
) -> None:
    """The record is of a completed interview with somebody of the plan's role, who says as
    much as the candidate's manner has it."""
    record = await ConfinedTrials()(PLAN, candidate)
    assert (record["mode"], record["end_reason"]) == ("simulated", "completed")
    assert record["candidate"]["role"] == "Product manager"
    said = [m["text"] for m in record["messages"] if m["kind"] == "answer"]
    assert least <= len(" ".join(said).split()) <= most
    assert children() == set()


async def test_a_trial_that_takes_too_long_or_is_stopped_leaves_no_process() -> None:
    """Past its time it is refused in a sentence, cancelled it is gone; either way the process is."""
    with pytest.raises(Refused, match="too long"):
        await ConfinedTrials(patience_s=0.2)(PLAN, "typical")
    assert children() == set()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await ConfinedTrials()(plans.source_of("classic"), "typical")
    assert children() == set()
