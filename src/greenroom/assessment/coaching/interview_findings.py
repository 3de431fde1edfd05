"""What each answer of an interview has and lacks, seen beside the other answers of its story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from greenroom.assessment.coaching.advice import FIGURES
from greenroom.assessment.coaching.answer import Answer
from greenroom.assessment.coaching.asking import asking
from greenroom.assessment.coaching.aspects import findings, opening
from greenroom.assessment.coaching.coached_interview import CoachedInterview
from greenroom.assessment.coaching.facts import facts
from greenroom.assessment.coaching.quoting import located, sentence_of
from greenroom.assessment.coaching.relevant import is_off_question
from greenroom.assessment.coaching.rules import Told as HowTold
from greenroom.assessment.coaching.rules import is_found, silenced
from greenroom.assessment.coaching.shapes import (
    Asking,
    Aspect,
    Finding,
    State,
    Withheld,
)
from greenroom.assessment.exchanges import Exchange
from greenroom.evidence import Quote

Findings = Mapping[Aspect, Finding]


@dataclass(frozen=True)
class InterviewFindings:
    """What the rules found in each answer."""

    interview: CoachedInterview

    @cached_property
    def found(self) -> Mapping[int, Findings]:
        """What each answer has, by the question's message."""
        return {
            one.message: self._findings(one, kind)
            for one, kind in self.interview.asked
            if self.interview.withheld(one) is None
        }

    def _findings(self, exchange: Exchange, kind: Asking) -> Findings:
        answer = self.interview.answer(exchange, kind)
        found = findings(answer, self.interview.language)
        return (
            found | facts(answer, self.interview.fact_asked_for(exchange), exchange.question)
            if self.interview.is_english
            else found
        )

    def whole(self, exchange: Exchange, kind: Asking) -> Findings:
        """What the answer has, and nothing is missing that something else in it makes up for."""
        found = self._whole(exchange, kind)
        made_up_for = silenced(kind, found)
        return {
            aspect: replace(one, state=State.UNCLEAR) if aspect in made_up_for else one
            for aspect, one in found.items()
        }

    def _whole(self, exchange: Exchange, kind: Asking) -> Findings:
        """What the answer has. What another answer of the same story has is not missing from it; a result
        that came only with a follow-up came late."""
        if self.is_off(exchange):
            return _off(self.interview.answer(exchange))
        mine = dict(self.found[exchange.message])
        story = [one for one in self.interview.story_of(exchange) if one is not exchange]
        cut_off = kind is Asking.STORY and exchange in self.interview.broken_off
        doubtful = any(self.interview.withheld(one) is Withheld.UNSURE for one in story)
        if self.interview.distress or cut_off or doubtful:
            mine = {aspect: _open(finding) for aspect, finding in mine.items()}
        others = [
            (self.found[one.message], self.is_off(one))
            for one in story
            if one.message in self.found
        ]
        for aspect, finding in tuple(mine.items()):
            told = [one[aspect] for one, _ in others if one[aspect].state is State.FOUND]
            to_it = [
                one[aspect] for one, off in others if one[aspect].state is State.FOUND and not off
            ]
            if finding.state is not State.ABSENT or not told:
                continue
            mine[aspect] = replace(finding, state=State.UNCLEAR)
            later_told = next((one.quotes for one in to_it if one.quotes), ())
            if aspect is Aspect.RESULT and kind is Asking.STORY and later_told:
                mine[Aspect.LATER] = Finding(State.FOUND, later_told, 1)
        if kind is Asking.STORY and not _has_figures(mine):
            later = next((found for one in story if (found := self._outcome(one))), None)
            mine[Aspect.LATER_FIGURE] = later or Finding(State.UNCLEAR)
        return mine

    def is_off(self, exchange: Exchange) -> bool:
        """Whether the answer is to another question. "I don't know" is one to any."""
        if not is_off_question(exchange, self.interview.known.relevance, self.interview.language):
            return False
        found = self.found.get(exchange.message, {}).get(Aspect.ADMITTED)
        return found is None or found.state is not State.FOUND

    def _outcome(self, exchange: Exchange) -> Finding | None:
        """The sentence with the figure in the answer to what came of it."""
        figures = _figures(self.found.get(exchange.message, {}))
        if (
            not figures
            or self.is_off(exchange)
            or asking(exchange, self.interview.known.plan) is not Asking.OUTCOME
        ):
            return None
        message = next(m for m in exchange.answers if m["index"] == figures[0].message)
        quote = located(message, *sentence_of(message, figures[0].start))
        return Finding(State.FOUND, (quote,), 1)

    def how_told(self, exchange: Exchange) -> HowTold:
        """With how many silences, and whether an answer after it in the same part tells a deed."""
        return HowTold(self.interview.pauses.get(exchange.message, 0), self._shown_later(exchange))

    def _shown_later(self, exchange: Exchange) -> bool:
        return any(
            is_found(self.found[one.message], Aspect.ACTION)
            for one, _ in self.interview.asked
            if one.message > exchange.message
            and one.asked["stage"] == exchange.asked["stage"]
            and one.message in self.found
        )


def _off(answer: Answer) -> Findings:
    """Of an answer to another question there is nothing else to say."""
    first = opening(answer)
    return {Aspect.OFF_QUESTION: Finding(State.FOUND, () if first is None else (first,), 1)}


def _open(finding: Finding) -> Finding:
    """The same, and nothing is called missing: it may stand in words of which nothing is said."""
    absent = finding.state is State.ABSENT and not finding.quotes
    return replace(finding, state=State.UNCLEAR) if absent else finding


def _figures(found: Findings) -> Sequence[Quote]:
    """Results in figures, or else any figures."""
    sure = (found[a] for a in FIGURES if a in found)
    return next((one.quotes for one in sure if one.state is State.FOUND and one.quotes), ())


def _has_figures(found: Findings) -> bool:
    return any(found[a].state is State.FOUND for a in FIGURES if a in found)
