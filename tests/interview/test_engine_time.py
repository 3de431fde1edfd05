"""Limits, silence, absence and time to think: F8, F9."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.interview.two_stages import INTRO, PATIENT, cause_of, play

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import (
    EnterStage,
    Kind,
    ReachMilestone,
    Say,
    TakeTurn,
)
from greenroom.interview.events import (
    ActivityNoticed,
    CandidateLeft,
)

# ---- F8: time -----------------------------------------------------------------------------------


def test_the_hard_limit_moves_a_silent_floor_at_once() -> None:
    """With nobody speaking the hard limit leaves the stage, forced."""
    book = play(PATIENT).at("2:05")
    stage = book.state.transcript.stages[0]
    assert (stage.cause, stage.left_ms) == (Cause.DEADLINE, 120_000)


def test_the_hard_limit_waits_for_the_end_of_an_answer() -> None:
    """A candidate who is speaking at the hard limit finishes the sentence; the answer is kept."""
    book = play(PATIENT).at("1:50").candidate_says("I am a nurse.", seconds=20)
    book.at("2:30")
    assert cause_of(book) is Cause.DEADLINE
    assert book.state.transcript.stages[0].left_ms == 131_100
    book.expect(EnterStage).expect(Say).expect(EnterStage).expect(Say, kind=Kind.BRIDGE)


def test_after_the_grace_the_bridge_waits_for_a_pause() -> None:
    """Past the grace the stage changes under the voice, and nothing is said before a pause of 0.3 s."""
    book = play(PATIENT).at("1:50").candidate_begins_to_speak().at("2:50")
    assert book.state.stage.id == "WORK"
    book.expect(Say, kind=Kind.QUESTION).expect_no(Say)
    book.voice_ends().at("2:50.299").expect_no(Say)
    book.at("2:50.300").expect(TakeTurn).expect(Say, kind=Kind.BRIDGE)


def test_unbroken_voice_ends_the_interview_without_a_word() -> None:
    """180 s of unbroken voice past the grace: over, reason time."""
    book = play(PATIENT).at("1:50").candidate_begins_to_speak().to_the_end()
    assert book.state.end_reason is EndReason.TIME
    assert book.state.now == 150_000 + 180_000
    book.expect(Say).expect_no(Say)


def test_silence_is_not_interrupted_by_our_own_prompts() -> None:
    """Reprompt at t1, simpler form at t2, on at the limit; our own speech neither counts nor resets."""
    book = play().to_the_end()
    said = [(at, c.kind) for at, c in book.commands if isinstance(c, Say) and c.stage == "INTRO"]
    kinds = [kind for _, kind in said]
    assert kinds == [Kind.QUESTION, Kind.REPROMPT, Kind.SIMPLER]
    heard = [m for m in book.state.transcript.messages if m.stage == "INTRO"]
    assert said[1][0] == heard[0].ended_ms + 10_000
    assert said[2][0] == heard[1].ended_ms + 10_000
    assert book.state.transcript.stages[0].left_ms == heard[2].ended_ms + 10_000
    assert [s.cause for s in book.state.transcript.stages] == [Cause.INACTIVITY, Cause.INACTIVITY]
    assert book.state.end_reason is EndReason.COMPLETED


def test_noise_stops_the_silence_clock_but_does_not_reset_it() -> None:
    """Voice without words pauses the silence; it goes on where it stood."""
    book = play().at("0:08")
    book.voice_begins().at("0:14").voice_ends()
    heard = book.state.transcript.messages[0].ended_ms
    book.expect(Say).to_the_end().expect(Say, kind=Kind.REPROMPT)
    reprompt = next(at for at, c in book.commands if isinstance(c, Say) and c.kind is Kind.REPROMPT)
    assert heard + 10_000 + 6_000 <= reprompt == 14_000 + 4_000, "words could still have come"


def test_typing_counts_as_activity() -> None:
    """A candidate who types is not silent."""
    book = play()
    for second in range(5, 60, 5):
        book.at(f"0:{second:02}").post(ActivityNoticed(book.now))
    book.expect(Say).expect_no(Say)


def test_milestones() -> None:
    """50, 75, 90 and 100 percent of the hard limit are told once each."""
    book = play(PATIENT).at("2:00")
    told = [(at, c.percent) for at, c in book.commands if isinstance(c, ReachMilestone)]
    assert told == [(60_000, 50), (90_000, 75), (108_000, 90), (120_000, 100)]


def test_absence_stops_the_clocks() -> None:
    """While the candidate is away nothing runs; back again, the question is said again."""
    book = play().at("0:05").candidate_leaves().at("3:05").candidate_joins()
    book.expect(Say, kind=Kind.QUESTION).expect(Say, kind=Kind.REPEAT, text="Who are you")
    assert book.state.elapsed < 10_000


@pytest.mark.parametrize(("heard", "again"), [(None, 0), (4_000, 0), (0, 1)])
def test_what_was_said_over_a_dead_line_is_said_again(heard: int | None, again: int) -> None:
    """Who is back at once has missed what was played after the last sign of them, and nothing else."""
    book = play().at("0:05")
    asked_at = book.state.transcript.messages[-1].ended_ms
    assert 0 < asked_at < 4_000
    book.post(CandidateLeft(book.now, heard)).at("0:06").candidate_joins().at("0:10")
    repeats = [c for _, c in book.commands if isinstance(c, Say) and c.kind is Kind.REPEAT]
    assert len(repeats) == again


def test_who_stays_away_has_left() -> None:
    """Five minutes of absence end the interview."""
    book = play().at("0:05").candidate_leaves().to_the_end()
    assert book.state.end_reason is EndReason.CANDIDATE_LEFT
    assert book.state.now == 305_000


def test_a_ramble_is_ended_at_a_pause() -> None:
    """After the ramble limit the interviewer takes the floor at the first pause (T7)."""
    book = play().at("0:05")
    book.voice_begins().at("1:10").expect_no(TakeTurn)
    book.voice_ends().at("1:10.300").expect(TakeTurn, cause="ramble")


# ---- F9: thinking ------------------------------------------------------------------------------


def test_a_minute_is_granted_twice() -> None:
    """ "Give me a minute" buys 60 s, twice for a prompt, and is acknowledged once."""
    book = play().at("0:05").candidate_says("Give me a minute.").at("0:50")
    book.expect(Say, kind=Kind.QUESTION).expect(Say, kind=Kind.NOTICE).expect_no(Say)
    book.candidate_says("Let me think.").at("1:45").expect_no(Say)
    book.candidate_says("One second.").at("1:58").expect(Say, kind=Kind.REPROMPT)


def test_the_plan_says_how_long_a_minute_is() -> None:
    """A stage's `thinking_time` is what a request for time to think buys."""
    book = play(replace(INTRO, thinking_time=5_000)).at("0:05").expect(Say, kind=Kind.QUESTION)
    book.candidate_says("Give me a minute.").at("0:10").expect(Say, kind=Kind.NOTICE)
    book.at("0:12").expect_no(Say).at("0:40").expect(Say, kind=Kind.REPROMPT)
