"""Answers to an earlier question than the one that stands now: typed ones that were begun under it, and
spoken ones whose words came late.

Such a typed answer belongs to the question under which it was begun: its message names that question and
stands in that question's stage, and what is pending stays pending. Nobody had answered that question yet:
the rules assess it for that. Somebody had: it is the rest of an answer, kept and not assessed, because
parts of answers never are (F6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from greenroom.interview import deterministic
from greenroom.interview.briefing import brief_on
from greenroom.interview.candidate_messages import is_doubted, note, reopened
from greenroom.interview.entries import with_message
from greenroom.interview.events import AnswerGiven
from greenroom.interview.ledger import told_in
from greenroom.interview.notes import taken
from greenroom.interview.plan import Question, StagePlan
from greenroom.interview.proposals import AssessResponse, RecordResponse
from greenroom.interview.questions import find, normalised
from greenroom.interview.speaking import ASKING, spoken
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Message


def begun_under(state: InterviewState, words: str | None) -> str | None:
    """The id of the question that was asked in these words; None: it is not known."""
    wanted = normalised(words or "")
    if not wanted:
        return None
    return next((key for key, text in _asked(state) if normalised(text) == wanted), None)


def _asked(state: InterviewState) -> Iterator[tuple[str, str]]:
    """Id and words of every question that was asked, in each of its forms, the latest first."""
    current = state.current.draft if state.current is not None else None
    if current is not None and current.question is not None:
        yield current.question.id, current.body
        yield from _forms(state, current.question)
    if state.prompt is not None:
        yield from _forms(state, state.prompt.question)
    for question_id, text in reversed(state.transcript.asked):
        yield question_id, text
        yield from _forms(state, _known(state, question_id, text)[1])
    for message in reversed(state.transcript.messages):  # in a model's words, or with a lead
        if message.speaker == "interviewer" and message.question_id is not None:
            yield message.question_id, message.text


def _forms(state: InterviewState, question: Question) -> Iterator[tuple[str, str]]:
    for text in (question.text, question.rephrase, question.simpler):
        if text:
            yield question.id, spoken(state, text)


def pending(state: InterviewState) -> str | None:
    """The id of the question that is being asked or waits for an answer."""
    if (question_id := being_asked(state)) is not None:
        return question_id
    return None if state.prompt is None else state.prompt.question.id


def being_asked(state: InterviewState) -> str | None:
    """The id of the question that the interviewer is saying."""
    draft = state.current.draft if state.current is not None else None
    if draft is None or draft.kind not in ASKING or draft.question is None:
        return None
    return draft.question.id


def belated(state: InterviewState, event: AnswerGiven, question_id: str) -> InterviewState:
    """Write the answer down for its own question, and assess it if it is the first to that one."""
    stage = _stage_of(state, question_id)
    text = event.text.strip()
    turns = state.turns + 1
    message = Message(
        "candidate",
        stage.id,
        "answer",
        text,
        event.began,
        event.ended,
        question_id=question_id,
        told=told_in(text, event.reading, state.plan.language) if state.rules > 1 else (),
        doubted=state.rules > 1 and is_doubted(event),
    )
    if _answered(state, question_id):
        return with_message(state, message)
    words = dict(state.transcript.asked).get(question_id, "")
    question = _known(state, question_id, words)[1]
    turn = f"t{turns}"
    state = with_message(replace(state, turns=turns), replace(message, turn_id=turn))
    told = brief_on(state, stage, question, turn, text, 0)
    for proposal in deterministic.reply(told):
        if isinstance(proposal, AssessResponse | RecordResponse):
            state, _ = taken(state, told.turn_id, proposal)
    return state


def rest_of_answer(state: InterviewState, event: AnswerGiven) -> InterviewState:
    """Write down more of the last answer, whose stage was left for what gave way to it: both parts are
    one answer, and the rules assess it again."""
    parts = [m for m in state.transcript.messages if m.turn_id is not None]
    if not parts:
        return note(state, event, "answer")
    last, turns = parts[-1], state.turns + 1
    turn = f"t{turns}"
    texts = [m.text for m in parts if m.turn_id == last.turn_id]
    state = reopened(replace(state, turns=turns), last.turn_id or "", turn)
    state = note(state, event, "answer", turn, last.question_id)
    more = replace(state.transcript.messages[-1], stage=last.stage)
    messages = (*state.transcript.messages[:-1], more)
    state = replace(state, transcript=replace(state.transcript, messages=messages))
    stage = next(stage for stage in state.plan.stages if stage.id == last.stage)
    asked = _last_question(state, last)
    told = brief_on(state, stage, asked or stage.opening, turn, " ".join((*texts, more.text)), 0)
    for proposal in deterministic.reply(told):
        if isinstance(proposal, AssessResponse | RecordResponse):
            state, _ = taken(state, told.turn_id, proposal)
    return state


def _last_question(state: InterviewState, answer: Message) -> Question | None:
    """The question that an answer was given to."""
    before = (
        m
        for m in reversed(state.transcript.messages)
        if m.speaker == "interviewer" and m.question_id and m.started_ms <= answer.started_ms
    )
    asked = next(before, None)
    if asked is None or asked.question_id is None:
        return None
    return _known(state, asked.question_id, asked.text)[1]


def spoken_before(state: InterviewState, event: AnswerGiven) -> bool:
    """Whether these words were spoken before the question that stands was first heard, and came late: they
    are about an older one. What goes on with a turn that is open belongs to that."""
    if state.rules == 1 or event.typed or state.prompt is None:
        return False
    if state.turn is not None or state.yielded is not None:
        return False
    ours = (m for m in state.transcript.messages if m.speaker == "interviewer")
    asked = state.prompt.question.id
    first = next((m.started_ms for m in ours if m.question_id == asked), None)
    return first is not None and event.ended <= first


def _stage_of(state: InterviewState, question_id: str) -> StagePlan:
    """The stage in which the question was asked; the present one while it is being asked."""
    asked = (m for m in reversed(state.transcript.messages) if m.question_id == question_id)
    stage_id = next((m.stage for m in asked if m.speaker == "interviewer"), state.log.id)
    return next(stage for stage in state.plan.stages if stage.id == stage_id)


def _known(state: InterviewState, question_id: str, text: str) -> tuple[StagePlan, Question]:
    """A question that was asked: as the plan has it, else in the words that were spoken."""
    stage = _stage_of(state, question_id)
    return stage, find(stage, question_id) or Question(question_id, text)


def _answered(state: InterviewState, question_id: str) -> bool:
    """Whether words were given to this question before."""
    asked = None
    for message in sorted(state.transcript.messages, key=lambda m: (m.started_ms, m.ended_ms)):
        if message.speaker == "interviewer":
            asked = message.question_id or asked
        elif message.kind == "answer" and (message.question_id or asked) == question_id:
            return True
    return False
