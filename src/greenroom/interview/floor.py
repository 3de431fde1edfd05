"""When the floor is free, and what is said then.

At most one `Draft` waits and at most one utterance is out; a pause is told before what waits.
"""

from __future__ import annotations

import re
from dataclasses import replace

from greenroom.interview.clock_holds import freeze
from greenroom.interview.commands import FLOOR_TAKEN, Kind, Say, TakeTurn
from greenroom.interview.first_job import other_words_without_a_job
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Question, QuestionKind
from greenroom.interview.questions import normalised
from greenroom.interview.speaking import EXPECTING, notice, spoken
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.time_limits import PAUSE
from greenroom.interview.utterance_state import Draft, Utterance

NOTICE_PAUSE = 1_200
"""A notice asks nothing, so it waits a little longer for a candidate who may go on speaking."""
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
    if state.kept_question is not None and not state.on_offer:
        return replace(state, draft=state.kept_question, kept_question=None)
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


def _after_owed_reply(state: InterviewState, draft: Draft) -> Draft:
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
    draft = _after_owed_reply(state, due)
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
