"""What no type can say about one stage of a plan: keys that must agree with one another. Every check
reports all it finds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from greenroom.app.plans.conditions import suits, unknown_packs
from greenroom.app.plans.format import StageSource
from greenroom.app.plans.stage_texts import askers, spoken_texts
from greenroom.app.sources.faults import Complaint
from greenroom.app.sources.lines import KeyPath
from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview import templates
from greenroom.interview.plan import LEVELS
from greenroom.interview.understanding.story import PARTS

_FIELD = re.compile(r"\{([^{}]*)\}|[{}]")


def check_stage(stage: StageSource) -> Iterator[Complaint]:
    """Faults inside one stage; paths are relative to it."""
    yield from _check_kind(stage)
    yield from _check_numbers(stage)
    yield from _check_fields(stage)
    yield from _check_facts(stage)
    for i, reason in unknown_packs(stage.when.roles):
        yield Complaint(("when", "roles", i), reason)


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
    asking = [asked for _, asked in askers(stage) if getattr(asked, "question", True)]
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
        yield Complaint(("simplify_after",), not_after(t2, t1))
    for key, seconds in (("reprompt_after", t1), ("simplify_after", t2)):
        if seconds is not None and seconds >= end:
            reason = Sentence(
                "{seconds} s is not below inactivity_limit ({end} s), so it never comes",
                seconds=seconds,
                end=end,
            )
            yield Complaint((key,), reason)


def not_after(second: int, first: int) -> Sentence:
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
