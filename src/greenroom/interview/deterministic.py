"""The interviewer without a model: the same proposals that a model makes, from stated rules.

It assesses by `depth`, notes by `facts`, and phrases the plan's own next question with a lead before it
(`leads`). The sentences that stand here are those of rules 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from greenroom.interview.background import Background
from greenroom.interview.brief import Brief
from greenroom.interview.lead_ins import with_lead
from greenroom.interview.ledger import depth_so_far, wants_story
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Question
from greenroom.interview.proposals import AskQuestion, AssessResponse, Proposal, RecordResponse
from greenroom.interview.questions import (
    fact_question_id,
    next_question,
    normalised,
    words,
)
from greenroom.interview.retelling import told_best
from greenroom.interview.stage_facts import stage_facts
from greenroom.interview.tailoring import tied_question
from greenroom.interview.templates import render
from greenroom.interview.understanding.depth import Assessment, assess
from greenroom.interview.understanding.facts import extract
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.rating import rate
from greenroom.interview.understanding.sense import Nothing
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    RESULT,
    TRADE_OFF,
    story_parts,
)

_FACTS: Final = (
    "Thanks, good to know.",
    "Good, I have noted that.",
    "Thank you, that helps me to place you.",
)
_BY_PART: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        MEASURABLE_RESULT,
        (
            "Thanks, that is a concrete result.",
            "Good to have the numbers.",
            "Thank you, that makes the result clear.",
            "I can picture that change.",
            "Thanks, the figures help me.",
        ),
    ),
    (
        TRADE_OFF,
        (
            "Thanks for telling me what you weighed.",
            "I see the other side of that choice, too.",
            "Thank you, that trade-off is clear to me.",
            "I understand what you had to weigh.",
        ),
    ),
    (
        ACTION,
        (
            "Okay, I can follow what was done.",
            "Thanks, I see the step you took.",
            "I see how you went about it.",
            "Thank you, I can picture that.",
        ),
    ),
)
_GENTLE: Final = ("That's all right.", "No problem.", "That's fine.", "Not to worry.")
_NOTHING: Final[Mapping[Nothing, tuple[str, ...]]] = {
    Nothing.SILENT: _GENTLE,
    Nothing.DONT_KNOW: _GENTLE,
    Nothing.ONE_WORD: ("Okay.", "Right.", "I hear you."),
    Nothing.GIBBERISH: (
        "I did not quite catch that.",
        "Sorry, I could not follow that.",
        "That did not come through clearly.",
    ),
    Nothing.ECHO: (
        "Let me ask it differently.",
        "Let me come at it from another side.",
        "Let me try another question.",
    ),
    Nothing.REPEATED: (
        "Yes, I remember that.",
        "I have that from before.",
        "Right, you told me that.",
    ),
    Nothing.OFF_TOPIC: (
        "Let's go back to your work.",
        "Okay, back to the interview.",
        "Let me bring us back to your work.",
    ),
}
_CLAUSE: Final = re.compile(
    r"[.!?;\n]++\s*+|(?:,|(?<![\s,]))\s++(?=(?:and|but|so|because)\s++(?:i|we|my|our|it|they|the)\b)",
    re.I,
)
_JOINT: Final = re.compile(r"^(?:(?:and|but|so|well|um+|uh+|because|besides|then)\b[\s,]*)+", re.I)
_MAX_SUMMARY_WORDS: Final = 24
NO_NUMBER: Final = re.compile(
    r"\b(?:not sure|(?:don['’]?t|do not|didn['’]?t|did not|never|can['’]?t|cannot|couldn['’]?t) \w+|no|without|unsure)\b"
    r"[^.!?]{0,25}\b(?:numbers?|figures?|percent\w*|statistics?|metrics?|measure\w*|count\w*)\b",
    re.I,
)
A_NUMBER: Final = re.compile(r"\b(?:numbers?|figures?|how (?:many|much)|percent\w*)\b", re.I)
NOTHING_MORE: Final = Background()


def reply(brief: Brief, background: Background = NOTHING_MORE) -> tuple[Proposal, ...]:
    """Never empty: a note always, an assessment unless the question was a yes/no one (a "yes" to it
    is a whole answer), and the plan's next question if one is left: or, in its place, one about the
    candidate's papers. A required fact that is missing goes before them."""
    found = assessed(brief)
    facts = _facts(brief, found)
    proposals: list[Proposal] = []
    if brief.question.kind == "open":
        proposals.append(AssessResponse(found.depth, found.points))
    summary = telling_clause(brief.answer, found)
    if brief.rules > 1:
        summary = "" if found.nothing else told_best(brief.answer)
    proposals.append(RecordResponse(summary, tuple(facts.items())))
    depth, told = _heard_by_now(brief, found)
    question = next_question(brief, depth, {**facts, **brief.facts}, told)
    missing = {fact_question_id(brief.stage, fact.key) for fact in brief.stage.facts}
    tied = tied_question(brief, background)
    if tied is not None and question is not None and question.id not in missing:
        proposals.append(AskQuestion(tied))
    elif question is not None:
        said = render(_form(question, brief), brief.candidate)
        if brief.rules > 1:
            said = with_lead(brief, found.nothing, question, said)
        else:
            said = f"{acknowledgement(brief, found, bool(set(facts) - set(brief.facts)))} {said}"
        proposals.append(AskQuestion(said, question.id))
    return tuple(proposals)


def _form(question: Question, brief: Brief) -> str:
    """The question as it stands; without its wish for a number where the candidate just said to have none."""
    simpler = question.simpler
    unwanted = brief.rules > 1 and NO_NUMBER.search(brief.answer) and A_NUMBER.search(question.text)
    return simpler if unwanted and simpler and not A_NUMBER.search(simpler) else question.text


def assessed(brief: Brief) -> Assessment:
    """What the rules under which the interview began find in the answer."""
    if brief.rules == 1:
        return assess(brief.answer, brief.question, brief.earlier, brief.language)
    return rate(
        brief.answer,
        brief.question,
        brief.answered,
        brief.earlier,
        story=wants_story(brief.stage),
        language=brief.language,
    )


def _heard_by_now(brief: Brief, found: Assessment) -> tuple[int, frozenset[str]]:
    """The depth that the next question goes by, and the parts of the stage's story."""
    if brief.rules == 1:
        told = story_parts(" ".join((*brief.earlier, brief.answer)), brief.language)
        return found.depth, told
    depth = depth_so_far(brief.stage, found.depth, brief.best_depth, brief.parts)
    return depth or 0, brief.parts


def _facts(brief: Brief, found: Assessment) -> Mapping[str, str]:
    if brief.rules > 1:
        return stage_facts(brief, found.nothing)
    return extract(brief.answer, brief.stage.facts, brief.question, found.nothing, brief.language)


def acknowledgement(brief: Brief, found: Assessment, learned: bool) -> str:
    """A short sentence that differs from the last one (rules 1)."""
    choices = _choices(brief, found, learned)
    turn = len(brief.asked_texts)
    last = normalised(brief.asked_texts[-1]) if brief.asked_texts else ""
    rotated = [choices[(turn + i) % len(choices)] for i in range(len(choices))]
    return next((c for c in rotated if not last.startswith(normalised(c))), rotated[0])


def _choices(brief: Brief, found: Assessment, learned: bool) -> tuple[str, ...]:
    received = phrases(brief.language).received
    if brief.question.kind == "yesno" or brief.language != "en":
        return received
    if found.nothing is not None:
        return _NOTHING[found.nothing]
    for part, sentences in _BY_PART:
        if part in found.story_parts:
            return sentences
    return _FACTS if learned else received


def telling_clause(answer: str, found: Assessment) -> str:
    """The piece of the answer that says most, in the candidate's own words; "" if nothing was said."""
    if found.nothing is not None:
        return ""
    clauses = [clause.strip(" ,") for clause in _CLAUSE.split(answer) if clause.strip(" ,")]
    best = max(clauses, key=_weight, default="")
    best = _JOINT.sub("", best)
    cut = re.match(rf"(?:\S++\s++){{{_MAX_SUMMARY_WORDS - 1}}}\S++", best)
    return cut[0] if cut else best


def _weight(clause: str) -> int:
    parts = story_parts(clause)
    return (
        4 * (MEASURABLE_RESULT in parts)
        + 3 * (TRADE_OFF in parts)
        + 3 * (ACTION in parts)
        + 2 * (RESULT in parts)
        + 2 * (QUANTITY.search(clause) is not None)
        + min(len(words(clause)), 12) // 4
    )
