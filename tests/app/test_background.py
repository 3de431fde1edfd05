"""Processes that work beside interviews go last."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

BESIDE = (
    "from greenroom.app.background import yield_to_interviews as begin",
    "from greenroom.adapters.documents.confinement import bound as begin",
    "from greenroom.app.reports.report_cache import _begin_process as begin",
)
CLASS = "import os; print(os.sched_getscheduler(0))"


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has the idle class")
@pytest.mark.parametrize("what", BESIDE)
def test_they_compute_only_when_nothing_else_wants_to(what: str) -> None:
    """What reads papers and what folds long records is in the scheduler's idle class from its first step on."""
    program = f"{what}; begin(); {CLASS}"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert told.stdout.split() == [str(os.SCHED_IDLE)]
