"""The coverage plan: which stage of an interview asks about which requirement.

A requirement goes to the stage whose own words (title, purpose, questions) it shares most of; where it
shares none, to the first stage that asks for experience.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from greenroom.interview.background import Requirement
from greenroom.interview.coverage import keys
from greenroom.interview.plan import InterviewPlan, StagePlan


def assigned(requirements: Sequence[Requirement], plan: InterviewPlan) -> tuple[Requirement, ...]:
    """The requirements with their stages; none where no stage works."""
    working = [stage for stage in plan.stages if stage.kind == "work"]
    if not working:
        return ()
    usual = next(stage for stage in working if stage.id in plan.experience)
    vocabularies = {stage.id: _vocabulary(stage, plan.language) for stage in working}

    def stage_of(requirement: Requirement) -> str:
        wanted = {key for term in requirement.terms for key in keys(term, plan.language)}
        shared = {name: len(wanted & words) for name, words in vocabularies.items()}
        best = max(working, key=lambda stage: (shared[stage.id], stage.id == usual.id))
        return best.id if shared[best.id] else usual.id

    return tuple(replace(one, stage=stage_of(one)) for one in requirements)


def _vocabulary(stage: StagePlan, language: str) -> set[str]:
    questions = (stage.opening, *stage.bank)
    texts = [stage.title, stage.purpose, *(question.text for question in questions)]
    texts += [point for question in questions for point in question.points]
    texts += [probe.text for probe in stage.probes]
    return {key for text in texts for key in keys(text, language)}
