"""A plan in plain words: what is asked, for how long, and when the interview goes on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from greenroom.app import plans
from greenroom.app.plans.format import OpeningSource, PlanSource, ProbeSource, StageSource
from greenroom.assessment.sentence import Sentence, joined, listed

PLACES: Final = {
    "name": Sentence("[your name]"),
    "role": Sentence("[your role]"),
    "level": Sentence("[your level]"),
}
"""What stands for the words of the candidate."""
REMARK: Final = Sentence("[one true remark on your answers]")
DEPTHS: Final = (
    (2, Sentence("After a short answer")),
    (3, Sentence("After a fair answer")),
    (5, Sentence("After a full answer")),
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
    goes_on: str
    """When it is left; empty: not said."""
    last: str
    """Said at the end."""


@dataclass(frozen=True, slots=True)
class Plan:
    title: str
    description: str
    minutes: int
    language: str
    stages: Sequence[Stage]


def plain(toml: str) -> Plan | None:
    """The plan in this text; None while it has faults."""
    summary = plans.outline(toml).summary
    if summary is None:
        return None
    source = PlanSource.model_validate(tomllib.loads(toml))
    stages = tuple(_stage(one) for one in source.stages)
    return Plan(source.title, summary.description, summary.minutes, summary.language, stages)


def _stage(source: StageSource) -> Stage:
    return Stage(
        title=source.title or source.id.replace("_", " ").capitalize(),
        seconds=source.hard_limit,
        purpose=source.purpose or "",
        who=listed(list(_conditions(source))),
        first=_said(source.bridge_in),
        asked=tuple(_asked(source)),
        learns=[fact.key.replace("_", " ") for fact in source.facts if fact.required],
        goes_on=_one_of(list(_ends(source))),
        last=_said(source.closing),
    )


def _conditions(source: StageSource) -> Iterator[Sentence]:
    if source.when.roles:
        yield Sentence("for the roles {roles}", roles=_listed(source.when.roles))
    if source.when.levels:
        yield Sentence("for the levels {levels}", levels=_listed(source.when.levels))


def _asked(source: StageSource) -> Iterator[Asked]:
    if source.opening is not None:
        yield _question(source.opening, Sentence("First"))
    for probe in source.probes:
        yield Asked(_said(probe.text), _after(probe), "")
    for fact in source.facts:
        if fact.question:
            yield Asked(_said(fact.question), Sentence("If you did not say it yourself"), "")
    for question in source.bank:
        yield _question(question, Sentence("If there is time"))


def _question(source: OpeningSource, when: str) -> Asked:
    return Asked(_said(source.text), when, _said(source.simpler))


def _after(probe: ProbeSource) -> str:
    deepest = max(probe.depths)
    return next(words for depth, words in DEPTHS if deepest <= depth)


def _ends(source: StageSource) -> Iterator[Sentence]:
    if source.story:
        yield Sentence("your story has what you did, its result and its price")
    if source.facts and any(fact.required for fact in source.facts):
        yield Sentence("you have said what it asks for")
    if source.maximum_turns:
        yield Sentence(
            "you have answered once", "you have answered {n} times", n=source.maximum_turns
        )
    if source.maximum_questions:
        yield Sentence(
            "one question was asked", "{n} questions were asked", n=source.maximum_questions
        )
    if source.follow_up_cap == 0:
        yield Sentence("no follow-up questions were asked")
    elif source.follow_up_cap is not None:
        yield Sentence(
            "one follow-up question was asked",
            "{n} follow-up questions were asked",
            n=source.follow_up_cap,
        )


def _one_of(reasons: Sequence[Sentence]) -> str:
    found = reasons[0] if reasons else ""
    for reason in reasons[1:]:
        found = Sentence("{first}, or when {second}", first=found, second=reason)
    return found


def _said(text: str | None) -> str:
    """A text of the plan, with words in brackets where the candidate's own are put."""
    known = {**PLACES, "remark": REMARK}
    pieces = re.split(r"(\{\w+\})", text or "")
    said = [known.get(piece[1:-1], piece) if piece.startswith("{") else piece for piece in pieces]
    return joined(*said, by="") if text else ""


def _listed(words: Iterable[str]) -> str:
    return listed([joined(word.replace("-", " ")) for word in words])
