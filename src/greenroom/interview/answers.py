"""A finished turn of the candidate: what it is, and what follows from the reply to it.

Answer, command, thinking or stop word is decided here from the words; what the interviewer proposes
about an answer is accepted, refused with a cause, or replaced by the plan's own next question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import UnionType

from greenroom.interview import deterministic
from greenroom.interview.causes import Cause, Refusal
from greenroom.interview.commands import Command, Consult, Kind, RefuseProposal
from greenroom.interview.events import AnswerGiven, Replied, SpokenCommand
from greenroom.interview.flow import Advance, Ask, advance, brief, decide
from greenroom.interview.notes import last_answer, of_a_model, taken
from greenroom.interview.orders import active, asked, awake, hush, ordered, think
from greenroom.interview.plan import Question
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    Note,
    Proposal,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.questions import find, is_follow_up, is_repeat
from greenroom.interview.sentences import cleaned
from greenroom.interview.speaking import ASKING, lead_in, spoken, studied
from greenroom.interview.state import Draft, InterviewState, Phase, Step, Turn, with_log
from greenroom.interview.transcript import Message, Transition
from greenroom.interview.understanding.study import asks_for_hint
from greenroom.interview.wording import begun, completed
from greenroom.turns import language


def heard(state: InterviewState, event: AnswerGiven) -> Step:
    """Classify a finished turn and act on it."""
    began = event.began if state.turn_began is None else min(event.began, state.turn_began)
    state = replace(state, turn_began=None)
    text = event.text.strip()
    if not text or state.index < 0:
        return state, ()
    tongue = state.plan.language
    command = language.command(text, tongue)
    if event.typed:
        state = awake(state)  # nobody types to somebody else
    elif (
        state.paused_since is not None
        and began >= state.paused_since
        and command not in ("resume", "go_on", "end")
    ):
        return state, ()  # said to somebody else: not ours to keep
    if state.plan.study and asks_for_hint(text, tongue):
        return ordered(note(barged(state, event), event, "command"), SpokenCommand.HINT)
    if command is not None and (command != "go_on" or _can_go_on(state)):
        state = note(barged(state, event), event, "command")
        return ordered(state, SpokenCommand(command))
    if language.thinking(text, tongue):
        return think(note(state, event, "thinking"))
    if _over_us(state, event) and language.stops(text, tongue) and _only_stops(text, tongue):
        return active(note(state, event, "command")), ()
    return answer(state, event)


def _can_go_on(state: InterviewState) -> bool:
    """ "Go on" means something while paused, over a good-bye, or when we are waiting."""
    return state.paused_since is not None or state.phase is Phase.CLOSING


def barged(state: InterviewState, event: AnswerGiven) -> InterviewState:
    """A request that was made over the interviewer's voice and silences it is a barge-in too."""
    current = state.current
    if event.typed or current is None or current.audible_at is None or current.stopped:
        return state
    if event.began < current.audible_at:
        return state
    transcript = replace(state.transcript, barge_ins=state.transcript.barge_ins + 1)
    return replace(state, transcript=transcript)


def _over_us(state: InterviewState, event: AnswerGiven) -> bool:
    """The turn began while the interviewer could be heard. To a silent one "enough" is an answer."""
    if state.current is not None and state.current.audible_at is not None:
        return True
    ours = (m for m in reversed(state.transcript.messages) if m.speaker == "interviewer")
    last = next(ours, None)
    return last is not None and last.started_ms <= event.began <= last.ended_ms


def _only_stops(text: str, tongue: str) -> bool:
    """A bare "wait, stop": it silences the interviewer and says nothing else."""
    return len(text.split()) <= 3 and not language.yes_no(text, tongue)


def note(
    state: InterviewState, event: AnswerGiven, kind: str, turn_id: str | None = None
) -> InterviewState:
    """Write the candidate's words down, in the stage in which they began."""
    stages = state.transcript.stages
    stage = next((s.id for s in reversed(stages) if s.entered_ms <= event.began), stages[0].id)
    message = Message(
        "candidate", stage, kind, event.text.strip(), event.began, event.ended, turn_id=turn_id
    )
    return with_message(state, message)


def with_words(state: InterviewState, event: AnswerGiven) -> InterviewState:
    """The interview is over: words are written down as an answer, and nothing follows from them but
    the end, which waited for the spoken ones."""
    if not event.typed:
        state = replace(state, turn_began=None)
    return note(state, event, "answer") if event.text.strip() and state.index >= 0 else state


def with_message(state: InterviewState, message: Message) -> InterviewState:
    messages = (*state.transcript.messages, message)
    return replace(state, transcript=replace(state.transcript, messages=messages))


def answer(state: InterviewState, event: AnswerGiven) -> Step:
    """Words that answer (or add to an answer)."""
    if event.typed:
        state, hushed = _typed_over(state)
    else:
        hushed = ()
    late = state.current is not None and state.current.audible_at is not None and not hushed
    if state.phase is not Phase.RUNNING or state.claim is not None or late or state.bridging:
        # spoken before what we are saying now, or while leaving: kept, and never assessed alone
        return active(note(state, event, "answer")), hushed
    turns = state.turns
    texts: tuple[str, ...] = ()
    if state.turn is not None:
        texts = state.turn.texts
        state = _reopen(state, state.turn.id, f"t{turns + 1}")
    else:
        state = with_log(state, replace(state.log, turns=state.log.turns + 1))
    turn = Turn(f"t{turns + 1}", (*texts, event.text.strip()))
    state = note(active(state), event, "answer", turn.id)
    state, worded = completed(replace(state, turns=turns + 1, turn=turn, draft=_unsaid(state)))
    hushed = (*hushed, *worded)
    if state.elapsed >= state.stage.hard_limit:
        state, commands = advance(_record_without_asking(state), Cause.DEADLINE)
        return state, (*hushed, *commands)
    return replace(state, consult_since=state.now), (*hushed, Consult(turn.id))


def _typed_over(state: InterviewState) -> Step:
    """A typed answer does not wait for the voice: the question stands on the page in full."""
    if state.current is None:
        return state, ()
    draft = state.current.draft
    state, hushed = hush(state)
    if draft.question is not None and draft.kind in ASKING and not draft.open:
        state = asked(state, draft)
    return state, hushed


def _unsaid(state: InterviewState) -> Draft | None:
    """A bridge waits for its turn; any other draft is reconsidered with the new words."""
    draft = state.draft
    keep = draft is not None and draft.kind in (Kind.BRIDGE, Kind.CLOSING)
    return draft if keep else None


def _reopen(state: InterviewState, turn_id: str, new_id: str) -> InterviewState:
    """The turn goes on: the assessment of its first part no longer stands."""
    messages = tuple(
        replace(m, turn_id=new_id, depth=None, points=(), summary=None)
        if m.turn_id == turn_id
        else m
        for m in state.transcript.messages
    )
    return replace(state, transcript=replace(state.transcript, messages=messages))


def _record_without_asking(state: InterviewState) -> InterviewState:
    """Past the hard limit there is no time to consult: facts and summary come from the rules."""
    return _ruled(state, AssessResponse | RecordResponse)


def _ruled(state: InterviewState, kind: type[Note] | UnionType) -> InterviewState:
    """Write down what the rules note about the open turn, as far as it is of this kind."""
    assert state.turn is not None
    for proposal in deterministic.reply(brief(state)):
        if isinstance(proposal, kind):
            state, _ = taken(state, state.turn.id, proposal)
    return state


def superseded(state: InterviewState) -> InterviewState:
    """A question can be heard now, so nothing else is asked about what was said before it: the answer
    is assessed by the rules alone."""
    if state.draft is not None and state.draft.kind in (Kind.QUESTION, Kind.PROBE):
        state = replace(state, draft=None)
    if state.wording is not None and (state.current is None or not state.current.draft.open):
        state = replace(state, wording=None)
    if state.consult_since is None or state.turn is None:
        return state
    return replace(_record_without_asking(state), turn=None, consult_since=None)


def replied(state: InterviewState, event: Replied) -> Step:
    """Judge what the interviewer proposes about the open turn."""
    turn = state.turn
    known = turn is not None and turn.id == event.turn_id and state.consult_since is not None
    if turn is None or not known or state.phase is not Phase.RUNNING or state.claim is not None:
        refusal = Refusal.STAGE_IS_OVER if state.claim else Refusal.STALE_TURN
        return state, tuple(_refuse(event.turn_id, p, refusal) for p in event.proposals)
    if not event.proposals and not event.partial:
        return unanswered(state)
    commands: list[Command] = []
    for proposal in event.proposals:
        if isinstance(proposal, AssessResponse | RecordResponse):
            # by tools a model notes at once what a stream would have brought at its end
            note = of_a_model(state, turn.id, proposal) if event.partial else proposal
            state, denied = taken(state, turn.id, note)
            commands.extend([_refuse(turn.id, proposal, denied)] if denied else [])
    if event.more:
        state = _ruled(state, RecordResponse)  # its own notes come when all is decided
    if event.partial and not any(
        isinstance(p, AskQuestion | TransitionStage) for p in event.proposals
    ):
        return state, tuple(commands)
    state, more = move(state, event.proposals, worded=not event.more)
    return state, (*commands, *more)


def move(state: InterviewState, proposals: Iterable[Proposal], *, worded: bool = True) -> Step:
    """Decide what comes after the open turn: the rules first, then what was proposed. A question that
    is not `worded` may be asked, but what it is must still come."""
    turn = state.turn
    assert turn is not None
    state = replace(state, consult_since=None, wording=None)
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
    elif state.elapsed < state.stage.minimum_time:
        refusal = Refusal.MINIMUM_TIME
    if refusal is None:
        state, commands = advance(state, Cause.PROPOSED, "model")
        return state, commands, True
    to = "END" if state.is_last else state.plan.stages[state.index + 1].id
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
    if state.cut is not None:
        return replace(state, draft=state.cut, cut=None), commands
    if proposal is not None:
        accepted, refusal = _accepted(state, proposal, worded=worded)
        if refusal is not None:
            commands = (_refuse(turn.id, proposal, refusal),)
        elif not worded:
            return begun(state, accepted, question), commands
        elif accepted is not None:
            question, text = accepted, _text(proposal)
    follow_up = is_follow_up(state.stage, question.id)
    kind = Kind.PROBE if follow_up else Kind.QUESTION
    body = text or question.text
    return replace(state, draft=_draft(state, kind, question, body, follow_up)), commands


def _draft(
    state: InterviewState, kind: Kind, question: Question, body: str, follow_up: bool
) -> Draft:
    lead = lead_in(state)
    said, bare = spoken(state, body), spoken(state, question.text)
    if said != bare and said.endswith(bare):
        lead, said = f"{lead} {said[: -len(bare)].strip()}".strip(), bare
    lead = f"{lead} {studied(state)}".strip()
    return Draft(kind, lead, question, said, follow_up)


def _text(proposal: AskQuestion) -> str:
    """The plan's words as they are; of the interviewer's own those that can be spoken."""
    text = proposal.question.strip()
    return text if proposal.question_id is not None else cleaned(text)


def _accepted(
    state: InterviewState, proposal: AskQuestion, *, worded: bool = True
) -> tuple[Question | None, Refusal | None]:
    """The question that may be asked (None: the interviewer's own, if its words do), or why not."""
    text = _text(proposal)
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
    if is_repeat(text, (said for _, said in before)):
        return None, Refusal.REPEATED_QUESTION
    return Question(f"own.{state.utterances + 1}", text), None


_NAMES: dict[type[Proposal], str] = {
    AssessResponse: "assess_response",
    AskQuestion: "ask_question",
    TransitionStage: "transition_stage",
    RecordResponse: "record_response",
}


def _refuse(turn_id: str, proposal: Proposal, refusal: Refusal) -> RefuseProposal:
    return RefuseProposal(turn_id, _NAMES[type(proposal)], refusal)


def unanswered(state: InterviewState) -> Step:
    """The interviewer did not answer in time: the rules take its turn."""
    return move(_record_without_asking(state), deterministic.reply(brief(state)))
