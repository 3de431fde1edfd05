"""An interview that was held: journalled event by event as a session does, without its clocks."""

from __future__ import annotations

from collections.abc import Sequence

from greenroom.adapters.storage.interviews import SqlInterviews
from greenroom.app import plans
from greenroom.interview import deterministic
from greenroom.interview.background import Background
from greenroom.interview.briefing import brief
from greenroom.interview.commands import Command, Consult, EndInterview, EnterStage, Say
from greenroom.interview.engine import begin, step
from greenroom.interview.events import (
    AnswerGiven,
    CandidateJoined,
    CommandGiven,
    DeadlineReached,
    Event,
    Replied,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.journal import Header, encode_entry, encode_header
from greenroom.interview.plan import Candidate
from greenroom.interview.state import InterviewState

SECOND = 1000
AT = "2026-11-21T09:00:01.000Z"


A_WORD = 400


async def told(
    interviews: SqlInterviews,
    interview_id: str,
    answers: Sequence[str],
    *,
    spoken: bool = False,
    background: Background = deterministic.NOTHING_MORE,
    cut: int | None = None,
) -> None:
    """Hold the interview to its end; an empty answer is the candidate who skips the question's stage.
    `spoken`: not typed, and each word takes its time. `background`: what of their papers was confirmed. `cut`: how
    many words of each question are heard before the candidate speaks over it."""
    row = await interviews.find(interview_id)
    assert row is not None
    who = Candidate(row.candidate["name"], row.candidate["role"], row.candidate["level"])
    plan = plans.parse(row.plan_toml, row.plan_id, role=who.role, level=who.level)
    journal = interviews.journal(row.id)
    await journal.append(encode_header(Header(row.id, AT, "embedded", who, plan)))
    state, at, seq = begin(plan, who), 0, 0
    waiting: list[Event] = [CandidateJoined(0)]
    rest = list(answers)
    while not state.ended:
        at += SECOND
        event = _dated(waiting.pop(0), at) if waiting else _next(state, rest, at, spoken)
        at = event.at
        state, commands = step(state, event)
        seq += 1
        await journal.append(encode_entry(seq, event, commands))
        for command in commands:
            waiting += _follows(command, state, background, cut)
        assert seq < 500, "this interview does not end"
    await interviews.set_status(row.id, "ended", "2026-11-21T09:10:00.000Z")


def _next(state: InterviewState, rest: list[str], at: int, spoken: bool) -> Event:
    if state.draft is not None or not state.prompt:
        return DeadlineReached(at)
    if not rest:
        return CommandGiven(at, SpokenCommand.END)
    text = rest.pop(0)
    if not text:
        return CommandGiven(at, SpokenCommand.SKIP)
    ended = at + A_WORD * len(text.split()) * spoken
    return AnswerGiven(ended, text, at, ended, typed=not spoken)


def _follows(
    command: Command, state: InterviewState, background: Background, cut: int | None
) -> list[Event]:
    match command:
        case EnterStage(epoch=epoch):
            return [StageEntered(0, epoch)]
        case Say(utterance_id=name, text=text, question_id=str()) if cut is not None:
            heard = " ".join(text.split()[:cut])
            finished = UtteranceFinished(0, name, heard, True)
            spoke = SpeechStarted(0, state.now)
            return [UtteranceStarted(0, name), spoke, finished, SpeechStopped(0, state.now)]
        case Say(utterance_id=name, text=text):
            return [UtteranceStarted(0, name), UtteranceFinished(0, name, text, False)]
        case Consult(turn_id=turn):
            return [Replied(0, turn, tuple(deterministic.reply(brief(state), background)))]
        case EndInterview():
            return []
        case _:
            return []


def _dated(event: Event, at: int) -> Event:
    from dataclasses import replace

    return replace(event, at=at)
