"""The playbook: a conversation told to the pure engine."""

import pytest

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import EndInterview, EnterStage, Kind, Say
from greenroom.interview.events import SpokenCommand
from greenroom.interview.plan import InterviewPlan, Question, StagePlan
from greenroom.testing import Playbook

PLAN = InterviewPlan(
    "short",
    "A short one",
    (
        StagePlan(
            "INTRO",
            "You",
            opening=Question("who", "Please introduce yourself in a few words."),
            maximum_turns=1,
            hard_limit=120_000,
            inactivity_limit=30_000,
            reprompt_after=10_000,
            simplify_after=20_000,
            reprompts=("Take your time; just start anywhere.",),
            bridge_out="Thank you for that.",
        ),
        StagePlan(
            "WORK",
            "Your work",
            opening=Question("what", "What did you build last year?"),
            maximum_turns=1,
            hard_limit=120_000,
            inactivity_limit=30_000,
            reprompt_after=10_000,
            simplify_after=20_000,
        ),
    ),
)


def test_a_conversation() -> None:
    """Answers move the interview through its stages to one closing."""
    play = Playbook(PLAN)
    play.at("0:00").candidate_joins().expect(EnterStage, stage="INTRO")
    play.at("0:01").expect(Say, kind=Kind.QUESTION, text="introduce yourself")
    play.at("0:10").candidate_says("I am a nurse and I have worked in Leeds for six years.")
    play.at("0:20").expect(EnterStage, stage="WORK", cause=Cause.TURN_LIMIT)
    play.expect(Say, kind=Kind.BRIDGE, text="what did you build")
    play.at("0:22").candidate_says("A ward plan that saved two hours a day.")
    play.to_the_end().expect(Say, kind=Kind.CLOSING)
    play.expect(EndInterview, reason=EndReason.COMPLETED)


def test_silence_brings_one_reprompt() -> None:
    """A silent candidate gets one reprompt, and the interview goes on without an answer."""
    play = Playbook(PLAN)
    play.candidate_joins().at("0:20").expect(Say, kind=Kind.QUESTION)
    play.expect(Say, kind=Kind.REPROMPT).expect_no(Say)
    play.to_the_end().expect(EnterStage, stage="WORK", cause=Cause.INACTIVITY)


def test_a_barge_in_keeps_what_was_heard() -> None:
    """Speaking over a question leaves the words that were heard by then in the transcript."""
    play = Playbook(PLAN)
    play.candidate_joins().at("0:01.5").candidate_says("Hold on, I have a question about this.")
    [cut] = [m for m in play.state.transcript.messages if m.speaker == "interviewer"][:1]
    assert cut.interrupted
    assert cut.text == "Please introduce yourself"


def test_a_button_ends_it() -> None:
    """The candidate's button ends the interview early, with a good-bye."""
    play = Playbook(PLAN)
    play.candidate_joins().at("0:05").expect(Say, kind=Kind.QUESTION)
    play.candidate_commands(SpokenCommand.END)
    play.to_the_end().expect(Say, kind=Kind.CLOSING)
    play.expect(EndInterview, reason=EndReason.CANDIDATE_ENDED)


def test_a_wrong_expectation_tells_the_story() -> None:
    """A failed expectation says what happened instead."""
    play = Playbook(PLAN)
    play.candidate_joins().at("0:02")
    with pytest.raises(AssertionError, match=r"(?s)text is .*Say\(utterance_id='u1'"):
        play.expect(Say, text="something else")
