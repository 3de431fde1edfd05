"""An interview's journal, opened where it stands and closed when it says that it is over.

Whoever holds an interview opens its book first: the process that serves the page, or a worker.
"""

from __future__ import annotations

from dataclasses import dataclass

from greenroom.app import plans
from greenroom.app.ports import InterviewRow, Interviews, OperatorFault, Refused
from greenroom.interview import journal as journals
from greenroom.interview.engine import begin
from greenroom.interview.journal import Header, JournalError
from greenroom.interview.plan import Candidate
from greenroom.interview.state import InterviewState

OVER = "This interview is over."


@dataclass(frozen=True, slots=True)
class Book:
    """Where an interview's journal stands."""

    header: Header
    state: InterviewState
    seq: int
    """The last entry; 0: only the header is written."""
    fresh: bool
    """The interview begins now."""


async def open_book(interviews: Interviews, row: InterviewRow, stamp: str) -> Book:
    """Begin the interview's journal, or read it. `stamp` is the time in ISO 8601, UTC.

    Raises `Refused` when the interview is over, `OperatorFault` when its journal is damaged.
    """
    book = await _read(interviews, row.id) or await _begin(interviews, row, stamp)
    if book.state.ended:
        await interviews.set_status(row.id, "ended", stamp)
        raise Refused(OVER)
    return book


async def close_book(interviews: Interviews, interview_id: str, stamp: str) -> None:
    """Over is what the journal says is over: an interview whose journal was lost can go on."""
    book = await _read(interviews, interview_id)
    if book is not None and book.state.ended:
        await interviews.set_status(interview_id, "ended", stamp)


async def _begin(interviews: Interviews, row: InterviewRow, stamp: str) -> Book:
    who = Candidate(*(row.candidate.get(key, "") for key in ("name", "role", "level")))
    plan = plans.parse(row.plan_toml, row.plan_id, role=who.role, level=who.level)
    header = Header(row.id, stamp, row.mode, who, plan)
    await interviews.journal(row.id).append(journals.encode_header(header))
    await interviews.set_status(row.id, "running")
    return Book(header, begin(plan, who), 0, fresh=True)


async def _read(interviews: Interviews, interview_id: str) -> Book | None:
    lines = await interviews.journal_lines(interview_id)
    try:
        return Book(*journals.read(lines), fresh=False) if lines else None
    except JournalError as error:
        raise OperatorFault(
            f"The journal of interview {interview_id} cannot be resumed: it is damaged "
            f"at {str(error).partition(':')[0]}. Was it written by another version of "
            "greenroom, or edited?"
        ) from None
