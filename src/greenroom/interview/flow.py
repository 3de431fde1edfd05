"""Where the interview goes: the rules of F5 and F6, claims and commits of F4, the ends of F13.

A transition is claimed, carried out by the session as a LiveKit handoff, and committed by
`StageEntered`. Nothing else changes the stage; whoever comes second finds it claimed or changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from greenroom.interview.brief import Brief
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.clock import Frozen
from greenroom.interview.commands import EndInterview, EnterStage
from greenroom.interview.entries import with_incident
from greenroom.interview.known_facts import asked_us, known, stated_before, summaries
from greenroom.interview.ledger import deeds, depth_so_far, ledger
from greenroom.interview.plan import Millis, Question, StagePlan
from greenroom.interview.questions import fact_question_id, is_follow_up, next_question
from greenroom.interview.retelling import heard
from greenroom.interview.speaking import good_bye, leaving, opening, studied
from greenroom.interview.state import Claimed, Closing, InterviewState, Phase, Step
from greenroom.interview.transcript import Message, Proposer, StageLog, Transition
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    TRADE_OFF,
    story_parts,
)
from greenroom_turns import language

END = "END"
"""`to` of the last transition."""


@dataclass(frozen=True, slots=True)
class Advance:
    cause: Cause
    proposed_by: Proposer = "engine"


@dataclass(frozen=True, slots=True)
class Ask:
    question: Question


Move: TypeAlias = Advance | Ask


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
    stories = [m for m in here if not is_follow_up(stage, m.question_id)]
    began = stories[-1:] if is_follow_up(stage, question.id) else []
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
        phrases=_offered(m for m in texts.messages if m.turn_id == turn_id),
        earlier_phrases=_offered((*began, *reversed(here))),
        story=began[0].text if began else answer,
        spoken=tuple(m.text for m in texts.messages if m.speaker == "interviewer"),
    )


def _known_here(state: InterviewState, stage: StagePlan, log: StageLog) -> dict[str, str]:
    """The stage's facts; by the rules of now also those that it wants and an earlier stage knows."""
    wanted = {fact.key for fact in stage.facts} if state.rules > 1 else frozenset()
    earlier = {**stated_before(state, stage, wanted), **dict(known(state))} if wanted else {}
    return {key: text for key, text in earlier.items() if key in wanted} | dict(log.facts)


def _offered(answers: Iterable[Message]) -> tuple[tuple[str, float], ...]:
    """What these answers offer a follow-up to take up."""
    return tuple((phrase.named, phrase.sure) for m in answers for phrase in m.phrases)


def decide(state: InterviewState, asked: Brief, depth: int | None) -> Move:
    """What the plan's rules want after an assessed answer. First rule that fits wins."""
    stage, log = state.stage, state.log
    if stage.maximum_turns is not None and log.turns >= stage.maximum_turns:
        return Advance(Cause.TURN_LIMIT)
    if stage.maximum_questions is not None and log.asked >= stage.maximum_questions:
        return Advance(Cause.QUESTION_LIMIT)
    if state.rules > 1:
        told, depth = asked.parts, depth_so_far(stage, depth, asked.best_depth, asked.parts)
    else:
        told = story_parts(" ".join((*asked.earlier, asked.answer)), asked.language)
    question = next_question(asked, depth or 0, asked.facts, told)
    if log.asked < stage.minimum_questions:
        return Ask(question) if question else Advance(Cause.QUESTION_LIMIT)
    if language.done(asked.answer, asked.language):
        return Advance(Cause.CANDIDATE_DONE, "candidate")
    if state.little_time or (stage.soft_limit is not None and state.elapsed >= stage.soft_limit):
        return Advance(Cause.TIME_LOW)
    cause = _completion(state, asked, depth, question, told)
    if cause is not None and state.spent >= stage.minimum_time:
        return Advance(cause)
    if used_up(state) or question is None:
        return Advance(Cause.QUESTION_LIMIT)
    return Ask(question)


def used_up(state: InterviewState) -> bool:
    """The stage allows no more follow-ups."""
    cap = state.stage.follow_up_cap
    return cap is not None and state.log.follow_ups >= cap


def _completion(
    state: InterviewState,
    asked: Brief,
    depth: int | None,
    question: Question | None,
    told: frozenset[str],
) -> Cause | None:
    """Normal completion (F5) or the quality gate (F6). `question` is the plan's next one, `told` the
    parts of a story that were heard in this stage."""
    stage = state.stage
    required = [fact.key for fact in stage.facts if fact.required]
    if required and all(key in asked.facts for key in required) and stage.target_depth is None:
        return Cause.FACTS_COMPLETE
    if stage.story and {ACTION, MEASURABLE_RESULT, TRADE_OFF} <= told:
        return Cause.DEPTH_MET
    if state.prompt is not None and state.prompt.last:
        return Cause.DEPTH_MET
    if stage.target_depth is None or depth is None or depth < stage.target_depth:
        return None
    if any(key not in asked.facts and _can_ask(asked, key) for key in required):
        return None
    last = {probe.id for probe in stage.probes if probe.last}
    return None if question is not None and question.id in last else Cause.DEPTH_MET


def _can_ask(asked: Brief, key: str) -> bool:
    fact = next(fact for fact in asked.stage.facts if fact.key == key)
    return bool(fact.question) and fact_question_id(asked.stage, key) not in asked.asked


def best_effort(state: InterviewState) -> str | None:
    """What was heard in this stage, as the interviewer says it; None if nothing was."""
    answers = [m for m in state.transcript.messages if m.stage == state.log.id]
    if state.rules > 1:
        return heard(answers, state.plan.language)
    summaries = [m.summary for m in answers if m.summary]
    return summaries[-1] if summaries else None


def advance(state: InterviewState, cause: Cause, proposed_by: Proposer = "engine") -> Step:
    """Claim the way on: the next stage, or the good-bye after the last. Nothing if one is claimed."""
    if state.phase is not Phase.RUNNING or state.claim is not None or state.index < 0:
        return state, ()
    state = replace(
        state,
        draft=None,
        turn=None,
        yielded=None,
        wording=None,
        grant_until=None,
    )
    if state.is_last:
        return close(state, cause, EndReason.COMPLETED, proposed_by), ()
    epoch = state.index + 1
    claim = Claimed(epoch, cause, proposed_by, state.now)
    return replace(state, claim=claim), (EnterStage(epoch, state.plan.stages[epoch].id, cause),)


def commit(state: InterviewState, epoch: int) -> InterviewState:
    """The handoff happened: the stage begins."""
    left = state.claim if state.index >= 0 else None
    summary = best_effort(state) if left else None
    if left is not None:
        state = _leave(state, left.cause, left.proposed_by, state.plan.stages[epoch].id)
    stages = (*state.transcript.stages, StageLog(state.plan.stages[epoch].id, state.now))
    clock = state.clock
    state = replace(
        state,
        index=epoch,
        claim=None,
        on_offer=(),
        transcript=replace(state.transcript, stages=stages),
        stage_base=state.now,
        clock=replace(clock, since=state.now) if isinstance(clock, Frozen) else clock,
        milestone=0,
        prompt=None,
        bridging=True,
        turn=None,
        wording=None,
        silence=0,
        silence_since=None,
        grant_until=None,
        waited=0,
    )
    if state.stage.kind == "closing":
        lead = leaving(state, left.cause, summary) if left else ""
        return close(state, Cause.FINISHED, EndReason.COMPLETED, "engine", lead=lead)
    return replace(state, draft=opening(state, left, summary))


def _leave(state: InterviewState, cause: Cause, by: Proposer, to: str) -> InterviewState:
    texts = state.transcript
    left = replace(state.log, left_ms=state.now, cause=cause)
    moved = Transition(left.id, to, state.now, by, cause)
    texts = replace(
        texts, stages=(*texts.stages[:-1], left), transitions=(*texts.transitions, moved)
    )
    return replace(state, transcript=texts)


def close(
    state: InterviewState, cause: Cause, reason: EndReason, by: Proposer, lead: str | None = None
) -> InterviewState:
    """Say good-bye; the interview ends when it was heard."""
    if lead is None:
        lead = studied(state) if cause.answered else ""
        lead = leaving(state, cause, best_effort(state)) if cause.forced else lead
    early = reason is EndReason.CANDIDATE_ENDED
    return replace(
        state,
        closing=Closing(state.now, reason, cause, by),
        draft=good_bye(state, early=early, lead=lead),
        turn=None,
        wording=None,
        grant_until=None,
    )


def finish(state: InterviewState, reason: EndReason, cause: Cause, by: Proposer = "engine") -> Step:
    """The interview is over, now."""
    if state.ended:
        return state, ()
    if state.transcript.stages:
        state = _leave(state, cause, by, END)
    if state.unsent:
        state = with_incident(state, "patience", "unsent")
    state = replace(
        state,
        end_reason=reason,
        draft=None,
        wording=None,
        claim=None,
        silence_since=None,
    )
    return state, (EndInterview(reason),)
