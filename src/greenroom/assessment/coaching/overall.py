"""The whole interview: how it went, its best moment, one thing to do next, what got better since last time."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from greenroom.assessment.coaching.advice import advice, is_found, what_next
from greenroom.assessment.coaching.best import best_moment
from greenroom.assessment.coaching.rules import POLISH, WORDS
from greenroom.assessment.coaching.shapes import (
    Asking,
    Aspect,
    Coached,
    Coaching,
    Withheld,
)
from greenroom.assessment.coaching.went import went
from greenroom.assessment.sentence import Sentence, joined
from greenroom.interview.causes import EndReason
from greenroom_turns import folding

FEWEST_COMPARED: Final = 3
"""Answers in each of two interviews that are compared."""
MOST_BETTER: Final = 3
"""Things that got better which are told, the largest changes."""
NO_PAUSES: Final[Mapping[int, int]] = MappingProxyType({})
FEWEST_PAUSES: Final = 3
"""Silences in a story that is to be told without stopping."""
HALF: Final = 0.5
FEWEST_WORDS: Final = 20
"""Of all coached answers together; fewer are too little to say anything about."""


def summed(
    record: Mapping[str, Any],
    answers: Sequence[Coached],
    *,
    distressed: bool,
    language: str,
    doubted: Container[int] = (),
    share: float | None = None,
    pauses: Mapping[int, int] = NO_PAUSES,
) -> Coaching:
    """One interview's coaching out of its answers'. Of another language than English it says how little
    the rules read. `share`: theirs of the talking, where it was spoken; `pauses`: the
    silences of an answer, by its question's message."""
    given = [one for one in answers if one.withheld is None]
    ready = _words(record, given) >= FEWEST_WORDS
    english = folding.is_english(language)
    case, title, lede = went(record, answers, ready=ready, distressed=distressed, english=english)
    if given and not distressed and not english:
        lede = joined(lede, Sentence(WORDS["language"]["other"]))
    best = best_moment(record, given, doubted) if ready else None
    if distressed or record.get("end_reason") == EndReason.CANDIDATE_ENDED:
        rest = advice("rest" if distressed else "stopped")
        return Coaching(case, title, lede, tuple(answers), best, rest)
    following, again = what_next(
        given, ready=ready, english=english, little=share is not None and share < HALF
    )
    if following.rule == "aloud" and (again is None or pauses.get(again, 0) < FEWEST_PAUSES):
        following = advice("friend")
    told = tuple(_without_polish(one) if one.message == again else one for one in answers)
    return Coaching(case, title, lede, told, best, following, again)


def _without_polish(one: Coached) -> Coached:
    """A story that is to be told again is told nothing else beside its answer."""
    if one.asking is not Asking.STORY or one.step is None or one.step.rule != POLISH:
        return one
    why = one.why if one.strength else Sentence(WORDS["silent"]["nothing"])
    return replace(one, step=None, why=why)


def since(now: Coaching, before: Coaching) -> Coaching:
    """The same with what got better since the interview before. What did not is left out, and so is
    everything after a distress."""
    distressed = any(one.withheld is Withheld.DISTRESS for one in (*now.answers, *before.answers))
    return (
        now if distressed else replace(now, better=tuple(islice(_better(now, before), MOST_BETTER)))
    )


def _words(record: Mapping[str, Any], given: Sequence[Coached]) -> int:
    texts = {message["index"]: message["text"] for message in record["messages"]}
    return sum(len(folding.words(texts[at])) for one in given for at in one.answers)


def _count(given: Sequence[Coached], aspect: Aspect) -> int:
    return sum(is_found(one, aspect) for one in given)


def _better(now: Coaching, before: Coaching) -> Iterator[str]:
    ours, theirs = ([a for a in one.answers if a.withheld is None] for one in (now, before))
    if min(len(ours), len(theirs)) < FEWEST_COMPARED:
        return
    grown: dict[str, tuple[float, Sentence]] = {}
    for kind, sign in (("better", 1), ("worse", -1)):
        for name, text in WORDS[kind].items():
            new, old = (_count(given, Aspect(name)) for given in (ours, theirs))
            share = sign * (new / len(ours) - old / len(theirs))
            if share > 0 and sign * (new - old) > 0:
                text = WORDS["none"].get(name, text) if not new else text
                told = Sentence(text, now=new, of=len(ours), then=old, before=len(theirs))
                grown[name] = share, told
    if Aspect.MEASURABLE_RESULT in grown:  # a result without its figure is said with it
        grown.pop(Aspect.RESULT, None)
    yield from (told for _, told in sorted(grown.values(), key=lambda one: -one[0]))
