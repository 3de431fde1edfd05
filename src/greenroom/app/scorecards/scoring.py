"""Scores an interview by a rubric, one criterion at a time (R1, R3)."""

from __future__ import annotations

import asyncio
from typing import Final

from greenroom.app.ports import Judge, UpstreamFault
from greenroom.assessment.claims import Checked, Unscored, check
from greenroom.assessment.reasons import Reason
from greenroom.assessment.rubric import Criterion, Rubric
from greenroom.assessment.scorecard import Scorecard, settle, unscored
from greenroom.assessment.transcript import Transcript

AT_ONCE: Final = 4
"""Requests to a judge that are under way together."""


async def score(rubric: Rubric, transcript: Transcript, judge: Judge | None) -> Scorecard:
    """What nothing can be judged of is not sent to anybody. A judge that fails costs the criterion its
    score and the scorecard nothing else."""
    if transcript.unfit is not None:
        return unscored(rubric, transcript.unfit)
    if judge is None:
        return unscored(rubric, Reason.NO_MODEL)
    if judge.longest is not None and transcript.length > judge.longest:
        return unscored(rubric, Reason.TOO_LONG, judge.name)
    free = asyncio.Semaphore(AT_ONCE)

    async def read(criterion: Criterion, judge_pass: int) -> Checked:
        async with free:
            return await _judged(criterion, transcript, judge, judge_pass)

    async with asyncio.TaskGroup() as group:
        under_way = {
            criterion.id: [
                group.create_task(read(criterion, judge_pass))
                for judge_pass in range(judge.judge_passes)
            ]
            for criterion in rubric.criteria
        }
    found = {id_: [task.result() for task in tasks] for id_, tasks in under_way.items()}
    return settle(rubric, found, judge.name)


async def _judged(
    criterion: Criterion, transcript: Transcript, judge: Judge, judge_pass: int
) -> Checked:
    try:
        claim = await judge.judge(criterion, transcript, judge_pass)
    except UpstreamFault as fault:
        return Checked(Unscored(Reason.JUDGE_FAILED, fault.cause))
    return Checked(Unscored(Reason.NOT_JUDGED)) if claim is None else check(claim, transcript)
