"""Answers and questions that cross (F11): each a find of the race fuzzer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.interview.one_stage import HEARD, THREE_QUESTIONS, after, begun

from greenroom.interview.commands import Consult, Kind, Say
from greenroom.interview.engine import next_deadline, step
from greenroom.interview.events import (
    AnswerGiven,
    CommandGiven,
    DeadlineReached,
    Replied,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.proposals import AskQuestion
from greenroom.interview.state import InterviewState

ANSWERED = (
    *HEARD,
    AnswerGiven(5_000, "I keep bees", 3_000, 4_000),
    Replied(5_100, "t1", (AskQuestion("Which tools do you use?", "q2"),)),
)


def question_on_its_way() -> InterviewState:
    """The second question was handed to the voice, and nothing of it is audible yet."""
    state = begun(THREE_QUESTIONS, *ANSWERED)
    assert state.current is not None
    assert state.current.audible_at is None
    return state


def test_words_typed_over_a_good_bye_that_nobody_heard() -> None:
    """The good-bye is silenced before its first word; a short one follows at once, not after minutes."""
    state = begun(replace(THREE_QUESTIONS, maximum_turns=1), *ANSWERED)
    assert state.current is not None
    assert state.current.draft.kind is Kind.CLOSING
    typed = AnswerGiven(5_110, "and ants", 5_110, 5_110, typed=True)
    state, _ = step(after(state, typed), UtteranceFinished(5_120, "u2", "", True))
    due = next_deadline(state)
    assert due is not None
    assert due < 6_000
    _, commands = step(state, DeadlineReached(due))
    assert [command.kind for command in commands if isinstance(command, Say)] == [Kind.CLOSING]


def said_from(state: InterviewState, now: int) -> list[str | None]:
    """Ids of the questions that are said while time passes and nobody answers."""
    said = []
    while (due := next_deadline(state)) is not None and due < now:
        state, commands = step(state, DeadlineReached(due))
        said += [c.question_id for c in commands if isinstance(c, Say) and c.kind != Kind.REPROMPT]
    return said


@pytest.mark.parametrize("replied", [False, True], ids=["consulting", "reply waits"])
def test_words_that_cross_a_question_do_not_bring_it_twice(replied: bool) -> None:
    """More of the answer comes before the next question is audible. Once that is heard it stands: the
    words are kept and assessed, and nothing is asked about them beside it."""
    state, commands = step(question_on_its_way(), AnswerGiven(5_400, "and two dogs", 4_200, 4_600))
    assert commands == (Consult("t2"),)
    if replied:
        state = after(state, Replied(5_450, "t2", (AskQuestion("Which tools do you use?", "q2"),)))
        assert state.draft is not None
    state = after(state, UtteranceStarted(5_500, "u2"))
    assert (state.draft, state.consult_since) == (None, None)
    state, commands = step(state, UtteranceFinished(7_500, "u2", "Which tools do you use?", False))
    assert commands == ()
    assert said_from(state, 20_000) == []
    answers = [m for m in state.transcript.messages if m.kind == "answer"]
    assert [m.text for m in answers] == ["I keep bees", "and two dogs"]
    assert replied or answers[-1].depth is not None
    assert [question_id for question_id, _ in state.transcript.asked] == ["q1", "q2"]


def test_a_stop_that_is_known_before_the_end_that_it_caused() -> None:
    """What silenced the interviewer is a barge-in, also when its words came before our own end (F12)."""
    state = begun(
        THREE_QUESTIONS,
        DeadlineReached(300),
        UtteranceStarted(400, "u1"),
        SpeechStarted(900, 800),
        SpeechStopped(1_500, 1_400),
        AnswerGiven(1_600, "Wait, stop.", 800, 1_400),
        UtteranceFinished(1_700, "u1", "Who", True, 1_300),
    )
    assert state.transcript.barge_ins == 1
    assert not state.unheard


def test_the_answer_before_a_pause_is_kept_however_late_its_words_come() -> None:
    """The recogniser was slow, and meanwhile the candidate has paused and spoken to somebody else: the
    words come with the time of that voice, but they belong to the turn that was open before (F14)."""
    state = begun(
        THREE_QUESTIONS,
        *HEARD,
        SpeechStarted(3_050, 3_000),
        CommandGiven(8_100, SpokenCommand.PAUSE),
        SpeechStopped(8_250, 8_000),
        SpeechStarted(8_350, 8_300),
        SpeechStopped(8_950, 8_700),
        AnswerGiven(9_400, "I keep bees and two dogs", 8_300, 8_700),
        AnswerGiven(9_900, "hand me the salt", 9_500, 9_800),
    )
    answers = [m.text for m in state.transcript.messages if m.kind == "answer"]
    assert answers == ["I keep bees and two dogs"]
