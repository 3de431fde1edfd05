"""Pauses: nothing counts and nothing is kept until the candidate goes on, and they are told so (F14)."""

from __future__ import annotations

from greenroom.interview.commands import Kind, Say
from greenroom.interview.events import (
    AnswerGiven,
    SessionResumed,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
)
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.testing.playbook import Playbook

INTRO = StagePlan(
    "INTRO",
    "Introduction",
    opening=Question("i1", "Who are you?"),
    bank=(Question("i2", "Which tools do you reach for first?"),),
    hard_limit=120_000,
    inactivity_limit=30_000,
    reprompt_after=10_000,
    simplify_after=20_000,
)
WORK = StagePlan("WORK", "Work", opening=Question("w1", "Which project are you proud of?"))


def play() -> Playbook:
    return Playbook(InterviewPlan("p", "P", (INTRO, WORK)), Candidate("Ada")).candidate_joins()


def test_a_pause_stops_everything_until_go_on() -> None:
    """Paused: no clock, no prompt, no words kept; "go on" repeats the question."""
    book = play().at("0:05").candidate_commands(SpokenCommand.PAUSE).at("0:20")
    book.expect(Say).expect(Say, kind=Kind.NOTICE)
    book.candidate_says("Not to you, dear.").at("2:00").expect_no(Say)
    assert not [m for m in book.state.transcript.messages if m.kind == "answer"]
    book.candidate_says("Go on.").at("2:10").expect(Say, kind=Kind.REPEAT, text="Who are you")
    assert book.state.elapsed < 20_000


def test_words_from_before_a_pause_are_kept() -> None:
    """An answer that began before the pause button was pressed is an answer."""
    book = play().at("0:05")
    book.post(SpeechStarted(book.now, 5_000)).at("0:07").candidate_commands(SpokenCommand.PAUSE)
    book.post(SpeechStopped(book.now, 7_000)).at("0:08")
    book.post(AnswerGiven(book.now, "I am a nurse.", 5_000, 7_000)).at("0:30")
    assert [m.text for m in book.state.transcript.messages if m.kind == "answer"] == [
        "I am a nurse."
    ]
    book.expect(Say).expect(
        Say, kind=Kind.NOTICE
    )  # and the reply to it does not keep us from saying so
    book.candidate_commands(SpokenCommand.GO_ON).at("0:40").expect(Say, question_id="i2")


def test_a_pause_is_told_though_a_reply_waits() -> None:
    """The reply that was about to be said is said after the pause, and that we are paused before it."""
    book = play().at("0:05").candidate_says("I am a nurse.").candidate_begins_to_speak().at("0:16")
    book.expect(Say).voice_ends()
    waiting = book.state.draft
    assert waiting is not None
    assert waiting.question is not None
    book.candidate_commands(SpokenCommand.PAUSE).at("0:30").expect(
        Say, kind=Kind.NOTICE, text="paused"
    )
    book.expect_no(Say)
    assert book.state.draft == waiting
    book.candidate_commands(SpokenCommand.GO_ON).at("0:35").expect(
        Say, question_id=waiting.question.id
    )


def test_a_pause_that_was_taken_back_at_once_is_not_told() -> None:
    """Who goes on before it could be said is not told of a pause any more."""
    book = play().at("0:05").candidate_begins_to_speak()
    book.candidate_commands(SpokenCommand.PAUSE).candidate_commands(SpokenCommand.GO_ON)
    book.voice_ends().at("0:20").expect(Say).expect(Say, kind=Kind.REPEAT)
    assert "notice" not in [m.kind for m in book.state.transcript.messages]


def test_who_comes_back_to_a_pause_is_told_of_it() -> None:
    """After the process was started again nobody can know what was kept: the pause is told again."""
    book = play().at("0:05").candidate_commands(SpokenCommand.PAUSE).at("0:15")
    book.expect(Say).expect(Say, kind=Kind.NOTICE)
    book.post(SessionResumed(book.now)).candidate_joins().at("0:25")
    book.expect(Say, kind=Kind.NOTICE, text="paused").expect_no(Say)


def test_a_typed_answer_ends_a_pause() -> None:
    """Nobody types to somebody else: who answers in writing while paused has come back."""
    book = play().at("0:05").candidate_commands(SpokenCommand.PAUSE).at("0:15")
    book.post(AnswerGiven(book.now, "I am a nurse.", book.now, book.now, typed=True)).at("0:30")
    book.expect(Say).expect(Say, kind=Kind.NOTICE).expect(Say, question_id="i2")
    assert [m.text for m in book.state.transcript.messages if m.kind == "answer"] == [
        "I am a nurse."
    ]


def test_skip_ends_a_pause() -> None:
    """Who skips while paused has come back."""
    book = play().at("0:05").candidate_commands(SpokenCommand.PAUSE).at("0:15")
    book.expect(Say).expect(Say, kind=Kind.NOTICE)
    book.candidate_commands(SpokenCommand.SKIP).at("0:20").expect(Say, text="we leave that")
    assert book.state.pause is None
