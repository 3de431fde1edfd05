"""A stored interview replayed: its record and its report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final

from greenroom.app.plans import ONE_QUESTION
from greenroom.app.ports import (
    InterviewRow,
    Interviews,
    OperatorFault,
    Refused,
    ReportContents,
    Store,
)
from greenroom.app.reports import reporting
from greenroom.app.reports.asked import whole_questions
from greenroom.app.reports.coached import known
from greenroom.app.reports.marking import marked
from greenroom.app.reports.report_cache import Key, report_cache_of
from greenroom.assessment.coaching import Coaching, Known, coach, since
from greenroom.assessment.exchanges import Exchange, exchanges
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.speech import JournalExtract
from greenroom.assessment.stored_card import unpacked
from greenroom.interview import journal, record
from greenroom.interview.events import Event
from greenroom.interview.plan import InterviewPlan

Record = dict[str, Any]
READ_TIMES: Final = 4
"""So many times the bytes of its journal a replayed interview takes in memory."""


@dataclass(frozen=True)
class ReplayedInterview:
    """A journal, replayed: the record, and what only its events and its header tell."""

    record: Record
    heard: JournalExtract
    known: Known
    plan: InterviewPlan
    version: Hashable
    """Of the journal and of what was corrected."""
    correctable: frozenset[int]
    """Messages whose words may have been misheard."""
    size: int
    """Bytes that it takes in memory, roughly."""

    @cached_property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The record, question by question."""
        return exchanges(self.record["messages"], self.heard.questions)

    @cached_property
    def coaching(self) -> Coaching:
        """What the rules say of it."""
        return coach(self.record, self.known, self.heard, self.plan.language)


async def record_of(interviews: Interviews, row: InterviewRow) -> Record | None:
    """The interview record so far; None when the interview never began.

    Raises `OperatorFault` when the journal does not replay: then it was not written by this program.
    """
    replayed = await replay_of(interviews, row)
    return None if replayed is None else replayed.record


async def report_of(store: Store, row: InterviewRow) -> Record:
    """The report so far. Raises `Refused` when the interview never began."""
    return dict((await contents_of(store, row)).report)


async def contents_of(store: Store, row: InterviewRow) -> ReportContents:
    """What a report holds. Raises `Refused` when the interview never began."""
    return (await contents_with_version(store, row))[0]


async def contents_with_version(store: Store, row: InterviewRow) -> tuple[ReportContents, Hashable]:
    """The contents, and the version of all that they were made of."""
    replayed = await replay_of(store.interviews, row)
    if replayed is None:
        raise Refused(Sentence("This interview has not begun: there is nothing to report yet."))
    packed = await _card(store, row)
    cache = report_cache_of(store.interviews)
    before = await _before(store, row)
    earlier = None if before is None else (before.record["id"], before.version)
    version = replayed.version, _digest(packed), earlier

    async def make() -> ReportContents:
        weight = replayed.size // READ_TIMES
        return await cache.apart(row.owner, partial(_told, replayed, packed, before), weight)

    key = Key("report", (row.id,), version)
    return await cache.once(key, make, lambda _: replayed.size), version


async def _before(store: Store, row: InterviewRow) -> ReplayedInterview | None:
    """The same person's interview before this one, if it ended; a single question is none."""
    again = {one.interview_id for one in await store.retries.of_owner(row.owner)}
    if row.id in again or row.plan_id == ONE_QUESTION:
        return None
    earlier = (
        one
        for one in await store.interviews.of_owner(row.owner)
        if one.status == "ended"
        and one.created_at < row.created_at
        and one.id not in again
        and one.plan_id != ONE_QUESTION
    )
    found = max(earlier, key=lambda one: one.created_at, default=None)
    try:
        return None if found is None else await replay_of(store.interviews, found)
    except OperatorFault:  # that interview's own report says so
        return None


async def version_of(store: Store, row: InterviewRow) -> Hashable:
    """The version of an interview's words and scorecard."""
    return await words_version(store.interviews, row), _digest(await _card(store, row))


async def words_version(interviews: Interviews, row: InterviewRow) -> Hashable:
    """The version of what an interview's record says."""
    length, corrected = await interviews.journal_length(row.id), await _corrected(interviews, row)
    return length, _digest(corrected)


async def _corrected(interviews: Interviews, row: InterviewRow) -> Mapping[int, str]:
    """Only what is over can be corrected."""
    return await interviews.corrections(row.id) if row.status == "ended" else {}


async def _card(store: Store, row: InterviewRow) -> Mapping[str, Any] | None:
    kept = await store.scorecards.find(row.id)
    return None if kept is None else kept.card


def _told(
    replayed: ReplayedInterview,
    packed: Mapping[str, Any] | None,
    before: ReplayedInterview | None = None,
) -> ReportContents:
    record, plan = replayed.record, replayed.plan
    card = None if packed is None else unpacked(packed, record["messages"])
    coaching = replayed.coaching if before is None else since(replayed.coaching, before.coaching)
    report = reporting.report(record, replayed.heard, plan.language, card, coaching)
    report = marked(report, record["messages"])
    stages = {stage.id: stage.title for stage in plan.stages}
    return ReportContents(
        record, report, plan.title, stages, replayed.heard.voices, replayed.correctable
    )


def _digest(packed: Mapping[Any, Any] | None) -> str:
    return hashlib.sha256(json.dumps(packed, sort_keys=True).encode()).hexdigest()


async def replay_of(interviews: Interviews, row: InterviewRow) -> ReplayedInterview | None:
    """The interview's journal, replayed; None when it never began. Raises `OperatorFault`."""
    length = await interviews.journal_length(row.id)
    if not length:
        return None
    cache, corrected = report_cache_of(interviews), await _corrected(interviews, row)
    version = length, _digest(corrected)

    async def make() -> ReplayedInterview:
        lines = await interviews.journal_lines(row.id)
        work = partial(_replayed, lines, corrected)
        return await cache.apart(row.owner, work, sum(map(len, lines)))

    try:
        return await cache.once(Key("record", (row.id,), version), make, _size)
    except journal.JournalError as error:
        # The error may quote the journal, which holds what was said.
        where = str(error).partition(":")[0]
        raise OperatorFault(f"the journal of {row.id} is damaged at its {where}") from None


def _size(replayed: ReplayedInterview) -> int:
    return replayed.size


def _replayed(lines: Sequence[str], corrected: Mapping[int, str]) -> ReplayedInterview:
    events: list[Event] = []
    header, state, _ = journal.read(lines, events.append)
    heard = reporting.journal_extract(events, whole_questions(state))
    size = READ_TIMES * sum(map(len, lines))
    told = known(header.plan, state, events, corrected)
    made = record.record(header, state, corrected)
    made |= marked({key: made[key] for key in ("coverage",) if key in made}, made["messages"])
    return ReplayedInterview(
        made,
        heard,
        told,
        header.plan,
        (len(lines), _digest(corrected)),
        record.correctable(state),
        size,
    )
