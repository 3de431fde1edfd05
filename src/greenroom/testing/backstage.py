"""A product in memory for trying the pages: rows and records that a test puts there.

It has the shape of `web.pages.Backstage`; it checks no cookie, so it is for tests alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from greenroom.app import plans
from greenroom.app.plans import PlanSummary
from greenroom.app.ports import (
    Amount,
    Ceiling,
    InterviewRow,
    Link,
    NotFound,
    ScorecardRow,
    SealedKey,
    SoundSpan,
    Told,
)
from greenroom.app.providers.budgets import Account
from greenroom.app.providers.keys import parts_of
from greenroom.app.providers.known import ModelChoice, Part
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


def sample_link(interview_id: str) -> Link:
    """A link that shows everything but the name."""
    parts = ("scorecard", "measures", "stages", "transcript")
    return Link(
        "lnk_1",
        "5f" * 32,
        interview_id,
        "2026-11-21T11:00:00.000+00:00",
        "2026-11-28T11:00:00.000+00:00",
        parts,
    )


T = TypeVar("T")


@dataclass(slots=True)
class Backstage:
    """What pages ask for, from two dictionaries."""

    rows: dict[str, InterviewRow] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    sealed: list[SealedKey] = field(default_factory=list)
    spent: Amount = field(default_factory=Amount)
    scorecards: dict[str, ScorecardRow] = field(default_factory=dict)
    shares: dict[str, Link] = field(default_factory=dict)
    """By token."""
    operators_model: str | None = None
    looks_nearby: bool = False
    operators: dict[Part, ModelChoice] = field(default_factory=dict)
    sends_mail: bool = False
    sounds: dict[str, list[SoundSpan]] = field(default_factory=dict)
    retention_days: int = 30

    def add(self, interview_id: str, record: Record | None = None, **changes: Any) -> InterviewRow:
        """An interview of the `classic` plan, newest last; ended if there is a record."""
        values: dict[str, Any] = {
            "id": interview_id, "owner": "me", "plan_id": "classic", "plan_toml": plans.source_of("classic"),
            "candidate": {"name": "Amara", "email": "", "role": "software engineer", "level": "senior"},
            "created_at": "2026-11-21T10:02:00.000+00:00", "status": "created" if record is None else "ended",
        }  # fmt: skip
        row = self.rows[interview_id] = InterviewRow(**(values | changes))
        if record is not None:
            self.records[interview_id] = record
        return row

    async def interview(self, request: object, interview_id: str) -> InterviewRow:
        if interview_id not in self.rows:
            raise NotFound("there is no such interview")
        return self.rows[interview_id]

    async def summary(
        self, row: InterviewRow, make: Callable[[InterviewRow, Record | None], T]
    ) -> T:
        return make(row, self.records.get(row.id))

    async def apart(self, owner: str, work: Callable[[], T]) -> T:
        return work()

    async def told(self, row: InterviewRow) -> Told | None:
        record = self.records.get(row.id)
        if record is None:
            return None
        kept = self.scorecards.get(row.id)
        card = (
            None if kept is None or kept.card is None else unpacked(kept.card, record["messages"])
        )
        plan = plans.parse(row.plan_toml, row.plan_id)
        titles = {stage.id: stage.title for stage in plan.stages}
        return Told(record, reporting.report(record, card=card), plan.title, titles)

    async def scorecard(self, row: InterviewRow) -> ScorecardRow | None:
        return self.scorecards.get(row.id)

    async def judges(self, row: InterviewRow) -> Sequence[SealedKey]:
        return [key for key in self.sealed if Part.LLM in parts_of(key)]

    async def links(self, row: InterviewRow) -> Sequence[Link]:
        return [link for link in self.shares.values() if link.interview_id == row.id]

    async def sound(self, row: InterviewRow) -> Sequence[SoundSpan]:
        return self.sounds.get(row.id, [])

    async def shared(self, request: object, token: str) -> tuple[InterviewRow, Link, Told]:
        link = self.shares.get(token)
        if link is None:
            raise NotFound("there is nothing at this address")
        row = self.rows[link.interview_id]
        told = await self.told(row)
        assert told is not None
        return row, link, told

    async def history(self, request: object) -> Sequence[InterviewRow]:
        return tuple(reversed(self.rows.values()))

    async def account(self, request: object) -> Account:
        return Account(
            "2026-11-20T12:00:00.000+00:00",
            self.spent,
            Ceiling(3_000_000, 300_000, 36_000, 25_000_000),
        )

    async def plans(self, request: object) -> Sequence[PlanSummary]:
        return []

    async def keys(self, request: object) -> Sequence[SealedKey]:
        return self.sealed
