"""Whatever happens, in whatever order: what must always hold of the engine (F4, F8, F9, F11, F15)."""

from __future__ import annotations

import os
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.interview.random_interview import (
    BOUND,
    PATIENCE,
    PLAN,
    QUESTIONS,
    READINGS,
    SENTENCES,
    WORDS,
)

from greenroom.interview.causes import Cause
from greenroom.interview.commands import (
    Command,
    Consult,
    EndInterview,
    EnterStage,
    Kind,
    Say,
    SayOn,
    StopSpeaking,
    TakeTurn,
)
from greenroom.interview.deadlines import Timer, next_deadline, timers
from greenroom.interview.engine import step
from greenroom.interview.events import (
    AckIgnored,
    ActivityNoticed,
    AnswerGiven,
    AnswerMode,
    AnswerModeSet,
    CandidateJoined,
    CandidateLeft,
    CommandGiven,
    DeadlineReached,
    Event,
    HandoffDropped,
    Replied,
    ReplyEnded,
    SentenceOffered,
    SessionResumed,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.journal import Header, encode_entry, encode_header, opening_state, read
from greenroom.interview.plan import Candidate
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.questions import normalised
from greenroom.interview.reading import About, Reading
from greenroom.interview.record import record
from greenroom.interview.speaking import ASKING
from greenroom.interview.state import InterviewState, Phase


class Interview(RuleBasedStateMachine):
    """A shell that answers commands late, early, twice or not at all."""

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
        self.ended_at: int | None = None

    # ---- the shell
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
            case StopSpeaking():
                pass
            case EndInterview():
                self.ended_at = self.now
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

    # ---- what may happen
    @rule(ms=st.integers(0, 40_000))
    def time_passes(self, ms: int) -> None:
        self.move(ms)

    @rule()
    def join(self) -> None:
        self.feed(CandidateJoined(self.now))

    @rule()
    def leave(self) -> None:
        self.voice = None
        self.feed(CandidateLeft(self.now))

    @precondition(lambda self: self.voice is None)
    @rule(late=st.integers(0, 300))
    def speak(self, late: int) -> None:
        self.voice = self.now
        self.feed(SpeechStarted(self.now, max(0, self.now - late)))

    @precondition(lambda self: self.voice is not None)
    @rule(late=st.integers(0, 300))
    def hush(self, late: int) -> None:
        self.voice = None
        self.feed(SpeechStopped(self.now, max(0, self.now - late)))

    @rule(
        text=st.sampled_from(WORDS),
        length=st.integers(0, 9_000),
        typed=st.booleans(),
        question=st.sampled_from([None, *QUESTIONS]),
        reading=st.one_of(st.none(), READINGS),
    )
    def answer(
        self, text: str, length: int, typed: bool, question: str | None, reading: Reading | None
    ) -> None:
        began, before = max(0, self.now - length), self.state
        told = question if typed else None
        commands = self.feed(
            AnswerGiven(self.now, text, began, self.now, typed, question=told, reading=reading)
        )
        self.asides_are_no_answers(before, commands)

    def asides_are_no_answers(self, before: InterviewState, commands: tuple[Command, ...]) -> None:
        """F17: nobody is asked about an aside, it is not counted, and the pending question stays or is left."""
        new = self.state.transcript.messages[len(before.transcript.messages) :]
        if all(message.kind != "aside" for message in new):
            return
        assert not any(isinstance(command, Consult) for command in commands)
        assert self.state.log.turns <= before.log.turns or self.state.index != before.index
        assert all(m.depth is None and m.turn_id is None and m.about for m in new)
        if before.prompt is not None and before.current is None and self.state.prompt is not None:
            assert self.state.prompt.question == before.prompt.question

    @rule()
    def ack(self) -> None:
        self.feed(AckIgnored(self.now, "okay", max(0, self.now - 400), self.now, "ack"))

    @rule(command=st.sampled_from(list(SpokenCommand)))
    def button(self, command: SpokenCommand) -> None:
        self.feed(CommandGiven(self.now, command))

    @rule(draft=st.sampled_from([None, True, False]))
    def type(self, draft: bool | None) -> None:
        self.feed(ActivityNoticed(self.now, draft))

    @rule(mode=st.sampled_from(["talk", "hold", "type"]))
    def choose(self, mode: AnswerMode) -> None:
        self.feed(AnswerModeSet(self.now, mode))

    @precondition(lambda self: self.out)
    @rule()
    def audible(self) -> None:
        self.feed(UtteranceStarted(self.now, self.out[0].utterance_id))

    @precondition(lambda self: self.out)
    @rule(share=st.integers(0, 100), whole=st.booleans())
    def finished(self, share: int, whole: bool) -> None:
        say = self.out.pop()
        heard = say.text if whole else say.text[: len(say.text) * share // 100]
        if whole:
            self.feed(UtteranceStarted(self.now, say.utterance_id))
        self.feed(UtteranceFinished(self.now, say.utterance_id, heard, not whole))
        if whole and say.kind in ASKING and not say.more:
            self.said.append(say.text)

    @rule(stale=st.sampled_from(["u1", "u999", ""]))
    def late_news(self, stale: str) -> None:
        if self.out and self.out[0].utterance_id == stale:
            return
        before = self.state
        self.feed(UtteranceFinished(self.now, stale, "words", False))
        assert self.state.transcript == before.transcript

    @precondition(lambda self: self.handoffs)
    @rule(again=st.booleans())
    def enter(self, again: bool) -> None:
        epoch = self.handoffs.pop().epoch
        index = self.state.index
        self.feed(StageEntered(self.now, epoch))
        if self.state.index != index:
            self.entered.append(self.state.stage.id)
        if again:
            self.feed(StageEntered(self.now, epoch))

    @precondition(lambda self: self.handoffs)
    @rule()
    def drop(self) -> None:
        self.feed(HandoffDropped(self.now, self.handoffs.pop().epoch))

    @precondition(lambda self: self.consults)
    @rule(
        depth=st.one_of(st.none(), st.integers(0, 6)),
        ask=st.sampled_from(
            [
                None,
                ("", None),
                ("Own words, new each time?", None),
                ("Which project are you proud of?", "w1"),
                ("x", "nowhere"),
                ("Which decision was yours alone?", "p2"),
            ]
        ),
        leave=st.booleans(),
        aside=st.one_of(st.none(), st.sampled_from(list(About))),
        partial=st.booleans(),
        more=st.booleans(),
        stale=st.booleans(),
    )
    def reply(self, depth, ask, leave, aside, partial, more, stale) -> None:  # type: ignore[no-untyped-def]
        turn = "t999" if stale else self.consults[-1]
        proposals: list[object] = []
        if depth is not None:
            proposals.append(AssessResponse(depth, ("queues",)))
        if ask is not None:
            proposals.append(AskQuestion(*ask))
        if leave:
            proposals.append(TransitionStage("enough"))
        if aside is not None:
            proposals.append(MeetAside(aside, "Of course."))
        proposals.append(RecordResponse("they said something", (("role", "engineer"), ("x", "y"))))
        self.feed(Replied(self.now, turn, tuple(proposals), partial, more))  # type: ignore[arg-type]

    @precondition(lambda self: self.consults)
    @rule(text=st.sampled_from(SENTENCES), stale=st.booleans())
    def sentence(self, text: str, stale: bool) -> None:
        before = self.state
        self.feed(SentenceOffered(self.now, "t999" if stale else self.consults[-1], text))
        if stale:
            assert self.state.draft == before.draft

    @precondition(lambda self: self.consults)
    @rule(told=st.booleans(), stale=st.booleans())
    def reply_over(self, told: bool, stale: bool) -> None:
        notes = (AssessResponse(3, ("queues",)), RecordResponse("", (("role", "engineer"),)))
        turn = "t999" if stale else self.consults[-1]
        self.feed(ReplyEnded(self.now, turn, notes if told else ()))

    @rule()
    def crash(self) -> None:
        """The process is killed and another takes over from the journal alone."""
        header, state, seq = read(self.journal)
        assert header == self.header
        assert state == self.state
        assert seq == len(self.journal) - 1
        self.voice, self.out = None, []
        self.feed(SessionResumed(self.now))

    @rule(silent=st.booleans())
    def run_out(self, silent: bool) -> None:
        """With a shell that works, the interview ends within its limits whoever stays silent or
        never stops."""
        fork = self.state
        if fork.phase is Phase.WAITING or not fork.present or fork.pause is not None:
            return
        if silent and self.voice is not None:
            fork, _ = step(fork, SpeechStopped(self.now, self.now))
        most = BOUND + (PATIENCE if fork.patient else 0)
        assert _ends(fork, list(self.handoffs), list(self.out), self.now) <= self.now + most

    # ---- what must hold
    @invariant()
    def words_have_a_place(self) -> None:
        """Words that are still coming have a turn that waits for them or an utterance that does."""
        state = self.state
        open_ = [d for d in (state.draft, state.current and state.current.draft) if d and d.open]
        stopped = state.current is not None and state.current.stopped
        if state.wording is not None:
            assert open_ or state.consult_since is not None
        elif open_:
            assert stopped
        assert all(draft.lead and draft.question is not None for draft in open_)

    @invariant()
    def replies_are_said(self) -> None:
        """What is owed to an aside waits for nothing but the floor: something is on its way to be said, or
        nobody is there."""
        state = self.state
        ours = (state.current, state.draft, state.claim, state.consult_since)
        if state.owed is not None and state.phase is Phase.RUNNING and not state.bridging:
            assert any(item is not None for item in ours) or state.prompt is None

    @invariant()
    def each_stage_once_in_order(self) -> None:
        ids = [stage.id for stage in PLAN.stages]
        assert self.entered == ids[: len(self.entered)]

    @invariant()
    def nobody_is_hurried(self) -> None:
        """Out of patience nothing is forced on somebody who was asked something or writes."""
        state = self.state
        forced = {
            Timer.REPROMPT,
            Timer.SIMPLIFY,
            Timer.INACTIVITY,
            Timer.HARD_LIMIT,
            Timer.RAMBLE,
        }
        if state.unsent or (state.patient and state.prompt is not None):
            assert not forced & {timer for _, timer in timers(state)}
        assert state.held_since is None or (state.patient and state.frozen)

    @invariant()
    def no_question_twice(self) -> None:
        texts = [normalised(text) for text in self.said]
        assert len(texts) == len(set(texts)), texts

    @invariant()
    def record_is_sound(self) -> None:
        rec = record(self.header, self.state)
        assert rec["total_messages"]["candidate"] + rec["total_messages"]["interviewer"] == len(
            rec["messages"]
        )
        assert all(s["left_ms"] is not None for s in rec["stages"][:-1])
        if rec["end_reason"] == "completed":
            said = [m for m in rec["messages"] if m["speaker"] == "interviewer"]
            assert said[-1]["kind"] == Kind.CLOSING


def _ends(state, handoffs, out, now) -> int:  # type: ignore[no-untyped-def]  # noqa: C901
    """When the interview ends if from now on only our own machinery works."""
    queue: list[tuple[int, int, Event]] = []
    number = 0

    def later(at: int, event: Event) -> None:
        nonlocal number
        number += 1
        queue.append((at, number, event))
        queue.sort(key=lambda item: item[:2])

    def perform(commands: tuple[Command, ...], at: int) -> None:
        for command in commands:
            match command:
                case Say():
                    later(at + 100, UtteranceStarted(at + 100, command.utterance_id))
                    done = UtteranceFinished(at + 3_000, command.utterance_id, command.text, False)
                    later(at + 3_000, done)
                case EnterStage():
                    later(at + 10, StageEntered(at + 10, command.epoch))
                case _:
                    pass

    for command in handoffs:
        later(now + 10, StageEntered(now + 10, command.epoch))
    for say in out:
        later(now + 2_000, UtteranceFinished(now + 2_000, say.utterance_id, say.text, False))
    for _ in range(2_000):
        if state.ended:
            return now
        due = next_deadline(state)
        if queue and (due is None or queue[0][0] <= due):
            now, _, event = queue.pop(0)
        else:
            assert due is not None, "nothing will ever happen again"
            now, event = max(now, due), DeadlineReached(max(now, due))
        state, commands = step(state, event)
        perform(commands, now)
    raise AssertionError("the interview does not end")


class Unhurried(Interview):
    """The same with no time limits."""

    def __init__(self) -> None:
        super().__init__()
        self.header = replace(self.header, unhurried=True)
        self.journal = [encode_header(self.header)]
        self.state = opening_state(self.header)


EXAMPLES = int(os.environ.get("GREENROOM_EXAMPLES", "300"))
TestInterview, TestUnhurried = Interview.TestCase, Unhurried.TestCase
TestInterview.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestUnhurried.settings = settings(TestInterview.settings, max_examples=EXAMPLES // 6)
