"""A model words a question that it was allowed to ask, sentence by sentence.

Its move was judged before it had written a word (`proposal_review.replied`), and each sentence is judged here
before it is spoken. The words end with the first question. Until that question is known the plan's
own stands in the draft, so whatever happens meanwhile (a barge-in, a fault, a restart) the turn has
a question; when the words end without one, it is said.
"""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.commands import Command, Kind, SayOn
from greenroom.interview.events import ReplyEnded, SentenceOffered
from greenroom.interview.notes import of_a_model, taken
from greenroom.interview.plan import Question
from greenroom.interview.questions import is_follow_up, is_repeat, means_repeat, same_question
from greenroom.interview.sentences import LONGEST, asks, speakable
from greenroom.interview.speaking import lead_in, spoken, studied
from greenroom.interview.state import InterviewState, Step, with_reply_settled
from greenroom.interview.utterance_state import Draft, Wording


def begun(state: InterviewState, question: Question | None, instead: Question) -> InterviewState:
    """The model may word this question of the plan (None: one of its own). Its turn is still open."""
    assert state.turn is not None
    wording = Wording(state.turn.id, state.now, question, question or instead)
    turn = replace(state.turn, consulted=state.now)
    return replace(state, wording=wording, turn=turn)


def begun_reply(state: InterviewState, turn_id: str) -> InterviewState:
    """The model may word the reply that is owed to this turn; what is owed is said if its words fail."""
    assert state.prompt is not None
    pending = state.prompt.question
    wording = Wording(turn_id, state.now, pending, pending, state.owed)
    return replace(state, wording=wording, owed=None)


def judge_sentence(state: InterviewState, event: SentenceOffered) -> Step:
    """Judge the next sentence: it is said, asked, passed over, or the end of the model's words."""
    wording = state.wording
    if wording is None or wording.turn_id != event.turn_id:
        return state, ()
    state = replace(state, wording=replace(wording, since=state.now))
    sentence = speakable(event.text, state.rules)
    if not sentence:
        return state, ()
    if not asks(sentence, state.plan.language):
        return _add_lead(state, wording, sentence)
    if _again(state, wording, sentence) or means_repeat(event.repeats, state.rules):
        return _given_up(state, wording)
    return _asked(state, wording, sentence)


def reply_ended(state: InterviewState, event: ReplyEnded) -> Step:
    """The reply is over: its notes are kept, and a question that never came is the plan's."""
    for note in event.notes:
        state, _ = taken(state, event.turn_id, of_a_model(state, event.turn_id, note))
    wording = state.wording
    if wording is None or wording.turn_id != event.turn_id:
        return state, ()
    return _given_up(state, wording)


def _given_up(state: InterviewState, wording: Wording) -> Step:
    """The model has no question for us: the plan has."""
    if _draft(state) is None and wording.reply is None:
        state = replace(with_reply_settled(state), draft=_opened(state, wording, ""))
    return completed(state)


def completed(state: InterviewState) -> Step:
    """No more words of the model: what has begun ends with the plan's question."""
    draft, wording = _draft(state), state.wording
    state = replace(state, wording=None)
    if draft is None:
        owed = state.owed if wording is None or wording.reply is None else wording.reply
        return replace(state, owed=owed), ()
    assert draft.question is not None
    kind = draft.kind if draft.kind is Kind.REPLY else _kind(state, draft.question)
    whole = replace(draft, kind=kind, open=False)
    return _with_draft(state, whole, draft.body)


def _add_lead(state: InterviewState, wording: Wording, sentence: str) -> Step:
    """Words before the question."""
    draft = _draft(state)
    if draft is None:
        state = with_reply_settled(state)
        return replace(state, draft=_opened(state, wording, sentence)), ()
    if len(draft.lead) + len(sentence) > LONGEST or sentence in draft.lead:
        return state, ()
    return _with_draft(state, replace(draft, lead=f"{draft.lead} {sentence}"), sentence)


def _asked(state: InterviewState, wording: Wording, sentence: str) -> Step:
    """The question itself: there is no second one."""
    question = wording.question or Question(f"own.{wording.turn_id}", sentence)
    draft = _draft(state) or _opened(state, wording, "")
    state = replace(with_reply_settled(state), wording=None)
    if wording.reply is not None:
        return _with_draft(state, replace(draft, body=sentence, open=False), sentence)
    draft = replace(
        draft,
        kind=_kind(state, question),
        question=question,
        body=sentence,
        follow_up=is_follow_up(state.stage, question.id),
        open=False,
    )
    return _with_draft(state, draft, sentence)


def _again(state: InterviewState, wording: Wording, sentence: str) -> bool:
    """This was asked before (F11). The plan's question in its own words is no repetition of itself, and
    a reply may lead back to the pending one in any words."""
    own = wording.question
    pending = own.id if own is not None and wording.reply is not None else None
    before = [text for question_id, text in state.transcript.asked if question_id != pending]
    return is_repeat(sentence, before) and not (
        own is not None and same_question(sentence, spoken(state, own.text))
    )


def _opened(state: InterviewState, wording: Wording, lead: str) -> Draft:
    question = wording.instead
    if wording.reply is not None:
        lead = f"{lead_in(state)} {lead}".strip()
        return Draft(Kind.REPLY, lead, question, open=True)
    return Draft(
        Kind.PROBE if wording.question is None else _kind(state, question),
        " ".join(part for part in (lead_in(state), studied(state), lead) if part),
        question,
        spoken(state, question.text),
        is_follow_up(state.stage, question.id),
        open=True,
    )


def _kind(state: InterviewState, question: Question) -> Kind:
    return Kind.PROBE if is_follow_up(state.stage, question.id) else Kind.QUESTION


def _draft(state: InterviewState) -> Draft | None:
    """What is being worded: it waits, or is said already."""
    if state.draft is not None and state.draft.open:
        return state.draft
    current = state.current
    if current is not None and current.draft.open and not current.stopped:
        return current.draft
    return None


def _with_draft(state: InterviewState, draft: Draft, more: str) -> Step:
    """The draft has grown by `more`, wherever it is."""
    current = state.current
    if current is None or not current.draft.open or current.stopped:
        return replace(state, draft=draft), ()
    state = replace(state, current=replace(current, draft=draft))
    commands: tuple[Command, ...] = (SayOn(current.id, more, last=not draft.open),)
    return state, commands
