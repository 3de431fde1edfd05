"""An interview's journal, opened where it stands and closed when it says that it is over.

Whoever holds an interview opens its book first: the process that serves the page, or a worker.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from greenroom.app import plans
from greenroom.app.ports import InterviewRow, Interviews, OperatorFault, Refused
from greenroom.interview import journal as journals
from greenroom.interview.background import Requirement
from greenroom.interview.engine import begin
from greenroom.interview.journal import Header, JournalError
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.state import InterviewState

OVER = "This interview is over."

AskedFor: TypeAlias = Callable[[InterviewRow, InterviewPlan], Awaitable[tuple[Requirement, ...]]]
"""What the job of an interview asks for, when it begins."""


async def nothing_asked_for(_row: InterviewRow, _plan: InterviewPlan) -> tuple[Requirement, ...]:
    """Where nobody hands in a job description."""
    return ()


@dataclass(frozen=True, slots=True)
class Book:
    """Where an interview's journal stands."""

    header: Header
    state: InterviewState
    seq: int
    """The last entry; 0: only the header is written."""
    fresh: bool
    """The interview begins now."""


async def open_book(
    interviews: Interviews,
    row: InterviewRow,
    stamp: str,
    asked_for: AskedFor = nothing_asked_for,
) -> Book:
    """Begin the interview's journal, or read it. `stamp` is the time in ISO 8601, UTC.

    Raises `Refused` when the interview is over, `OperatorFault` when its journal is damaged.
    """
    book = await read_book(interviews, row.id) or await _begin(interviews, row, stamp, asked_for)
    if book.state.ended:
        await interviews.set_status(row.id, "ended", stamp)
        raise Refused(OVER)
    return book


async def close_book(interviews: Interviews, interview_id: str, stamp: str) -> None:
    """Over is what the journal says is over: an interview whose journal was lost can go on."""
    book = await read_book(interviews, interview_id)
    if book is not None and book.state.ended:
        await interviews.set_status(interview_id, "ended", stamp)


async def _begin(
    interviews: Interviews, row: InterviewRow, stamp: str, asked_for: AskedFor
) -> Book:
    who = Candidate(*(row.candidate.get(key, "") for key in ("name", "role", "level")))
    plan = plans.parse(row.plan_toml, row.plan_id, role=who.role, level=who.level)
    wanted = await asked_for(row, plan)
    header = Header(row.id, stamp, row.mode, who, plan, wanted, row.sound)
    await interviews.journal(row.id).append(journals.encode_header(header))
    await interviews.set_status(row.id, "running")
    return Book(header, begin(plan, who), 0, fresh=True)


async def read_book(interviews: Interviews, interview_id: str) -> Book | None:
    """The journal as it stands; None: it was not begun. Raises `OperatorFault` when it is damaged."""
    lines = await interviews.journal_lines(interview_id)
    try:
        return Book(*journals.read(lines), fresh=False) if lines else None
    except JournalError as error:
        raise OperatorFault(
            f"The journal of interview {interview_id} cannot be resumed: it is damaged "
            f"at {str(error).partition(':')[0]}. Was it written by another version of "
            "greenroom, or edited?"
        ) from None
