"""In which words the interviewer says what it says.

A bridge and its question are one utterance: two queued speeches survive a barge-in as a blip of the second one.
"""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.causes import Cause
from greenroom.interview.commands import Kind
from greenroom.interview.first_job import lead_without_a_job, without_a_job
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Question
from greenroom.interview.questions import normalised
from greenroom.interview.reading import About
from greenroom.interview.retelling import praised
from greenroom.interview.state import Claimed, InterviewState
from greenroom.interview.templates import render
from greenroom.interview.understanding.remark import remark
from greenroom.interview.understanding.study import remark_on
from greenroom.interview.utterance_state import Draft

ASKING = frozenset({Kind.GREETING, Kind.QUESTION, Kind.PROBE, Kind.BRIDGE})
"""Kinds that bring a new prompt."""
EXPECTING = ASKING | {Kind.REPROMPT, Kind.SIMPLER, Kind.REPEAT, Kind.REPLY}
"""Kinds after which the candidate is expected to speak."""


def ask(state: InterviewState, kind: Kind, question: Question, lead: str = "") -> Draft:
    """A draft that asks `question`."""
    return Draft(kind, spoken(state, lead), question, spoken(state, question.text))


def lead_in(state: InterviewState) -> str:
    """Said before any reply to a candidate who was interrupted."""
    return phrases(state.plan.language).ramble if state.rambled else ""


def studied(state: InterviewState) -> str:
    """In study mode, the remark on the answer that was assessed last; empty otherwise."""
    if not state.plan.study:
        return ""
    answers = [m for m in state.transcript.messages if m.turn_id is not None]
    if not answers:
        return ""
    turn = [m for m in answers if m.turn_id == answers[-1].turn_id]
    stage = next(s for s in state.plan.stages if s.id == turn[-1].stage)
    text = " ".join(m.text for m in turn)
    return remark_on(text, Question("answered", ""), stage, state.plan.language)


def notice(text: str) -> Draft:
    return Draft(Kind.NOTICE, text)


def spoken(state: InterviewState, text: str) -> str:
    """A plan's text with the candidate's name and role put in."""
    return render(text, state.candidate)


def opening(state: InterviewState, left: Claimed | None, summary: str | None) -> Draft:
    """The first words of the stage that was just entered (F10)."""
    stage = state.stage
    if left is None:
        kind = Kind.GREETING if stage.kind == "greeting" else Kind.QUESTION
        return ask(state, kind, stage.opening, stage.bridge_in)
    bridge_in, question = stage.bridge_in, stage.opening
    if state.never_worked:
        bridge_in = lead_without_a_job(bridge_in)
        question = replace(question, text=without_a_job(question) or question.text)
    lead = f"{leaving(state, left.cause, summary)} {bridge_in}".strip()
    return ask(state, Kind.BRIDGE, question, lead)


def leaving(state: InterviewState, cause: Cause, summary: str | None) -> str:
    """What is said about the stage that was just left; only what is true."""
    words = phrases(state.plan.language)
    if cause.forced and state.rules > 1:
        return f"Based on what I heard, you said that {summary}." if summary else ""
    if cause.forced:
        return words.heard.format(summary=summary.rstrip(" .!?,;")) if summary else ""
    if cause is Cause.CANDIDATE_SKIPPED:
        return words.skipped
    previous = state.plan.stages[max(0, state.index - 1)]
    return f"{studied(state) if cause.answered else ''} {previous.bridge_out}".strip()


def reprompt(state: InterviewState) -> Draft:
    """One gentle reminder: the pending question's own, else one of the stage's. Each of these is used
    once before any comes again."""
    question = state.prompt.question if state.prompt else None
    if question is not None and question.reprompt:
        return Draft(Kind.REPROMPT, spoken(state, question.reprompt), question)
    choices = state.stage.reprompts or phrases(state.plan.language).reprompt
    used = sum(1 for m in state.transcript.messages if m.kind == Kind.REPROMPT)
    return Draft(Kind.REPROMPT, spoken(state, choices[used % len(choices)]), question)


def simpler(state: InterviewState, text: str) -> Draft:
    question = state.prompt.question if state.prompt else None
    return Draft(Kind.SIMPLER, spoken(state, text), question)


def repeat(state: InterviewState, lead: str) -> Draft | None:
    """Repeat the pending question, because the candidate asked for it or was away."""
    if state.prompt is None:
        return None
    question = state.prompt.question
    return Draft(Kind.REPEAT, lead, question, spoken(state, question.text))


def rephrased(state: InterviewState) -> Draft | None:
    """The pending question in other words, if the plan has them; else as it is, and said to be so."""
    if state.prompt is None:
        return None
    question = state.prompt.question
    words = phrases(state.plan.language)
    other = question.rephrase or question.simpler
    lead = words.other_words if other else words.same_words
    return Draft(Kind.REPEAT, lead, question, spoken(state, other or question.text))


def good_bye(state: InterviewState, *, early: bool, lead: str) -> Draft:
    """Thanks, one true remark, good-bye (F13)."""
    words = phrases(state.plan.language)
    template = words.early_good_bye if early else state.plan.stages[-1].closing or words.good_bye
    messages = state.transcript.messages
    answers = tuple(m.text for m in messages if m.kind == "answer")
    depths = tuple(m.depth for m in messages if m.kind == "answer" and m.depth is not None)
    facts = {key: text for log in state.transcript.stages for key, text in log.facts}
    said_well = remark(answers, facts, depths, state.plan.language)
    if state.rules > 1:
        stories = {stage.id for stage in state.plan.stages if stage.story}
        said_well = praised(messages, state.plan.language, stories)
        if any(m.about == About.DISTRESS for m in messages):
            said_well = words.take_care
    said = render(template, state.candidate, remark=said_well or "")
    return Draft(Kind.CLOSING, f"{lead} {said}".strip())


def short_good_bye(state: InterviewState) -> Draft:
    return Draft(Kind.CLOSING, phrases(state.plan.language).short_good_bye)


def heard_enough(draft: Draft, heard: str) -> bool:
    """Whether most of the question itself came out before it was cut off."""
    body = normalised(draft.body or draft.text)
    part = normalised(heard)
    if draft.body and heard_none(draft, heard):
        return False
    if draft.body:
        lead = normalised(draft.lead)
        part = part[len(lead) :] if part.startswith(lead) else part
    return len(part.strip()) * 10 >= len(body) * 6


def heard_none(draft: Draft, heard: str) -> bool:
    """Whether the question itself had not begun when the utterance was cut off."""
    return not heard or (bool(draft.lead) and len(normalised(heard)) <= len(normalised(draft.lead)))


def after_cut(state: InterviewState, draft: Draft, heard: str) -> Draft | None:
    """How to ask a question that was cut off: as it is if it never began, else in other words, and
    never word for word (F11). None: it has no other words, so it counts as asked."""
    question = draft.question
    if question is None:
        return None
    kind = Kind.QUESTION if draft.kind in (Kind.BRIDGE, Kind.GREETING) else draft.kind
    if heard_none(draft, heard):
        return Draft(kind, "", question, draft.body, draft.follow_up)
    other = question.rephrase or question.simpler
    if other is None:
        return None
    return Draft(kind, "", question, spoken(state, other), draft.follow_up)
