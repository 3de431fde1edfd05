"""How an interview went: the first case of a table that holds, with its counts in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from greenroom.assessment.coaching.advice import is_found
from greenroom.assessment.coaching.rules import BY_ID, WORDS
from greenroom.assessment.coaching.shapes import Asking, Aspect, Coached, Withheld
from greenroom.assessment.sentence import Sentence, joined, spelled

BROKEN: Final[Mapping[str, str]] = {
    "candidate_ended": "broken_off",
    "candidate_left": "lost",
    "failed": "lost",
}
"""By the reason why an interview ended before its end."""
SMALL: Final = 1
"""A step that matters no more than this keeps no story from being a good one."""
COUNTED: Final = (Withheld.UNSURE, Withheld.ASKED_BACK)
"""Answers, and nothing is said about them."""


class Counts(NamedTuple):
    """In how many of the coached answers something was found."""

    of: int
    deeds: int
    results: int
    measured: int
    figures: int
    reasons: int
    short: int
    lacking: int
    """Stories in which a step holds that matters."""
    late: int
    """Stories whose result or figure came with a further question."""


Case: TypeAlias = tuple[str, Callable[[Counts], bool]]
CASES: Final[Sequence[Case]] = (
    ("strong", lambda c: c.measured > 0 and 2 * c.deeds >= c.of and not c.lacking),
    ("late", lambda c: c.late > 0),
    ("measured", lambda c: c.measured > 0),
    ("results", lambda c: c.results > 0),
    ("short", lambda c: 2 * c.short > c.of),
    ("deeds", lambda c: 2 * c.deeds >= c.of),
    ("some", lambda c: c.deeds > 0),
    ("figures", lambda c: c.figures > 0),
    ("reasons", lambda c: c.reasons > 0),
    ("general", lambda c: True),
)
"""Each case and when it holds; `[went]` of the rules has its words."""
_ASPECTS: Final = {
    "deeds": Aspect.ACTION,
    "results": Aspect.RESULT,
    "measured": Aspect.MEASURABLE_RESULT,
    "figures": Aspect.NUMBER,
    "reasons": Aspect.REASON,
    "short": Aspect.SHORT,
}
_LATE: Final = frozenset({"result-sooner", "figure-sooner"})


def counted(given: Sequence[Coached]) -> Counts:
    stories = [one for one in given if one.asking is Asking.STORY]
    found = {name: sum(is_found(one, a) for one in given) for name, a in _ASPECTS.items()}
    return Counts(
        of=len(given),
        lacking=sum(any(BY_ID[step].matters > SMALL for step in one.steps) for one in stories),
        late=sum(not _LATE.isdisjoint(one.steps) for one in stories),
        **found,
    )


def went(
    record: Mapping[str, Any],
    answers: Sequence[Coached],
    *,
    ready: bool,
    distressed: bool,
    english: bool,
) -> tuple[str, Sentence, Sentence]:
    """The case, its title and what stands below it. `ready`: enough was said to choose by."""
    given = [one for one in answers if one.withheld is None]
    counts = counted(given)
    case = _case(record, counts, ready=ready, distressed=distressed, english=english)
    title, lede = WORDS["went"][case]
    if case == "results" and any(has_figure(one) for one in given):
        lede = WORDS["told"]["results"]
    if case == "late" and not any("figure-sooner" in one.steps for one in given):
        lede = WORDS["told"]["late"]
    told = {name: _place(getattr(counts, name), counts.of) for name in _ASPECTS}
    said: str = Sentence(lede, **told)
    deeds = Sentence(WORDS["told"]["deeds"], deeds=told["deeds"]) if counts.deeds else ""
    if case in BROKEN.values():
        said = joined(said, deeds)
    elif case not in _BARE:
        said = joined(deeds, said)
    more = sum(one.withheld in COUNTED for one in answers) if case not in _BARE else 0
    return case, Sentence(title), joined(said, _beside(more) if more else "")


def has_figure(one: Coached) -> bool:
    """Whether what came of it was told with a figure beside it."""
    return one.asking is Asking.OUTCOME and is_found(one, Aspect.NUMBER)


_BARE: Final = frozenset({"distress", "broken_off", "lost", "little", "length"})
"""Cases that count no answers."""


def _case(
    record: Mapping[str, Any], counts: Counts, *, ready: bool, distressed: bool, english: bool
) -> str:
    if distressed:
        return "distress"
    if broken := BROKEN.get(record.get("end_reason") or ""):
        return broken
    if not ready:
        return "little"
    if not english:
        return "length"
    return next(name for name, holds in CASES if holds(counts))


def _place(many: int, of: int) -> Sentence:
    """ "In two of five answers"."""
    if of == 1 and many == 1:
        return Sentence("In your answer")
    if many == of:
        return Sentence("In all {of} answers", of=spelled(of))
    return Sentence("In {many} of {of} answers", many=spelled(many), of=spelled(of))


def _beside(many: int) -> Sentence:
    """The counts are of what is looked at, and the measures count every answer."""
    return Sentence(
        "{many} more answer is left out of this count; below we say why.",
        "{many} more answers are left out of this count; below we say why.",
        n=many,
        many=spelled(many, capital=True),
    )
