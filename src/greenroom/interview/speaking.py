"""What the interviewer says next, and when the floor is free for it.

At most one `Draft` waits and at most one utterance is out; a pause is told before what waits. A bridge
and its question are one utterance: two queued speeches survive a barge-in as a blip of the second one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from greenroom.interview.causes import Cause
from greenroom.interview.clock_holds import freeze
from greenroom.interview.commands import FLOOR_TAKEN, Kind, Say, TakeTurn
from greenroom.interview.first_job import (
    lead_without_a_job,
    other_words_without_a_job,
    without_a_job,
)
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Question, QuestionKind
from greenroom.interview.questions import normalised
from greenroom.interview.replies import reply
from greenroom.interview.reply_facts import reply_facts
from greenroom.interview.retelling import praised
from greenroom.interview.speech import Draft, Prompt, Utterance
from greenroom.interview.state import Claimed, InterviewState, Phase, Step
from greenroom.interview.templates import render
from greenroom.interview.time_limits import PAUSE
from greenroom.interview.understanding.remark import remark
from greenroom.interview.understanding.study import remark_on

ASKING = frozenset({Kind.GREETING, Kind.QUESTION, Kind.PROBE, Kind.BRIDGE})
"""Kinds that bring a new prompt."""
NOTICE_PAUSE = 1_200
"""A notice asks nothing, so it waits a little longer for a candidate who may go on speaking."""
DANGER = "distress.danger"
EXPECTING = ASKING | {Kind.REPROMPT, Kind.SIMPLER, Kind.REPEAT, Kind.REPLY}
"""Kinds after which the candidate is expected to speak."""


_FIRST = re.compile(r"^[^.!?]*[.!?]+\s*")
"""The first sentence."""


def floor_free_at(state: InterviewState) -> int | None:
    """When the next utterance may be spoken. None while something else must happen first."""
    draft = _due(state)
    if draft is None or state.current is not None or state.claim is not None:
        return None
    if state.speaking or not state.present or state.last_words_since is not None:
        return None
    if state.turn_open and state.overrun_since is None and not state.rambled:
        return max(state.now, state.words_due)  # words are still to come
    quiet = NOTICE_PAUSE if draft.kind is Kind.NOTICE else PAUSE
    return max(state.now, state.quiet_since + quiet)


def _due(state: InterviewState) -> Draft | None:
    """The next utterance. During a pause it only says that the interview is paused, and the waiting draft is
    kept."""
    if state.pause is None:
        return state.draft
    return notice(phrases(state.plan.language).paused) if state.pause.untold else None


def with_reply(state: InterviewState) -> InterviewState:
    """Where a reply is owed and nothing else is on its way to be said, the reply is said alone; a question
    that was cut off before it was understood follows it."""
    busy = (state.current, state.draft, state.claim, state.consult_since)
    owed, prompt = state.owed, state.prompt
    if owed is None or prompt is None or any(item is not None for item in busy):
        return state
    if state.phase is not Phase.RUNNING or state.bridging:
        return state
    if state.cut is not None and not state.on_offer:
        return replace(state, draft=state.cut, cut=None)
    question, words = prompt.question, phrases(state.plan.language)
    other = question.rephrase or question.simpler
    text, body = owed.text, ""
    if owed.form == "again":
        body = question.text
    elif owed.form == "other_words" and state.never_worked:
        body = other_words_without_a_job(question, _last_said(state)) or ""
    elif owed.form == "other_words":
        text, body = (text, other) if other else (words.same_words, question.text)
    if owed.form == "other_words":
        prompt = replace(prompt, simplified=True)
    draft = Draft(Kind.REPLY, text, question, spoken(state, body))
    return replace(state, owed=None, prompt=prompt, draft=draft)


def _last_said(state: InterviewState) -> str:
    ours = (m.text for m in reversed(state.transcript.messages) if m.speaker == "interviewer")
    return next(ours, "")


def _led(state: InterviewState, draft: Draft) -> Draft:
    """The draft, after the reply that is owed, which takes the place of its thanks."""
    if state.owed is None or draft is not state.draft:
        return draft
    plain = draft.kind in (Kind.QUESTION, Kind.PROBE) and not draft.open
    thanks = "" if plain and not state.plan.study and not state.rambled else draft.lead
    body = draft.body
    if not thanks and draft.lead.endswith(":"):
        body = body[:1].upper() + body[1:]
    lead = f"{state.owed.text} {_unlike(thanks, state.owed.text)}".strip()
    return replace(draft, lead=lead, body=body)


def _unlike(lead: str, before: str) -> str:
    """The lead without a first sentence that begins as what is said before it: "All right, …" twice."""
    alike = normalised(lead).split()[:2] == normalised(before).split()[:2]
    return _FIRST.sub("", lead) if alike else lead


def speak_if_free(state: InterviewState) -> Step:
    """Say the next utterance if nobody speaks."""
    due = _due(state)
    at = floor_free_at(state)
    if due is None or at is None or at > state.now:
        return state, ()
    draft = _led(state, due)
    owed = state.owed if draft is due else None
    number = state.utterances + 1
    utterance = Utterance(f"u{number}", draft, state.stage.id, state.now)
    expects = draft.kind in EXPECTING and draft.question is not None
    say = Say(
        utterance.id,
        draft.kind,
        draft.text,
        state.stage.id,
        draft.question.id if draft.question else None,
        _expected(state, draft.question) if draft.question and expects else None,
        more=draft.open,
    )
    state = replace(state, owed=owed, current=utterance, utterances=number)
    if state.pause is not None:
        state = freeze(state, replace(state.pause, untold=False))
    else:
        state = replace(state, draft=None, yielded=None)
    if state.turn_began is not None and (state.overrun_since is not None or state.rambled):
        return state, (TakeTurn(FLOOR_TAKEN), say)
    return state, (say,)


def _expected(state: InterviewState, question: Question) -> QuestionKind:
    """The kind of answer that is expected after an utterance. After an offer it is yes or no."""
    return "yesno" if state.on_offer else question.kind


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


def gone_on(state: InterviewState) -> InterviewState:
    """The candidate declined the offer. Go on with the question that waited, else with the pending one."""
    if state.cut is not None:
        return replace(state, draft=state.cut, cut=None)
    on = reply("offer.declined", reply_facts(state), ()).text
    return replace(state, draft=repeat(state, on))


def left_open(state: InterviewState, prompt: Prompt) -> Draft:
    """A candidate in distress did not reply to an offer. Nothing is asked, and the offer stands. If they are in
    danger, help is named once more."""
    topic = prompt.asides[-1] if prompt.asides[-1] == DANGER else "offer.silent"
    used = tuple(m.text for m in state.transcript.messages if m.speaker == "interviewer")
    return Draft(Kind.REPLY, reply(topic, reply_facts(state), used).text, prompt.question)


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
