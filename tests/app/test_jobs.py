"""Job descriptions of many kinds: what each asks for, and which answers speak about it (P2)."""

from __future__ import annotations

import pytest
from tests.app.jobs import Job, jobs

OPEN, SEALED = jobs("jobs_open"), jobs("jobs_sealed")
ENOUGH = 0.95
"""Of the requirements, and of the answers of either kind, are right."""


@pytest.mark.parametrize("job", OPEN, ids=lambda job: job.id)
def test_what_a_description_asks_for(job: Job) -> None:
    """Every requirement with its kind, and nothing of what the company gives or says of itself."""
    assert job.faults == []


@pytest.mark.parametrize("kept", [OPEN, SEALED], ids=["open", "sealed"])
@pytest.mark.parametrize("covered", [True, False])
def test_answers_that_do_and_do_not_speak_about_it(kept: tuple[Job, ...], covered: bool) -> None:
    """Coverage says of nearly every answer what a person would. The sealed half was written after the
    rules and is changed with no rule."""
    pairs = [(job, pair) for job in kept for pair in job.pairs if pair.covered is covered]
    wrong = [(job.id, pair) for job, pair in pairs if not job.says_right(pair)]
    assert len(pairs) >= 40
    assert len(wrong) <= (1 - ENOUGH) * len(pairs), wrong


def test_requirements_of_the_sealed_half() -> None:
    """Nearly every requirement is found, and nearly nothing else."""
    wanted = sum(len(job.wanted) for job in SEALED)
    faults = [(job.id, fault) for job in SEALED for fault in job.faults]
    assert len(faults) <= (1 - ENOUGH) * 2 * wanted, faults
