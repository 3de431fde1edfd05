"""The one thing to do next: by how much a step matters and how many answers it is for, with the question
to answer again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from greenroom.assessment.coaching import rules
from greenroom.assessment.coaching.rules import BY_ID, POLISH, WORDS, Rule, chosen
from greenroom.assessment.coaching.shapes import Asking, Aspect, Coached, Remark
from greenroom.assessment.coaching.standing import leans
from greenroom.assessment.sentence import Sentence, spelled
from greenroom.evidence import Quote
from greenroom_turns import folding

LONG_STORY: Final = 90
"""Words; a story with no more needs no other beginning."""
_THE: Final = re.compile(r"\bthe\s+(?P<noun>[\w'’-]+)", re.I)
_NO_THING: Final = frozenset({"end", "beginning", "start", "first", "next", "same", "whole"})
FIGURES: Final = (Aspect.MEASURABLE_RESULT, Aspect.NUMBER)
TELLING: Final = (
    Aspect.MEASURABLE_RESULT,
    Aspect.TRADE_OFF,
    Aspect.RESULT,
    Aspect.ACTION,
    Aspect.NUMBER,
    Aspect.REASON,
)
"""What tells most, first."""
RESULTS: Final = (Aspect.MEASURABLE_RESULT, Aspect.RESULT)


def what_next(
    given: Sequence[Coached], *, ready: bool, english: bool = True, little: bool = False
) -> tuple[Remark, int | None]:
    """The step with the most weight: how much it matters, times the answers that it holds in, stories counted
    twice, for they are what is listened to most. Of equals the one that holds in most, then the first of the
    table. What holds in few answers and in no story gives way to the result of a story. `ready`: enough was said
    to choose by. `english`: the rules can read it. `little`: they had less than half of the talking, so that two short
    answers go before a story."""
    first = _first(given)
    if not ready:
        return (advice("none"), None) if first is None else (advice("more"), first.message)
    held = [(rule, where) for rule in BY_ID.values() if (where := _where(given, rule))]
    if not held:
        return (
            _good(given) if english else (advice("other"), None if first is None else first.message)
        )
    rule, where = max(held, key=_weight)
    if not _is_habit(where, given):
        short = _where(given, BY_ID["short"])
        if little and len(short) > 1:
            rule, where = BY_ID["short"], short
        elif (result := _result_first(given)) is not None:
            return result
    if len(where) == 1:
        return _once(rule, where[0]), where[0].message
    again = _first(where) or where[0]
    wording = chosen(rule.habit, again.message)
    text: str = Sentence(wording, n=spelled(len(where)), of=spelled(len(given)))
    mine = again.step is not None and again.step.rule == rule.id
    quotes = again.step.quotes if again.step is not None and mine else ()
    return Remark(rule.id, text, quotes), again.message


def advice(name: str) -> Remark:
    """Advice that rests on no words."""
    return Remark(name, Sentence(WORDS["next"][name]), ())


def is_found(one: Coached, aspect: Aspect) -> bool:
    return rules.is_found(one.findings, aspect)


def found(one: Coached, aspect: Aspect) -> Sequence[Quote]:
    """Where an answer has this."""
    return one.findings[aspect].quotes if is_found(one, aspect) else ()


def _first(given: Sequence[Coached]) -> Coached | None:
    """A story before anything else."""
    return min(given, key=lambda one: one.asking is not Asking.STORY, default=None)


def _where(given: Sequence[Coached], rule: Rule) -> Sequence[Coached]:
    """The answers in which a step holds. What has nothing to quote is said beside its answer only."""
    where = [one for one in given if rule.id in one.steps]
    return () if len(where) == 1 and not _shown(rule, where[0]) else where


def _is_habit(where: Sequence[Coached], given: Sequence[Coached]) -> bool:
    """Whether it holds in a story, or in half of the answers."""
    return any(one.asking is Asking.STORY for one in where) or 2 * len(where) >= len(given)


def _weight(chosen: tuple[Rule, Sequence[Coached]]) -> tuple[int, int]:
    rule, where = chosen
    return rule.matters * sum(1 + (one.asking is Asking.STORY) for one in where), len(where)


def _once(rule: Rule, one: Coached) -> Remark:
    """A step that holds in one answer, with its question and its words."""
    finding, quotes = one.findings[rule.aspect], _shown(rule, one)
    words = Sentence("{n} word", "{n} words", n=finding.count)
    text = Sentence(
        rule.once, question=one.question, quote=quotes[0].text, n=finding.count, words=words
    )
    return Remark(rule.id, text, quotes)


def _shown(rule: Rule, one: Coached) -> tuple[Quote, ...]:
    """What the step quotes, one or nothing."""
    if rule.shows == "finding":
        return one.findings[rule.aspect].quotes[:1]
    names = FIGURES if rule.shows == "figure" else TELLING
    best = (quote for name in names for quote in found(one, name))
    shown = next(best, one.opening if rule.shows == "answer" else None)
    return () if shown is None else (shown,)


def _good(given: Sequence[Coached]) -> tuple[Remark, int | None]:
    """Where no step holds: the story once more, from its result on. Without a story the advice beside the answer."""
    if (first := _result_first(given)) is not None:
        return first
    if stories := [one for one in given if one.asking is Asking.STORY]:
        best = next((one for a in RESULTS for one in stories if is_found(one, a)), None)
        return advice("good" if best is None else "aloud"), (best or stories[0]).message
    step = given[0].step
    return (advice("good") if step is None else Remark(POLISH, step.text, ())), given[0].message


def _result_first(given: Sequence[Coached]) -> tuple[Remark, int | None] | None:
    """The result of a long story is to be its first sentence, where it is not, and where it can be read alone."""
    stories = [one for one in given if one.asking is Asking.STORY and _is_long(one)]
    told = ((one, _alone(found(one, aspect))) for aspect in RESULTS for one in stories)
    for one, quotes in told:
        if quotes and not any(_begins(one, q) for aspect in RESULTS for q in found(one, aspect)):
            text = Sentence(WORDS["next"]["story"], question=one.question, quote=quotes[0].text)
            return Remark("story", text, (quotes[0],)), one.message
    return None


def _is_long(one: Coached) -> bool:
    return Aspect.SHORT in one.findings and one.findings[Aspect.SHORT].count > LONG_STORY


def _alone(quotes: Sequence[Quote]) -> Sequence[Quote]:
    """Those that can begin a story: none leans on what was said before, or speaks of "the" thing that it has not named."""
    return [q for q in quotes if not leans(q.text) and not _needs(q.text)]


def _needs(said: str) -> bool:
    """Whether it speaks of "the" thing that nothing before it in these words names."""
    for named in _THE.finditer(said):
        noun = named["noun"].lower()
        if noun not in _NO_THING and noun not in folding.words(said[: named.start()].lower()):
            return True
    return False


def _begins(one: Coached, quote: Quote) -> bool:
    """Whether the answer has this in its first sentence."""
    first = one.opening
    return first is not None and quote.message == first.message and quote.start < first.end
