"""An interview's journal, opened where it stands and closed when it says that it is over.

Whoever is to hold an interview opens its journal first: the process that serves the page, or a worker.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from greenroom.app.plans.checking import plan_of
from greenroom.app.ports import InterviewRow, Interviews, OperatorFault, Refused
from greenroom.app.providers.catalogue import Part
from greenroom.assessment.sentence import Sentence
from greenroom.interview import journal as journals
from greenroom.interview.background import Background
from greenroom.interview.bounds import BOUNDS
from greenroom.interview.circumstances import UNKNOWN, Circumstances
from greenroom.interview.journal import Header, JournalError
from greenroom.interview.message_ids import message_ids
from greenroom.interview.plan import Candidate, InterviewPlan
from greenroom.interview.state import InterviewState

OVER = Sentence("This interview is over.")

Papers: TypeAlias = Callable[[InterviewRow, InterviewPlan], Awaitable[Background]]
"""Gives the papers that were handed in for an interview, when it begins."""


async def no_papers(_row: InterviewRow, _plan: InterviewPlan) -> Background:
    """Where nobody hands anything in."""
    return Background()


@dataclass(frozen=True, slots=True)
class OpenJournal:
    """Where an interview's journal stands."""

    header: Header
    state: InterviewState
    seq: int
    """The last entry; 0: only the header is written."""
    fresh: bool
    """The interview begins now."""


async def open_journal(
    interviews: Interviews,
    row: InterviewRow,
    stamp: str,
    papers: Papers = no_papers,
    circumstances: Circumstances = UNKNOWN,
) -> OpenJournal:
    """Begin the interview's journal, or read it. `stamp` is the time in ISO 8601, UTC; `circumstances` are
    those of every interview here.

    Raises `Refused` when the interview is over, `OperatorFault` when its journal is damaged.
    """
    opened = await read_journal(interviews, row.id)
    if opened is None:
        opened = await _begin(interviews, row, stamp, papers, circumstances)
    if opened.state.ended:
        await interviews.set_status(row.id, "ended", stamp)
        raise _over(opened.state.taken)
    return opened


async def refused_as_over(interviews: Interviews, interview_id: str) -> Refused:
    """The refusal of an interview that is over. It tells which messages of the page were saved: their
    acknowledgement may have been lost with the line."""
    return _over(message_ids(await interviews.journal_lines(interview_id)))


def _over(saved: Iterable[str]) -> Refused:
    return Refused(OVER, told={"saved": list(saved)})


async def close_journal(interviews: Interviews, interview_id: str, stamp: str) -> bool:
    """Whether the interview is over. The journal decides: an interview whose journal could not be written can
    go on."""
    opened = await read_journal(interviews, interview_id)
    is_over = opened is not None and opened.state.ended
    if is_over:
        await interviews.set_status(interview_id, "ended", stamp)
    return is_over


async def _begin(
    interviews: Interviews,
    row: InterviewRow,
    stamp: str,
    papers: Papers,
    circumstances: Circumstances,
) -> OpenJournal:
    who = Candidate(*(row.candidate.get(key, "") for key in ("name", "role", "level")))
    plan = await plan_of(row)
    handed_in = await papers(row, plan)
    header = Header(
        row.id,
        stamp,
        row.mode,
        who,
        plan,
        handed_in.requirements,
        row.sound,
        row.consent,
        BOUNDS,
        unhurried=row.unhurried,
        circumstances=replace(
            circumstances,
            model=circumstances.model or Part.LLM in row.keys,
            job=bool(handed_in.job),
            sound=row.sound,
        ),
    )
    await interviews.journal(row.id).append(journals.encode_header(header))
    await interviews.set_status(row.id, "running")
    return OpenJournal(header, journals.opening_state(header), 0, fresh=True)


async def read_journal(interviews: Interviews, interview_id: str) -> OpenJournal | None:
    """The journal as it stands; None: it was not begun. Raises `OperatorFault` when it is damaged."""
    lines = await interviews.journal_lines(interview_id)
    try:
        return OpenJournal(*journals.read(lines), fresh=False) if lines else None
    except JournalError as error:
        raise OperatorFault(
            f"The journal of interview {interview_id} cannot be resumed: it is damaged "
            f"at {str(error).partition(':')[0]}. Was it written by another version of "
            "greenroom, or edited?"
        ) from None
