"""The protocol, turn by turn: the conformance list of the specification (C1, C2, C3)."""

from __future__ import annotations

import json

import pytest
from tests.circle.conftest import (
    LINE,
    NO,
    YES,
    Recorder,
    brief,
    held,
    turn,
    turns,
    verdict,
)

from greenroom.app.circles.running import Notebook
from greenroom.app.ports import UpstreamFault
from greenroom.app.providers.upstream import UpstreamCause
from greenroom.circle.effects import CallAgent, Done, next_effect
from greenroom.circle.ends import CircleEnd, ranked
from greenroom.circle.events import (
    CallFailed,
    EndedOutside,
    Entry,
    GateCause,
    Started,
    TurnCommitted,
    Verdict,
)
from greenroom.circle.inputs import VISITOR_INSTRUCTION, OwnerInput, VisitorInput
from greenroom.circle.outcome import outcome
from greenroom.circle.replies import FaultCause
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


async def test_one_sided_words_are_no_yes() -> None:
    """Where the visitor said nothing a judge's yes is undecided."""
    alone = verdict("yes", quotes=[("m1", "owner says 1")], line=LINE)
    state, _, _ = await held(owner=turns("owner", stop_at=1), judge=[alone])
    assert state.decided is not None
    assert state.decided.verdict is Verdict.UNDECIDED
    assert GateCause.ONE_SIDED in state.decided.causes


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


async def test_the_judge_is_given_two_things() -> None:
    """Objective with time and constraints, and the transcript; no key for anything else."""
    state, recorder, _ = await held()
    (ask,) = recorder.asked
    assert list(ask.given.plain()) == ["owner_objective", "transcript"]
    assert ask.given.owner_objective == (
        "Founders who build AI tools, a coffee for two\nWhen: this week, evenings\n"
        "experience: a year\nlanguage: Spanish"
    )
    assert ask.given.transcript == state.transcript


# verdicts


async def test_yes_is_told_once() -> None:
    """A yes with evidence of both is pushed once, under one key, and then it is done."""
    state, recorder, _ = await held(judge=[YES])
    assert outcome(state)["decision"] == "yes"
    assert outcome(state)["notification"] == LINE
    assert list(recorder.pushed.values()) == [LINE]
    assert next_effect(state) == Done(Verdict.YES)


async def test_no_is_told_to_nobody() -> None:
    """Neither a no nor a doubt has a line."""
    for said in (NO, verdict("no", line=LINE), verdict("undecided", line=LINE)):
        state, recorder, _ = await held(judge=[said])
        assert outcome(state)["notification"] is None
        assert recorder.pushes == 0


async def test_doubt_is_a_no_that_says_so() -> None:
    """`undecided` is public as no and undecided."""
    state, _, _ = await held(judge=[verdict("undecided")])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", True)


@pytest.mark.parametrize("broken", ["?", "{}", '{"decision": "maybe"}', '{"verdict": true}'])
async def test_a_broken_judgement_is_no_verdict(broken: str) -> None:
    """A judge that cannot be read is asked three times, and then there is no decision."""
    state, recorder, _ = await held(judge=[broken] * 5)
    assert len(recorder.asked) == 3
    assert outcome(state)["decision"] is None
    assert state.decided is None
    state, _, _ = await held(judge=[broken, NO])
    assert outcome(state)["decision"] == "no"


async def test_a_bare_yes_passes_no_gate() -> None:
    """The short form has no evidence, so its yes is undecided, and its no is a no."""
    state, _, _ = await held(judge=['{"decision": "yes", "notification": "Go!"}'])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", True)
    state, _, _ = await held(judge=['{"decision": "no"}'])
    assert (outcome(state)["decision"], outcome(state)["undecided"]) == ("no", False)


# ends from outside


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


async def test_a_reply_that_is_far_too_large() -> None:
    """It is not read; it is asked for again, and ends as that side's error."""
    large = turn("x") + " " * 200_000
    state, recorder, log = await held(owner=[large, turn("owner says 1"), *[large] * 3])
    assert [call.faults for call in recorder.calls[:2]] == [(), (FaultCause.TOO_LARGE,)]
    assert state.ended is CircleEnd.OWNER_ERROR
    assert "x" * 100 not in str(log)
