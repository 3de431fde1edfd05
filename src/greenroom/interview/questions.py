"""Which question is next, and what counts as asking the same thing again (F5, F6, F11)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from greenroom.interview.brief import Brief
from greenroom.interview.plan import Probe, Question, StagePlan

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "at",
        "be",
        "been",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "please",
        "so",
        "tell",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "they",
        "this",
        "to",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
NEAR = 0.8
"""Two questions with this share of common content words (Jaccard) are the same question."""


def words(text: str) -> tuple[str, ...]:
    """Lower-case words without punctuation."""
    return tuple(_WORD.findall(text.lower().replace("’", "'")))


def normalised(text: str) -> str:
    """The form in which two texts are compared for identity."""
    return " ".join(words(text))


def content(text: str) -> frozenset[str]:
    """The words that carry the meaning."""
    return frozenset(words(text)) - _STOP


def same_question(one: str, other: str) -> bool:
    """Equal, contained (of some length), or nearly equal in content words."""
    a, b = words(one), words(other)
    if not a or not b:
        return False
    if a == b:
        return True
    short, long = sorted((" ".join(a), " ".join(b)), key=len)
    if len(short.split()) >= 4 and f" {short} " in f" {long} ":
        return True
    x, y = frozenset(a) - _STOP, frozenset(b) - _STOP
    if min(len(x), len(y)) < 3:
        return False
    return len(x & y) / len(x | y) >= NEAR


def is_repeat(text: str, asked: Iterable[str]) -> bool:
    """Whether asking `text` would ask one of `asked` again."""
    return any(same_question(text, other) for other in asked)


def fact_question_id(stage: StagePlan, key: str) -> str:
    return f"{stage.id}.fact.{key}"


def find(stage: StagePlan, question_id: str) -> Question | None:
    """The stage's own question, probe or fact question of that id."""
    for question in (stage.opening, *stage.bank):
        if question.id == question_id:
            return question
    for probe in stage.probes:
        if probe.id == question_id:
            return probe.question
    for fact in stage.facts:
        if fact.question and fact_question_id(stage, fact.key) == question_id:
            return Question(question_id, fact.question)
    return None


def is_follow_up(stage: StagePlan, question_id: str | None) -> bool:
    """Probes and questions for a missing fact are follow-ups; the bank holds questions."""
    return question_id not in {question.id for question in (stage.opening, *stage.bank)}


def is_last_probe(stage: StagePlan, question_id: str) -> bool:
    return any(probe.id == question_id and probe.last for probe in stage.probes)


def next_question(
    brief: Brief, depth: int, facts: Mapping[str, str], story_parts: frozenset[str]
) -> Question | None:
    """The plan's own next question: a missing required fact, then the probe for this depth, then the
    bank. `depth` 0 means not assessed. None: there is nothing left to ask."""
    stage = brief.stage
    room = stage.follow_up_cap is None or brief.follow_ups < stage.follow_up_cap
    known = frozenset(facts) | story_parts
    if room:
        for fact in stage.facts:
            if fact.required and fact.question and fact.key not in facts:
                question = Question(fact_question_id(stage, fact.key), fact.question)
                if _is_new(question, brief):
                    return question
        for probe in fitting(stage.probes, depth, known):
            if _is_new(probe.question, brief):
                return probe.question
    return next((question for question in stage.bank if _is_new(question, brief)), None)


def fitting(probes: Iterable[Probe], depth: int, known: frozenset[str]) -> Iterable[Probe]:
    """Probes for this depth whose topic is still open."""
    return (p for p in probes if depth in p.depths and (p.topic is None or p.topic not in known))


def _is_new(question: Question, brief: Brief) -> bool:
    return question.id not in brief.asked and not is_repeat(question.text, brief.asked_texts)
