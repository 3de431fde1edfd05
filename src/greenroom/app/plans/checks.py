"""What no type can say about a plan: keys that must agree with one another, and questions that must
not be the same question. Every check reports all it finds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Final

from greenroom.app import roles
from greenroom.app.plans.format import MAX_TEXTS, PlanHead, StageSource
from greenroom.app.sources.faults import Complaint
from greenroom.app.sources.lines import KeyPath
from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview import templates
from greenroom.interview.plan import LEVELS
from greenroom.interview.questions import alike, compared
from greenroom.interview.understanding.story import PARTS

_FIELD = re.compile(r"\{([^{}]*)\}|[{}]")

NONE: Final = Sentence("none")
"""What stands for a role or a level that a candidate has not."""
Numbered = Sequence[tuple[int, StageSource]]
"""Stages that could be read, each with its index in the file."""


def spoken_texts(stage: StageSource) -> Iterator[tuple[KeyPath, str]]:
    """Every text of a stage that is said aloud, with its key path; the closing is apart."""
    for key in ("purpose", "bridge_in", "bridge_out"):
        if text := getattr(stage, key):
            yield (key,), text
    for i, text in enumerate(stage.reprompts):
        yield ("reprompts", i), text
    for path, _, text in askings(stage):
        yield path, text
    for place, asked in _owners(stage):
        for key in ("hint", "reprompt"):
            if text := getattr(asked, key, None):
                yield (*place, key), text


def _owners(stage: StageSource) -> Iterator[tuple[KeyPath, object]]:
    """Everything that asks, with its path."""
    if stage.opening:
        yield ("opening",), stage.opening
    for key in ("bank", "probes", "facts"):
        for i, asked in enumerate(getattr(stage, key)):
            yield (key, i), asked


def askings(stage: StageSource) -> Iterator[tuple[KeyPath, KeyPath, str]]:
    """Every text that asks something: its path, the path of the thing it asks for, the text."""
    for owner, asked in _owners(stage):
        for key in ("text", "question", "simpler", "rephrase"):
            if text := getattr(asked, key, None):
                yield (*owner, key), owner, text


def check_stage(stage: StageSource) -> Iterator[Complaint]:
    """Faults inside one stage; paths are relative to it."""
    yield from _check_kind(stage)
    yield from _check_numbers(stage)
    yield from _check_fields(stage)
    yield from _check_facts(stage)
    packs = roles.role_packs()
    for i, role in enumerate(stage.when.roles):
        if role not in packs:
            yield Complaint(("when", "roles", i), _unknown_pack(role, packs))


def _check_kind(stage: StageSource) -> Iterator[Complaint]:
    if stage.kind == "closing":
        if stage.closing is None:
            yield Complaint(("kind",), Sentence("a closing stage needs a `closing` text"))
        for key in ("opening", "bank", "probes", "facts"):
            if getattr(stage, key):
                told = Sentence("a closing stage asks nothing; it only says good-bye")
                yield Complaint((key,), told)
        return
    if stage.opening is None:
        told = Sentence("`opening` is missing: the stage needs a first question")
        yield Complaint((), told)
    askable = _askable(stage)
    fewest = min(askable, key=lambda level: askable[level])
    if stage.opening is not None and stage.minimum_questions > askable[fewest]:
        few = Sentence(
            "asks for at least {wanted} questions, but there are {there}",
            wanted=stage.minimum_questions,
            there=askable[fewest],
        )
        if len(set(askable.values())) > 1:
            few = joined(few, _at_level(fewest))
        yield Complaint(("minimum_questions",), few)


def _at_level(level: str) -> Sentence:
    if not level:
        return Sentence("for a candidate of unknown level")
    return Sentence("for a candidate of level `{level}`", level=level)


def _askable(stage: StageSource) -> dict[str, int]:
    """How many things can be asked of a candidate, by level; "" is a level that is not known."""
    asking = [asked for _, asked in _owners(stage) if getattr(asked, "question", True)]
    held = stage.when.levels or ("", *LEVELS)
    return {
        level: sum(suits(getattr(one, "levels", ()), level or None) for one in asking)
        for level in held
    }


def _check_numbers(stage: StageSource) -> Iterator[Complaint]:
    maximum = stage.maximum_questions
    if maximum is not None and stage.minimum_questions > maximum:
        reason = Sentence(
            "{minimum} is more than maximum_questions ({maximum})",
            minimum=stage.minimum_questions,
            maximum=maximum,
        )
        yield Complaint(("minimum_questions",), reason)
    if stage.soft_limit is not None and stage.soft_limit >= stage.hard_limit:
        reason = Sentence(
            "{soft} s is not below hard_limit ({hard} s)",
            soft=stage.soft_limit,
            hard=stage.hard_limit,
        )
        yield Complaint(("soft_limit",), reason)
    t1, t2, end = stage.reprompt_after, stage.simplify_after, stage.inactivity_limit
    if t1 is not None and t2 is not None and t1 >= t2:
        yield Complaint(("simplify_after",), _not_after(t2, t1))
    for key, seconds in (("reprompt_after", t1), ("simplify_after", t2)):
        if seconds is not None and seconds >= end:
            reason = Sentence(
                "{seconds} s is not below inactivity_limit ({end} s), so it never comes",
                seconds=seconds,
                end=end,
            )
            yield Complaint((key,), reason)


def _not_after(second: int, first: int) -> Sentence:
    return Sentence(
        "{second} s is not after reprompt_after ({first} s)", second=second, first=first
    )


def _check_facts(stage: StageSource) -> Iterator[Complaint]:
    seen: set[str] = set()
    for i, fact in enumerate(stage.facts):
        if fact.key in seen:
            told = Sentence("the fact `{key}` is listed twice", key=fact.key)
            yield Complaint(("facts", i, "key"), told)
        seen.add(fact.key)
        for key in ("simpler", "rephrase", "reprompt"):
            if getattr(fact, key) and not fact.question:
                told = Sentence("there is no `question` that it belongs to")
                yield Complaint(("facts", i, key), told)
    for i, probe in enumerate(stage.probes):
        if probe.topic is not None and probe.topic not in seen | set(PARTS):
            told = Sentence(
                "`{topic}` is neither a fact of this stage nor a story part: {known}",
                topic=probe.topic,
                known=", ".join((*sorted(seen), *PARTS)),
            )
            yield Complaint(("probes", i, "topic"), told)


def _check_fields(stage: StageSource) -> Iterator[Complaint]:
    for path, text in spoken_texts(stage):
        yield from _fields(path, text, templates.SPOKEN_FIELDS)
    if stage.closing:
        yield from _fields(("closing",), stage.closing, templates.CLOSING_FIELDS)
    if stage.instructions:
        yield from _fields(("instructions",), stage.instructions, templates.INSTRUCTION_FIELDS)


def _fields(path: KeyPath, text: str, allowed: frozenset[str]) -> Iterator[Complaint]:
    for match in _FIELD.finditer(text):
        if match[1] not in allowed:
            told = Sentence(
                "{field} is no field that can be filled here; there are {known}",
                field=match[0],
                known=", ".join(f"{{{name}}}" for name in sorted(allowed)),
            )
            yield Complaint(path, told)


def check_plan(head: PlanHead | None, stages: Numbered, ids: Sequence[str]) -> Iterator[Complaint]:
    """Faults between stages. `ids` are those of all stages, readable or not ("" if it has none)."""
    packs = roles.role_packs()
    for i, role in enumerate(head.roles if head else ()):
        if role not in packs:
            yield Complaint(("roles", i), _unknown_pack(role, packs))
    yield from _ladder(head)
    yield from _check_ids(stages, ids)
    yield from _check_repetition(stages)
    if ids and len(stages) == len(ids):
        yield from _check_selections([stage for _, stage in stages])


def _ladder(head: PlanHead | None) -> Iterator[Complaint]:
    if head and head.reprompt_after and head.simplify_after:
        if head.reprompt_after >= head.simplify_after:
            told = _not_after(head.simplify_after, head.reprompt_after)
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


def meets(stage: StageSource, pack: str | None, level: str | None) -> bool:
    """Whether the stage is held for a candidate of this role pack and level."""
    if stage.when.roles and pack not in stage.when.roles:
        return False
    return suits(stage.when.levels, level)


def suits(levels: Sequence[str], level: str | None) -> bool:
    """Whether what is for these levels is asked of a candidate of this one; none: of everybody."""
    return not levels or level in levels


def _unknown_pack(name: str, known: Iterable[str]) -> Sentence:
    return Sentence(
        "`{name}` is no role pack; there are {known}", name=name, known=", ".join(known)
    )
