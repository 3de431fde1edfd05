"""Processes that work beside interviews: papers, PDFs, trials of plans, reports of long records."""

from __future__ import annotations

import os

LAST = 19
"""The lowest priority, where the system has no better way."""


def yield_to_interviews() -> None:
    """Let this process compute only while nothing else on the machine wants to.

    On Linux that is the scheduler's idle class: whatever wakes up beside it runs at once. The lowest priority alone
    still lets it finish its slice, and an interview's reply is a chain of some twenty such wakings.
    """
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(LAST)
