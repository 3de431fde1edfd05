"""Which question is next, and what counts as asking the same thing again (F5, F6, F11)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from greenroom.interview.already_told import is_told
from greenroom.interview.brief import Brief
from greenroom.interview.first_job import about_a_job
from greenroom.interview.plan import Fact, Probe, Question, StagePlan
from greenroom.interview.story_probes import probes

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


ASKED_AGAIN = 0.5
"""A reader that is this sure that a question asks what was asked before is believed (rules 2)."""


def words(text: str) -> tuple[str, ...]:
    """Lower-case words without punctuation."""
    return tuple(_WORD.findall(text.lower().replace("’", "'")))


def normalised(text: str) -> str:
    """The form in which two texts are compared for identity."""
    return " ".join(words(text))


def content(text: str) -> frozenset[str]:
    """The words that carry the meaning."""
    return frozenset(words(text)) - _STOP


@dataclass(frozen=True, slots=True)
class Compared:
    """A question as it is compared with others; made once for each text, however many others there are."""

    words: tuple[str, ...]
    line: str
    """The words with a space around each."""
    content: frozenset[str]


def compared(text: str) -> Compared:
    found = words(text)
    return Compared(found, f" {' '.join(found)} ", frozenset(found) - _STOP)


def same_question(one: str, other: str) -> bool:
    """Equal, contained (of some length), or nearly equal in content words."""
    return alike(compared(one), compared(other))


def alike(one: Compared, other: Compared) -> bool:
    """`same_question` for texts that were prepared by `compared`."""
    if not one.words or not other.words:
        return False
    if one.words == other.words:
        return True
    short, long = (one, other) if len(one.line) <= len(other.line) else (other, one)
    if len(short.words) >= 4 and short.line in long.line:
        return True
    fewer, more = sorted((len(one.content), len(other.content)))
    if fewer < 3 or fewer < NEAR * more:
        return False
    shared = len(one.content & other.content)
    return shared / (fewer + more - shared) >= NEAR


def is_repeat(text: str, asked: Iterable[str]) -> bool:
    """Whether asking `text` would ask one of `asked` again."""
    return any(same_question(text, other) for other in asked)


def means_repeat(repeats: float | None, rules: int) -> bool:
    """Whether a reader found that a question asks what was asked before, in other words."""
    return rules >= 2 and repeats is not None and repeats >= ASKED_AGAIN


def fact_question_id(stage: StagePlan, key: str) -> str:
    return f"{stage.id}.fact.{key}"


def fact_question(stage: StagePlan, fact: Fact) -> Question:
    """The question for a fact that is missing."""
    return Question(
        fact_question_id(stage, fact.key),
        fact.question or "",
        simpler=fact.simpler,
        rephrase=fact.rephrase,
        reprompt=fact.reprompt,
    )


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
            return fact_question(stage, fact)
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
                question = fact_question(stage, fact)
                if _is_new(question, brief):
                    return question
        fit = fitting(stage.probes, depth, known)
        if brief.rules > 1:
            fit = probes(stage.probes, depth, known | brief.deeds, brief.asked)
        for probe in fit:
            if _is_new(probe.question, brief):
                return probe.question
    return next((question for question in stage.bank if _is_new(question, brief)), None)


def fitting(probes: Iterable[Probe], depth: int, known: frozenset[str]) -> Iterable[Probe]:
    """Probes for this depth whose topic is still open."""
    return (p for p in probes if depth in p.depths and (p.topic is None or p.topic not in known))


def _is_new(question: Question, brief: Brief) -> bool:
    if brief.never_worked and about_a_job(question):
        return False
    if brief.rules > 1 and is_told(question.text, (*brief.told, brief.answer)):
        return False
    return question.id not in brief.asked and not is_repeat(question.text, brief.asked_texts)
