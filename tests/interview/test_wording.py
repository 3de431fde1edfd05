"""Whatever a model writes after its move was accepted: one question, the last thing said, and a new one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.causes import Refusal
from greenroom.interview.commands import RefuseProposal, Say, SayOn
from greenroom.interview.engine import begin, next_deadline, step
from greenroom.interview.events import (
    AnswerGiven,
    CandidateJoined,
    CommandGiven,
    DeadlineReached,
    Event,
    Replied,
    ReplyEnded,
    SentenceOffered,
    SpokenCommand,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    MeetAside,
    Proposal,
    RecordResponse,
)
from greenroom.interview.questions import is_repeat
from greenroom.interview.reading import About
from greenroom.interview.sentences import Splitter, asks
from greenroom.interview.state import RULES, InterviewState

OPENING = Question("q0", "Which project are you proud of?")
BANK = (
    Question("q1", "Where did something break badly?", rephrase="What went wrong?"),
    Question("q2", "Who helped you most?"),
)
PLAN = InterviewPlan("p", "P", (StagePlan("S", "S", opening=OPENING, bank=BANK),))
ASIDE = "Sandwiches or the ledger, whichever, well, hm."
PIECES = (
    "That was quick.",
    "You moved a whole ledger!",
    "*nods*",
    "(pauses)",
    "Which project are you proud of?",
    "So, which project are you most proud of?",
    "What did the ledger cost?",
    "Tell me about the ledger.",
    "Where did something break badly?",
    "And it broke off in the",
    "x" * 500 + ".",
)


class Room:
    """An interview whose one answer waits for its reply."""

    def __init__(self, question_id: str | None = None, about: About | None = None) -> None:
        self.state: InterviewState = begin(PLAN, Candidate("Ada"), rules=RULES)
        self.said: dict[str, str] = {}
        self.open: set[str] = set()
        self.refused: list[Refusal] = []
        for event in (CandidateJoined(0), StageEntered(0, 0), DeadlineReached(400)):
            self.feed(event)
        self.feed(UtteranceStarted(500, "u1"))
        self.feed(UtteranceFinished(2_000, "u1", OPENING.text, interrupted=False))
        text = "I moved a ledger in one night." if about is None else ASIDE
        self.feed(AnswerGiven(9_000, text, 3_000, 8_000))
        moved: tuple[Proposal, ...] = (AssessResponse(3), AskQuestion("", question_id))
        if about is not None:
            moved = (MeetAside(about, ""),)
        self.feed(Replied(9_300, "t1", moved, more=True))

    def feed(self, event: Event) -> None:
        self.state, commands = step(self.state, event)
        for command in commands:
            if isinstance(command, Say):
                self.said[command.utterance_id] = command.text
                self.open |= {command.utterance_id} if command.more else set()
            elif isinstance(command, SayOn):
                assert command.utterance_id in self.open
                self.said[command.utterance_id] += f" {command.text}"
                self.open -= {command.utterance_id} if command.last else set()
            elif isinstance(command, RefuseProposal):
                self.refused.append(command.refusal)

    def write(self, *sentences: str) -> None:
        for sentence in sentences:
            self.feed(SentenceOffered(self.state.now + 10, "t1", sentence))

    def end(self, *facts: tuple[str, str]) -> None:
        self.feed(
            ReplyEnded(self.state.now + 10, "t1", (RecordResponse("I moved a ledger", facts),))
        )


def sentences(text: str) -> list[str]:
    splitter = Splitter()
    return [*splitter.feed(text), *splitter.end()]


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from([None, "q1"]))
def test_one_new_question_and_nothing_after_it(pieces: list[str], question_id: str | None) -> None:
    """What is said ends with a question, holds no other, and asks nothing that was asked before."""
    room = Room(question_id)
    room.write(*pieces)
    room.end()
    assert not room.open
    said = sentences(room.said["u2"])
    assert [asks(sentence, "en") for sentence in said] == [False] * (len(said) - 1) + [True]
    assert not is_repeat(said[-1], [OPENING.text])
    room.feed(UtteranceStarted(room.state.now, "u2"))
    room.feed(UtteranceFinished(room.state.now + 900, "u2", room.said["u2"], interrupted=False))
    assert room.state.prompt is not None
    pending = room.state.prompt.question
    assert pending.id in ("q1", "own.t1")


@given(st.lists(st.sampled_from(PIECES), max_size=6), st.integers(0, 6))
def test_stopped_anywhere(pieces: list[str], place: int) -> None:
    """Whenever the model falls silent, or the candidate silences us, a new question follows."""
    room = Room()
    room.write(*pieces[:place])
    room.feed(UtteranceStarted(room.state.now + 1, "u2"))
    room.feed(CommandGiven(room.state.now + 1, SpokenCommand.INTERRUPT))
    room.write(*pieces[place:])
    for _ in range(20):
        current, due = room.state.current, next_deadline(room.state)
        if current is not None and (current.stopped or current.id not in room.open):
            whole = not current.stopped
            heard = room.said[current.id] if whole else ""
            room.feed(UtteranceFinished(room.state.now, current.id, heard, interrupted=not whole))
        elif due is not None and due < 20_000:
            room.feed(DeadlineReached(due))
    assert room.state.wording is None
    assert room.state.draft is None or not room.state.draft.open
    assert room.state.prompt is not None
    assert room.state.kept_question is not None or room.state.prompt.question.id != OPENING.id


def test_an_unknown_question_is_refused_before_its_words() -> None:
    """The plan's own is asked instead, at once."""
    room = Room("nowhere")
    assert room.refused == [Refusal.UNKNOWN_QUESTION]
    assert room.said["u2"] == BANK[0].text
    room.write("What did the ledger cost?")
    assert room.said["u2"] == BANK[0].text


def test_the_rules_note_what_the_model_has_not_noted_yet() -> None:
    """Between decision and notes the record already has a summary in the candidate's words."""
    room = Room()
    room.write("What did the ledger cost?")
    (answer,) = (m for m in room.state.transcript.messages if m.kind == "answer")
    assert answer.summary
    assert answer.summary.lower() in answer.text.lower()


def test_notes_of_a_turn_that_went_on_are_dropped() -> None:
    """Who adds to the answer gets a new reply; what was noted of its first part no longer counts."""
    room = Room()
    room.write("That was quick.")
    room.feed(AnswerGiven(room.state.now + 10, "And it cost us a weekend.", 9_310, 9_400))
    before = room.state.transcript
    room.end(("x", "y"))
    assert room.state.transcript == before
    assert room.state.wording is None
    assert room.state.consult_since is not None


def replying(about: About = About.OFF_SCRIPT) -> Room:
    room = Room(about=about)
    assert not room.refused
    return room


def pending(room: Room) -> str:
    assert room.state.prompt is not None
    return room.state.prompt.question.id


def test_a_reply_is_said_as_it_is_written() -> None:
    """The first sentence is out before the second is known; the question stays pending, and is led back
    to in whatever words."""
    room = replying()
    room.write("Ledgers are fine.")
    assert room.said["u2"] == "Ledgers are fine."
    assert room.open == {"u2"}
    room.write("So, which project are you most proud of?", "And why?")
    assert room.said["u2"] == "Ledgers are fine. So, which project are you most proud of?"
    room.end()
    assert not room.open
    assert pending(room) == OPENING.id
    assert [m.kind for m in room.state.transcript.messages if m.speaker == "candidate"] == ["aside"]
    assert [question for question, _ in room.state.transcript.asked] == [OPENING.id]


@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_a_reply_asks_one_thing_at_most(pieces: list[str]) -> None:
    """Whatever is written, something is said, it asks once at most and last, and nothing is pending but
    the question that was."""
    room = replying()
    room.write(*pieces)
    room.end()
    due = next_deadline(room.state)
    if "u2" not in room.said and due is not None:
        room.feed(DeadlineReached(due))
    assert room.said["u2"]
    assert not room.open
    said = sentences(room.said["u2"])
    assert not any(asks(sentence, "en") for sentence in said[:-1])
    assert pending(room) == OPENING.id


def test_a_reply_without_words_is_the_program_s() -> None:
    """A model that leaves it to us, or fails, or says nothing for long: what is owed is said."""
    for late in (False, True):
        room = replying()
        if late:
            assert room.state.wording is not None
            room.feed(DeadlineReached(room.state.now + 8_000))
        else:
            room.end()
        due = next_deadline(room.state)
        if "u2" not in room.said and due is not None:
            room.feed(DeadlineReached(due))
        assert room.said["u2"]
        assert pending(room) == OPENING.id


def test_new_words_before_a_reply() -> None:
    """Who goes on before anything was said loses nothing: the new words are read, the reply leads."""
    room = replying()
    room.feed(AnswerGiven(room.state.now + 50, "I moved a ledger in one night.", 9_310, 9_340))
    assert room.state.wording is None
    assert room.state.turn is not None
