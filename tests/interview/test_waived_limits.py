"""Nobody is hurried who writes, who answers by typing, or who asked for no time limits (F8, F9)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.app.view import view
from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import EnterStage, Kind, Say, TakeTurn
from greenroom.interview.events import ActivityNoticed, AnswerGiven, AnswerModeSet, SpokenCommand
from greenroom.interview.journal import Header, encode_entry, encode_header, opening_state, read
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.record import record
from greenroom.interview.time_limits import ABSENCE_LIMIT
from greenroom.interview.waived_limits import UNHURRIED_ABSENCE, UNTOUCHED
from greenroom.testing.playbook import Playbook

FIRST = StagePlan(
    "FIRST",
    "First",
    opening=Question("f1", "Which bridge did you build?", simpler="What do you do?"),
    bank=(Question("f2", "Whom did it help most?"),),
    hard_limit=90_000,
    inactivity_limit=30_000,
    reprompt_after=10_000,
    simplify_after=20_000,
    ramble_limit=40_000,
    bridge_out="Thank you.",
)
SECOND = replace(
    FIRST,
    id="SECOND",
    title="Second",
    opening=Question("s1", "What went wrong?"),
    bank=(),
    closing="Thanks. {remark} Good-bye.",
)
PLAN = InterviewPlan("two", "Two", (FIRST, SECOND))
HEADER = Header("int_p", "2026-01-02T10:00:00Z", "simulated", Candidate("Ada"), PLAN)
HURRYING = {Kind.REPROMPT, Kind.SIMPLER}


def play(*, unhurried: bool = False) -> Playbook:
    """An interview whose first question was heard by 0:05, and was expected."""
    book = Playbook(PLAN, Candidate("Ada"))
    book.state = opening_state(replace(HEADER, unhurried=unhurried))
    return book.candidate_joins().at("0:05").expect(Say, text="Which bridge")


def key(book: Playbook, draft: bool | None = True) -> Playbook:
    return book.post(ActivityNoticed(book.now, draft))


def hurried(book: Playbook) -> list[object]:
    """Reminders, simpler forms and moves so far, but for the first stage's own beginning."""
    return [
        command
        for _, command in book.commands
        if (isinstance(command, Say) and command.kind in HURRYING)
        or (isinstance(command, EnterStage) and command.cause is not None)
    ]


def replays(book: Playbook, *, unhurried: bool = False) -> None:
    """The journal of this interview leads to the same state."""
    header = replace(HEADER, unhurried=unhurried)
    lines = [encode_header(header)]
    lines += [encode_entry(n, *step) for n, step in enumerate(book.log, start=1)]
    found, state, _ = read(lines)
    assert (found, state) == (header, book.state)


def test_a_hundred_seconds_over_a_draft() -> None:
    """Who writes and pauses is not reminded, not moved on, and has the answer taken as it was meant."""
    book = key(play().at("0:09")).at("1:49")
    assert hurried(book) == []
    assert book.state.stage.id == "FIRST"
    book.candidate_types("The one over the Aare, for the commuters of three villages.")
    answers = [m for m in book.state.transcript.messages if m.kind == "answer"]
    assert [m.stage for m in answers] == ["FIRST"]
    book.at("1:50").expect(Say, kind=Kind.QUESTION)
    assert hurried(book) == []
    replays(book)


@given(st.lists(st.integers(1_000, UNTOUCHED - 1_000), min_size=1, max_size=30))
def test_however_slow_the_keys_are(pauses: list[int]) -> None:
    """A switch user's one key at a time: whatever lies between, nothing hurries over the draft, and the
    stage has as much time left as when the writing began."""
    book = play()
    left = key(book).state.time_left
    for pause in pauses:
        key(book)
        book.at(f"0:{(book.now + pause) / 1000}")
    assert hurried(book) == []
    assert book.state.time_left == left
    assert book.state.phase == "running"
    replays(book)


def test_a_locked_screen() -> None:
    """For 25 s the page says nothing at all; the draft still counts."""
    book = key(play()).at("0:30")
    assert hurried(book) == []
    key(book).at("1:00")
    assert hurried(book) == []


def test_without_a_draft_the_ladder_is_as_before() -> None:
    """An emptied box is no draft: silence counts from the key that emptied it."""
    book = key(key(play()).at("0:40"), draft=False).at("0:51")
    assert [c.kind for c in hurried(book) if isinstance(c, Say)] == [Kind.REPROMPT]


def test_an_old_page_that_tells_no_draft_counts_as_before() -> None:
    """A key without word of a draft is activity at that instant, and no more."""
    book = key(play(), draft=None).at("0:16")
    assert [c.kind for c in hurried(book) if isinstance(c, Say)] == [Kind.REPROMPT]


@pytest.mark.parametrize("mode", ["type", "unhurried"])
def test_a_silent_one_who_is_not_hurried(mode: str) -> None:
    """No reminder, no move: other words are offered on the page, and the floor stays theirs. After ten
    minutes it pauses by itself and says so, and after the time that a pause may take it is over."""
    book = play(unhurried=mode == "unhurried")
    if mode == "type":
        book.post(AnswerModeSet(book.now, "type"))
    book.at("9:00")
    assert hurried(book) == []
    assert view(book.state)["offer"] == "easier"
    assert (view(book.state)["floor"], view(book.state)["clock"]) == ("you", "running")
    book.at("10:30")
    assert view(book.state)["cue"] == "paused"
    assert [i.cause for i in book.state.transcript.incidents] == ["untouched"]
    paused = book.state.pause
    assert paused is not None
    book.expect(Say, kind=Kind.NOTICE, text="paused").to_the_end()
    assert book.state.end_reason is EndReason.CANDIDATE_LEFT
    limit = UNHURRIED_ABSENCE if mode == "unhurried" else ABSENCE_LIMIT
    assert book.state.now == paused.since + limit
    replays(book, unhurried=mode == "unhurried")


def test_words_end_a_pause_that_came_by_itself() -> None:
    """Whoever thought for eleven minutes and then speaks has answered; nothing of it is dropped."""
    book = play(unhurried=True).at("11:00")
    assert book.state.pause is not None
    assert book.state.pause.ours
    book.candidate_says("It was the bridge over the Aare, after all.").at("11:30")
    answers = [m.text for m in book.state.transcript.messages if m.kind == "answer"]
    assert answers == ["It was the bridge over the Aare, after all."]
    assert book.state.pause is None


def test_a_key_ends_a_pause_that_came_by_itself() -> None:
    """And does not end one that the candidate asked for."""
    book = key(play()).at("11:00")
    assert book.state.pause is not None
    assert key(book).state.pause is None
    book.candidate_commands(SpokenCommand.PAUSE)
    assert key(book).state.pause is not None


def test_unsent_words_make_a_pause_longer() -> None:
    """Who pauses over a draft and writes on is not away; who leaves it lying is, a quarter of an hour
    after the last key. That words were unsent is on record."""
    book = key(play()).candidate_commands(SpokenCommand.PAUSE).at("4:00")
    key(book).at("18:59")
    assert not book.state.ended
    book.to_the_end()
    assert book.state.now == 240_000 + UNTOUCHED + ABSENCE_LIMIT
    assert [i.cause for i in book.state.transcript.incidents] == ["unsent"]


def test_the_stage_limit_waits() -> None:
    """Time in which the candidate writes is none of the stage's: after it there is as much left, also for
    whoever goes back to talking."""
    book = play()
    left = key(book).state.time_left
    book.at("8:00")
    key(book, draft=False)
    assert book.state.time_left == left
    assert view(book.state)["elapsed_ms"] == 480_000, "the page's clock shows the time that passed"


def test_no_limits_means_that_a_long_answer_is_not_ended() -> None:
    """No ramble is cut off, and an answer after the stage's limit is followed by the next question."""
    book = play(unhurried=True)
    book.candidate_says("The bridge. " * 150)  # about five minutes
    book.at("9:00")
    assert hurried(book) == []
    book.expect(Say, kind=Kind.QUESTION, text="Whom did it help")
    assert not any(c.cause is Cause.DEADLINE for c in hurried(book) if isinstance(c, EnterStage))


def test_when_the_interview_is_over_it_waits_for_what_was_written() -> None:
    """The good-bye is heard, and a draft may still be sent: it is offered, taken, and ends the interview."""
    book = play().candidate_commands(SpokenCommand.SKIP).at("0:12")
    book.candidate_commands(SpokenCommand.SKIP).at("0:20")
    key(book).candidate_commands(SpokenCommand.SKIP).at("1:00")
    book.expect(Say).expect(Say, kind=Kind.BRIDGE).expect(Say, kind=Kind.CLOSING)
    assert not book.state.ended
    assert (view(book.state)["offer"], view(book.state)["floor"]) == ("send", "you")
    book.at("5:00").candidate_types("One thing more: nobody was hurt.")
    assert book.state.end_reason is EndReason.COMPLETED
    assert record(HEADER, book.state)["messages"][-1]["text"] == "One thing more: nobody was hurt."
    replays(book)


def test_who_speaks_while_it_waits_is_written_down() -> None:
    """The words that were written are given up while others are spoken: those are asked for before the end."""
    book = play().candidate_commands(SpokenCommand.SKIP).at("0:12")
    book.candidate_commands(SpokenCommand.SKIP).at("0:20")
    key(book).candidate_commands(SpokenCommand.SKIP).at("1:00")
    book.voice_begins().at("1:05")
    key(book, draft=False)
    assert not book.state.ended
    assert book.commands[-1][1] == TakeTurn("last_words")
    book.voice_ends()
    book.post(AnswerGiven(book.now, "Nobody was hurt.", book.now - 5_000, book.now)).at("1:06")
    assert book.state.end_reason is EndReason.COMPLETED
    assert record(HEADER, book.state)["messages"][-1]["text"] == "Nobody was hurt."
    replays(book)


@pytest.mark.parametrize("how", ["emptied", "end pressed", "left lying", "page gone"])
def test_it_does_not_wait_for_ever(how: str) -> None:
    """Words that are given up, in whatever way, end the interview as it was meant."""
    book = play().candidate_commands(SpokenCommand.SKIP).at("0:12")
    book.candidate_commands(SpokenCommand.SKIP).at("0:20")
    key(book).candidate_commands(SpokenCommand.SKIP).at("1:00")
    match how:
        case "emptied":
            key(book, draft=False)
        case "end pressed":
            book.candidate_commands(SpokenCommand.END)
        case "left lying":
            book.at("16:00")
        case _:
            book.candidate_leaves().at("7:00")
    assert book.state.end_reason is EndReason.COMPLETED
    replays(book)


def test_the_header_says_so() -> None:
    """No time limits stand in the journal and in the record, and are left out where nobody asked."""
    told = record(replace(HEADER, unhurried=True), play(unhurried=True).state)
    assert told["unhurried"] is True
    assert "unhurried" not in record(HEADER, play().state)
    assert "unhurried" not in encode_header(HEADER)
    assert '"unhurried":true' in encode_header(replace(HEADER, unhurried=True))


def test_a_voice_that_never_ends_over_a_waiting_reply() -> None:
    """A sound that goes on for ever keeps a reply from being said. The interview pauses, and does not hang."""
    book = play(unhurried=True)
    book.voice_begins()
    text = "My name is not Ada, it's Eve."
    book.post(AnswerGiven(book.now, text, book.now, book.now))
    assert book.state.draft is not None
    book.at("20:00")
    assert book.state.pause is not None
    assert [one.cause for one in book.state.transcript.incidents] == ["untouched"]
    replays(book, unhurried=True)
