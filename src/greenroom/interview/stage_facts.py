"""Which facts an answer adds to what its stage knows (F5), under rules 2.

A reader or the rules propose (`Reading.facts`, `understanding.stated`). Filed is what the stage wants, from
words that answer: never from an aside, never from a turn that does not answer its question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from greenroom.interview.brief import Brief
from greenroom.interview.plan import Question, StagePlan
from greenroom.interview.questions import fact_question_id
from greenroom.interview.reading import Stated
from greenroom.interview.understanding.answering import SURE as PLAINLY
from greenroom.interview.understanding.answering import answering
from greenroom.interview.understanding.cues import SURE
from greenroom.interview.understanding.facts import after_cues
from greenroom.interview.understanding.protected import unprotected
from greenroom.interview.understanding.sense import Nothing
from greenroom.interview.understanding.stated import stated

ANSWERS: Final = 0.5
"""From this `Reading.answer` on the turn answers at all."""
ELSEWHERE: Final = 0.74
"""What is less sure counts only where the question asked for it, or for nothing else."""
RENEWED: Final = frozenset({"name", "role"})
"""Facts that the newest word replaces, where it is as sure as `SURE`; of the others the first stays."""
_EMPTY: Final = frozenset({Nothing.SILENT, Nothing.GIBBERISH, Nothing.ECHO, Nothing.REPEATED})


def stage_facts(brief: Brief, nothing: Nothing | None = None) -> Mapping[str, str]:
    """The facts that this answer adds, or puts in the place of older ones; a reader that located none is no
    proof that there are none. `nothing`: why the answer says
    nothing, if it does."""
    reading, text = brief.reading, brief.answer
    if nothing in _EMPTY or (reading is not None and reading.answer < ANSWERS):
        return {}
    wanted = {fact.key: fact for fact in brief.stage.facts}
    asked = asked_for(brief.stage, brief.question)
    found: dict[str, str] = {}
    for key, fact in wanted.items():
        told = after_cues(text, fact.cues)
        if told is not None and (place := text.find(told)) >= 0:
            end = unprotected(text, place, place + len(told), languages=key == "skills")
            found |= {} if end is None else {key: text[place:end]}
    read = () if reading is None else reading.facts
    for one in read or stated(text, brief.language):
        if one.key in wanted and one.key not in found and _counts(brief, one, asked):
            found[one.key] = text[one.start : one.end]
    if asked in wanted and asked not in {**found, **brief.facts}:
        bare = answering(text, asked, brief.language)
        found |= {} if bare is None else {asked: text[bare.start : bare.end]}
    return found


def asked_for(stage: StagePlan, question: Question) -> str:
    """The key of the fact that the question asks for; "" if it asks for none."""
    for fact in stage.facts:
        if question.id == fact_question_id(stage, fact.key) or (
            fact.question and question.text == fact.question
        ):
            return fact.key
    topics = (probe.topic for probe in stage.probes if probe.id == question.id)
    return next((topic for topic in topics if topic), "")


def _counts(brief: Brief, one: Stated, asked: str) -> bool:
    said = brief.answer[one.start : one.end]
    if not said.strip() or said != said.strip() or one.end > len(brief.answer):
        return False  # in an aside, or read from other words
    if asked not in ("", one.key) and one.sure < ELSEWHERE:
        return False
    if one.sure <= PLAINLY and asked != one.key:
        return False
    known = brief.facts.get(one.key)
    return known is None or (one.key in RENEWED and one.sure >= SURE and known != said)
