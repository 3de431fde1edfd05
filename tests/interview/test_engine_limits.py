"""Limits under a voice that does not care for them (F8, F13): each a find of the race fuzzer."""

from __future__ import annotations

from dataclasses import replace

from tests.interview import one_stage
from tests.interview.one_stage import HEARD, begun

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import EndInterview, Kind, StopSpeaking, TakeTurn
from greenroom.interview.engine import begin, next_deadline, step
from greenroom.interview.events import (
    AckIgnored,
    AnswerGiven,
    CandidateJoined,
    CommandGiven,
    DeadlineReached,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.state import InterviewState
from greenroom.interview.time_limits import CLAIM_LIMIT, CLOSING_LIMIT, LAST_WORDS
from greenroom.testing.playbook import Playbook

STAGE = replace(
    one_stage.STAGE,
    hard_limit=25_000,
    inactivity_limit=20_000,
    reprompt_after=6_000,
    simplify_after=13_000,
    ramble_limit=500_000,
)
NEXT = replace(STAGE, id="TWO", opening=Question("q2", "Which project are you proud of?"))
LAST = replace(STAGE, id="THREE", opening=Question("q3", "What would you do next?"))


def play(*stages: StagePlan) -> Playbook:
    book = Playbook(InterviewPlan("p", "P", stages), Candidate("Ada"), lambda _: ())
    return book.candidate_joins()


def left(book: Playbook) -> list[tuple[str, Cause | None]]:
    """The stages so far, with why they were left."""
    return [(log.id, log.cause) for log in book.state.transcript.stages]


def test_who_has_just_spoken_is_not_silent() -> None:
    """Inactivity waits for words that are still to come: the answer counts, not the silence before it."""
    book = play(STAGE, NEXT).at("0:15").voice_begins().at("0:20").voice_ends()
    began = book.now
    silence_over = book.at("0:23.500")
    assert left(silence_over) == [("ONE", None)]
    book.post(AnswerGiven(book.now, "I keep bees", began - 5_000, began))
    assert left(book) == [("ONE", None)]
    assert book.state.silence == 0


def test_noise_does_not_count_as_an_answer() -> None:
    """A voice without words puts inactivity off for as long as words may come, and no longer."""
    noisy = replace(STAGE, hard_limit=200_000)
    book = play(noisy, NEXT).at("0:22").voice_begins().at("0:23").voice_ends().at("0:40")
    assert left(book)[0] == ("ONE", Cause.INACTIVITY)


def test_a_stage_that_passed_under_a_voice_begins_when_it_is_opened() -> None:
    """One voice outlasts a limit, its grace, and the next stage's limit: the bridge comes whole at the
    first pause, and the stage has its time from then on (F8, F10)."""
    book = play(STAGE, NEXT, LAST).at("0:05").voice_begins()
    book.at("2:30").voice_ends().at("2:40")
    assert left(book) == [("ONE", Cause.DEADLINE), ("TWO", None)]
    bridges = [m for m in book.state.transcript.messages if m.kind == Kind.BRIDGE]
    assert [m.interrupted for m in bridges] == [False]
    assert book.state.elapsed < 11_000


def good_bye_under_a_voice() -> InterviewState:
    """The good-bye has been heard for a second when a voice comes over it that does not end."""
    state = begun(
        STAGE,
        *HEARD,
        CommandGiven(3_000, SpokenCommand.SKIP),
        UtteranceStarted(3_100, "u2"),
        SpeechStarted(4_100, 4_050),
    )
    assert state.current is not None
    assert state.current.draft.kind is Kind.CLOSING
    return state


def test_a_good_bye_that_is_talked_over_is_on_record() -> None:
    """At its limit a good-bye under a voice is silenced, and what was heard of it is written down
    before the end; so are the words of the voice so far."""
    state = good_bye_under_a_voice()
    due = next_deadline(state)
    assert due == 3_100 + CLOSING_LIMIT - LAST_WORDS
    state, commands = step(state, DeadlineReached(due))
    assert commands == (StopSpeaking("u2"), TakeTurn("last_words"))
    state, commands = step(state, AnswerGiven(due, "and then we went home", 4_050, due))
    assert commands == ()
    state, commands = step(state, UtteranceFinished(due, "u2", "Thank you", True, 4_400))
    assert commands == ()
    assert next_deadline(state) == due
    state, commands = step(state, DeadlineReached(due))
    assert commands == (EndInterview(EndReason.COMPLETED),)
    last = state.transcript.messages[-2:]
    assert [(m.kind, m.text) for m in last] == [
        ("answer", "and then we went home"),
        ("closing", "Thank you"),
    ]


def test_a_good_bye_heard_out_as_it_was_silenced_counts_as_heard() -> None:
    """The words over it are still waited for, and it is one of its stage's turns all the same."""
    state = good_bye_under_a_voice()
    state = replace(state, plan=InterviewPlan("p", "P", (replace(STAGE, kind="closing"),)))
    before = state.log.questions
    due = 3_100 + CLOSING_LIMIT - LAST_WORDS
    state, _ = step(state, DeadlineReached(due))
    state, commands = step(state, UtteranceFinished(due, "u2", "Thank you. Good-bye.", False))
    assert (commands, state.log.questions) == ((), before + 1)
    assert next_deadline(state) == due + LAST_WORDS


def test_the_end_does_not_wait_for_a_voice_of_ours_that_hangs() -> None:
    """An utterance whose end is never reported keeps the interview until its limit, not for ever."""
    state = good_bye_under_a_voice()
    state, _ = step(state, DeadlineReached(3_100 + CLOSING_LIMIT - LAST_WORDS))
    assert next_deadline(state) == 3_100 + CLOSING_LIMIT
    state, commands = step(state, DeadlineReached(3_100 + CLOSING_LIMIT))
    assert commands == (EndInterview(EndReason.COMPLETED),)


def test_words_on_their_way_at_the_end_of_the_good_bye_are_on_record() -> None:
    """The candidate has talked over the good-bye and pauses as its time runs out: what was said is
    asked for and waited for, in as many parts as it comes, while a backchannel ends nothing."""
    limit = 3_100 + CLOSING_LIMIT - LAST_WORDS
    state, _ = step(good_bye_under_a_voice(), UtteranceFinished(6_000, "u2", "Thank", True, 4_400))
    state, _ = step(state, SpeechStopped(limit - 100, limit - 400))
    assert next_deadline(state) == limit
    state, commands = step(state, DeadlineReached(limit))
    assert commands == (TakeTurn("last_words"),)
    assert next_deadline(state) == limit + LAST_WORDS
    state, _ = step(state, AckIgnored(limit + 100, "yeah", limit - 600, limit - 400, "ack"))
    assert next_deadline(state) == limit + LAST_WORDS
    for text in ("one more thing", "and another"):
        state, commands = step(state, AnswerGiven(limit + 900, text, 4_050, limit - 400))
        assert commands == ()
    assert next_deadline(state) == limit + 900
    state, commands = step(state, DeadlineReached(limit + 900))
    assert commands == (EndInterview(EndReason.COMPLETED),)
    said = [m.text for m in state.transcript.messages if m.kind == "answer"]
    assert said == ["one more thing", "and another"]


def test_before_the_first_stage_no_limit_runs() -> None:
    """Until the first handoff is carried out there is no stage whose clock could tell anything."""
    state = begin(InterviewPlan("p", "P", (STAGE, NEXT)), Candidate("Ada"))
    state, _ = step(state, CandidateJoined(0))
    assert next_deadline(state) == CLAIM_LIMIT
