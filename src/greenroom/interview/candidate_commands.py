"""What the candidate asks for, by voice or by button, in every stage (F14, F9)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.clock import Pause
from greenroom.interview.clock_holds import awake, with_pause
from greenroom.interview.commands import Kind, StopSpeaking
from greenroom.interview.events import SpokenCommand
from greenroom.interview.phrases import phrases
from greenroom.interview.questions import is_last_probe
from greenroom.interview.rule_notes import ruled
from greenroom.interview.skipping import skip
from greenroom.interview.speaking import ASKING, notice, repeat, rephrased, spoken
from greenroom.interview.state import InterviewState, Phase, Step, with_reply_settled
from greenroom.interview.transitions import advance, close, finish
from greenroom.interview.understanding.study import hint
from greenroom.interview.utterance_state import Draft, Prompt

MAX_GRANTS = 2
"""Who asks for a third minute on the same prompt is reminded as after any silence."""
_WAKING = (
    SpokenCommand.SKIP,
    SpokenCommand.REPEAT,
    SpokenCommand.REPHRASE,
    SpokenCommand.THINK,
    SpokenCommand.HINT,
)
"""Who asks for one of these has come back from a pause."""


def active(state: InterviewState) -> InterviewState:
    """The candidate did something: silence counts from now, and thinking is over."""
    return replace(state, silence=0, silence_since=None, grant_until=None, touched=state.now)


def asked(state: InterviewState, draft: Draft) -> InterviewState:
    """The draft's question is the pending one now, and may not be asked again."""
    question = draft.question
    assert question is not None
    transcript, log = state.transcript, state.log
    entry = (question.id, spoken(state, question.text))
    before = transcript.asked if entry in transcript.asked else (*transcript.asked, entry)
    if state.prompt is None or state.prompt.question.id != question.id:
        more = log.follow_ups + (1 if draft.follow_up else 0)
        log = replace(log, asked=log.asked + 1, follow_ups=more)
    transcript = replace(transcript, asked=before, stages=(*transcript.stages[:-1], log))
    prompt = Prompt(question, last=is_last_probe(state.stage, question.id))
    if state.prompt is not None and state.prompt.question.id == question.id:
        prompt = replace(prompt, asides=state.prompt.asides)
    return replace(state, transcript=transcript, prompt=prompt, kept_question=None, bridging=False)


def think(state: InterviewState) -> Step:
    """Grant the stage's thinking time, twice for each prompt; it is acknowledged once (F9)."""
    state = active(state)
    prompt = state.prompt
    if prompt is None or state.phase is not Phase.RUNNING or prompt.grants >= MAX_GRANTS:
        return state, ()
    said = notice(phrases(state.plan.language).thinking[0]) if prompt.grants == 0 else state.draft
    state = replace(
        state,
        prompt=replace(prompt, grants=prompt.grants + 1),
        grant_until=state.now + state.stage.thinking_time,
        draft=said if state.draft is None else state.draft,
    )
    return state, ()


def carry_out(state: InterviewState, command: SpokenCommand, *, part: bool = False) -> Step:
    """Carry out what the candidate asked for, by voice or by button (F14). `part`: who skips means the
    whole part."""
    if state.ended or state.index < 0:
        return state, ()
    state = replace(state, on_offer=())
    if command in _WAKING:
        state = awake(state)
    match command:
        case SpokenCommand.END:
            return _end(active(state))
        case SpokenCommand.SKIP:
            return _skip(active(state), part=part)
        case SpokenCommand.PAUSE:
            return pause(active(state))
        case SpokenCommand.RESUME | SpokenCommand.GO_ON:
            return _go_on(active(state))
        case SpokenCommand.THINK:
            return think(state)
        case SpokenCommand.INTERRUPT:
            return hush(state)
        case SpokenCommand.HINT | SpokenCommand.REPEAT | SpokenCommand.REPHRASE:
            helped = _hint if command is SpokenCommand.HINT else partial(_again, command=command)
            return helped(active(state))


def hush(state: InterviewState) -> Step:
    """Silence whatever is being said."""
    current = state.current
    if current is None or current.stopped:
        return state, ()
    wording = None if current.draft.open else state.wording
    state = replace(state, current=replace(current, stopped=True), wording=wording)
    return state, (StopSpeaking(current.id),)


def _again(state: InterviewState, command: SpokenCommand) -> Step:
    if state.phase is not Phase.RUNNING or state.claim is not None or _unbegun(state):
        return state, ()
    state = meant(state)
    words = phrases(state.plan.language)
    wanted = rephrased(state) if command is SpokenCommand.REPHRASE else repeat(state, words.repeat)
    if wanted is None or state.consult_since is not None:
        return state, ()
    state, commands = hush(state)
    return replace(state, draft=wanted), commands


def _hint(state: InterviewState) -> Step:
    """In study mode: say what would help with the pending question, which stays pending."""
    if not state.plan.study or state.phase is not Phase.RUNNING or state.claim is not None:
        return state, ()
    state = meant(state)
    if state.prompt is None or state.consult_since is not None or _unbegun(state):
        return state, ()
    text = hint(state.prompt.question, state.stage, state.plan.language)
    state, hushed = hush(state)
    return replace(state, draft=notice(spoken(state, text))), hushed


def meant(state: InterviewState) -> InterviewState:
    """The question that is being spoken is the one meant."""
    current = state.current
    if current is not None and current.draft.question is not None and current.draft.kind in ASKING:
        return asked(state, current.draft)
    return state


def _unbegun(state: InterviewState) -> bool:
    """Nothing of this stage has been heard: a second press of "skip" must not skip two stages."""
    return state.bridging and (state.current is None or state.current.audible_at is None)


def _skip(state: InterviewState, *, part: bool) -> Step:
    """Leave the question, or the stage: skipping is one of the ways on that F4 lists."""
    if state.phase is not Phase.RUNNING or state.claim is not None or _unbegun(state):
        return state, ()
    if state.rules == 1:
        state, hushed = hush(state)
        state, commands = advance(state, Cause.CANDIDATE_SKIPPED, "candidate")
    else:
        state, hushed = hush(settled(meant(state)))
        state, commands = skip(state, part=part)
    return state, (*hushed, *commands)


def settled(state: InterviewState) -> InterviewState:
    """The open turn is over: what it said is assessed by the rules, and no reply to it is waited for."""
    if state.consult_since is not None and state.prompt is not None:
        state = replace(ruled(state), turn=None)
    draft = None if state.draft is not None and state.draft.open else state.draft
    return replace(with_reply_settled(state), draft=draft, wording=None)


def _end(state: InterviewState) -> Step:
    """Close without asking back; the page's button has asked already. Who takes their leave where only their own
    questions were left has done the whole interview."""
    if state.pause is not None or not state.present:
        return finish(state, EndReason.CANDIDATE_ENDED, Cause.CANDIDATE_ENDED, "candidate")
    if state.phase is Phase.CLOSING:
        return replace(state, unsent=False), ()  # whoever ends it now leaves the unsent words
    state, hushed = hush(state)
    state = replace(state, claim=None)
    if state.rules > 1 and state.stage.kind == "questions":
        return close(state, Cause.CANDIDATE_DONE, EndReason.COMPLETED, "candidate"), hushed
    reason = EndReason.CANDIDATE_ENDED
    return close(state, Cause.CANDIDATE_ENDED, reason, "candidate"), hushed


def pause(state: InterviewState, *, ours: bool = False) -> Step:
    """Stop the clocks until the candidate goes on."""
    if state.pause is not None or state.phase is not Phase.RUNNING:
        return state, ()
    state, hushed = hush(state)
    return with_pause(state, Pause(state.now, ours=ours)), hushed


def _go_on(state: InterviewState) -> Step:
    """Take back a pause, or a good-bye that a spoken "end" brought (F14)."""
    words = phrases(state.plan.language)
    if state.pause is not None:
        state = awake(state)
        if state.draft is None or state.draft.kind is Kind.NOTICE:
            state = replace(
                state, draft=repeat(state, words.resumed) if not state.bridging else None
            )
        return state, ()
    closing = state.closing
    if state.phase is not Phase.CLOSING or closing is None:
        return state, ()
    if closing.reason is not EndReason.CANDIDATE_ENDED and closing.proposed_by != "candidate":
        return state, ()
    state, hushed = hush(state)
    state = replace(state, closing=None, draft=None)
    return replace(state, draft=repeat(state, words.resumed)), hushed
