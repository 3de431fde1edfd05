"""From the judges' replies to one verdict. Code can take a yes back; it can never give one.

Each member is asked once, and again where only the form of a yes is wrong (`slip`). A majority of yes that rests on a transcript with suspicious passages is
asked again without them, and stands only if it is a yes again. Members who fail abstain; they are
counted, and are never a no.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from greenroom.circle.events import Decided, Evidence, GateCause, Judgement, Verdict
from greenroom.circle.inputs import Transcript
from greenroom.circle.judging.push_line import cut, refused, tidied
from greenroom.circle.judging.quoted import places
from greenroom.circle.judging.rendering import message_id
from greenroom.circle.judging.scan import Flag, ablated, passages, scan

BOTH = {"owner", "visitor"}
SLIPS = frozenset(
    {
        GateCause.BAD_QUOTE,
        GateCause.NO_LINE,
        GateCause.LINE_LENGTH,
        GateCause.LINE_UNSAFE,
        GateCause.LINE_NAMES,
    }
)
"""What is wrong with the form of a yes: it is worth asking again."""


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


@lru_cache(maxsize=64)
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


@lru_cache(maxsize=64)
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


@lru_cache(maxsize=64)
def _first(case: Case, opinions: tuple[Opinion, ...]) -> _Gated:
    plain = [opinion for opinion in opinions if not opinion.ablated]
    return _majority(case, plain, case.transcript, ())


def slip(said: Judgement, case: Case, *, again: bool) -> GateCause | None:
    """Why this yes is asked for once more; None: it stands, or falls for another reason than its form.
    `again`: it is about the text without the suspicious passages."""
    flags = scan(case.transcript) if again else ()
    transcript = ablated(case.transcript, flags)
    suspicious = passages(case.transcript, flags)
    causes = gate(said, transcript, case.names, suspicious, cuts=False).causes
    return causes[0] if causes and SLIPS.issuperset(causes) else None


def _majority(
    case: Case, opinions: Iterable[Opinion], transcript: Transcript, flags: tuple[Flag, ...]
) -> _Gated:
    """A yes needs more than half of the whole panel, a no more than half of those who replied."""
    suspicious = passages(case.transcript, flags)
    gated = [gate(o.judgement, transcript, case.names, suspicious) for o in opinions if o.judgement]
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
    said: Judgement,
    transcript: Transcript,
    names: frozenset[str],
    suspicious: Iterable[str],
    *,
    cuts: bool = True,
) -> _Gated:
    """One member's judgement after the checks that code can make. Only a yes is checked. `cuts`: a line
    that is a little too long may be cut."""
    if said.verdict is not Verdict.YES:
        return _Gated(said.verdict, None, (), said.injection_suspected)
    line = tidied(said.notification)
    if cuts:
        line = cut(line)
    causes = [*_evidence_faults(said, transcript), *refused(line, names, suspicious)]
    if any(not criterion.met for criterion in said.criteria):
        causes.append(GateCause.UNMET)
    if said.injection_suspected:
        causes.append(GateCause.SUSPECTED)
    if causes:
        return _Gated(Verdict.UNDECIDED, None, tuple(causes), said.injection_suspected)
    return _Gated(Verdict.YES, line, (), suspected=False)


@lru_cache(maxsize=64)
def _evidence_faults(said: Judgement, transcript: Transcript) -> tuple[GateCause, ...]:
    """A quote that is not in the transcript is ignored if more than half of the quotes are."""
    good = _standing(said.evidence, transcript)
    speakers = {transcript[index].speaker for index in good}
    if speakers == BOTH and 2 * len(good) > len(said.evidence) and _shown(said, transcript, good):
        return ()
    if len(good) < len(said.evidence) or speakers == BOTH:
        return (GateCause.BAD_QUOTE,)
    return (GateCause.ONE_SIDED,)


def _standing(evidence: Iterable[Evidence], transcript: Transcript) -> list[int]:
    """The messages of the quotes that were said, with repetition."""
    numbers = {message_id(index): index for index in range(len(transcript))}
    found = ((numbers.get(one.id), one.quote) for one in evidence)
    return [i for i, quote in found if i is not None and places(quote, transcript[i], i + 1)]


def _shown(said: Judgement, transcript: Transcript, good: Iterable[int]) -> bool:
    """Whether each criterion that names messages names one whose quotes stand, or that nobody quoted."""
    quoted = {one.id for one in said.evidence}
    known = {message_id(index) for index in range(len(transcript))}
    usable = {message_id(index) for index in good} | known - quoted
    return all(
        not criterion.evidence or usable.intersection(criterion.evidence)
        for criterion in said.criteria
        if criterion.met
    )
