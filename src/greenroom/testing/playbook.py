"""A test of the engine that reads like a conversation.

    play = Playbook(plan)
    play.at("0:00").candidate_joins().expect(Say, kind=Kind.QUESTION)
    play.at("0:42").candidate_says("I am a nurse.").expect(Say, kind=Kind.PROBE)

The playbook stands in for the shell: it makes utterances audible, ends them after their words'
length, carries out handoffs at once, answers consultations, and lets every deadline come due.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, Self, TypeVar

from greenroom.interview import engine
from greenroom.interview.bounds import Bounds
from greenroom.interview.brief import Brief
from greenroom.interview.briefing import brief
from greenroom.interview.commands import (
    Command,
    Consult,
    EnterStage,
    Say,
    StopSpeaking,
    TakeTurn,
)
from greenroom.interview.deterministic import reply
from greenroom.interview.events import (
    AckIgnored,
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
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
from greenroom.interview.plan import Candidate, InterviewPlan, Millis
from greenroom.interview.proposals import Proposal
from greenroom.interview.reading import Reading
from greenroom.interview.state import InterviewState

C = TypeVar("C")

WORD_MS: Millis = 360
AUDIBLE_AFTER_MS: Millis = 100
ANSWER_ENDS_AFTER_MS: Millis = 1_100
"""From the candidate's last word to the end of the turn."""


def moment(text: str) -> Millis:
    """Minutes and seconds, "1:05" or "1:05.250", in milliseconds."""
    minutes, seconds = text.split(":")
    return int(minutes) * 60_000 + round(float(seconds) * 1000)


def unread(text: str) -> Reading | None:
    """Nobody reads this: the engine tells turns by their words."""
    del text
    return None


class Playbook:
    """One interview, told from outside. Every method returns the playbook itself."""

    def __init__(
        self,
        plan: InterviewPlan,
        candidate: Candidate | None = None,
        interviewer: Callable[[Brief], tuple[Proposal, ...]] = reply,
        bounds: Bounds | None = None,
        reader: Callable[[str], Reading | None] = unread,
    ) -> None:
        self.state: InterviewState = engine.begin(plan, candidate or Candidate("Ada"), bounds)
        self.log: list[tuple[Event, tuple[Command, ...]]] = []
        self.commands: list[tuple[Millis, Command]] = []
        self.now: Millis = 0
        self.handoffs = True
        """False: handoffs stay claimed until the test posts what became of them."""
        self._interviewer, self._reader = interviewer, reader
        self._coming: list[tuple[Millis, int, Event]] = []
        self._numbered = 0
        self._expected = 0

    # time

    def at(self, when: str) -> Self:
        """Let everything happen that is due up to this moment."""
        self._pass(until=moment(when))
        return self

    def to_the_end(self) -> Self:
        """Let time pass until nothing is due any more."""
        self._pass(until=None)
        return self

    def _pass(self, until: Millis | None) -> None:
        while (due := self._next()) is not None and (until is None or due <= until):
            self.now = max(self.now, due)
            if self._coming and self._coming[0][0] <= self.now:
                self.post(heapq.heappop(self._coming)[2])
            else:
                self.post(DeadlineReached(self.now))
        if until is not None:
            self.now = until

    def _next(self) -> Millis | None:
        deadline = engine.next_deadline(self.state)
        coming = self._coming[0][0] if self._coming else None
        return min((at for at in (deadline, coming) if at is not None), default=None)

    # what happens

    def post(self, event: Event) -> Self:
        """Let any event happen now."""
        self.state, commands = engine.step(self.state, event)
        self.log.append((event, commands))
        for command in commands:
            self.commands.append((self.now, command))
            self._perform(command)
        return self

    def candidate_joins(self) -> Self:
        return self.post(CandidateJoined(self.now))

    def candidate_leaves(self) -> Self:
        return self.post(CandidateLeft(self.now))

    def candidate_commands(self, command: SpokenCommand) -> Self:
        return self.post(CommandGiven(self.now, command))

    def candidate_types(self, text: str) -> Self:
        return self._answer(text, self.now, self.now, typed=True)

    def candidate_says(self, text: str, *, seconds: float | None = None) -> Self:
        """Speak from now on, and wait for what follows the end of the turn. Over the interviewer's
        voice this is a barge-in."""
        began = self.now
        ended = began + (round(seconds * 1000) if seconds else WORD_MS * len(text.split()))
        self.candidate_begins_to_speak()
        self._pass(until=ended)
        self.post(SpeechStopped(self.now, ended))
        self._pass(until=ended + ANSWER_ENDS_AFTER_MS)
        return self._answer(text, began, ended)

    def _answer(self, text: str, began: Millis, ended: Millis, *, typed: bool = False) -> Self:
        reading = self._reader(text)
        return self.post(AnswerGiven(self.now, text, began, ended, typed, reading=reading))

    def voice_begins(self) -> Self:
        """A voice, while what is being said goes on."""
        return self.post(SpeechStarted(self.now, self.now))

    def voice_ends(self) -> Self:
        return self.post(SpeechStopped(self.now, self.now))

    def candidate_begins_to_speak(self) -> Self:
        self.voice_begins()
        return self._cut(self.state.current.id if self.state.current else "")

    def candidate_murmurs(self, text: str) -> Self:
        """A backchannel that the gate ignores."""
        return self.post(AckIgnored(self.now, text, self.now - 400, self.now, "soft_ack"))

    # the shell's part

    def _perform(self, command: Command) -> None:
        match command:
            case Say(utterance_id=utterance_id, text=text):
                audible = self.now + AUDIBLE_AFTER_MS
                ended = audible + WORD_MS * len(text.split())
                self._later(UtteranceStarted(audible, utterance_id))
                self._later(UtteranceFinished(ended, utterance_id, text, interrupted=False))
            case StopSpeaking(utterance_id=utterance_id):
                self._cut(utterance_id)
            case EnterStage(epoch=epoch) if self.handoffs:
                self._later(StageEntered(self.now, epoch))
            case Consult(turn_id=turn_id):
                self._later(Replied(self.now, turn_id, self._interviewer(brief(self.state))))
            case TakeTurn(cause="last_words"):
                self._later(AnswerGiven(self.now, "", self.now, self.now))
            case _:
                pass

    def _later(self, event: Event) -> None:
        self._numbered += 1
        heapq.heappush(self._coming, (event.at, self._numbered, event))

    def _cut(self, utterance_id: str) -> Self:
        """End this utterance early; what was heard is in proportion to the time it had."""
        mine = [e for _, _, e in self._coming if getattr(e, "utterance_id", "") == utterance_id]
        self._coming = [entry for entry in self._coming if entry[2] not in mine]
        heapq.heapify(self._coming)
        started = any(isinstance(event, UtteranceStarted) for event in mine)
        for event in mine:
            if isinstance(event, UtteranceFinished):
                words = event.heard.split()
                left = (event.at - self.now) // WORD_MS + 1
                heard = "" if started else " ".join(words[: max(0, len(words) - left)])
                self.post(UtteranceFinished(self.now, utterance_id, heard, interrupted=True))
        return self

    # what must have happened

    def expect(self, command_type: type[C], /, **fields: Any) -> Self:
        """The next command of this type, after those already expected, has these fields.

        A `text` is looked for inside the command's text, whatever its case.
        """
        for index in range(self._expected, len(self.commands)):
            command = self.commands[index][1]
            if isinstance(command, command_type):
                self._expected = index + 1
                self._compare(command, fields)
                return self
        raise AssertionError(f"no {command_type.__name__} followed; so far:\n{self.told()}")

    def expect_no(self, command_type: type[C]) -> Self:
        """No command of this type came after those already expected."""
        for _, command in self.commands[self._expected :]:
            if isinstance(command, command_type):
                raise AssertionError(f"unexpected {command}; so far:\n{self.told()}")  # noqa: TRY004
        return self

    def _compare(self, command: object, fields: dict[str, Any]) -> None:
        for name, wanted in fields.items():
            found = getattr(command, name)
            right = wanted.lower() in found.lower() if name == "text" else found == wanted
            if not right:
                raise AssertionError(
                    f"{name} is {found!r}, expected {wanted!r}; so far:\n{self.told()}"
                )

    def told(self) -> str:
        """All commands so far, a line each, with their times."""
        return "\n".join(f"  {at / 1000:8.2f}  {command}" for at, command in self.commands)
