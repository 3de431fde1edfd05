"""The whole interview: how it went, its best moment, one thing to do next, what got better since last time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from greenroom.assessment.coaching.rules import BY_ID, WORDS
from greenroom.assessment.coaching.shapes import (
    Asking,
    Aspect,
    Coached,
    Coaching,
    Remark,
    State,
    Withheld,
)
from greenroom.assessment.sentence import Sentence, Spelled, joined
from greenroom_turns import folding

FEWEST_COMPARED: Final = 3
"""Answers in each of two interviews that are compared."""
FEWEST_WORDS: Final = 20
"""Of all coached answers together; fewer are too little to say anything about."""
_BROKEN: Final = {"candidate_ended": "broken_off", "candidate_left": "lost", "failed": "lost"}
_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def summed(
    record: Mapping[str, Any], answers: Sequence[Coached], *, distressed: bool, language: str
) -> Coaching:
    """One interview's coaching out of its answers'. Of another language than English it says how little
    the rules read."""
    given = [one for one in answers if one.withheld is None]
    ready = _words(record, given) >= FEWEST_WORDS
    went = _went(record, given, ready=ready, distressed=distressed)
    title, lede = map(Sentence, WORDS["went"][went[0]])
    title = Sentence(title, answers=_answers(len(given)), n=_said(went[1]))
    if given and not distressed and folding.base(language) != "en":
        lede = joined(lede, Sentence(WORDS["tongue"]["other"]))
    best = _best(given) if ready else None
    if distressed:
        return Coaching(went[0], title, lede, tuple(answers), best, _advice("rest"))
    following, again = _next(given, answers) if ready else (_advice("none"), None)
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
    return Sentence("{many} answer", "{many} answers", n=many, many=_said(many, capital=True))


def _said(many: int, *, capital: bool = False) -> Spelled:
    word = _NUMBERS[many] if many < len(_NUMBERS) else str(many)
    return Spelled(many, word.capitalize() if capital else word)


def _count(given: Sequence[Coached], aspect: Aspect) -> int:
    return sum(_has(one, aspect) for one in given)


def _has(one: Coached, aspect: Aspect) -> bool:
    return aspect in one.findings and one.findings[aspect].state is State.FOUND


def _best(given: Sequence[Coached]) -> Remark | None:
    """The words that tell most, by the order of `[best]`; of equals the longest, of those the first."""
    for name, why in WORDS["best"].items():
        quotes = [
            quote
            for one in given
            if _has(one, Aspect(name))
            for quote in one.findings[Aspect(name)].quotes
        ]
        if quotes:
            best = max(quotes, key=lambda quote: len(folding.words(quote.text)))
            return Remark(name, Sentence(why), (best,))
    return None


def _next(given: Sequence[Coached], answers: Sequence[Coached]) -> tuple[Remark, int | None]:
    """The step that is first in most answers, stories counted twice, for they are what is listened to most;
    of equals the one that holds in most, then the first of the table. And the question to practise it on:
    a story before anything else."""
    first: Counter[str] = Counter()
    for one in given:
        if one.step and one.step.rule in BY_ID:
            first[one.step.rule] += 1 + (one.asking is Asking.STORY)
    if not first:
        again = next((one.message for one in given if one.asking is Asking.STORY), None)
        return _advice("good"), again
    holds = Counter(rule for one in given for rule in one.steps)
    order = list(BY_ID)
    rule = max(first, key=lambda id: (first[id], holds[id], -order.index(id)))
    where = [one for one in given if one.step and one.step.rule == rule]
    where.sort(key=lambda one: one.asking is not Asking.STORY)
    text: str = Sentence(BY_ID[rule].habit, n=_said(holds[rule]), of=_said(len(given)))
    if len(given) == 1 and where[0].step:
        text = where[0].step.text
    quotes = where[0].step.quotes if where[0].step else ()
    return Remark(rule, text, quotes), where[0].message


def _advice(name: str) -> Remark:
    return Remark(name, Sentence(WORDS["next"][name]), ())


def _better(now: Coaching, before: Coaching) -> Iterator[str]:
    ours, theirs = ([a for a in one.answers if a.withheld is None] for one in (now, before))
    if min(len(ours), len(theirs)) < FEWEST_COMPARED:
        return
    for kind, sign in (("better", 1), ("worse", -1)):
        for name, text in WORDS[kind].items():
            new, old = (_count(given, Aspect(name)) for given in (ours, theirs))
            if sign * (new * len(theirs) - old * len(ours)) > 0:
                yield Sentence(text, now=new, of=len(ours), then=old, before=len(theirs))
