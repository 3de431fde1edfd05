"""What must hold between the keys of a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from greenroom.app.sources.faults import Complaint
from greenroom.simulation.candidates import PERSONAS
from greenroom.simulation.scenarios.format import (
    CandidateSource,
    ExpectSource,
    LineSource,
    ScenarioSource,
)

FORMS = ("persona", "script", "lines", "facts")
OF_CIRCLES = ("decision",)
OF_INTERVIEWS = ("stages", "causes", "learned", "facts", "coverage", "said", "rubric")


def check(source: ScenarioSource) -> list[Complaint]:
    """Every fault that the file's values alone show."""
    found = list(_kinds(source))
    if source.candidate is not None:
        found += _candidate(source.candidate)
        found += _facts(source.expect, source.candidate)
    return [*found, *_expectations(source)]


def _kinds(source: ScenarioSource) -> Iterator[Complaint]:
    if source.circle is None:
        if source.candidate is None:
            yield Complaint((), "give `[candidate]` with a `plan`, or `[circle]`")
        elif source.plan is None:
            yield Complaint((), "there is no `plan`")
    else:
        for key in ("candidate", "plan"):
            if getattr(source, key) is not None:
                yield Complaint((key,), "an interview between agents has none: there is `[circle]`")


def _candidate(candidate: CandidateSource) -> Iterator[Complaint]:
    given = [form for form in FORMS if getattr(candidate, form)]
    if len(given) != 1:
        told = f"not {' and '.join(given)} together" if given else f"one of {', '.join(FORMS)}"
        yield Complaint(("candidate",), f"give {told}")
    if candidate.persona is not None and candidate.persona not in PERSONAS:
        told = f"no such candidate; there are {', '.join(PERSONAS)}"
        yield Complaint(("candidate", "persona"), told)
    if candidate.character is not None and not candidate.facts:
        yield Complaint(("candidate", "character"), "a model needs `[[candidate.facts]]` to play")
    for i, line in enumerate(candidate.lines):
        for key, reason in _line(line):
            yield Complaint(("candidate", "lines", i, *key), reason)
    seen: set[str] = set()
    for i, fact in enumerate(candidate.facts):
        here = ("candidate", "facts", i)
        if fact.id in seen:
            yield Complaint((*here, "id"), f"the fact `{fact.id}` is listed twice")
        seen.add(fact.id)
        if fact.reveal in ("asked", "probed") and not fact.topics:
            told = f"is needed: a fact that is told when {fact.reveal} needs words that ask for it"
            yield Complaint((*here, "topics"), told)


def _line(line: LineSource) -> Iterator[tuple[tuple[str, ...], str]]:
    if line.act == "say" and line.seconds == 0:
        yield ("seconds",), "must be more than 0"
    if line.act == "say" and not line.say.split() and line.seconds is None:
        yield ("say",), "give words, or `seconds` of a voice without any"
    if line.act == "type" and not line.say.split():
        yield ("say",), "give the words that are typed"
    if line.act not in ("say", "type") and line.say:
        yield ("say",), f"`{line.act}` has no words"


def _facts(expect: ExpectSource, candidate: CandidateSource) -> Iterator[Complaint]:
    known = {fact.id: fact for fact in candidate.facts}
    for i, name in enumerate(expect.facts):
        if name not in known:
            told = (
                f"is no fact of the sheet; there are {', '.join(known)}"
                if known
                else ("the candidate has no fact sheet")
            )
            yield Complaint(("expect", "facts", i), told)
        elif known[name].reveal == "never":
            yield Complaint(("expect", "facts", i), "is a fact that the candidate never tells")
    if expect.coverage is not None and not known:
        yield Complaint(("expect", "coverage"), "the candidate has no fact sheet")


def _expectations(source: ScenarioSource) -> Iterator[Complaint]:
    foreign = OF_INTERVIEWS if source.circle is not None else OF_CIRCLES
    kind = "an interview between agents" if source.circle is not None else "an interview"
    for key in foreign:
        if key in source.expect.model_fields_set:
            yield Complaint(("expect", key), f"{kind} has no such thing")
    for key in ("at_least", "at_most"):
        if source.circle is not None and getattr(source.expect, key):
            yield Complaint(("expect", key), f"{kind} has no such thing")
