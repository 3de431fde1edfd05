"""What a reply may say about the interview, taken from its state."""

from __future__ import annotations

from greenroom.interview.background import Quote
from greenroom.interview.questions import fact_question_id
from greenroom.interview.reading import About
from greenroom.interview.replies import ReplyFacts
from greenroom.interview.state import InterviewState, Phase


def reply_facts(state: InterviewState, quote: Quote | None = None) -> ReplyFacts:
    """At this instant. `quote`: what the candidate's papers say to the question that was asked."""
    later = state.plan.stages[state.index + 1 :]
    around = state.circumstances
    least, most = _questions(state)
    whole = state.time_left + sum(s.hard_limit for s in later if s.kind != "closing")
    return ReplyFacts(
        language=state.plan.language,
        name=state.candidate.name,
        stage_seconds=None if state.unhurried else state.time_left / 1000,
        whole_seconds=None if state.unhurried else whole / 1000,
        unhurried=state.unhurried,
        questions_asked=_asked(state),
        questions_least=least,
        questions_most=most,
        stages_to_come=tuple(s.title for s in later if s.kind != "closing"),
        their_questions=any(s.kind == "questions" for s in later),
        sound_kept=around.sound,
        kept_days=around.kept_days,
        model=around.model,
        can_pause=state.phase is Phase.RUNNING,
        distressed=_distressed(state),
        study=state.plan.study,
        country=around.country,
        job=around.job,
        quote=quote,
    )


def _asked(state: InterviewState) -> int:
    working = {stage.id for stage in state.plan.stages if stage.kind == "work"}
    return sum(log.asked for log in state.transcript.stages if log.id in working)


def _distressed(state: InterviewState) -> bool:
    asides = state.prompt.asides if state.prompt is not None else ()
    return bool(asides) and asides[-1].startswith(About.DISTRESS)


def _questions(state: InterviewState) -> tuple[int, int]:
    """How many questions of this stage will follow the pending one, and how many may."""
    stage, log = state.stage, state.log
    asked = {question_id for question_id, _ in state.transcript.asked}
    wanted = [fact_question_id(stage, fact.key) for fact in stage.facts if fact.question]
    follow_ups = sum(one not in asked for one in (*wanted, *(probe.id for probe in stage.probes)))
    if stage.follow_up_cap is not None:
        follow_ups = min(follow_ups, max(0, stage.follow_up_cap - log.follow_ups))
    most = follow_ups + sum(question.id not in asked for question in stage.bank)
    if stage.maximum_questions is not None:
        most = min(most, max(0, stage.maximum_questions - log.asked))
    if stage.maximum_turns is not None:
        most = min(most, max(0, stage.maximum_turns - log.turns - 1))
    if state.prompt is not None and state.prompt.last:
        most = 0
    return min(most, max(0, stage.minimum_questions - log.asked)), most
