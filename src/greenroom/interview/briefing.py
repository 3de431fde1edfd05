"""The brief of an answer, made of the interview so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from greenroom.interview.brief import Brief
from greenroom.interview.known_facts import asked_us, known, stated_before, summaries
from greenroom.interview.ledger import deeds, ledger
from greenroom.interview.plan import Millis, Question, StagePlan
from greenroom.interview.questions import is_follow_up
from greenroom.interview.state import InterviewState
from greenroom.interview.transcript import Message, StageLog


def brief(state: InterviewState) -> Brief:
    """The open turn in its context. There must be one, and a prompt."""
    assert state.turn is not None
    question = state.prompt.question if state.prompt else state.stage.opening
    said = " ".join(state.turn.texts)
    told = brief_on(state, state.stage, question, state.turn.id, said, state.time_left)
    return replace(told, reading=state.turn.reading)


def brief_on(
    state: InterviewState,
    stage: StagePlan,
    question: Question,
    turn_id: str,
    answer: str,
    time_left: Millis,
) -> Brief:
    """This answer to this question of a stage that was entered, in the context of the interview so far."""
    texts = state.transcript
    log = next(log for log in reversed(texts.stages) if log.id == stage.id)
    told = [m for m in texts.messages if m.kind == "answer" and m.turn_id != turn_id]
    entries = ledger(texts.messages, stage) if state.rules > 1 else ()
    here = [m for m in told if m.stage == log.id]
    depths = (m.depth for m in here if m.depth is not None)
    began = _began(texts.messages, stage) if is_follow_up(stage, question.id) else None
    return Brief(
        turn_id=turn_id,
        stage=stage,
        candidate=state.candidate,
        answer=answer,
        question=question,
        earlier=tuple(m.text for m in here),
        facts=_known_here(state, stage, log),
        asked=frozenset(question_id for question_id, _ in texts.asked),
        asked_texts=tuple(text for _, text in texts.asked),
        follow_ups=log.follow_ups,
        questions=log.questions,
        time_left=time_left,
        language=state.plan.language,
        told=tuple(m.text for m in told),
        rules=state.rules,
        ledger=tuple((entry.part, entry.words) for entry in entries),
        answered=frozenset(
            entry.part for entry in entries if texts.messages[entry.message].turn_id == turn_id
        ),
        deeds=deeds(texts.messages, stage) if state.rules > 1 else frozenset(),
        best_depth=max(depths, default=None),
        known=known(state),
        summaries=summaries(state),
        asked_us=asked_us(state),
        doubted=any(m.doubted for m in texts.messages if m.turn_id == turn_id),
        never_worked=state.never_worked > 0,
        phrases=_phrases(m for m in texts.messages if m.turn_id == turn_id),
        earlier_phrases=_phrases(
            (*((began,) if began else ()), *reversed(here)),
        ),
        story=began.text if began else answer,
        spoken=tuple(m.text for m in texts.messages if m.speaker == "interviewer"),
    )


def _began(messages: Sequence[Message], stage: StagePlan) -> Message | None:
    """The first answer to the stage's newest question that is no follow-up."""
    asked, found = None, None
    for message in messages:
        if message.speaker == "interviewer" and message.question_id not in (None, asked):
            asked = message.question_id
            new = not is_follow_up(stage, asked)
            found = None if new else found
        elif message.kind == "answer" and found is None and not is_follow_up(stage, asked):
            found = message
    return found


def _known_here(state: InterviewState, stage: StagePlan, log: StageLog) -> dict[str, str]:
    """The stage's facts; by the rules of now also those that it wants and an earlier stage knows."""
    wanted = {fact.key for fact in stage.facts} if state.rules > 1 else frozenset()
    earlier = {**stated_before(state, stage, wanted), **dict(known(state))} if wanted else {}
    return {key: text for key, text in earlier.items() if key in wanted} | dict(log.facts)


def _phrases(answers: Iterable[Message]) -> tuple[tuple[str, float], ...]:
    """What these answers offer a follow-up to take up."""
    return tuple((phrase.named, phrase.sure) for m in answers for phrase in m.phrases)
