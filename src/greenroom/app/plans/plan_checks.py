"""What no type can say about a plan as a whole: stages that must fit together, and questions that must
not be the same question. Every check reports all it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from greenroom.app import roles
from greenroom.app.plans.conditions import meets, unknown_packs
from greenroom.app.plans.format import MAX_TEXTS, PlanHead, StageSource
from greenroom.app.plans.stage_checks import not_after
from greenroom.app.plans.stage_texts import askings
from greenroom.app.sources.faults import Complaint
from greenroom.app.sources.lines import KeyPath
from greenroom.assessment.sentence import Sentence
from greenroom.interview.questions import alike, compared

NONE: Final = Sentence("none")
"""What stands for a role or a level that a candidate has not."""
Numbered = Sequence[tuple[int, StageSource]]
"""Stages that could be read, each with its index in the file."""


def check_plan(head: PlanHead | None, stages: Numbered, ids: Sequence[str]) -> Iterator[Complaint]:
    """Faults between stages. `ids` are those of all stages, readable or not ("" if it has none)."""
    for i, reason in unknown_packs(head.roles if head else ()):
        yield Complaint(("roles", i), reason)
    yield from _ladder(head)
    yield from _check_ids(stages, ids)
    yield from _check_repetition(stages)
    if ids and len(stages) == len(ids):
        yield from _check_selections([stage for _, stage in stages])


def _ladder(head: PlanHead | None) -> Iterator[Complaint]:
    if head and head.reprompt_after and head.simplify_after:
        if head.reprompt_after >= head.simplify_after:
            told = not_after(head.simplify_after, head.reprompt_after)
            yield Complaint(("simplify_after",), told)
    elif head and (head.reprompt_after or head.simplify_after):
        given = "reprompt_after" if head.reprompt_after else "simplify_after"
        told = Sentence("reprompt_after and simplify_after are given together or not at all")
        yield Complaint((given,), told)


def _check_ids(stages: Numbered, ids: Sequence[str]) -> Iterator[Complaint]:
    for i, name in enumerate(ids):
        if name and name.lower() in {earlier.lower() for earlier in ids[:i]}:
            told = Sentence("there is an earlier stage `{name}`", name=name)
            yield Complaint(("stages", i, "id"), told)
    seen: set[str] = set()
    for i, stage in stages:
        for j, name in enumerate(stage.requires):
            if name not in ids[:i]:
                told = Sentence("`{name}` is no stage of this plan", name=name)
                if name in ids:
                    told = Sentence("`{name}` comes no earlier than this one", name=name)
                yield Complaint(("stages", i, "requires", j), told)
        for path, name in _question_ids(stage):
            if name in seen:
                told = Sentence("the question id `{name}` is used twice", name=name)
                yield Complaint(("stages", i, *path), told)
            seen.add(name)


def _question_ids(stage: StageSource) -> Iterator[tuple[KeyPath, str]]:
    if stage.opening and stage.opening.id:
        yield ("opening", "id"), stage.opening.id
    for i, question in enumerate(stage.bank):
        yield ("bank", i, "id"), question.id
    for i, probe in enumerate(stage.probes):
        yield ("probes", i, "id"), probe.id


def _check_repetition(stages: Numbered) -> Iterator[Complaint]:
    """No question twice anywhere (F11). Forms of one question may be alike, and so may two stages of
    which no candidate gets both be: they are refused all the same, for conditions change."""
    asked = [
        (("stages", i, *path), ("stages", i, *owner), text)
        for i, stage in stages
        for path, owner, text in askings(stage)
    ]
    if len(asked) > MAX_TEXTS:
        many = Sentence(
            "there are {n} questions in all their forms; a plan has at most {most}",
            n=len(asked),
            most=MAX_TEXTS,
        )
        yield Complaint(asked[MAX_TEXTS][0], many)
        return
    told: set[tuple[KeyPath, KeyPath]] = set()
    prepared = [(*one, compared(one[2])) for one in asked]
    for (_, one, text, first), (path, other, _, second) in combinations(prepared, 2):
        if one != other and (one, other) not in told and alike(first, second):
            told.add((one, other))
            same = Sentence(
                "asks (nearly) the same as an earlier question: “{text}”",
                text=" ".join(text.split()),
            )
            yield Complaint(path, same)


def _check_selections(stages: Sequence[StageSource]) -> Iterator[Complaint]:
    """Whoever the candidate is, a plan with a good end must be left after the conditions."""
    told: set[tuple[int, str]] = set()
    named = {role for stage in stages for role in stage.when.roles}
    every_role = sorted(named.intersection(roles.role_packs()))
    every_level = sorted({level for stage in stages for level in stage.when.levels})
    for role, level in product(["", *every_role], ["", *every_level]):
        kept = [i for i, stage in enumerate(stages) if meets(stage, role or None, level or None)]
        who = Sentence(
            "for a candidate with role `{role}` and level `{level}`",
            role=role or NONE,
            level=level or NONE,
        )
        for i, complaint in _check_selection(stages, kept, who):
            if (i, complaint.reason.split(" for a ")[0]) not in told:
                told.add((i, complaint.reason.split(" for a ")[0]))
                yield complaint


def _check_selection(
    stages: Sequence[StageSource], kept: Sequence[int], who: Sentence
) -> Iterator[tuple[int, Complaint]]:
    if not kept:
        yield -1, Complaint(("stages",), Sentence("`when` leaves no stage {who}", who=who))
        return
    last = kept[-1]
    if stages[last].closing is None:
        reason = Sentence(
            "the last stage needs a `closing`, and this one is the last {who}", who=who
        )
        yield last, Complaint(("stages", last), reason)
    names = {stages[i].id for i in kept}
    for i in kept:
        if i != last and stages[i].kind == "closing":
            told = Sentence("a closing stage must be the last {who}", who=who)
            yield i, Complaint(("stages", i, "kind"), told)
        for j, name in enumerate(stages[i].requires):
            if name not in names and name in {stage.id for stage in stages[:i]}:
                reason = Sentence("`{name}` is left out by its `when` {who}", name=name, who=who)
                yield i, Complaint(("stages", i, "requires", j), reason)
