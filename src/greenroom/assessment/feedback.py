"""What a scorecard tells the candidate: strengths, what to work on, and which answer showed what (R1).

Every remark is made of the rubric's own words and located quotes. No model writes a sentence here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from greenroom.assessment.claims import Scored, Unscored
from greenroom.assessment.exchanges import ASKING
from greenroom.assessment.reasons import SENTENCES, Reason
from greenroom.assessment.rubric import LEVELS, Criterion
from greenroom.assessment.scorecard import Scorecard, quoted
from greenroom.assessment.sentence import Sentence, joined

STRONG: Final = 4
"""Levels from here on are strengths."""


def feedback(
    card: Scorecard,
    messages: Sequence[Mapping[str, Any]],
    questions: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """The judged parts of the report, and why the others are not there. `messages` are the
    record's, `questions` the bare words of what was asked, by id, where they are known."""
    scored = [
        (criterion, mark)
        for criterion in card.rubric.criteria
        if isinstance(mark := card.marks[criterion.id], Scored)
    ]
    return {
        "strengths": [_remark(c, m) for c, m in scored if m.score >= STRONG],
        "improvements": [_remark(c, m) for c, m in scored if m.score < STRONG],
        "question_feedback": list(_by_question(scored, messages, questions)),
        "not_scored": list(_gaps(card)),
    }


def told(card: Scorecard) -> dict[str, Any]:
    """The card with the rubric's words beside each level, for people who never saw the rubric."""
    plain = card.plain()
    words = {criterion.id: criterion for criterion in card.rubric.criteria}
    plain["criteria"] = [_explained(entry, words[entry["id"]]) for entry in plain["criteria"]]
    return plain


def _explained(entry: Mapping[str, Any], criterion: Criterion) -> dict[str, Any]:
    explained = {"title": criterion.title, "question": criterion.question, **entry}
    score = entry.get("score")
    if score is None:
        return explained
    next_level = criterion.anchors[score] if score < LEVELS[-1] else None
    return explained | {"level": criterion.anchors[score - 1], "next_level": next_level}


def _remark(criterion: Criterion, mark: Scored) -> dict[str, Any]:
    text: str = Sentence(
        "{criterion}, level {level} of {of}: {words}",
        criterion=Sentence(criterion.title),
        level=mark.score,
        of=LEVELS[-1],
        words=Sentence(criterion.anchors[mark.score - 1]),
    )
    if mark.score < STRONG:
        more = Sentence("The next level: {words}", words=Sentence(criterion.anchors[mark.score]))
        text = joined(text, more)
    return {
        "text": text,
        "criterion": criterion.id,
        "score": mark.score,
        "quotes": quoted(mark.quotes),
    }


def _by_question(
    scored: Sequence[tuple[Criterion, Scored]],
    messages: Sequence[Mapping[str, Any]],
    questions: Mapping[str, str],
) -> Iterator[dict[str, Any]]:
    """For each question whose answers were quoted: what they support."""
    groups: dict[str, list[int]] = {}
    asked = ""
    for message in messages:
        if message["kind"] in ASKING:
            asked = questions.get(message.get("question_id") or "") or message["text"]
        elif asked and message["speaker"] == "candidate":
            question = questions.get(message.get("question_id") or "", asked)
            groups.setdefault(question, []).append(message["index"])
    for question, answers in groups.items():
        shown = [
            (criterion, mark.score, [q for q in mark.quotes if q.message in answers])
            for criterion, mark in scored
        ]
        told = [
            Sentence("{criterion} (level {level})", criterion=Sentence(c.title), level=score)
            for c, score, quotes in shown
            if quotes
        ]
        if told:
            yield {
                "question": question,
                "feedback": Sentence(
                    "Your words here support: {told}.", told=joined(*told, by=", ")
                ),
                "quotes": quoted(dict.fromkeys(q for _, _, quotes in shown for q in quotes)),
            }


def _gaps(card: Scorecard) -> Iterator[str]:
    """A sentence for each reason, with the criteria that it kept from a level."""
    found: dict[tuple[Reason, str], list[Sentence]] = {}
    for criterion in card.rubric.criteria:
        mark = card.marks[criterion.id]
        if isinstance(mark, Unscored):
            key = (mark.reason, mark.cause or "")
            found.setdefault(key, []).append(Sentence(criterion.title))
    for (reason, cause), titles in found.items():
        more = Sentence("Cause: {cause}.", cause=cause) if cause else ""
        why = joined(SENTENCES[reason], more)
        yield Sentence("{titles}: {why}", titles=joined(*titles, by=", "), why=why)
