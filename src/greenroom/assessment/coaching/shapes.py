"""What coaching is made of, and what it comes to. Every quote is `messages[message].text[start:end]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from greenroom.evidence import Quote
from greenroom.interview.plan import InterviewPlan
from greenroom.interview.reading import Told


class Asking(StrEnum):
    """What kind of answer a question asks for."""

    STORY = "story"
    """Something that the candidate did."""
    FOLLOW_UP = "follow_up"
    """A detail of a story that was begun."""
    DEED = "deed"
    """A follow-up that asks what the candidate did."""
    OUTCOME = "outcome"
    """A follow-up that asks what came of it."""
    PRICE = "price"
    """A follow-up that asks what was given up for it."""
    INTRODUCTION = "introduction"
    ABOUT = "about"
    """Something about the candidate: their way here, their plans, a fact."""
    VIEW = "view"
    """How they work, or what they think."""
    NOTHING = "nothing"
    """Nothing that is coached: a greeting, a yes or no, the candidate's own questions."""


OF_A_STORY: Final = (Asking.STORY, Asking.DEED, Asking.OUTCOME, Asking.PRICE, Asking.FOLLOW_UP)
"""What is asked of one story: it opens with the first of these."""


class Aspect(StrEnum):
    """What the rules look for in an answer."""

    SITUATION = "situation"
    ACTION = "action"
    RESULT = "result"
    MEASURABLE_RESULT = "measurable_result"
    TRADE_OFF = "trade_off"
    NUMBER = "number"
    REASON = "reason"
    CONCRETE = "concrete"
    """The first number or name stands early: found; late: absent."""
    TEAM = "team"
    """ "We" and never "I"."""
    HEDGES = "hedges"
    LOOSE_END = "loose_end"
    STRONG_END = "strong_end"
    """The last sentence tells a result."""
    LATER = "later"
    """The result was told, but only to a follow-up."""
    LATER_FIGURE = "later_figure"
    """A figure was given to the follow-up that asked for the outcome, and the story had none."""
    GOOD_AT = "good_at"
    """What the speaker says to be good at."""
    WORK = "work"
    """What the speaker works as."""
    NAMED = "named"
    """The fact that was asked for."""
    WISH = "wish"
    """What the speaker would like to do."""
    SHORT = "short"
    LONG = "long"
    ADMITTED = "admitted"
    """ "I don't know"."""
    OFF_QUESTION = "off_question"
    """A reader found that the answer speaks to another question."""


class State(StrEnum):
    """Between a plain sign and no sign at all nothing is claimed."""

    FOUND = "found"
    ABSENT = "absent"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Finding:
    """One aspect of one answer."""

    state: State
    quotes: tuple[Quote, ...] = ()
    """Of what is found those that can be read alone; there may be none."""
    count: int = 0
    """What a wording may name as `{n}`."""


class Withheld(StrEnum):
    """Why an answer is not coached."""

    NO_ANSWER = "no_answer"
    UNSURE = "unsure"
    DISTRESS = "distress"
    ASKED_BACK = "asked_back"
    """Nothing was said but a question."""
    ONLY_POLITE = "only_polite"
    """Nothing was said but a yes, a no or thanks."""


@dataclass(frozen=True, slots=True)
class Known:
    """What only the journal and the plan of an interview tell."""

    told: Mapping[int, tuple[Told, ...]] = field(default_factory=dict)
    """By the message's index in the record: which parts of a story a reader found. Without: cue words."""
    plan: InterviewPlan | None = None
    distress: frozenset[int] = frozenset()
    """Messages in which a reader found distress."""
    relevance: Mapping[int, float] = field(default_factory=dict)
    """By the message's index: how well it fits its question, where a reader told it (`Reading.relevance`)."""
    doubted: frozenset[int] = frozenset()
    """Messages of which the recogniser was not sure enough to say them back."""


NOTHING_KNOWN: Final = Known()


@dataclass(frozen=True, slots=True)
class Remark:
    """What a rule says of one answer."""

    rule: str
    text: str
    quotes: tuple[Quote, ...]

    def plain(self) -> dict[str, Any]:
        return {"rule": self.rule, "text": self.text, "quotes": [quoted(q) for q in self.quotes]}


@dataclass(frozen=True, slots=True)
class Coached:
    """One question and what the rules say of its answer."""

    message: int
    """Of the question."""
    question: str
    asking: Asking
    answers: tuple[int, ...]
    findings: Mapping[Aspect, Finding] = field(default_factory=dict)
    strength: Remark | None = None
    step: Remark | None = None
    steps: tuple[str, ...] = ()
    """Every step whose condition holds, by its rule; `step` is the first."""
    opening: Quote | None = None
    """The first sentence of the answer."""
    withheld: Withheld | None = None
    why: str = ""
    """Why nothing is said, for people."""

    def plain(self) -> dict[str, Any]:
        shown = {state: self._parts(state) for state in (State.FOUND, State.ABSENT)}
        return {
            "message": self.message,
            "question": self.question,
            "asking": str(self.asking),
            "answers": list(self.answers),
            "had": shown[State.FOUND],
            "unquoted": self._unquoted(),
            "not_found": [one["aspect"] for one in shown[State.ABSENT]],
            "strength": None if self.strength is None else self.strength.plain(),
            "step": None if self.step is None else self.step.plain(),
            "withheld": None if self.withheld is None else str(self.withheld),
            "why": self.why,
        }

    def _parts(self, state: State) -> list[dict[str, Any]]:
        return [
            {"aspect": str(aspect), "quotes": [quoted(q) for q in finding.quotes]}
            for aspect, finding in self.findings.items()
            if finding.state is state and aspect in SHOWN and self._asked_for(aspect)
            if finding.quotes or state is State.ABSENT
        ]

    def _unquoted(self) -> list[str]:
        """What was found and cannot be read alone, so that there is nothing to quote."""
        return [
            str(aspect)
            for aspect, finding in self.findings.items()
            if finding.state is State.FOUND and not finding.quotes and aspect in OF_THE_HEADING
        ]

    def _asked_for(self, aspect: Aspect) -> bool:
        return aspect is not Aspect.SITUATION or self.asking is Asking.STORY


OF_THE_HEADING: Final = frozenset({Aspect.ACTION, Aspect.RESULT, Aspect.MEASURABLE_RESULT})
"""Aspects of a story whose answers the heading counts."""
SHOWN: Final = frozenset(
    {
        Aspect.SITUATION,
        Aspect.ACTION,
        Aspect.RESULT,
        Aspect.MEASURABLE_RESULT,
        Aspect.TRADE_OFF,
        Aspect.NUMBER,
        Aspect.REASON,
        Aspect.TEAM,
        Aspect.HEDGES,
        Aspect.LOOSE_END,
    }
)
"""Aspects that are listed by name: what a good answer has, and what weakens one (R6)."""


@dataclass(frozen=True, slots=True)
class Coaching:
    """What the rules say of an interview."""

    went: str
    """Which of the table's sentences says how it went."""
    title: str
    lede: str
    answers: tuple[Coached, ...]
    best: Remark | None = None
    next: Remark | None = None
    again: int | None = None
    """The question to answer again, by its message."""
    better: tuple[str, ...] = ()
    """What got better since the last interview."""

    def plain(self) -> dict[str, Any]:
        return {
            "went": self.went,
            "title": self.title,
            "lede": self.lede,
            "best": None if self.best is None else self.best.plain(),
            "next": None if self.next is None else self.next.plain(),
            "again": self.again,
            "better": list(self.better),
            "answers": [one.plain() for one in self.answers],
        }


def quoted(quote: Quote) -> dict[str, Any]:
    return {
        "message": quote.message,
        "start": quote.start,
        "end": quote.end,
        "quote": quote.text,
    }
