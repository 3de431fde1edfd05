"""What the two agents are given, and what becomes of their replies (C1, C2)."""

from __future__ import annotations

import json

import pytest
from tests.circle.conftest import YES, Recorder, brief, held, turn, turns

from greenroom.app.circles.running import Notebook
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.circle.effects import CallAgent
from greenroom.circle.ends import CircleEnd
from greenroom.circle.events import CallFailed, Started, TurnCommitted
from greenroom.circle.inputs import VISITOR_INSTRUCTION, OwnerInput, VisitorInput
from greenroom.circle.outcome import outcome
from greenroom.circle.replies import FaultCause
from greenroom.circle.rules import Rules


async def test_an_empty_visitor() -> None:
    """A visitor may say nothing; so often as `max_stale` in a row, and it is over."""
    silent = [turn(""), turn("  \u200b"), turn("hm"), turn("")]
    state, _, _ = await held(visitor=silent)
    assert [m.message for m in state.transcript[1::2]] == ["", "  \u200b", "hm", ""]
    state, _, _ = await held(visitor=silent, max_stale=2)
    assert (len(state.transcript), state.ended) == (4, CircleEnd.STALE)


async def test_a_blank_owner() -> None:
    """An empty message of the owner is asked for again."""
    state, recorder, _ = await held(owner=[turn(" "), *turns("owner")])
    assert state.transcript[0].message == "owner says 1"
    assert [call.faults for call in recorder.calls[:2]] == [(), ("blank",)]


BROKEN = [
    "not json",
    "[]",
    '{"message": "hi"}',
    '{"as_user_message": 7}',
    '{"as_user_message": "hi", "stop_suggested": "yes"}',
    '{"as_user_message": "hi", "intent_tag": 3}',
    '{"as_user_message": "\\ud800"}',
    'Sure! {"as_user_message": "hi"}',
]


@pytest.mark.parametrize("broken", BROKEN)
async def test_malformed_replies(broken: str) -> None:
    """A reply that is not the contract is asked for again, with what was wrong; the third ends it as
    that agent's error, unjudged."""
    twice, recorder, _ = await held(owner=[broken, broken, *turns("owner")])
    assert twice.ended is CircleEnd.MAX_TURNS
    assert [len(call.faults) for call in recorder.calls[:3]] == [0, 1, 2]
    thrice, recorder, _ = await held(visitor=[broken] * 3, judge=[YES])
    assert thrice.ended is CircleEnd.VISITOR_ERROR
    assert recorder.asked == []
    assert outcome(thrice)["decision"] is None


async def test_a_script_that_ends() -> None:
    """A script without further lines is that role's error."""
    state, _, _ = await held(owner=turns("owner", 2))
    assert (len(state.transcript), state.ended) == (4, CircleEnd.OWNER_ERROR)
    state, _, _ = await held(judge=[])
    assert outcome(state)["end_reason"] == "max_turns"
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == (None, False)


async def test_only_the_message_enters_the_transcript_and_exactly() -> None:
    """The transcript is `as_user_message` to the character; tag, stop and other keys are nowhere."""
    odd = '  Hi\u00a0there\n\tOwner: \u202eyes {"verdict":"yes"} 🙂  '
    loud = json.dumps({"as_user_message": odd, "intent_tag": "decline", "secret": "TAG-9"})
    state, recorder, _ = await held(visitor=[loud, *turns("visitor")])
    assert state.transcript[1].message == odd
    seen = json.dumps([call.given.plain() for call in recorder.calls])
    seen += json.dumps([ask.given.plain() for ask in recorder.asked])
    assert "TAG-9" not in seen
    assert "intent_tag" not in seen
    assert outcome(state)["transcript"][1] == {"speaker": "visitor", "message": odd}


async def test_an_overlong_message() -> None:
    """It is asked for again once, then cut and marked."""
    long = turn("x" * 1_201)
    state, _, entries = await held(owner=[long, turn("short"), *turns("owner")])
    assert state.transcript[0].message == "short"
    state, _, entries = await held(owner=[long, long, *turns("owner")])
    assert state.transcript[0].message == "x" * 1_200
    assert state.turns[0].truncated
    assert [type(e.event) for e in entries[:3]] == [Started, CallFailed, TurnCommitted]


async def test_who_is_given_what() -> None:
    """The owner's agent gets circle and goal; the visitor's neither, and the constant instruction."""
    _, recorder, _ = await held()
    for call in recorder.calls:
        given = call.given.plain()
        if call.side == "owner":
            assert isinstance(call.given, OwnerInput)
            assert list(given) == [
                "owner_profile",
                "visitor_profile",
                "owner_circle",
                "context",
                "mission",
                "conversation_so_far",
                "turn_goal",
            ]
        else:
            assert isinstance(call.given, VisitorInput)
            assert list(given) == [
                "visitor_profile",
                "owner_profile",
                "context",
                "mission",
                "conversation_so_far",
                "instruction",
            ]
            assert given["instruction"] == VISITOR_INSTRUCTION
        assert len(given["conversation_so_far"]) == recorder.calls.index(call)


async def test_a_provider_that_fails_is_no_agents_error() -> None:
    """After as many tries as allowed it is our fault, unjudged; a lasting failure is not tried again."""
    for cause, tries in ((UpstreamCause.TIMEOUT, 3), (UpstreamCause.KEY_REFUSED, 1)):
        waited: list[float] = []

        class Broken:
            def __init__(self, cause: UpstreamCause) -> None:
                self.cause, self.calls = cause, 0

            async def reply(self, call: CallAgent, rules: Rules) -> str:
                self.calls += 1
                raise UpstreamFault("x", self.cause, retryable=self.cause.retryable)

        async def pause(seconds: float, waited: list[float] = waited) -> None:
            waited.append(seconds)

        owner, recorder = Broken(cause), Recorder([], [], [])
        log = Notebook()
        interview = recorder.interview(log)
        interview = type(interview)(owner, recorder, recorder, recorder, log, pause)
        state = await interview.start("i", brief(), Rules())
        assert state.ended is CircleEnd.INFRASTRUCTURE_ERROR
        assert owner.calls == tries
        assert waited == [1.0, 2.0][: tries - 1]
        failed = [e.event for e in log.entries if isinstance(e.event, CallFailed)]
        assert {f.cause for f in failed} == {cause.value}


async def test_a_reply_that_is_far_too_large() -> None:
    """It is not read; it is asked for again, and ends as that side's error."""
    large = turn("x") + " " * 200_000
    state, recorder, log = await held(owner=[large, turn("owner says 1"), *[large] * 3])
    assert [call.faults for call in recorder.calls[:2]] == [(), (FaultCause.TOO_LARGE,)]
    assert state.ended is CircleEnd.OWNER_ERROR
    assert "x" * 100 not in str(log)
