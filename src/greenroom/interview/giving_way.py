"""Who goes on after the interviewer has begun has the floor back (T8).

No wait is long enough for every pause, so what is said after an answer gives way, in its first moments, to
a voice alone. What was heard of it then counts as nothing: the answer is open again, and the question is
asked again in whole when it is due. Only the words tell whether the candidate went on at all: where they
ask for something, or are about the new question, it was interrupted as at any other time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from greenroom.interview.candidate_commands import asked
from greenroom.interview.commands import Kind, StopSpeaking
from greenroom.interview.plan import Millis
from greenroom.interview.speaking import ASKING, after_cut, heard_enough, short_good_bye
from greenroom.interview.state import InterviewState, Phase, Step
from greenroom.interview.utterance_state import Draft, Yielded

FIRST: Final[Millis] = 1_500
"""So long after it became audible a voice alone stops the interviewer; later, words decide."""
VOICE: Final[Millis] = 250
"""A voice of so long is none of the sounds that mean nothing."""


def gives_way_at(state: InterviewState) -> Millis | None:
    """When the interviewer falls silent for the voice that sounds, if it goes on until then."""
    current, began = state.current, state.voice_since
    if state.rules == 1 or current is None or current.audible_at is None or began is None:
        return None
    if current.stopped or current.firm or current.draft.kind not in ASKING | {Kind.CLOSING}:
        return None
    if began >= current.audible_at + FIRST or not _follows_an_answer(state):
        return None
    return max(began + VOICE, current.audible_at)


def _follows_an_answer(state: InterviewState) -> bool:
    said = (m for m in reversed(state.transcript.messages) if m.kind != "ack")
    last = next(said, None)
    return last is not None and last.speaker == "candidate" and last.kind == "answer"


def give_way(state: InterviewState) -> Step:
    """Fall silent: the candidate is going on."""
    current = state.current
    assert current is not None
    wording = None if current.draft.open else state.wording
    current = replace(current, stopped=True, gave_way=True)
    return replace(state, current=current, wording=wording), (StopSpeaking(current.id),)


def yielded(state: InterviewState, draft: Draft, heard: str) -> InterviewState:
    """It has fallen silent: the answer is open again, and what was begun waits to be said in whole."""
    draft = replace(draft, open=False)
    again = draft if state.draft is None and state.consult_since is None else state.draft
    turn = state.given if state.turn is None else state.turn
    return replace(state, draft=again, turn=turn, yielded=Yielded(draft, heard))


def interrupted(state: InterviewState) -> InterviewState:
    """The words are no answer, so nobody went on with one: what gave way was interrupted."""
    gave = state.yielded
    if gave is None:
        return state
    waits = None if state.draft == gave.draft else state.draft
    state = replace(state, yielded=None, turn=None, draft=waits)
    if gave.draft.kind is Kind.CLOSING:
        due = state.phase is Phase.CLOSING and state.draft is None
        return replace(state, draft=short_good_bye(state)) if due else state
    return begun_in_part(state, gave.draft, gave.heard)


def begun_in_part(state: InterviewState, draft: Draft, heard: str) -> InterviewState:
    """A question that was cut off: it is the pending one now, and one that was not understood is asked
    again in other words."""
    if draft.kind not in ASKING or draft.question is None:
        return state
    other = None if heard_enough(draft, heard) else after_cut(state, draft, heard)
    if state.prompt is not None and state.prompt.question.id == draft.question.id:
        return state
    before = state.transcript
    state = asked(state, draft)
    if other is not None and not state.unheard:
        transcript = replace(state.transcript, asked=before.asked)
        return replace(state, kept_question=other, transcript=transcript)
    return state
