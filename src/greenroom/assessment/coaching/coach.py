"""An interview, answer by answer: what was asked, what was found, one strength and one next step."""

from __future__ import annotations

from greenroom.assessment.coaching import overall
from greenroom.assessment.coaching.aspects import opening
from greenroom.assessment.coaching.coached_interview import CoachedInterview, Record
from greenroom.assessment.coaching.interview_findings import Findings, InterviewFindings
from greenroom.assessment.coaching.rules import WORDS, Wordings, holding
from greenroom.assessment.coaching.shapes import (
    NOTHING_KNOWN,
    Asking,
    Aspect,
    Coached,
    Coaching,
    Known,
)
from greenroom.assessment.exchanges import Exchange
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import NOT_KEPT, JournalExtract, Speech
from greenroom_turns import folding


def coach(
    record: Record,
    known: Known = NOTHING_KNOWN,
    heard: JournalExtract = NOT_KEPT,
    language: str = "en",
) -> Coaching:
    """What the rules say of an interview. The same record and knowledge always give the same."""
    interview = CoachedInterview(record, known, heard, language)
    findings = InterviewFindings(interview)
    wordings = Wordings(len(folding.words(" ".join(one.words for one, _ in interview.asked))))
    answers = [_judged(one, findings, wordings) for one in interview.asked]
    return overall.summed(
        record,
        answers,
        distressed=bool(interview.distress),
        language=language,
        doubted=known.doubted,
        share=Speech(record["messages"], heard.voices, language).share,
        pauses=interview.pauses,
    )


def _judged(
    asked: tuple[Exchange, Asking], findings: InterviewFindings, wordings: Wordings
) -> Coached:
    exchange, kind = asked
    interview = findings.interview
    answers = tuple(answer["index"] for answer in exchange.answers)
    withheld = interview.withheld(exchange)
    if withheld is not None:
        text = interview.why_withheld(exchange, withheld)
        return Coached(
            exchange.message, exchange.question, kind, answers, withheld=withheld, why=text
        )
    found = findings.whole(exchange, kind)
    steps = () if interview.distress else holding("step", kind, found)
    praised = interview.is_english or kind is Asking.OUTCOME
    strengths = holding("strength", kind, found) if praised else ()
    strengths = [rule for rule in strengths if found[rule.aspect].quotes]
    strength, step = (
        next((wordings.remark(r, kind, found[r.aspect], exchange.question) for r in rules), None)
        for rules in (strengths, steps)
    )
    if step is None and interview.is_advised:
        step = wordings.polish(kind, found, findings.how_told(exchange))
    return Coached(
        exchange.message,
        exchange.question,
        kind,
        answers,
        found,
        strength,
        step,
        tuple(rule.id for rule in steps),
        opening(interview.answer(exchange)),
        why="" if strength or step else _silent(interview, found),
    )


def _silent(interview: CoachedInterview, found: Findings) -> Sentence:
    """Beside an answer of which nothing is said."""
    if interview.is_english:
        return Sentence(WORDS["silent"]["nothing"])
    n = found[Aspect.SHORT].count
    return Sentence(WORDS["silent"]["counted"], words=Sentence("{n} word", "{n} words", n=n))
