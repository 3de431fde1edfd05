"""What became of an utterance: audible, heard out, cut short, or never heard (F11, F12).

It is believed only as far as it was heard: a question that was cut off before it was understood is
asked again in other words, and words that nobody heard are not on record.
"""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.answers import superseded
from greenroom.interview.candidate_commands import asked
from greenroom.interview.commands import Kind
from greenroom.interview.entries import with_log, with_message
from greenroom.interview.events import UtteranceFinished
from greenroom.interview.giving_way import begun_in_part, yielded
from greenroom.interview.speaking import ASKING, EXPECTING, heard_enough, short_good_bye
from greenroom.interview.state import InterviewState, Phase, Step, with_reply_settled
from greenroom.interview.time_limits import OPEN_TURN
from greenroom.interview.transcript import Message
from greenroom.interview.transitions import finish
from greenroom.interview.utterance_state import Utterance


def closed(state: InterviewState) -> Step:
    closing = state.closing
    assert closing is not None
    return finish(state, closing.reason, closing.cause, closing.proposed_by)


def audible(state: InterviewState, utterance_id: str, began: int | None) -> InterviewState:
    current = state.current
    if current is None or current.id != utterance_id or current.audible_at is not None:
        return state
    at = state.now if began is None else min(max(began, current.said_at), state.now)
    firm = state.rambled or state.overrun_since is not None
    current = replace(current, audible_at=at, firm=firm)
    if state.bridging and state.overrun_since is not None:
        # its time ran out under the voice that began before it: the stage begins only now
        state = replace(state, stage_base=state.counted_until)
    given = with_reply_settled(state).turn
    if current.draft.kind in ASKING:
        state = superseded(state)
    turn = None if state.consult_since is None else state.turn
    state = replace(
        state, current=current, turn=turn, given=given, overrun_since=None, rambled=False
    )
    closing = state.closing
    if closing is not None and closing.audible_at is None and current.draft.kind is Kind.CLOSING:
        state = replace(state, closing=replace(closing, audible_at=at))
    return state


def finished(state: InterviewState, event: UtteranceFinished) -> Step:
    current = state.current
    if current is None or current.id != event.utterance_id:
        return state, ()
    if current.audible_at is None and event.interrupted and not event.heard:
        return _never_heard(state, current), ()
    if event.interrupted:
        return cut_short(state, event, current), ()
    return _heard_out(state, event, current)


def _never_heard(state: InterviewState, current: Utterance) -> InterviewState:
    """Talked over before it was audible: said again at the next free moment, unless words come."""
    state = replace(state, current=None, quiet_since=max(state.quiet_since, state.now))
    if state.bridging and current.draft.kind in ASKING and state.rules > 1:
        # whoever stopped it: before it nothing was asked, so nothing else would ever be said
        again = replace(current.draft, open=False)
        return replace(state, draft=again if state.draft is None else state.draft, wording=None)
    if current.stopped or state.draft is not None:
        if current.draft.kind is Kind.CLOSING and _good_bye_is_due(state):
            return replace(state, draft=short_good_bye(state))
        return replace(state, wording=None) if current.draft.open else state
    if state.consult_since is not None and current.draft.kind is not Kind.BRIDGE:
        return state  # the words that came over it decide what is said next
    keep = current.draft.kind in ASKING | {Kind.CLOSING, Kind.REPEAT, Kind.REPLY}
    return replace(state, draft=current.draft) if keep else state


def _good_bye_is_due(state: InterviewState) -> bool:
    """Nothing else would be said, and the interview waits for its good-bye."""
    return state.phase is Phase.CLOSING and state.draft is None


def _written(state: InterviewState, event: UtteranceFinished, current: Utterance) -> InterviewState:
    """Put what was heard on record."""
    question = None if current.gave_way else current.draft.question
    began = state.now if current.audible_at is None else current.audible_at
    message = Message(
        "interviewer",
        current.stage,
        current.draft.kind,
        event.heard.strip(),
        began,
        max(min(state.now, event.at if event.ended is None else event.ended), began),
        interrupted=event.interrupted,
        question_id=question.id if question else None,
        question=question.text if question else None,
    )
    wording = None if current.draft.open else state.wording
    return replace(with_message(state, message), current=None, wording=wording)


def _heard_out(state: InterviewState, event: UtteranceFinished, current: Utterance) -> Step:
    draft = current.draft
    state = _written(state, event, current)
    if draft.kind is Kind.CLOSING:
        closing = state.closing
        if closing is None:
            return state, ()
        if state.stage.kind == "closing":
            state = with_log(state, replace(state.log, questions=state.log.questions + 1))
        if state.unsent and state.last_words_since is None:
            return replace(state, closing=replace(closing, heard=True)), ()
        return (state, ()) if state.last_words_since is not None else closed(state)
    if draft.open:  # no voice came, and LiveKit did not wait for its other words
        rest = replace(draft, lead="", open=False)
        return replace(state, draft=rest if state.draft is None else state.draft), ()
    if draft.kind in ASKING:
        log = state.log
        state = asked(with_log(state, replace(log, questions=log.questions + 1)), draft)
    return state, ()


def _spoken_over(state: InterviewState, event: UtteranceFinished, current: Utterance) -> bool:
    """What cut it off is known already: a short "wait, stop" can be understood before our own end is
    told, and its turn is then over."""
    began, ended = current.audible_at, event.at if event.ended is None else event.ended
    return began is not None and any(
        message.speaker == "candidate"
        and message.kind != "ack"
        and message.started_ms >= began
        and message.ended_ms + OPEN_TURN >= ended
        for message in reversed(state.transcript.messages)
    )


def cut_short(
    state: InterviewState, event: UtteranceFinished, current: Utterance
) -> InterviewState:
    """The utterance ended early: a barge-in, the candidate's wish, or a lost connection."""
    draft = current.draft
    if current.gave_way and heard_enough(draft, event.heard):
        current = replace(current, gave_way=False)
    state = _written(state, event, current)
    if current.gave_way:
        return yielded(state, draft, event.heard)
    barged = not current.stopped and (state.turn_open or _spoken_over(state, event, current))
    if barged:
        transcript = state.transcript
        state = replace(state, transcript=replace(transcript, barge_ins=transcript.barge_ins + 1))
    elif not current.stopped and draft.kind in EXPECTING:
        state = replace(state, unheard=True)
    if draft.kind is Kind.CLOSING:
        return replace(state, draft=short_good_bye(state)) if _good_bye_is_due(state) else state
    return begun_in_part(state, draft, event.heard)
