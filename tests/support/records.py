"""Records of interviews by hand, with everything that a report can show."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from greenroom.app import plans
from greenroom.app.ports import Link, ReportContents, ScorecardRow
from greenroom.app.reports import reporting
from greenroom.app.scorecards.rubrics import load_builtin
from greenroom.assessment.claims import Scored, Unscored
from greenroom.assessment.reasons import Reason
from greenroom.assessment.scorecard import Agreement, Scorecard
from greenroom.assessment.stored_card import packed, unpacked
from greenroom.evidence import Quote

Record = Mapping[str, Any]

_SAID = (
    ("GREETING", "interviewer", "greeting", 2, 15, "Hello Amara. I am an AI interviewer and this is practice. How are you today?"),
    ("GREETING", "candidate", "answer", 17, 21, "I’m good, thanks. A bit nervous, but, um, ready."),
    ("SELF_INTRO", "interviewer", "bridge", 22, 29, "That’s a fair way to start. What do you do now, and what are you most proud of there?"),
    ("SELF_INTRO", "candidate", "answer", 31, 60, "I’m a senior backend engineer at a payments company, about fifty people. I look after the ledger, so, um, the part that records who owes what to whom. We moved the ledger off a single database without a maintenance window."),
    ("SELF_INTRO", "interviewer", "question", 62, 67, "And what kind of role are you looking for next?"),
    ("SELF_INTRO", "candidate", "answer", 69, 86, "Staff, ideally, still close to the code. I want to, um, own a system that other teams depend on."),
    ("PAST_EXPERIENCE", "interviewer", "bridge", 87, 97, "Good, that tells me where you’re heading. Let’s stay with the ledger. What made that move hard, and what was your part in it?"),
    ("PAST_EXPERIENCE", "candidate", "answer", 99, 132, "The hard part was that every write had to land in both places and nobody agreed what to do when they differed. I wrote the reconciler. I argued for stopping one account only, because the first plan was to stop everything."),
    ("PAST_EXPERIENCE", "interviewer", "probe", 134, 139, "Stopping one account rather than all of them. What did that choice cost you?"),
    ("PAST_EXPERIENCE", "candidate", "ack", 137, 138, "okay"),
    ("PAST_EXPERIENCE", "candidate", "answer", 142, 166, "It cost us time. Each stopped account needed a person to look at it, about three hundred in the first week. It was slower for us but safe for customers, and I would make it again."),
    ("PAST_EXPERIENCE", "interviewer", "probe", 168, 172, "When it was finished, what was different?"),
    ("PAST_EXPERIENCE", "candidate", "command", 175, 176, "Give me a minute."),
    ("PAST_EXPERIENCE", "interviewer", "notice", 177, 178, "Take your time."),
    ("PAST_EXPERIENCE", "candidate", "answer", 214, 231, "We finished in eleven weeks and nobody lost a payment. The nightly close went from, um, four hours to about twenty-five minutes."),
    ("CLOSING", "interviewer", "bridge", 297, 305, "Thank you. We have come to the end of the time for that part. Is there anything you would like to add?"),
    ("CLOSING", "candidate", "answer", 306, 309, "No, I think that’s it. Thank you."),
    ("CLOSING", "interviewer", "closing", 310, 320, "Thank you, Amara. You said what a choice cost and stood by it. That is everything from me. Good-bye."),
)  # fmt: skip
_ASKS = ("greeting", "bridge", "question", "probe")


def message(
    index: int, stage: str, speaker: str, kind: str, start: float, end: float, text: str
) -> dict[str, Any]:
    """One message of a record; times in seconds."""
    said: dict[str, Any] = {
        "index": index, "speaker": speaker, "stage": stage, "kind": kind, "text": text,
        "started_ms": int(start * 1000), "ended_ms": int(end * 1000), "interrupted": index == 11,
        "question_id": f"q{index}" if kind in _ASKS else None,
    }  # fmt: skip
    if kind == "answer":
        said |= {"depth": 3, "points": [], "summary": None}
    if kind == "ack":
        said["cause"] = "ack"
    return said


def record_of(
    interview_id: str, messages: Sequence[Mapping[str, Any]], **changes: Any
) -> dict[str, Any]:
    """A record of the `classic` plan around these messages; `changes` replace whole keys."""
    marks = (("GREETING", 2, 22, "turn_limit"), ("SELF_INTRO", 22, 87, "facts_complete"), ("PAST_EXPERIENCE", 87, 297, "deadline"), ("CLOSING", 297, 320, "finished"))  # fmt: skip
    stages = [
        {"id": stage, "entered_ms": start * 1000, "left_ms": end * 1000, "cause": cause,
         "forced": cause == "deadline", "questions": 1, "reprompts": 0, "depth_scores": [], "facts": {}}
        for stage, start, end, cause in marks
    ]  # fmt: skip
    moves = [
        {"from": "SELF_INTRO", "to": "PAST_EXPERIENCE", "at_ms": 61_000, "proposed_by": "model", "cause": "minimum_questions", "refused": True},
        {"from": "PAST_EXPERIENCE", "to": "CLOSING", "at_ms": 297_000, "proposed_by": "engine", "cause": "deadline", "refused": False},
    ]  # fmt: skip
    sides = [m["speaker"] for m in messages]
    return {
        "schema": 1, "id": interview_id, "plan": "classic",
        "candidate": {"name": "Amara", "role": "software engineer", "level": "senior"},
        "mode": "embedded", "started_at": "2026-11-21T10:02:00.000+00:00", "ended_ms": 320_000,
        "end_reason": "completed", "stages": stages, "transitions": moves, "messages": list(messages),
        "incidents": [{"at_ms": 240_000, "kind": "reconnect", "cause": "connection_lost"}],
        "counts": {"barge_ins": 1, "reprompts": 0, "acks_ignored": 1, "forced_transitions": 1, "natural_transitions": 3},
        "total_messages": {side: sides.count(side) for side in ("interviewer", "candidate")},
    } | changes  # fmt: skip


def sample_record(interview_id: str) -> dict[str, Any]:
    """A whole interview with everything a report can show: an ack, a request, a cut, a forced move."""
    return record_of(interview_id, [message(i, *said) for i, said in enumerate(_SAID)])


def sample_scorecard(interview_id: str, record: Record) -> ScorecardRow:
    """A card for `sample_record` with everything one can hold: a strength, something to work on, two
    quotes that overlap, and two criteria without a level."""

    def quote(index: int, words: str) -> Quote:
        start = record["messages"][index]["text"].index(words)
        return Quote(index, start, start + len(words), words)

    strong = quote(3, "We moved the ledger off a single database without a maintenance window")
    weak = (
        quote(3, "I look after the ledger"),
        quote(3, "look after the ledger, so, um, the part"),
    )
    rubric = load_builtin("star")
    situation, task, action, result = (criterion.id for criterion in rubric.criteria)
    card = Scorecard(
        rubric,
        {
            situation: Scored(2, weak),
            task: Unscored(Reason.DISAGREED),
            action: Scored(4, (strong,)),
            result: Unscored(Reason.JUDGE_FAILED, "timeout"),
        },
        dropped=1,
        judge="openai/gpt-4.1",
        agreement=Agreement(2, 3, 2, 1),
    )
    return ScorecardRow(
        interview_id, rubric.id, "key_openai", "2026-11-21T10:08:00.000000+00:00", packed(card)
    )


def sample_link(interview_id: str, token: str) -> Link:
    """A link that shows everything but the name."""
    parts = ("scorecard", "measures", "stages", "transcript")
    return Link(
        "lnk_1",
        hashlib.sha256(token.encode()).hexdigest(),
        interview_id,
        "2026-11-21T11:00:00.000+00:00",
        "2026-11-28T11:00:00.000+00:00",
        parts,
    )


def contents_of(record: Record, kept: ScorecardRow | None = None) -> ReportContents:
    """The record and its report, as pages and files get them."""
    card = None if kept is None else unpacked(kept.card or {}, record["messages"])
    plan = plans.load_builtin("classic")
    titles = {stage.id: stage.title for stage in plan.stages}
    return ReportContents(record, reporting.report(record, card=card), plan.title, titles)
