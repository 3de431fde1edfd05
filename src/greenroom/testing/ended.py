"""An interview that took place, in a store: what scorecards, links and reports are made of."""

from __future__ import annotations

from typing import Any, Final

from greenroom.app import plans
from greenroom.app.ports import InterviewRow, Store
from greenroom.interview.events import SpokenCommand
from greenroom.interview.journal import Header, encode_entry, encode_header
from greenroom.interview.plan import Candidate
from greenroom.testing.interviews import interview_row
from greenroom.testing.playbook import Playbook

STORY: Final = (
    "Our stock count was a day behind. I decided on change events over polling, built it with one "
    "colleague, and the delay fell from a day to two minutes; the price was a harder rollback."
)
QUOTE: Final = "the delay fell from a day to two minutes"
STARTED_AT: Final = "2026-01-02T10:00:01.000Z"


def journal_of(row: InterviewRow, *answers: str) -> list[str]:
    """The journal of an interview by the `two-stage` plan in which this was answered, one after the
    other, before the candidate ended it."""
    plan = plans.load_builtin("two-stage")
    candidate = Candidate(row.candidate.get("name", ""), row.candidate.get("role", ""), "")
    play = Playbook(plan, candidate).candidate_joins()
    for answer in answers:
        _wait(play).candidate_says(answer)
    _wait(play).candidate_commands(SpokenCommand.END).to_the_end()
    header = Header(row.id, STARTED_AT, "embedded", candidate, plan)
    lines = [encode_entry(n, event, commands) for n, (event, commands) in enumerate(play.log, 1)]
    return [encode_header(header), *lines]


def _wait(play: Playbook) -> Playbook:
    """Until the interviewer has finished."""
    play.at(_clock(play.now + 1000))
    while play.state.current is not None:
        play.at(_clock(play.now + 1000))
    return play


def _clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms % 60_000 / 1000}"


async def keep_ended(store: Store, *answers: str, id: str = "a", **changes: Any) -> InterviewRow:
    """An ended interview in which `answers` were given, in the store."""
    given: dict[str, Any] = {"status": "ended", "ended_at": "2026-01-02T10:09:00.000+00:00"}
    row = interview_row(id, **(given | changes))
    await store.interviews.create(row)
    journal = store.interviews.journal(row.id)
    for line in journal_of(row, *answers):
        await journal.append(line)
    return row
