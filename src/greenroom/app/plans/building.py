"""A checked source becomes the frozen plan of the core: seconds become milliseconds, defaults are
filled in, and the stages and questions that are not for this candidate are left out."""

from __future__ import annotations

from collections.abc import Sequence

from greenroom.app.plans.conditions import meets, suits
from greenroom.app.plans.format import (
    FactSource,
    OpeningSource,
    PlanHead,
    ProbeSource,
    StageSource,
)
from greenroom.interview.plan import Fact, InterviewPlan, Millis, Probe, Question, StagePlan


def build(
    head: PlanHead, stages: Sequence[StageSource], pack: str | None, level: str | None
) -> InterviewPlan:
    """The plan for one candidate; `pack` and `level` are ids, None where they are not known."""
    return InterviewPlan(
        id=head.id,
        title=head.title,
        stages=tuple(_stage(head, stage, level) for stage in stages if meets(stage, pack, level)),
        schema=head.schema_,
        language=head.language,
        study=head.study,
    )


def title(stage: StageSource) -> str:
    """The stage's title; made from its id where it has none."""
    return stage.title or stage.id.replace("_", " ").replace("-", " ").capitalize()


def _stage(head: PlanHead, stage: StageSource, level: str | None) -> StagePlan:
    reprompt_after, simplify_after = _ladder(head, stage)
    return StagePlan(
        id=stage.id,
        title=title(stage),
        kind=stage.kind,
        purpose=_line(stage.purpose),
        instructions=stage.instructions or "",
        opening=_question(stage.opening or OpeningSource.model_construct(text=""), stage),
        bank=tuple(_question(one, stage) for one in stage.bank if suits(one.levels, level)),
        probes=tuple(_probe(one) for one in stage.probes if suits(one.levels, level)),
        facts=tuple(_fact(fact) for fact in stage.facts),
        story=stage.story,
        minimum_questions=stage.minimum_questions,
        maximum_questions=stage.maximum_questions,
        maximum_turns=stage.maximum_turns,
        follow_up_cap=stage.follow_up_cap,
        target_depth=stage.target_depth,
        minimum_time=_ms(stage.minimum_time),
        soft_limit=None if stage.soft_limit is None else _ms(stage.soft_limit),
        hard_limit=_ms(stage.hard_limit),
        inactivity_limit=_ms(stage.inactivity_limit),
        reprompt_after=reprompt_after,
        simplify_after=simplify_after,
        ramble_limit=_ms(stage.ramble_limit),
        thinking_time=_ms(stage.thinking_time),
        reply_delay=stage.reply_delay_ms,
        bridge_in=_line(stage.bridge_in),
        bridge_out=_line(stage.bridge_out),
        reprompts=tuple(_line(text) for text in stage.reprompts),
        closing=_line(stage.closing),
        requires=tuple(stage.requires),
        roles=tuple(stage.when.roles),
        levels=tuple(stage.when.levels),
    )


def _ladder(head: PlanHead, stage: StageSource) -> tuple[Millis, Millis]:
    """The stage's own steps; else the plan's, where they fit into the stage's silence; else a third
    and two thirds of it (F2)."""
    end = _ms(stage.inactivity_limit)
    t1, t2 = end // 3, 2 * end // 3
    if head.reprompt_after and head.simplify_after and _ms(head.simplify_after) < end:
        t1, t2 = _ms(head.reprompt_after), _ms(head.simplify_after)
    if stage.reprompt_after is not None:
        t1 = _ms(stage.reprompt_after)
        t2 = t2 if t2 > t1 else (t1 + end) // 2
    if stage.simplify_after is not None:
        t2 = _ms(stage.simplify_after)
        t1 = t1 if t1 < t2 else t2 // 2
    return t1, t2


def _probe(source: ProbeSource) -> Probe:
    return Probe(
        id=source.id,
        text=_line(source.text),
        depths=tuple(sorted(set(source.depths))),
        topic=source.topic,
        last=source.last,
        rephrase=_line(source.rephrase) or None,
        simpler=_line(source.simpler) or None,
        reprompt=_line(source.reprompt) or None,
    )


def _fact(source: FactSource) -> Fact:
    return Fact(
        key=source.key,
        required=source.required,
        question=_line(source.question) or None,
        cues=tuple(source.cues),
        simpler=_line(source.simpler) or None,
        rephrase=_line(source.rephrase) or None,
        reprompt=_line(source.reprompt) or None,
    )


def _question(source: OpeningSource, stage: StageSource) -> Question:
    return Question(
        id=source.id or f"{stage.id}.opening",
        text=_line(source.text),
        simpler=_line(source.simpler) or None,
        rephrase=_line(source.rephrase) or None,
        kind=source.kind,
        points=tuple(source.points),
        hint=_line(source.hint) or None,
        reprompt=_line(source.reprompt) or None,
    )


def _line(text: str | None) -> str:
    """A spoken text is one line, however it was wrapped in the file."""
    return " ".join((text or "").split())


def _ms(seconds: int) -> Millis:
    return seconds * 1000
