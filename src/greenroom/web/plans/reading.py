"""A plan in plain words: what is asked, for how long, and when the interview goes on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.app import plans
from greenroom.app.plans.format import OpeningSource, PlanSource, ProbeSource, StageSource

PLACES: Final = {"name": "[your name]", "role": "[your role]", "level": "[your level]"}
"""What stands for the words of the candidate."""
REMARK: Final = "[one true remark on your answers]"
DEPTHS: Final = (
    (2, "After a short answer"),
    (3, "After a fair answer"),
    (5, "After a full answer"),
)
"""The greatest depth that each heading is for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a stage."""

    text: str
    when: str
    """In which case it is asked."""
    simpler: str
    """What is asked when the candidate says nothing; empty: nothing else."""


@dataclass(frozen=True, slots=True)
class Stage:
    title: str
    seconds: int
    purpose: str
    who: str
    """For whom it is held; empty: for everybody."""
    first: str
    """Said on the way in."""
    asked: Sequence[Asked]
    learns: Sequence[str]
    goes_on: Sequence[str]
    """When it is left, one condition each."""
    last: str
    """Said at the end."""


@dataclass(frozen=True, slots=True)
class Plan:
    title: str
    description: str
    minutes: int
    stages: Sequence[Stage]


def plain(toml: str) -> Plan | None:
    """The plan in this text; None while it has faults."""
    summary = plans.outline(toml).summary
    if summary is None:
        return None
    source = PlanSource.model_validate(tomllib.loads(toml))
    stages = tuple(_stage(one) for one in source.stages)
    return Plan(source.title, summary.description, summary.minutes, stages)


def _stage(source: StageSource) -> Stage:
    return Stage(
        title=source.title or source.id.replace("_", " ").capitalize(),
        seconds=source.hard_limit,
        purpose=source.purpose or "",
        who=" and ".join(_conditions(source)),
        first=_said(source.bridge_in),
        asked=tuple(_asked(source)),
        learns=[fact.key.replace("_", " ") for fact in source.facts if fact.required],
        goes_on=tuple(_ends(source)),
        last=_said(source.closing),
    )


def _conditions(source: StageSource) -> Iterator[str]:
    if source.when.roles:
        yield f"for the roles {_listed(source.when.roles)}"
    if source.when.levels:
        yield f"for the levels {_listed(source.when.levels)}"


def _asked(source: StageSource) -> Iterator[Asked]:
    if source.opening is not None:
        yield _question(source.opening, "First")
    for probe in source.probes:
        yield Asked(_said(probe.text), _after(probe), "")
    for fact in source.facts:
        if fact.question:
            yield Asked(_said(fact.question), "If you did not say it yourself", "")
    for question in source.bank:
        yield _question(question, "If there is time")


def _question(source: OpeningSource, when: str) -> Asked:
    return Asked(_said(source.text), when, _said(source.simpler))


def _after(probe: ProbeSource) -> str:
    deepest = max(probe.depths)
    return next(words for depth, words in DEPTHS if deepest <= depth)


def _ends(source: StageSource) -> Iterator[str]:
    if source.story:
        yield "your story has what you did, its result and its price"
    if source.facts and any(fact.required for fact in source.facts):
        yield "you have said what it asks for"
    if source.maximum_turns:
        yield f"you have answered {_times(source.maximum_turns)}"
    if source.maximum_questions:
        yield f"{_questions(source.maximum_questions)} asked"
    if source.follow_up_cap is not None:
        yield f"{_questions(source.follow_up_cap, 'follow-up question')} asked"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _questions(count: int, what: str = "question") -> str:
    return f"one {what} was" if count == 1 else f"{count or 'no'} {what}s were"


def _said(text: str | None) -> str:
    """A text of the plan, with words in brackets where the candidate's own are put."""
    known = {**PLACES, "remark": REMARK}
    return re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], found[0]), text or "")


def _listed(words: Iterable[str]) -> str:
    *rest, last = (word.replace("-", " ") for word in words)
    return f"{', '.join(rest)} and {last}" if rest else last
