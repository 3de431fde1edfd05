"""Turns, goals and ends: the conformance list of the specification (C1, C2, C3)."""

from __future__ import annotations

import pytest
from tests.circle.conftest import YES, Recorder, brief, held, turns

from greenroom.app.circles.running import Notebook
from greenroom.circle.effects import Done, next_effect
from greenroom.circle.ends import CircleEnd, ranked
from greenroom.circle.events import EndedOutside, Entry, Started
from greenroom.circle.rules import Rules
from greenroom.circle.state import ProtocolError, fold, folded

GOALS = {
    1: ["open_and_ask_one_focused_question"],
    2: ["open_and_ask_one_focused_question", "decide_and_close"],
    3: ["open_and_ask_one_focused_question", "clarify_availability", "decide_and_close"],
    4: [
        "open_and_ask_one_focused_question",
        "clarify_objective",
        "clarify_availability",
        "decide_and_close",
    ],
    5: [
        "open_and_ask_one_focused_question",
        "clarify_objective",
        "clarify_objective",
        "clarify_availability",
        "decide_and_close",
    ],
}


@pytest.mark.parametrize("most", GOALS)
async def test_turns_and_goals(most: int) -> None:
    """Each side speaks N times in turn, the owner first; the goals follow the schedule and the last
    one closes."""
    state, recorder, _ = await held(max_per_side=most)
    assert [m.speaker for m in state.transcript] == ["owner", "visitor"] * most
    assert [call.goal for call in recorder.calls if call.side == "owner"] == GOALS[most]
    assert [call.goal for call in recorder.calls if call.side == "visitor"] == [None] * most
    assert (state.ended, state.also) == (CircleEnd.MAX_TURNS, ())


@pytest.mark.parametrize("at", [1, 2, 4])
async def test_the_owner_stops(at: int) -> None:
    """The owner's stop ends it at once, without a reply and without a summary; at the last turn both
    reasons are kept, and the stop is the one."""
    state, recorder, _ = await held(owner=turns("owner", stop_at=at))
    assert len(state.transcript) == 2 * at - 1
    assert state.transcript[-1].speaker == "owner"
    assert state.ended is CircleEnd.OWNER_STOP
    assert state.also == ((CircleEnd.MAX_TURNS,) if at == 4 else ())
    assert len(recorder.calls) == 2 * at - 1


async def test_the_owner_stops_too_early() -> None:
    """Before `min_visitor_turns` the owner's stop is recorded and changes nothing."""
    state, _, _ = await held(owner=turns("owner", stop_at=1), min_visitor_turns=1)
    assert state.ended is CircleEnd.MAX_TURNS
    assert state.turns[0].stop_suggested


async def test_the_visitor_stops() -> None:
    """The visitor's stop is recorded and ignored, unless it is to be honoured."""
    stopping = turns("visitor", stop_at=2)
    state, _, _ = await held(visitor=stopping)
    assert (len(state.transcript), state.ended) == (8, CircleEnd.MAX_TURNS)
    assert state.turns[3].stop_suggested
    state, _, _ = await held(visitor=stopping, honor_visitor_stop=True)
    assert (len(state.transcript), state.ended) == (4, CircleEnd.VISITOR_STOP)


async def test_no_reply_to_the_final_message() -> None:
    """Without `reply_to_final` the owner has the last word."""
    state, _, _ = await held(reply_to_final=False, max_per_side=3)
    assert [m.speaker for m in state.transcript] == ["owner", "visitor"] * 2 + ["owner"]
    assert state.ended is CircleEnd.MAX_TURNS


@pytest.mark.parametrize("reason", CircleEnd)
async def test_ends_from_outside(reason: CircleEnd) -> None:
    """What comes from outside ends it; some ends are judged and the others are never a no."""
    state = folded([Entry(0, Started("i", brief(), Rules()))])
    if not reason.external:
        with pytest.raises(ProtocolError):
            fold(state, Entry(1, EndedOutside(reason)))
        return
    state = fold(state, Entry(1, EndedOutside(reason)))
    assert state.ended is reason
    judged = reason in (CircleEnd.PARTICIPANT_LEFT, CircleEnd.TIMEOUT)
    assert isinstance(next_effect(state), Done) is not judged
    assert fold(state, Entry(2, EndedOutside(CircleEnd.CANCELLED))).ended is reason


async def test_outside_is_asked_before_each_message() -> None:
    """A cancelled interview asks nobody any more."""
    recorder = Recorder(turns("owner"), turns("visitor"), [YES])
    ends = iter([None, None, CircleEnd.CANCELLED])
    interview = recorder.interview(Notebook(), outside=lambda: next(ends, None))
    state = await interview.start("i", brief(), Rules())
    assert (state.ended, len(recorder.calls), recorder.asked) == (CircleEnd.CANCELLED, 2, [])


def test_the_reason_that_counts_first() -> None:
    """Of several at one instant: a fault outside, the owner, the visitor, staleness, the turns."""
    at_once = [
        CircleEnd.MAX_TURNS,
        CircleEnd.STALE,
        CircleEnd.VISITOR_STOP,
        CircleEnd.OWNER_STOP,
        CircleEnd.BUDGET,
    ]
    assert ranked(at_once) == tuple(reversed(at_once))
