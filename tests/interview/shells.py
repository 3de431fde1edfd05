"""What performs the engine's commands in random interviews: a shell that works, and one that does as it likes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis.stateful import RuleBasedStateMachine
from tests.interview.random_interview import PLAN

from greenroom.interview.causes import Cause
from greenroom.interview.commands import Command, Consult, EnterStage, Say, SayOn, TakeTurn
from greenroom.interview.deadlines import next_deadline
from greenroom.interview.engine import step
from greenroom.interview.events import (
    AnswerGiven,
    DeadlineReached,
    Event,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.journal import Header, encode_entry, encode_header, opening_state
from greenroom.interview.plan import Candidate
from greenroom.interview.state import InterviewState


class UnreliableShell(RuleBasedStateMachine):
    """Answers commands late, early, twice or not at all; checks each step."""

    def __init__(self) -> None:
        super().__init__()
        who = Candidate("Ada", "engineer", "senior")
        self.header = Header("int_x", "2026-01-01T00:00:00Z", "simulated", who, PLAN)
        self.state = opening_state(self.header)
        self.journal = [encode_header(self.header)]
        self.now = 0
        self.voice: int | None = None
        self.out: list[Say] = []
        self.handoffs: list[EnterStage] = []
        self.consults: list[str] = []
        self.entered: list[str] = []
        self.said: list[str] = []

    def feed(self, event: Event) -> tuple[Command, ...]:
        before = self.state
        state, commands = step(before, event)
        assert step(before, event) == (state, commands), "same input, same output"
        if before.ended:
            assert state == before
            assert commands == ()
        self.state = state
        self.journal.append(encode_entry(len(self.journal), event, commands))
        for command in commands:
            self.perform(before, command)
        return commands

    def perform(self, before: object, command: Command) -> None:
        match command:
            case Say():
                assert not self.out, "two utterances at once"
                assert self.voice is None, "the interviewer starts over the candidate's voice"
                assert self.state.present
                self.out.append(command)
            case SayOn():
                (say,) = self.out
                assert (say.utterance_id, say.more) == (command.utterance_id, True)
                assert command.text
                grown = f"{say.text} {command.text}"
                self.out = [replace(say, text=grown, more=not command.last)]
            case EnterStage():
                self.handoffs.append(command)
                soft = command.cause not in (None, Cause.DEADLINE, Cause.CANDIDATE_SKIPPED)
                assert not (soft and self.voice is not None and command.cause is Cause.INACTIVITY)
            case Consult():
                self.consults.append(command.turn_id)
            case TakeTurn():
                self.feed(
                    AnswerGiven(self.now, "what I had said", max(0, self.now - 500), self.now)
                )
            case _:
                pass

    def move(self, millis: int) -> None:
        target, same = self.now + millis, 0
        while (due := next_deadline(self.state)) is not None and due <= target:
            assert due >= self.state.now, "a deadline in the past"
            same = same + 1 if due <= self.now else 0
            assert same < 40, "deadlines that make no progress"
            self.now = max(self.now, due)
            before = self.state
            self.feed(DeadlineReached(self.now))
            assert self.state != before, "a deadline changed nothing"
        self.now = target


def end_with_a_working_shell(
    state: InterviewState, handoffs: list[EnterStage], out: list[Say], now: int
) -> int:
    """When the interview ends if from now on only our own machinery works."""
    coming: list[Event] = [StageEntered(now + 10, command.epoch) for command in handoffs]
    coming += [UtteranceFinished(now + 2_000, say.utterance_id, say.text, False) for say in out]
    for _ in range(2_000):
        if state.ended:
            return now
        due = next_deadline(state)
        coming.sort(key=lambda event: event.at)
        if coming and (due is None or coming[0].at <= due):
            event = coming.pop(0)
        else:
            assert due is not None, "nothing will ever happen again"
            event = DeadlineReached(max(now, due))
        now = event.at
        state, commands = step(state, event)
        coming += [news for command in commands for news in _performed(command, now)]
    raise AssertionError("the interview does not end")


def _performed(command: Command, now: int) -> tuple[Event, ...]:
    """What a working shell tells of this command."""
    match command:
        case Say(utterance_id=name, text=text):
            finished = UtteranceFinished(now + 3_000, name, text, False)
            return UtteranceStarted(now + 100, name), finished
        case EnterStage(epoch=epoch):
            return (StageEntered(now + 10, epoch),)
        case _:
            return ()
