"""What a question asks for: from the plan where it is known, else from the question's words."""

from __future__ import annotations

import re
from typing import Final

from greenroom.assessment.coaching.shapes import Asking
from greenroom.assessment.exchanges import Exchange
from greenroom.interview.ledger import topic_of
from greenroom.interview.plan import InterviewPlan, StagePlan
from greenroom.interview.questions import find
from greenroom.interview.understanding.story import ACTION, MEASURABLE_RESULT, RESULT, TRADE_OFF

_YOURSELF: Final = re.compile(r"\babout yourself\b|\bintroduce yourself\b")
_THEIRS: Final = re.compile(
    r"\banything\b[^.?!]{0,30}\b(?:ask|add|say)\b|\bquestions? for (?:me|us)\b"
)
_DONE: Final = re.compile(
    r"\b(?:a|the|one|last|that) (?:\w+ )?(?:time|moment|occasion|situation|day|project|case) "
    r"(?:when|where|in which|you|that)\b|\bwhat happened\b|\btell me about (?:a|an|the|one|something)\b|"
    r"\b(?:have|did) you (?:ever )?\w+"
)
_VIEW: Final = re.compile(
    r"\b(?:how|what|when|where|which|whom?) (?:\w+ ){0,4}?(?:do|would|should|could|can) you\b|"
    r"\bwhat (?:makes|does|is|are)\b|\bwhy\b"
)
_OUTCOME: Final = re.compile(
    r"\b(?:turn(?:ed)? out|the (?:result|outcome|effect)|came? (?:out )?of (?:it|that)|in the end|"
    r"what (?:had )?changed|different afterwards|who (?:felt the difference|noticed it|was glad about it))\b"
)
_DEED: Final = re.compile(r"\bwhat did you (?:\w+ )?(?:do|try|change|decide)\b|\byour own part\b")
_PRICE: Final = re.compile(
    r"\b(?:you (?:\w+ ){0,3}g[ai]ven? up|(?:be|was|were) given up|go without|sacrific\w+|trade[- ]?offs?|"
    r"the price (?:of|for) (?:it|that|this)|(?:did|have) to wait|had to wait|cost you|"
    r"did (?:it|that|this) cost|leave (?:out|undone)|do less of|choose between|decide against)\b"
)
_ANOTHER: Final = re.compile(
    r"\b(?:tell me about|think of|describe) (?:a|an|one|something|somebody)\b|\ba time when\b"
)
"""How a question asks for a story of its own, also where one was told before."""
NOT_COACHED: Final = frozenset({"greeting", "questions", "closing"})


def asking(exchange: Exchange, plan: InterviewPlan | None = None) -> Asking:
    """By the plan's stage and question; a question that nobody knows goes by its words."""
    stage = _stage(exchange, plan)
    question = exchange.question.lower()
    if _THEIRS.search(question):
        return Asking.NOTHING
    if stage is None:
        return _by_words(exchange, question)
    known = find(stage, exchange.asked["question_id"] or "")
    if stage.kind in NOT_COACHED or (known is not None and known.kind == "yesno"):
        return Asking.NOTHING
    if stage.facts:
        opens = known is not None and known.id == stage.opening.id
        return Asking.INTRODUCTION if opens else Asking.ABOUT
    if exchange.asked["kind"] == "probe":
        return _follow_up(question, topic_of(stage, exchange.asked["question_id"]))
    if _VIEW.search(question) and not _DONE.search(question):
        return Asking.VIEW
    if stage.story:
        opens = known is None or known.id == stage.opening.id
        return Asking.STORY if opens or _ANOTHER.search(question) else _follow_up(question)
    return Asking.STORY if _DONE.search(question) else Asking.VIEW


def _by_words(exchange: Exchange, question: str) -> Asking:
    if exchange.asked["kind"] == "greeting":
        return Asking.NOTHING
    if exchange.asked["kind"] == "probe":
        return _follow_up(question)
    if _YOURSELF.search(question):
        return Asking.INTRODUCTION
    if _PRICE.search(question) and not _ANOTHER.search(question):
        return Asking.PRICE
    return Asking.STORY if _DONE.search(question) else Asking.VIEW


def _follow_up(question: str, topic: str | None = None) -> Asking:
    if topic in (RESULT, MEASURABLE_RESULT) or (topic is None and _OUTCOME.search(question)):
        return Asking.OUTCOME
    if topic == TRADE_OFF or (topic is None and _PRICE.search(question)):
        return Asking.PRICE
    if topic == ACTION or (topic is None and _DEED.search(question)):
        return Asking.DEED
    return Asking.FOLLOW_UP


def _stage(exchange: Exchange, plan: InterviewPlan | None) -> StagePlan | None:
    stages = () if plan is None else plan.stages
    return next((stage for stage in stages if stage.id == exchange.asked["stage"]), None)
