"""The candidate's words, written down."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview.candidate_commands import asked, hush
from greenroom.interview.entries import with_log, with_message
from greenroom.interview.events import AnswerGiven
from greenroom.interview.ledger import told_in
from greenroom.interview.notes import last_answer
from greenroom.interview.reading import About
from greenroom.interview.speaking import ASKING
from greenroom.interview.state import InterviewState, Step, Turn
from greenroom.interview.transcript import Message

SAID_BACK: Final = 0.75
"""How sure a recogniser must be of words that the interviewer says back."""
PIECE_SAID_BACK: Final = 0.5
"""The same of each piece between two pauses: a long turn may hide one that was misheard."""


def note(
    state: InterviewState,
    event: AnswerGiven,
    kind: str,
    turn_id: str | None = None,
    question_id: str | None = None,
    about: About | None = None,
) -> InterviewState:
    """Write the candidate's words down, in the stage in which they began."""
    stages = state.transcript.stages
    stage = next((s.id for s in reversed(stages) if s.entered_ms <= event.began), stages[0].id)
    text = event.text.strip()
    tells = kind == "answer" and state.rules > 1
    doubted = tells and is_doubted(event)
    message = Message(
        "candidate",
        stage,
        kind,
        text,
        event.began,
        event.ended,
        question_id=question_id,
        turn_id=turn_id,
        about=about,
        told=told_in(text, event.reading, state.plan.language) if tells else (),
        phrases=event.reading.phrases
        if tells and not doubted and event.reading is not None
        else (),
        doubted=doubted,
    )
    return with_message(state, message)


def is_doubted(event: AnswerGiven) -> bool:
    """Of spoken words: whether a recogniser gave a low confidence, of all or of a piece (0: it gave none)."""
    given = ((event.confidence, SAID_BACK), (event.least_sure, PIECE_SAID_BACK))
    return not event.typed and any(sure is not None and 0 < sure < least for sure, least in given)


def with_words(state: InterviewState, event: AnswerGiven) -> InterviewState:
    """The interview is over: words are written down as an answer, and nothing follows from them but
    the end, which waited for the spoken ones."""
    if not event.typed:
        state = replace(state, turn_began=None)
    return note(state, event, "answer") if event.text.strip() and state.index >= 0 else state


def barged(state: InterviewState, event: AnswerGiven) -> InterviewState:
    """A request that was made over the interviewer's voice and silences it is a barge-in too."""
    current = state.current
    if event.typed or current is None or current.audible_at is None or current.stopped:
        return state
    if event.began < current.audible_at:
        return state
    transcript = replace(state.transcript, barge_ins=state.transcript.barge_ins + 1)
    return replace(state, transcript=transcript)


def requested(state: InterviewState, event: AnswerGiven) -> InterviewState:
    """Write a request down."""
    return note(barged(state, event), event, "command")


def typed_over(state: InterviewState) -> Step:
    """Typed words do not wait for the voice: the question stands on the page in full."""
    if state.current is None:
        return state, ()
    draft = state.current.draft
    state, hushed = hush(state)
    if draft.question is not None and draft.kind in ASKING and not draft.open:
        state = asked(state, draft)
    return state, hushed


def reopened(state: InterviewState, turn_id: str, new_id: str) -> InterviewState:
    """The turn goes on: the assessment of its first part no longer stands."""
    messages = tuple(
        replace(m, turn_id=new_id, depth=None, points=(), summary=None)
        if m.turn_id == turn_id
        else m
        for m in state.transcript.messages
    )
    return replace(state, transcript=replace(state.transcript, messages=messages))


def is_unassessed(state: InterviewState, turn: Turn) -> bool:
    """Nothing was noted about this turn, and no reply to it was judged."""
    place = last_answer(state, turn.id)
    if place is None or state.consult_since is None:
        return False
    message = state.transcript.messages[place]
    return message.depth is None and message.summary is None


def set_aside(state: InterviewState, turn: Turn, about: About) -> InterviewState:
    """What this turn said so far is no answer after all: it is an aside about this, and the question
    stays pending."""
    messages = tuple(
        replace(m, kind="aside", about=about, turn_id=None) if m.turn_id == turn.id else m
        for m in state.transcript.messages
    )
    state = replace(state, transcript=replace(state.transcript, messages=messages))
    state = with_log(state, replace(state.log, turns=max(0, state.log.turns - 1)))
    return replace(state, turn=None, wording=None)
