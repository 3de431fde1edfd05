"""Bridges, barge-ins, ends, commands, claims and restarts, one test a rule: F4, F10, F12, F13, F14, F15, T7."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.interview.two_stages import INTRO, PATIENT, WORK, cause_of, play

from greenroom.interview.causes import Cause, EndReason
from greenroom.interview.commands import (
    Consult,
    EndInterview,
    EnterStage,
    Kind,
    Say,
    StopSpeaking,
    TakeTurn,
)
from greenroom.interview.events import (
    AnswerGiven,
    HandoffDropped,
    SessionResumed,
    SpokenCommand,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.plan import Fact, Question
from greenroom.interview.state import Phase

# ---- F10, F12: bridges and barge-ins -----------------------------------------------------------


def test_a_bridge_says_what_was_left_and_where_we_go() -> None:
    """Natural transition: thanks, direction, question, in one utterance."""
    book = (
        play(replace(INTRO, maximum_turns=1)).at("0:05").candidate_says("I am a nurse.").at("0:15")
    )
    book.expect(Say).expect(
        Say,
        kind=Kind.BRIDGE,
        text="Thank you, that gives me a picture. Let us talk about your work. Which project",
    )


def test_a_forced_bridge_says_only_what_was_heard() -> None:
    """Nothing heard: nothing of the kind is said."""
    book = play().at("1:00")
    bridge = next(c for _, c in book.commands if isinstance(c, Say) and c.kind is Kind.BRIDGE)
    assert bridge.text == "Let us talk about your work. Which project are you proud of?"
    heard = play().at("0:05").candidate_says("I am a nurse.").at("1:40")
    told = next(c for _, c in heard.commands if isinstance(c, Say) and c.kind is Kind.BRIDGE)
    assert told.text.startswith("Based on what I heard, you said that you are a nurse. Let us")


def test_a_bridge_talked_over_before_it_was_audible_is_said_again_once() -> None:
    """Unheard, the bridge waits for the candidate's words and is then said in full; never twice."""
    book = play(replace(INTRO, maximum_turns=1)).at("0:05").candidate_says("I am a nurse.")
    first = book.at("0:07.600").state.current
    assert first is not None
    book.voice_begins()
    book.post(UtteranceFinished(book.now, first.id, "", interrupted=True))
    book.at("0:12").voice_ends().at("0:40")
    bridges = [m for m in book.state.transcript.messages if m.kind == "bridge"]
    assert len(bridges) == 1
    assert not bridges[0].interrupted


def test_a_cut_question_is_asked_in_other_words() -> None:
    """A question that was cut off is not replayed word for word."""
    long = Question(
        "i1", "Who are you and what do you do all day at work?", rephrase="Introduce yourself."
    )
    book = (
        play(replace(INTRO, opening=long)).at("0:01").candidate_says("Sorry, I have a cold today.")
    )
    book.at("0:12").expect(Say, text="Who are you").expect(Say, text="Introduce yourself.")
    assert book.state.transcript.barge_ins == 1
    assert book.state.transcript.messages[0].interrupted


def test_a_bare_stop_is_obeyed_and_nothing_is_said() -> None:
    """ "Stop" silences the interviewer; the floor is the candidate's, and the question comes later in
    other words."""
    long = Question(
        "i1", "Who are you and what do you do all day at work?", rephrase="Introduce yourself."
    )
    book = play(replace(INTRO, opening=long)).at("0:01").candidate_says("Stop.").at("0:09")
    book.expect(Say).expect_no(Say).expect_no(Consult)
    book.at("0:20").expect(Say, kind=Kind.REPROMPT, text="Introduce yourself.")


@pytest.mark.parametrize("text", ["Can we stop?", "I want to stop.", "Let's stop here."])
def test_a_wish_to_end_that_begins_over_the_interviewer_ends(text: str) -> None:
    """It names us or the interview: more than silence is wanted."""
    long = Question("i1", "Who are you and what do you do all day at work?")
    book = play(replace(INTRO, opening=long)).at("0:01").candidate_says(text).to_the_end()
    assert book.state.end_reason is EndReason.CANDIDATE_ENDED


@pytest.mark.parametrize("text", ["Please stop.", "Can you stop?"])
def test_a_polite_stop_over_the_interviewer_only_silences(text: str) -> None:
    """It does not name the interview."""
    long = Question("i1", "Who are you and what do you do all day at work?")
    book = play(replace(INTRO, opening=long)).at("0:01").candidate_says(text).at("0:09")
    assert book.state.phase is Phase.RUNNING
    assert book.state.transcript.messages[-1].kind == "command"


# ---- F13, F14: ends and commands -----------------------------------------------------------------


def test_the_good_bye_ends_the_interview_when_it_was_heard() -> None:
    """Completed: one closing, and the end at its last word."""
    book = play(replace(INTRO, maximum_turns=1), replace(WORK, maximum_turns=1)).at("0:05")
    book.candidate_says("I am a nurse.").at("0:20").candidate_says(
        "We rebuilt the rota."
    ).to_the_end()
    last = book.state.transcript.messages[-1]
    assert (last.kind, last.ended_ms) == ("closing", book.state.now)
    assert book.state.end_reason is EndReason.COMPLETED


def test_a_spoken_end_can_be_taken_back() -> None:
    """ "End" closes without asking; "no, go on" over that closing takes it back."""
    book = play().at("0:05").candidate_says("Let's end the interview.").at("0:08.500")
    book.expect(Say).expect(Say, kind=Kind.CLOSING)
    assert book.state.phase is Phase.CLOSING
    book.candidate_says("No, go on.").at("0:15").expect(Say, kind=Kind.REPEAT, text="Who are you")
    assert book.state.phase is Phase.RUNNING


def test_end_is_an_end() -> None:
    """Left alone, a spoken end ends: the candidate ended it."""
    book = play().at("0:05").candidate_says("Let's end the interview.").to_the_end()
    book.expect(EndInterview, reason=EndReason.CANDIDATE_ENDED)
    assert cause_of(book) is Cause.CANDIDATE_ENDED


@pytest.mark.parametrize("spoken", [True, False])
def test_a_second_skip_leaves_the_stage(spoken: bool) -> None:
    """F20: the first skip is for the question, the second for the part, by voice or by button."""
    book = play().at("0:05")
    for after in ("0:15", "0:30"):
        if spoken:
            book.candidate_says("Can we skip this one?")
        else:
            book.candidate_commands(SpokenCommand.SKIP)
        book.at(after)
    book.expect(EnterStage).expect(EnterStage, cause=Cause.CANDIDATE_SKIPPED)
    assert book.state.transcript.transitions[0].proposed_by == "candidate"


def test_repeat_and_rephrase_keep_the_prompt() -> None:
    """The same prompt again, as it was or in other words; neither counts as a question."""
    book = play().at("0:05").candidate_says("Could you repeat the question please?").at("0:12")
    book.expect(Say).expect(Say, kind=Kind.REPEAT, text="Who are you?")
    book.candidate_commands(SpokenCommand.REPHRASE).at("0:18")
    book.expect(Say, kind=Kind.REPEAT, text="Introduce yourself.")
    assert book.state.log.questions == 1


def test_rephrasing_without_other_words_says_so() -> None:
    """A plan without other words: the question is said again, and not announced as another."""
    bare = replace(INTRO, opening=Question("i1", "Who are you?"))
    book = play(bare).at("0:05").candidate_commands(SpokenCommand.REPHRASE).at("0:12")
    same = "I can only say it in the same words. Who are you?"
    book.expect(Say).expect(Say, kind=Kind.REPEAT, text=same)


def test_the_button_silences_the_interviewer() -> None:
    """Interrupt is obeyed at once and is no barge-in."""
    book = play().at("0:01").candidate_commands(SpokenCommand.INTERRUPT)
    book.expect(StopSpeaking)
    assert book.state.transcript.barge_ins == 0


@pytest.mark.parametrize("begun", ["first", "second"])
def test_what_begins_a_stage_is_said_although_the_button_stopped_it(begun: str) -> None:
    """Stopped before it was audible, it comes again at the next free moment: nothing was asked before it in
    its stage, so the candidate would sit before an interviewer that says nothing until the stage's time is
    over."""
    book = play(replace(INTRO, maximum_questions=1))
    kind = Kind.QUESTION if begun == "first" else Kind.BRIDGE
    if begun == "second":
        book.at("0:05").candidate_says("I repair bicycles and I teach others how.")
    while not (opening := [c for _, c in book.commands if isinstance(c, Say) and c.kind is kind]):
        book.at(f"0:{(book.now + 10) / 1000}")
    book.candidate_commands(SpokenCommand.INTERRUPT).at("0:25")
    said = [c.text for _, c in book.commands if isinstance(c, Say)]
    assert said.count(opening[0].text) == 2
    assert book.state.prompt is not None


# ---- F4, F15: claims and restarts ----------------------------------------------------------------


def test_two_claims_make_one_transition() -> None:
    """Skip and skip again while the handoff is on its way: one stage, one bridge."""
    book = play().at("0:05")
    book.handoffs = False
    book.candidate_commands(SpokenCommand.SKIP).candidate_commands(SpokenCommand.SKIP)
    assert [c.epoch for _, c in book.commands if isinstance(c, EnterStage)] == [0, 1]
    book.post(StageEntered(book.now, 1)).post(StageEntered(book.now, 1)).at("0:10")
    assert len(book.state.transcript.transitions) == 1


def test_a_dropped_handoff_is_rolled_back_and_can_be_claimed_again() -> None:
    """LiveKit dropped it: nobody moved, and the next claim works."""
    book = play().at("0:05")
    book.handoffs = False
    book.candidate_commands(SpokenCommand.SKIP).post(HandoffDropped(book.now, 1))
    assert book.state.stage.id == "INTRO"
    book.handoffs = True
    book.candidate_commands(SpokenCommand.SKIP).at("0:10")
    assert book.state.stage.id == "WORK"


def test_a_restart_goes_on_at_the_same_question() -> None:
    """A new process says the question again that was being said, and asks nothing new."""
    book = play().at("0:01")
    said = book.state.current
    assert said is not None
    book.post(UtteranceStarted(book.now, said.id))
    book._coming.clear()
    book.post(SessionResumed(book.now)).at("0:30").candidate_joins().at("0:33")
    book.expect(Say).expect(Say, kind=Kind.REPEAT, text="Who are you?")
    assert book.state.stage.id == "INTRO"
    assert book.state.elapsed < 5_000


def test_a_cut_question_that_was_answered_all_the_same_counts_as_asked() -> None:
    """ "Stop", and then the answer: the minimum is met, and nothing is asked for its sake."""
    intro = replace(INTRO, facts=(Fact("role", True),))
    book = play(intro, facts=(("role", "nurse"),)).at("0:00.600").candidate_says("Stop.")
    book.candidate_says("I am a nurse.").at("0:12")
    assert cause_of(book) is Cause.FACTS_COMPLETE
    assert book.state.transcript.stages[0].questions == 0


def test_a_notice_gives_way_to_who_speaks_on() -> None:
    """ "Wait a second" and then the answer: no "take a minute" in between."""
    book = play().at("0:05").candidate_says("Wait a second.").at("0:07")
    book.candidate_says("I am a nurse.").at("0:12")
    assert "notice" not in [m.kind for m in book.state.transcript.messages]


def test_who_leaves_over_the_good_bye_has_completed() -> None:
    """The begun good-bye is on record before the end."""
    book = play(replace(INTRO, maximum_turns=1), replace(WORK, maximum_turns=1)).at("0:05")
    book.candidate_says("I am a nurse.").at("0:20").candidate_says("We rebuilt the rota.").at(
        "0:23"
    )
    saying = book.state.current
    assert saying is not None
    book.candidate_leaves()
    assert not book.state.ended
    book.post(UtteranceFinished(book.now, saying.id, "Thanks.", interrupted=True))
    assert book.state.end_reason is EndReason.COMPLETED
    assert book.state.transcript.messages[-1].text == "Thanks."


def test_a_rambler_who_only_breathes_is_answered_at_a_breath() -> None:
    """After the ramble limit a short breath is enough for the interviewer to speak (T7)."""
    book = play(replace(PATIENT, ramble_limit=30_000)).at("0:05")
    book.voice_begins().at("0:40")
    book.voice_ends().at("0:40.300").expect(TakeTurn, cause="ramble")
    book.post(AnswerGiven(book.now, "And so on and so on.", 5_000, 40_000))
    book.voice_begins().at("0:45")
    book.voice_ends().at("0:45.350").expect(Say, text="Let me stop you")


def test_skipping_twice_at_once_skips_one_stage() -> None:
    """A second press before anything of the next stage was heard changes nothing."""
    book = play().at("0:05").candidate_commands(SpokenCommand.SKIP).at("0:05.010")
    book.candidate_commands(SpokenCommand.SKIP).at("0:08")
    assert [log.id for log in book.state.transcript.stages] == ["INTRO", "WORK"]
    assert book.state.phase is Phase.RUNNING
