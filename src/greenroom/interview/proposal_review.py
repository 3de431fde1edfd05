"""Judging what the interviewer proposes about an answer.

A proposal is accepted, refused with a cause, or replaced by the plan's own next question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from greenroom.interview import deterministic
from greenroom.interview.aside_moves import proposed
from greenroom.interview.briefing import brief
from greenroom.interview.causes import Cause, Refusal
from greenroom.interview.commands import Command, Kind, RefuseProposal
from greenroom.interview.events import Replied
from greenroom.interview.notes import last_answer, of_a_model, taken
from greenroom.interview.plan import Question
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    Proposal,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.questions import find, is_follow_up, is_repeat, means_repeat
from greenroom.interview.rule_notes import ruled
from greenroom.interview.sentences import cleaned
from greenroom.interview.speaking import lead_in, spoken, studied
from greenroom.interview.stage_rules import Advance, Ask, decide
from greenroom.interview.state import InterviewState, Phase, Step, Turn, with_reply_settled
from greenroom.interview.transcript import Transition
from greenroom.interview.transitions import END, advance
from greenroom.interview.utterance_state import Draft
from greenroom.interview.wording import begun, begun_reply


def replied(state: InterviewState, event: Replied) -> Step:
    """Judge what the interviewer proposes about the open turn."""
    turn = state.turn
    known = turn is not None and turn.id == event.turn_id and turn.consulted is not None
    if turn is None or not known or state.phase is not Phase.RUNNING or state.claim is not None:
        refusal = Refusal.STAGE_IS_OVER if state.claim else Refusal.STALE_TURN
        return state, tuple(_refuse(event.turn_id, p, refusal) for p in event.proposals)
    if not event.proposals and not event.partial:
        return unanswered(state)
    aside = next((p for p in event.proposals if isinstance(p, MeetAside)), None)
    both = any(isinstance(p, AskQuestion) for p in event.proposals)
    if aside is not None and state.rules > 1 and not both:
        met = proposed(state, turn, aside)
        if met is not None:
            to_come = event.more and not aside.say
            return (begun_reply(met, turn.id) if to_come else met), ()
        state, others = _without(state, event, aside)
        return state, (_refuse(turn.id, aside, Refusal.NOT_AN_ASIDE), *others)
    return _judged(state, event, turn)


def _without(state: InterviewState, event: Replied, aside: MeetAside) -> Step:
    """Judge what is proposed beside this."""
    rest = tuple(p for p in event.proposals if p is not aside)
    return replied(state, replace(event, proposals=rest))


def _judged(state: InterviewState, event: Replied, turn: Turn) -> Step:
    commands: list[Command] = []
    for proposal in event.proposals:
        if isinstance(proposal, AssessResponse | RecordResponse):
            # by tools a model notes at once what a stream would have brought at its end
            note = of_a_model(state, turn.id, proposal) if event.partial else proposal
            state, denied = taken(state, turn.id, note)
            commands.extend([_refuse(turn.id, proposal, denied)] if denied else [])
    if event.more:
        state = ruled(state, RecordResponse)  # its own notes come when all is decided
    if event.partial and not any(
        isinstance(p, AskQuestion | TransitionStage) for p in event.proposals
    ):
        return state, tuple(commands)
    if not event.more and state.rules > 1:
        state = _noted(state, turn)
    state, more = move(state, event.proposals, worded=not event.more)
    return state, (*commands, *more)


def _noted(state: InterviewState, turn: Turn) -> InterviewState:
    """The rules note what the interviewer did not: a model that calls tools may ask and note nothing."""
    place = last_answer(state, turn.id)
    if place is None:
        return state
    if state.transcript.messages[place].depth is None:
        state = ruled(state, AssessResponse)
    return state if state.transcript.messages[place].summary else ruled(state, RecordResponse)


def move(state: InterviewState, proposals: Iterable[Proposal], *, worded: bool = True) -> Step:
    """Decide what comes after the open turn: the rules first, then what was proposed. A question that
    is not `worded` may be asked, but what it is must still come."""
    turn = state.turn
    assert turn is not None
    state = replace(with_reply_settled(state), wording=None)
    told = brief(state)
    place = last_answer(state, turn.id)
    depth = None if place is None else state.transcript.messages[place].depth
    ruled = decide(state, told, depth)
    question = next((p for p in proposals if isinstance(p, AskQuestion)), None)
    leaving = next((p for p in proposals if isinstance(p, TransitionStage)), None)
    if isinstance(ruled, Advance):
        refused = [_refuse(turn.id, question, Refusal.MUST_MOVE_ON)] if question else []
        state, commands = advance(state, ruled.cause, ruled.proposed_by)
        return state, (*refused, *commands)
    if leaving is not None:
        state, commands, left = _judge_leaving(state, leaving)
        if left:
            return state, commands
        state, more = _judge_question(state, question, ruled, worded=worded)
        return state, (*commands, *more)
    return _judge_question(state, question, ruled, worded=worded)


def _judge_leaving(
    state: InterviewState, proposal: TransitionStage
) -> tuple[InterviewState, tuple[Command, ...], bool]:
    """A model wants to leave the stage: only after its minimum of questions and time (F1, F6)."""
    turn = state.turn
    assert turn is not None
    refusal = None
    if state.log.asked < state.stage.minimum_questions:
        refusal = Refusal.MINIMUM_QUESTIONS
    elif state.spent < state.stage.minimum_time:
        refusal = Refusal.MINIMUM_TIME
    if refusal is None:
        state, commands = advance(state, Cause.PROPOSED, "model")
        return state, commands, True
    to = END if state.is_last else state.plan.stages[state.index + 1].id
    denied = Transition(state.log.id, to, state.now, "model", refusal, refused=True)
    transitions = (*state.transcript.transitions, denied)
    state = replace(state, transcript=replace(state.transcript, transitions=transitions))
    return state, (_refuse(turn.id, proposal, refusal),), False


def _judge_question(
    state: InterviewState, proposal: AskQuestion | None, ruled: Ask, *, worded: bool
) -> Step:
    """Use the interviewer's own words if they ask something new, else the plan's question."""
    turn = state.turn
    assert turn is not None
    commands: tuple[Command, ...] = ()
    question, text = ruled.question, ""
    if state.kept_question is not None:
        return replace(state, draft=state.kept_question, kept_question=None), commands
    if proposal is not None:
        accepted, refusal = _accepted(state, proposal, worded=worded)
        if refusal is not None:
            commands = (_refuse(turn.id, proposal, refusal),)
        elif not worded:
            return begun(state, accepted, question), commands
        elif accepted is not None:
            question, text = accepted, _text(state, proposal)
    follow_up = is_follow_up(state.stage, question.id)
    kind = Kind.PROBE if follow_up else Kind.QUESTION
    body = text or question.text
    return replace(state, draft=_draft(state, kind, question, body, follow_up)), commands


def _draft(
    state: InterviewState, kind: Kind, question: Question, body: str, follow_up: bool
) -> Draft:
    lead = lead_in(state)
    said, bare = spoken(state, body), spoken(state, question.text)
    if said != bare and _ends_with(said, bare, state.rules):
        lead, said = f"{lead} {said[: -len(bare)].strip()}".strip(), said[-len(bare) :]
    lead = f"{lead} {studied(state)}".strip()
    return Draft(kind, lead, question, said, follow_up)


def _ends_with(said: str, bare: str, rules: int) -> bool:
    """Rules 2 also know it in small letters, after a colon."""
    end = said[-len(bare) :]
    return end == bare or (rules > 1 and end.lower() == bare.lower())


def _text(state: InterviewState, proposal: AskQuestion) -> str:
    """The plan's words as they are; of the interviewer's own those that can be spoken."""
    text = proposal.question.strip()
    return text if proposal.question_id is not None else cleaned(text, state.rules)


def _accepted(
    state: InterviewState, proposal: AskQuestion, *, worded: bool = True
) -> tuple[Question | None, Refusal | None]:
    """The question that may be asked (None: the interviewer's own, if its words do), or why not."""
    text = _text(state, proposal)
    before = state.transcript.asked
    if not text and worded:
        return None, Refusal.EMPTY
    if proposal.question_id is not None:
        question = find(state.stage, proposal.question_id)
        if question is None:
            return None, Refusal.UNKNOWN_QUESTION
        if question.id in {question_id for question_id, _ in before}:
            return None, Refusal.REPEATED_QUESTION
        return question, None
    if not worded:
        return None, None
    if means_repeat(proposal.repeats, state.rules) or is_repeat(text, (said for _, said in before)):
        return None, Refusal.REPEATED_QUESTION
    return Question(f"own.{state.utterances + 1}", text), None


_NAMES: dict[type[Proposal], str] = {
    AssessResponse: "assess_response",
    AskQuestion: "ask_question",
    TransitionStage: "transition_stage",
    RecordResponse: "record_response",
    MeetAside: "meet_aside",
}


def _refuse(turn_id: str, proposal: Proposal, refusal: Refusal) -> RefuseProposal:
    return RefuseProposal(turn_id, _NAMES[type(proposal)], refusal)


def unanswered(state: InterviewState) -> Step:
    """The interviewer did not answer in time: the rules take its turn."""
    return move(ruled(state), deterministic.reply(brief(state)))
