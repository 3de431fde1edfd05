"""An ended interview, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from greenroom.app.ports import InterviewRow, NotFound, Refused, Store
from greenroom.app.reports.replay import ReplayedInterview, replay_of
from greenroom.assessment.exchanges import Exchange, followed
from greenroom.assessment.scorecard import Scorecard
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.stored_card import unpacked


@dataclass(frozen=True, slots=True)
class Held:
    """An interview with its questions."""

    row: InterviewRow
    replayed: ReplayedInterview
    exchanges: tuple[Exchange, ...]

    def exchange(self, message: int) -> Exchange:
        """Raises `NotFound` when that message asked nothing."""
        found = next((e for e in self.exchanges if e.message == message), None)
        if found is None:
            raise NotFound("no question was asked there")
        return found


async def held(store: Store, row: InterviewRow) -> Held:
    """Raises `Refused` when the interview never began."""
    replayed = await replay_of(store.interviews, row)
    if replayed is None:
        raise Refused(Sentence("This interview has not begun: there is no question in it yet."))
    return Held(row, replayed, replayed.exchanges)


async def card_of(store: Store, interview: Held) -> Scorecard | None:
    kept = await store.scorecards.find(interview.row.id)
    if kept is None or kept.card is None:
        return None
    return unpacked(kept.card, interview.replayed.record["messages"])


def context_of(found: Sequence[Exchange], exchange: Exchange) -> str:
    """The question that a follow-up followed; "" for any other."""
    stories = (one for one in found if one.asked["kind"] != "probe")
    first = next((one for one in stories if exchange in followed(found, one)[1:]), None)
    return "" if first is None else first.question
