"""When a stage is left, what is asked in it, and what becomes of a proposal: F5, F6, F7."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.interview.two_stages import INTRO, PATIENT, WORK, cause_of, plan, play

from greenroom.interview.causes import Cause, Refusal
from greenroom.interview.commands import (
    EnterStage,
    Kind,
    RefuseProposal,
    Say,
)
from greenroom.interview.events import (
    Replied,
)
from greenroom.interview.plan import Candidate, Fact, Probe, Question, StagePlan
from greenroom.interview.proposals import (
    AskQuestion,
    AssessResponse,
    Proposal,
    TransitionStage,
)
from greenroom.testing.playbook import Playbook

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
