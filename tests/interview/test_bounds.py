"""How an interview ends whose record is full."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.app import plans
from greenroom.interview import journal
from greenroom.interview.bounds import BOUNDS, LONGEST_TYPED, Bounds
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.engine import begin, step
from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CandidateJoined,
    CandidateLeft,
    Event,
    SpokenCommand,
)
from greenroom.interview.journal import Header, encode_entry, encode_header
from greenroom.interview.plan import Candidate
from greenroom.interview.record import record
from greenroom.interview.state import Phase
from greenroom.testing.playbook import Playbook

SMALL = Bounds(messages=40, said=1_500, journal=12_000, parts=4)
ANN = Candidate("Ann", "nurse", "senior")
PLAN = plans.load_builtin("two-stage")

Push = Callable[[Playbook, int], Event]

PUSHES: dict[str, Push] = {
    "typed answers": lambda play, n: AnswerGiven(
        play.now, f"word {n}", play.now, play.now, typed=True
    ),
    "reports of typing": lambda play, _: ActivityNoticed(play.now),
    "lines that come and go": lambda play, n: (
        CandidateLeft(play.now) if n % 2 else CandidateJoined(play.now)
    ),
}


def begun(bounds: Bounds | None = SMALL) -> Playbook:
    return Playbook(PLAN, ANN, bounds=bounds).candidate_joins().at("0:20")


def header(bounds: Bounds | None) -> Header:
    return Header("int_a", "2026-01-02T10:00:00Z", "embedded", ANN, PLAN, bounds=bounds)


def lines(play: Playbook, bounds: Bounds | None = SMALL) -> list[str]:
    entries = [encode_entry(n, *step) for n, step in enumerate(play.log, 1)]
    return [encode_header(header(bounds)), *entries]


@pytest.mark.parametrize("kind", PUSHES)
def test_whatever_makes_a_journal_grow_is_bounded(kind: str) -> None:
    """Each route by which a client makes the journal grow ends the interview at a bound, with the time
    as its reason, and the record says which bound it was."""
    play = begun()
    for n in range(2_000):
        if play.state.ended:
            break
        play.post(PUSHES[kind](play, n))
    play.to_the_end()
    told = record(header(SMALL), play.state)
    assert told["end_reason"] == EndReason.TIME
    assert told["stages"][-1]["cause"] == Cause.TURN_LIMIT
    assert not told["stages"][-1]["forced"]
    causes = {i["cause"] for i in told["incidents"] if i["kind"] == "record"}
    assert causes
    assert causes <= {"messages", "words", "journal"}


def test_the_candidate_is_told_and_every_word_is_kept() -> None:
    """At the bound the interviewer says why it stops, and every answer stands in the record, those
    given over the good-bye too."""
    play, given_ = begun(), []
    while play.state.phase is Phase.RUNNING:
        text = f"This is my answer number {len(given_)}, and it is said only once."
        given_.append(text)
        play.candidate_types(text)
    play.at("0:28")
    given_.append("And this is what I say over the good-bye.")
    play.candidate_types(given_[-1])
    play.to_the_end()
    told = record(header(SMALL), play.state)
    kept = [m["text"] for m in told["messages"] if m["speaker"] == "candidate"]
    assert kept == given_
    said = [m["text"] for m in told["messages"] if m["kind"] == "closing"]
    assert any("record of this interview is full" in text for text in said)


def test_nobody_holds_the_good_bye_up() -> None:
    """What is written over the good-bye is bounded too: an eighth of the bound, then the end."""
    play = begun()
    for n in range(10_000):
        if play.state.ended:
            break
        play.candidate_types(f"word {n}")
    assert play.state.ended
    longest = max(len(encode_entry(0, *step).encode()) for step in play.log)
    size = sum(len(line.encode()) for line in lines(play)[1:])
    assert size <= SMALL.journal + SMALL.journal // 8 + 2 * longest
    assert len(play.state.transcript.messages) <= SMALL.messages + SMALL.messages // 8 + 2


@pytest.mark.parametrize("command", [SpokenCommand.PAUSE, SpokenCommand.RESUME])
def test_pausing_again_and_again_ends_it_too(command: SpokenCommand) -> None:
    """Somebody who has paused hears no good-bye: the interview ends at once."""
    play = begun()
    for _ in range(2_000):
        play.candidate_commands(SpokenCommand.PAUSE).candidate_commands(command)
    assert play.to_the_end().state.end_reason is EndReason.TIME


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from([SpokenCommand.PAUSE, SpokenCommand.REPEAT, SpokenCommand.SKIP]),
            st.text(min_size=1, max_size=120),
            st.none(),
        ),
        max_size=60,
    )
)
def test_what_is_counted_is_what_is_written(deeds: list[SpokenCommand | str | None]) -> None:
    """The engine counts the bytes of the journal's lines, but for their numbers, and a journal with
    bounds replays to the state of the live interview."""
    play = begun()
    for deed in deeds:
        if isinstance(deed, SpokenCommand):
            play.candidate_commands(deed)
        elif deed is None:
            play.post(ActivityNoticed(play.now))
        else:
            play.candidate_types(deed)
    play.to_the_end()
    written = lines(play)
    _, state, _ = journal.read(written)
    assert state == play.state
    stepped, size = begin(PLAN, ANN, SMALL), 0
    for event, commands in play.log:
        size += 0 if stepped.ended else len(encode_entry(0, event, commands).encode())
        stepped, _ = step(stepped, event)
    assert state.written == size


def test_a_journal_without_bounds_replays_without_them() -> None:
    """Journals that were written before there were bounds read as they did, however long they are."""
    play = begun(bounds=None)
    for n in range(60):
        play.candidate_types(f"word {n} of an older interview")
    written = lines(play, None)
    assert "bounds" not in json.loads(written[0])
    found, state, _ = journal.read(written)
    assert found.bounds is None
    assert state == play.state
    assert not state.ended
    assert state.written == 0


def test_a_turn_of_very_many_answers_costs_no_more_for_each() -> None:
    """Answers beyond a turn's bound are kept, and the turn that is being assessed does not grow."""
    loose = replace(BOUNDS, parts=5)
    play = Playbook(PLAN, ANN, interviewer=lambda _: (), bounds=loose).candidate_joins().at("0:20")
    texts = [f"Part {n}." for n in range(30)]
    for text in texts:
        play.candidate_types(text)
    assert play.state.turn is not None
    assert len(play.state.turn.texts) == 5
    kept = [m.text for m in play.state.transcript.messages if m.speaker == "candidate"]
    assert kept == texts


def test_an_ordinary_interview_is_far_from_any_bound() -> None:
    """Two hours of uninterrupted talk fit."""
    words = 120 * 150 * 6
    assert words < BOUNDS.said
    assert BOUNDS.said >= 10 * LONGEST_TYPED
