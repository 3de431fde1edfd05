"""From the judges' replies to one verdict. Code can take a yes back; it can never give one.

Each member is asked once. A majority of yes that rests on a transcript with suspicious passages is
asked again without them, and stands only if it is a yes again. Members who fail abstain; they are
counted, and are never a no.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from greenroom.circle.events import Decided, GateCause, Judgement, Verdict
from greenroom.circle.inputs import Transcript
from greenroom.circle.judging.line import refused
from greenroom.circle.judging.rendering import message_id
from greenroom.circle.judging.scan import Flag, ablated, scan
from greenroom.evidence import locate

BOTH = {"owner", "visitor"}


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one member said, or None when it failed to."""

    member: int
    ablated: bool
    judgement: Judgement | None


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is to be asked, about which text."""

    member: int
    ablated: bool


@dataclass(frozen=True, slots=True)
class Case:
    """What is judged, and what the gate needs to know besides."""

    transcript: Transcript
    names: frozenset[str]
    judges: int


@dataclass(frozen=True, slots=True)
class _Gated:
    verdict: Verdict
    line: str | None
    causes: tuple[GateCause, ...]
    suspected: bool


def next_asked(case: Case, opinions: tuple[Opinion, ...]) -> Asked | None:
    """The next member to ask; None: everybody who must be asked was."""
    for again in (False, True):
        told = {opinion.member for opinion in opinions if opinion.ablated is again}
        for member in range(case.judges):
            if member not in told:
                return Asked(member, again)
        if again or _first(case, opinions).verdict is not Verdict.YES or not scan(case.transcript):
            return None
    return None


def decide(case: Case, opinions: tuple[Opinion, ...]) -> Decided | None:
    """The verdict, once `next_asked` is None. None: nobody judged, so there is no decision."""
    if not any(opinion.judgement for opinion in opinions if not opinion.ablated):
        return None
    first = _first(case, opinions)
    again = [opinion for opinion in opinions if opinion.ablated]
    if first.verdict is not Verdict.YES or not again:
        return Decided(first.verdict, first.line, first.causes, first.suspected)
    flags = scan(case.transcript)
    clean = ablated(case.transcript, flags)
    second = _majority(case, again, clean, flags)
    if second.verdict is Verdict.YES:
        return Decided(Verdict.YES, second.line, second.causes, second.suspected)
    causes = dict.fromkeys((GateCause.STEERED, *second.causes))
    return Decided(Verdict.UNDECIDED, None, tuple(causes), injection_suspected=True)


def _first(case: Case, opinions: tuple[Opinion, ...]) -> _Gated:
    plain = [opinion for opinion in opinions if not opinion.ablated]
    return _majority(case, plain, case.transcript, ())


def _majority(
    case: Case, opinions: Iterable[Opinion], transcript: Transcript, flags: tuple[Flag, ...]
) -> _Gated:
    """Yes needs more than half of the panel, no more than half of those who replied."""
    passages = [case.transcript[f.message].message[f.start : f.end] for f in flags]
    gated = [gate(o.judgement, transcript, case.names, passages) for o in opinions if o.judgement]
    suspected = any(one.suspected for one in gated)
    causes = tuple(dict.fromkeys(cause for one in gated for cause in one.causes))
    yes = [one for one in gated if one.verdict is Verdict.YES]
    no = [one for one in gated if one.verdict is Verdict.NO]
    if 2 * len(yes) > case.judges:
        return _Gated(Verdict.YES, yes[0].line, causes, suspected)
    if 2 * len(no) > len(gated):
        return _Gated(Verdict.NO, None, causes, suspected)
    if case.judges > 1:
        causes += (GateCause.SPLIT,)
    return _Gated(Verdict.UNDECIDED, None, causes, suspected)


def gate(
    said: Judgement, transcript: Transcript, names: frozenset[str], passages: Iterable[str]
) -> _Gated:
    """One member's judgement after the checks that code can make. Only a yes is checked."""
    if said.verdict is not Verdict.YES:
        return _Gated(said.verdict, None, (), said.injection_suspected)
    causes = [*_evidence_faults(said, transcript), *refused(said.notification, names, passages)]
    if said.injection_suspected:
        causes.append(GateCause.SUSPECTED)
    if causes:
        return _Gated(Verdict.UNDECIDED, None, tuple(causes), said.injection_suspected)
    return _Gated(Verdict.YES, said.notification, (), suspected=False)


def _evidence_faults(said: Judgement, transcript: Transcript) -> list[GateCause]:
    messages = {message_id(index): message for index, message in enumerate(transcript)}
    quoted = [(messages.get(one.id), one.quote) for one in said.evidence]
    cited = {one for criterion in said.criteria if criterion.met for one in criterion.evidence}
    faults = []
    if any(not m or not locate(quote, m.message) for m, quote in quoted) or cited - messages.keys():
        faults.append(GateCause.BAD_QUOTE)
    if {message.speaker for message, _ in quoted if message} != BOTH:
        faults.append(GateCause.ONE_SIDED)
    return faults
