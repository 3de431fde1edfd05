"""Whatever happens, in whatever order: what must always hold of the engine (F4, F8, F9, F11, F15)."""

from __future__ import annotations

import os
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule
from tests.interview.random_interview import (
    BOUND,
    PATIENCE,
    PLAN,
    PROPOSALS,
    QUESTIONS,
    READINGS,
    SENTENCES,
    WORDS,
)
from tests.interview.shells import UnreliableShell, end_with_a_working_shell

from greenroom.interview.commands import Command, Consult, Kind
from greenroom.interview.deadlines import Timer, timers
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
from greenroom.interview.journal import encode_header, opening_state, read
from greenroom.interview.proposals import AssessResponse, Proposal, RecordResponse
from greenroom.interview.questions import normalised
from greenroom.interview.reading import Reading
from greenroom.interview.record import record
from greenroom.interview.speaking import ASKING
from greenroom.interview.state import InterviewState, Phase


class Interview(UnreliableShell):
    """Random events."""

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
    @rule(proposals=PROPOSALS, partial=st.booleans(), more=st.booleans(), stale=st.booleans())
    def reply(
        self, proposals: tuple[Proposal, ...], partial: bool, more: bool, stale: bool
    ) -> None:
        turn = "t999" if stale else self.consults[-1]
        self.feed(Replied(self.now, turn, proposals, partial, more))

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
        assert end_with_a_working_shell(fork, self.handoffs, self.out, self.now) <= self.now + most

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
