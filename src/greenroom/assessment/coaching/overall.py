"""The whole interview: how it went, its best moment, one thing to do next, what got better since last time."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from greenroom.assessment.coaching.advice import advice, is_found, what_next
from greenroom.assessment.coaching.best import best_moment
from greenroom.assessment.coaching.rules import WORDS
from greenroom.assessment.coaching.shapes import (
    Aspect,
    Coached,
    Coaching,
    Withheld,
)
from greenroom.assessment.sentence import Sentence, joined, spelled
from greenroom_turns import folding

FEWEST_COMPARED: Final = 3
"""Answers in each of two interviews that are compared."""
FEWEST_WORDS: Final = 20
"""Of all coached answers together; fewer are too little to say anything about."""
_BROKEN: Final = {"candidate_ended": "broken_off", "candidate_left": "lost", "failed": "lost"}

_COUNTING: Final = ("measured", "measured_one", "results", "results_one", "plain", "plain_one")
"""Titles that count answers."""
_COUNTED: Final = (Withheld.UNSURE, Withheld.ASKED_BACK)
"""Answers, and nothing is said about them."""


def summed(
    record: Mapping[str, Any],
    answers: Sequence[Coached],
    *,
    distressed: bool,
    language: str,
    doubted: Container[int] = (),
) -> Coaching:
    """One interview's coaching out of its answers'. Of another language than English it says how little
    the rules read."""
    given = [one for one in answers if one.withheld is None]
    ready = _words(record, given) >= FEWEST_WORDS
    went = _went(record, given, ready=ready, distressed=distressed)
    title, lede = map(Sentence, WORDS["went"][went[0]])
    title = Sentence(title, answers=_answers(len(given)), n=spelled(went[1]))
    if more := sum(one.withheld in _COUNTED for one in answers) * (went[0] in _COUNTING):
        lede = joined(lede, _beside(more))
    if given and not distressed and folding.base(language) != "en":
        lede = joined(lede, Sentence(WORDS["tongue"]["other"]))
    best = best_moment(given, doubted) if ready else None
    if distressed:
        return Coaching(went[0], title, lede, tuple(answers), best, advice("rest"))
    following, again = what_next(given, ready=ready)
    return Coaching(went[0], title, lede, tuple(answers), best, following, again)


def since(now: Coaching, before: Coaching) -> Coaching:
    """The same with what got better since the interview before. What did not is left out, and so is
    everything after a distress."""
    distressed = any(one.withheld is Withheld.DISTRESS for one in (*now.answers, *before.answers))
    return now if distressed else replace(now, better=tuple(_better(now, before)))


def _words(record: Mapping[str, Any], given: Sequence[Coached]) -> int:
    texts = {message["index"]: message["text"] for message in record["messages"]}
    return sum(len(folding.words(texts[at])) for one in given for at in one.answers)


def _went(
    record: Mapping[str, Any], given: Sequence[Coached], *, ready: bool, distressed: bool
) -> tuple[str, int]:
    """Which sentence says how it went, and its number."""
    if distressed:
        return "distress", 0
    broken = _BROKEN.get(record.get("end_reason") or "")
    if broken is not None:
        return broken, 0
    if not ready:
        return "little", 0
    for name, aspect in (("measured", Aspect.MEASURABLE_RESULT), ("results", Aspect.RESULT)):
        many = _count(given, aspect)
        if many:
            return (f"{name}_one" if many == 1 else name), many
    return ("plain_one" if len(given) == 1 else "plain"), 0


def _answers(many: int) -> Sentence:
    return Sentence("{many} answer", "{many} answers", n=many, many=spelled(many, capital=True))


def _beside(many: int) -> Sentence:
    """The title counts what it speaks of, and the measures count every answer."""
    return Sentence(
        "{many} more answer is counted, and beside it stands why we do not look at it.",
        "{many} more answers are counted, and beside each stands why we do not look at it.",
        n=many,
        many=spelled(many, capital=True),
    )


def _count(given: Sequence[Coached], aspect: Aspect) -> int:
    return sum(is_found(one, aspect) for one in given)


def _better(now: Coaching, before: Coaching) -> Iterator[str]:
    ours, theirs = ([a for a in one.answers if a.withheld is None] for one in (now, before))
    if min(len(ours), len(theirs)) < FEWEST_COMPARED:
        return
    for kind, sign in (("better", 1), ("worse", -1)):
        for name, text in WORDS[kind].items():
            new, old = (_count(given, Aspect(name)) for given in (ours, theirs))
            if sign * (new * len(theirs) - old * len(ours)) > 0:
                yield Sentence(text, now=new, of=len(ours), then=old, before=len(theirs))
