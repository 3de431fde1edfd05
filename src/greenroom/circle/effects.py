"""What is to be done next, as the state tells it. Whoever does it writes the outcome into the log."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TypeAlias

from greenroom.circle import brief as briefs
from greenroom.circle.events import (
    CallFailed,
    Decided,
    JudgeReplied,
    Side,
    TurnCommitted,
    Verdict,
)
from greenroom.circle.goals import GoalPolicy, TurnGoal, schedule
from greenroom.circle.inputs import (
    JudgeInput,
    OwnerInput,
    VisitorInput,
    for_judge,
    for_owner,
    for_visitor,
)
from greenroom.circle.judging.panel import decide, slip
from greenroom.circle.judging.scan import ablated, scan
from greenroom.circle.leaks import leaks
from greenroom.circle.replies import FaultCause, ReplyFault, is_blank, judgement, turn_reply
from greenroom.circle.rules import Sharing
from greenroom.circle.state import State


@dataclass(frozen=True, slots=True)
class CallAgent:
    """Ask a side for its next message."""

    id: str
    side: Side
    turn: int
    """Of this side, from 1."""
    given: OwnerInput | VisitorInput
    goal: TurnGoal | None
    faults: tuple[str, ...]
    """Why earlier replies of this turn could not be used."""


@dataclass(frozen=True, slots=True)
class AskJudge:
    id: str
    member: int
    ablated: bool
    given: JudgeInput
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """Nobody has to be asked: write this down."""

    decided: Decided


@dataclass(frozen=True, slots=True)
class Notify:
    """Send the line. `id` is the same however often it is tried: the channel sends it once."""

    id: str
    line: str


@dataclass(frozen=True, slots=True)
class Done:
    """The interview is over; `verdict` None: it was not judged."""

    verdict: Verdict | None


Effect: TypeAlias = CallAgent | AskJudge | Decide | Notify | Done


def next_effect(state: State, policy: GoalPolicy = schedule) -> Effect:
    """Raises `ProtocolError` before the start."""
    if state.ended is None:
        return _call(state, policy)
    if state.decided is None:
        return _judge(state) if state.ended.judged else Done(None)
    line = state.decided.notification
    if line is not None and not state.notified:
        return Notify(_id(state, "notify"), line)
    return Done(state.decided.verdict)


def _call(state: State, policy: GoalPolicy) -> CallAgent:
    start, side = state.start, state.speaker
    turn, said = state.said_by(side) + 1, state.transcript
    name = _id(state, "turn", len(state.turns))
    if side == "visitor":
        visible = for_visitor(start.brief, start.rules, said)
        return CallAgent(name, side, turn, visible, None, state.faults)
    goal = policy(turn, start.rules.max_per_side)
    given = for_owner(start.brief, start.rules, said, goal)
    return CallAgent(name, side, turn, given, goal, state.faults)


def _judge(state: State) -> Effect:
    asked = state.judge_asked
    if asked is None:
        decided = decide(state.case, state.opinions)
        return Done(None) if decided is None else Decide(decided)
    said = state.transcript
    if asked.ablated:
        said = ablated(said, scan(said))
    name = _id(state, "judge", asked.member, asked.ablated)
    given = for_judge(state.start.brief, said)
    return AskJudge(name, asked.member, asked.ablated, given, state.faults)


def turn_taken(state: State, call: CallAgent, raw: str) -> TurnCommitted | CallFailed:
    """What an agent's reply means. Its words are taken exactly as they are, or asked for again."""
    try:
        reply = turn_reply(raw)
    except ReplyFault as fault:
        return CallFailed(call.side, fault.cause, retryable=fault.retryable)
    message, longest = reply.as_user_message, state.start.rules.max_message_chars
    if call.side == "owner" and is_blank(message):
        return CallFailed(call.side, FaultCause.BLANK)
    too_long = len(message) > longest
    if too_long and FaultCause.TOO_LONG not in state.faults:
        return CallFailed(call.side, FaultCause.TOO_LONG)
    if _gives_away(state, call, message[:longest]):
        return CallFailed(call.side, FaultCause.PRIVATE)
    return TurnCommitted(
        call.side,
        message[:longest],
        goal=None if call.goal is None else call.goal.value,
        intent_tag=reply.intent_tag,
        stop_suggested=reply.stop_suggested,
        truncated=too_long,
    )


def _gives_away(state: State, call: CallAgent, message: str) -> bool:
    """Where profiles are shared in full nothing of them is private."""
    brief, rules = state.start.brief, state.start.rules
    if rules.profile_sharing is Sharing.FULL:
        return False
    other = "visitor" if call.side == "owner" else "owner"
    known = [brief.mission, *map(str, brief.context.values())]
    known += (said.message for said in state.transcript if said.speaker == other)
    if call.side == "owner":
        known += briefs.objective(brief.circle).split("\n")
        return leaks(message, brief.owner_profile, known)
    return leaks(message, brief.visitor_profile, known)


def judged(state: State, ask: AskJudge, raw: str) -> JudgeReplied | CallFailed:
    """What a judge's reply means. What cannot be read is an error, never a no; a yes with a slip of form
    is asked for again, as often as an error is."""
    try:
        said = judgement(raw)
    except ReplyFault as fault:
        return CallFailed("judge", fault.cause, retryable=fault.retryable)
    if len(state.faults) + 1 < state.start.rules.max_attempts:
        cause = slip(said, state.case, again=ask.ablated)
        if cause is not None:
            return CallFailed("judge", cause.value, judgement=said)
    return JudgeReplied(ask.member, ask.ablated, said)


def _id(state: State, *path: object) -> str:
    text = "\x1f".join(map(str, (state.start.interview_id, *path)))
    return hashlib.sha256(text.encode()).hexdigest()
