"""The rules of the flow, one test a rule: F5, F6, F8, F9, F10, F12, F13, F14, F15, T7."""

from __future__ import annotations

from dataclasses import replace

import pytest

from greenroom.interview.brief import Brief
from greenroom.interview.causes import Cause, EndReason, Refusal
from greenroom.interview.commands import (
    Consult,
    EndInterview,
    EnterStage,
    Kind,
    ReachMilestone,
    RefuseProposal,
    Say,
    StopSpeaking,
    TakeTurn,
)
from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CandidateLeft,
    HandoffDropped,
    Replied,
    SessionResumed,
    SpeechStarted,
    SpeechStopped,
    SpokenCommand,
    StageEntered,
    UtteranceFinished,
    UtteranceStarted,
)
from greenroom.interview.plan import Candidate, Fact, InterviewPlan, Probe, Question, StagePlan
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    Proposal,
    RecordResponse,
    TransitionStage,
)
from greenroom.interview.state import Phase
from greenroom.testing.playbook import Playbook

INTRO = StagePlan(
    "INTRO",
    "Introduction",
    opening=Question(
        "i1", "Who are you?", simpler="What is your job?", rephrase="Introduce yourself."
    ),
    bank=(
        Question("i2", "Which tools do you reach for first?"),
        Question("i3", "Whom do you admire?"),
    ),
    hard_limit=120_000,
    inactivity_limit=30_000,
    reprompt_after=10_000,
    simplify_after=20_000,
    ramble_limit=60_000,
    bridge_out="Thank you, that gives me a picture.",
)
WORK = StagePlan(
    "WORK",
    "Work",
    opening=Question("w1", "Which project are you proud of?"),
    bank=(Question("w2", "Where did something break?"),),
    hard_limit=300_000,
    inactivity_limit=45_000,
    reprompt_after=15_000,
    simplify_after=30_000,
    bridge_in="Let us talk about your work.",
    closing="Thanks. {remark} Good-bye.",
)

PATIENT = replace(
    INTRO,
    inactivity_limit=500_000,
    reprompt_after=400_000,
    simplify_after=450_000,
    ramble_limit=500_000,
)


def plan(intro: StagePlan = INTRO, work: StagePlan = WORK) -> InterviewPlan:
    return InterviewPlan("p", "P", (intro, work))


def play(
    intro: StagePlan = INTRO, work: StagePlan = WORK, depth: int = 2, **more: object
) -> Playbook:
    def interviewer(brief: Brief) -> tuple[Proposal, ...]:
        extra = more.get("say")
        noted = RecordResponse("the candidate's words", more.get("facts", ()))  # type: ignore[arg-type]
        return (AssessResponse(depth), noted, *(extra or ()))  # type: ignore[misc]

    return Playbook(plan(intro, work), Candidate("Ada"), interviewer).candidate_joins()


def cause_of(book: Playbook, index: int = 0) -> Cause | None:
    return book.state.transcript.stages[index].cause


# ---- F5, F6: when a stage is left --------------------------------------------------------------

LEAVING = [
    ("turn limit", replace(INTRO, maximum_turns=1), 2, (), Cause.TURN_LIMIT),
    ("maximum questions", replace(INTRO, maximum_questions=1), 2, (), Cause.QUESTION_LIMIT),
    ("nothing left to ask", replace(INTRO, bank=()), 2, (), Cause.QUESTION_LIMIT),
    ("depth target", replace(INTRO, target_depth=3), 3, (), Cause.DEPTH_MET),
    ("follow-ups used up", replace(INTRO, follow_up_cap=0), 2, (), Cause.QUESTION_LIMIT),
    (
        "required facts",
        replace(INTRO, facts=(Fact("role", True),)),
        1,
        (("role", "nurse"),),
        Cause.FACTS_COMPLETE,
    ),
]


@pytest.mark.parametrize(
    ("intro", "depth", "facts", "cause"), [c[1:] for c in LEAVING], ids=[c[0] for c in LEAVING]
)
def test_a_stage_is_left_after_its_answer(
    intro: StagePlan, depth: int, facts: tuple[tuple[str, str], ...], cause: Cause
) -> None:
    """Each normal completion of F5 and F6 leaves the stage with its own cause."""
    book = play(intro, depth=depth, facts=facts).at("0:10").candidate_says("I am a nurse.")
    book.at("0:20").expect(EnterStage, stage="INTRO").expect(EnterStage, stage="WORK", cause=cause)
    assert cause_of(book) is cause
    assert not cause.forced


STAYING = [
    ("below the target", replace(INTRO, target_depth=3), 2, ()),
    ("minimum questions first", replace(INTRO, minimum_questions=2, target_depth=3), 5, ()),
    ("minimum time", replace(INTRO, minimum_time=60_000, target_depth=3), 5, ()),
    ("a required fact is missing", replace(INTRO, facts=(Fact("role", True),)), 5, ()),
]


@pytest.mark.parametrize(
    ("intro", "depth", "facts"), [c[1:] for c in STAYING], ids=[c[0] for c in STAYING]
)
def test_a_stage_is_kept_and_asks_on(
    intro: StagePlan, depth: int, facts: tuple[tuple[str, str], ...]
) -> None:
    """Until its conditions hold, the stage asks its next question."""
    book = play(intro, depth=depth, facts=facts).at("0:10").candidate_says("I am a nurse.")
    book.at("0:20").expect(Say, text="Who are you").expect(
        Say, kind=Kind.QUESTION, question_id="i2"
    )
    assert cause_of(book) is None


def test_done_is_believed_after_the_minimum() -> None:
    """ "That's all" leaves the stage on the candidate's word, minimum time waived."""
    book = play(replace(INTRO, minimum_time=60_000)).at("0:10").candidate_says("That's all.")
    assert cause_of(book.at("0:20")) is Cause.CANDIDATE_DONE


def test_little_time_left_moves_on() -> None:
    """In the last quarter of a stage an answer is the last one."""
    book = play(PATIENT).at("1:31").candidate_types("I am a nurse.")
    assert cause_of(book.at("1:40")) is Cause.TIME_LOW


@pytest.mark.parametrize(
    ("depth", "probe"), [(1, "p1"), (2, "p2"), (3, "p3"), (4, "p4"), (5, "p4")]
)
def test_probes_follow_depth(depth: int, probe: str) -> None:
    """The probe that is asked fits the depth of the answer."""
    probes = tuple(
        Probe(f"p{n}", text, depths, last=n == 4)
        for n, text, depths in (
            (1, "What was the situation?", (1,)),
            (2, "Which decision was yours?", (2,)),
            (3, "How was it built in detail?", (3,)),
            (4, "What difference did it make?", (4, 5)),
        )
    )
    book = play(replace(INTRO, probes=probes, target_depth=4), depth=depth)
    book.at("0:10").candidate_says("I fixed it.").at("0:15").expect(Say, kind=Kind.QUESTION)
    book.expect(Say, kind=Kind.PROBE, question_id=probe)
    if depth >= 4:
        assert cause_of(book.at("0:20").candidate_says("Much.").at("0:30")) is Cause.DEPTH_MET


def test_a_known_topic_is_not_probed() -> None:
    """A probe whose topic is already known is passed over."""
    probes = (
        Probe("known", "What is your background?", (2,), topic="background"),
        Probe("open", "What do you want next?", (2,), topic="goals"),
    )
    facts = (Fact("background"), Fact("goals"))
    book = play(replace(INTRO, probes=probes, facts=facts), facts=(("background", "nursing"),))
    book.at("0:10").candidate_says("I am a nurse.").at("0:15")
    book.expect(Say).expect(Say, question_id="open")


# ---- F7: proposals ------------------------------------------------------------------------------

PROPOSALS = [
    (
        "too early",
        (TransitionStage("enough"),),
        replace(INTRO, minimum_questions=2),
        Refusal.MINIMUM_QUESTIONS,
    ),
    (
        "too soon",
        (TransitionStage("enough"),),
        replace(INTRO, minimum_time=60_000),
        Refusal.MINIMUM_TIME,
    ),
    ("empty", (AskQuestion("  "),), INTRO, Refusal.EMPTY),
    ("unknown id", (AskQuestion("Hm?", "nowhere"),), INTRO, Refusal.UNKNOWN_QUESTION),
    ("asked before by id", (AskQuestion("Again?", "i1"),), INTRO, Refusal.REPEATED_QUESTION),
    ("asked before by words", (AskQuestion("So, who are you?"),), INTRO, Refusal.REPEATED_QUESTION),
    ("depth 9", (AssessResponse(9),), INTRO, Refusal.OUT_OF_RANGE),
    (
        "must move on",
        (AskQuestion("One more thing?"),),
        replace(INTRO, maximum_turns=1),
        Refusal.MUST_MOVE_ON,
    ),
]


@pytest.mark.parametrize(
    ("say", "intro", "refusal"), [c[1:] for c in PROPOSALS], ids=[c[0] for c in PROPOSALS]
)
def test_a_proposal_is_refused_with_a_cause(
    say: tuple[Proposal, ...], intro: StagePlan, refusal: Refusal
) -> None:
    """What the engine does not follow it refuses by name, and replaces by the plan's own move."""
    if refusal is Refusal.REPEATED_QUESTION and say[0].question_id is None:  # type: ignore[union-attr]
        intro = replace(intro, opening=Question("i1", "So tell me, who are you really?"))
        say = (AskQuestion("So tell me who are you really"),)
    book = play(intro, say=say).at("0:10").candidate_says("I am a nurse.").at("0:16")
    book.expect(RefuseProposal, refusal=refusal)
    assert [c for _, c in book.commands if isinstance(c, Say | EnterStage)][2:], "it went on"
    if isinstance(say[0], TransitionStage):
        assert book.state.transcript.transitions[0].refused


def test_an_accepted_question_is_said_in_its_own_words() -> None:
    """New words of the interviewer's own are spoken as they are."""
    book = (
        play(say=(AskQuestion("Which ward was that?"),)).at("0:10").candidate_says("I am a nurse.")
    )
    book.at("0:15").expect(Say).expect(Say, kind=Kind.PROBE, text="Which ward was that?")


@pytest.mark.parametrize("partial", [False, True])
def test_a_question_without_notes_is_noted_by_the_rules(partial: bool) -> None:
    """A model that only asks leaves no answer without a depth, and no fact of it unheard."""
    work = replace(WORK, facts=(Fact("role"),))
    book = Playbook(plan(work), Candidate("Ada"), lambda brief: ()).candidate_joins().at("0:10")
    book.candidate_says("I am a nurse on a children's ward.")
    turn = book.state.turn
    assert turn is not None
    book.post(Replied(book.now, turn.id, (AskQuestion("Which ward was that?"),), partial=partial))
    told = next(m for m in book.state.transcript.messages if m.kind == "answer")
    assert told.depth is not None
    assert "nurse" in dict(book.state.transcript.stages[0].facts)["role"]


def test_an_accepted_transition_is_the_models() -> None:
    """A model may leave once the minimum is met; the record says that it was its proposal."""
    book = (
        play(say=(TransitionStage("enough"),)).at("0:10").candidate_says("I am a nurse.").at("0:20")
    )
    moved = book.state.transcript.transitions[0]
    assert (moved.cause, moved.proposed_by, moved.refused) == (Cause.PROPOSED, "model", False)


def test_a_silent_interviewer_is_replaced() -> None:
    """An interviewer that does not answer in eight seconds costs the plan's own next question."""
    book = play()
    book._interviewer = lambda brief: ()
    book.at("0:10").candidate_says("I am a nurse.").at("0:30").expect(Say).expect(
        Say, question_id="i2"
    )


def test_a_stale_reply_changes_nothing() -> None:
    """A reply to a turn that is no longer open is refused."""
    book = play().at("0:10")
    book.post(Replied(book.now, "t99", (AskQuestion("Hm?"),)))
    book.expect(RefuseProposal, refusal=Refusal.STALE_TURN)


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
    book.post(SpeechStopped(book.now, book.now)).at("2:50.299").expect_no(Say)
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
    book.post(SpeechStarted(book.now, book.now)).at("0:14").post(SpeechStopped(book.now, book.now))
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
    book.post(SpeechStarted(book.now, book.now)).at("1:10").expect_no(TakeTurn)
    book.post(SpeechStopped(book.now, book.now)).at("1:10.300").expect(TakeTurn, cause="ramble")


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
    book.post(SpeechStarted(book.now, book.now))
    book.post(UtteranceFinished(book.now, first.id, "", interrupted=True))
    book.at("0:12").post(SpeechStopped(book.now, book.now)).at("0:40")
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
    book.post(SpeechStarted(book.now, book.now)).at("0:40")
    book.post(SpeechStopped(book.now, book.now)).at("0:40.300").expect(TakeTurn, cause="ramble")
    book.post(AnswerGiven(book.now, "And so on and so on.", 5_000, 40_000))
    book.post(SpeechStarted(book.now, book.now)).at("0:45")
    book.post(SpeechStopped(book.now, book.now)).at("0:45.350").expect(Say, text="Let me stop you")


def test_skipping_twice_at_once_skips_one_stage() -> None:
    """A second press before anything of the next stage was heard changes nothing."""
    book = play().at("0:05").candidate_commands(SpokenCommand.SKIP).at("0:05.010")
    book.candidate_commands(SpokenCommand.SKIP).at("0:08")
    assert [log.id for log in book.state.transcript.stages] == ["INTRO", "WORK"]
    assert book.state.phase is Phase.RUNNING
