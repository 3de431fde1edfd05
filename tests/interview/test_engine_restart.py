"""A new process takes over: the same question is pending, and nothing counts less or twice (F15)."""

from __future__ import annotations

from dataclasses import replace

from greenroom.interview.brief import Brief
from greenroom.interview.commands import Kind, Say
from greenroom.interview.encoding import encode_entry
from greenroom.interview.events import (
    ActivityNoticed,
    AnswerGiven,
    CommandGiven,
    SessionResumed,
    SpokenCommand,
)
from greenroom.interview.message_ids import REMEMBERED, message_ids
from greenroom.interview.plan import Candidate, InterviewPlan, Probe, Question, StagePlan
from greenroom.interview.proposals import AssessResponse, Proposal
from greenroom.interview.speaking import ASKING
from greenroom.testing.playbook import Playbook

STAGE = StagePlan(
    "WORK",
    "Work",
    opening=Question("w1", "Which project are you proud of?", rephrase="What did you like doing?"),
    probes=(
        Probe("p1", "What was your own part?", (2,)),
        Probe("p2", "What did it cost you?", (2,)),
        Probe("p3", "Who was against it?", (2,)),
    ),
    follow_up_cap=2,
    closing="Good-bye.",
)


def play(stage: StagePlan = STAGE) -> Playbook:
    def interviewer(brief: Brief) -> tuple[Proposal, ...]:
        return (AssessResponse(2),)

    plan = InterviewPlan("p", "P", (stage,))
    return Playbook(plan, Candidate("Ada"), interviewer).candidate_joins()


def restart(book: Playbook) -> Playbook:
    """Whatever was on its way is gone with the process; the candidate is back at once."""
    book._coming.clear()
    return book.post(SessionResumed(book.now)).candidate_joins()


def later(book: Playbook, seconds: int) -> Playbook:
    at = book.now // 1000 + seconds
    return book.at(f"{at // 60}:{at % 60:02}")


def asked(book: Playbook) -> list[str]:
    """Ids of the questions put to the candidate, as often as they were."""
    says = [c for _, c in book.commands if isinstance(c, Say) and c.kind in ASKING]
    return [say.question_id for say in says if say.question_id]


def test_a_question_that_was_heard_out_is_said_again_after_a_restart() -> None:
    """Nobody can know what was kept: the pending question is heard again at once, as a repetition."""
    book = play().at("0:10")
    assert book.state.current is None
    restart(book).at("0:12")
    book.expect(Say, kind=Kind.QUESTION).expect(Say, kind=Kind.REPEAT, text="Which project")


def test_a_restart_while_the_candidate_speaks_asks_for_the_words_again() -> None:
    """What was being said is lost, and no answer is waited for that will not come."""
    book = play().at("0:10")
    book.candidate_begins_to_speak().at("0:11")
    restart(book).at("0:13")
    assert not book.state.speaking
    book.expect(Say, kind=Kind.QUESTION).expect(Say, kind=Kind.REPEAT, text="Which project")


def test_a_restart_during_a_barge_in_asks_the_question_once() -> None:
    """A question cut off by the candidate and then by the process is repeated, not asked again."""
    book = play().at("0:01")
    assert book.state.current is not None
    book.voice_begins()
    restart(book).at("0:10")
    book.candidate_says("I moved our ledger to another database.", seconds=4).at("0:20")
    assert asked(book) == ["w1", "p1"]
    assert book.state.transcript.barge_ins == 0


def test_a_follow_up_cut_by_a_restart_is_a_follow_up() -> None:
    """The cap on follow-ups counts the one that was said again."""
    book = later(play().at("0:20").candidate_says("I moved our ledger.", seconds=2), 1)
    assert book.state.current is not None
    later(restart(book), 9)
    for words in ("All of the writing was mine.", "It took us three more weeks."):
        later(book.candidate_says(words, seconds=3), 12)
    assert asked(book) == ["w1", "p1", "p2"]
    assert book.state.ended


def test_a_question_said_again_to_one_who_was_away_is_asked() -> None:
    """Cut off in its first words, then repeated whole after an absence: it never comes again."""
    broke = Question("w2", "Where did something break?", rephrase="What went wrong one day?")
    book = play(replace(STAGE, probes=(), bank=(broke,)))
    later(book.at("0:10").candidate_says("I moved our ledger.", seconds=2), 1)
    book.candidate_begins_to_speak()
    assert book.state.kept_question is not None
    later(later(book.candidate_leaves(), 20).candidate_joins(), 10)
    later(book.candidate_says("The copy broke on the first night.", seconds=3), 9)
    assert asked(book) == ["w1", "w2"]


def test_a_restart_during_the_good_bye_says_it_to_the_end() -> None:
    """The candidate has not left: whoever comes back is sent off properly."""
    book = play(replace(STAGE, probes=())).at("0:10")
    later(book.candidate_says("I moved our ledger.", seconds=2), 1)
    closing = book.state.closing
    assert closing is not None
    assert closing.audible_at is not None
    later(restart(book), 20)
    assert book.state.end_reason == "completed"
    said = [m for m in book.state.transcript.messages if m.kind == "closing"]
    assert [m.interrupted for m in said][-1:] == [False]


def test_a_message_is_taken_once_across_a_restart() -> None:
    """An answer and a button that are sent again to the process that took over change nothing."""
    book = play().at("0:10")
    typed = AnswerGiven(book.now, "I built a dam.", book.now, book.now, typed=True, mid="m-1")
    pause = CommandGiven(book.now, SpokenCommand.PAUSE, "m-2")
    book.post(typed).post(pause)
    restart(book)
    before = book.state
    book.post(typed).post(replace(pause, command=SpokenCommand.RESUME))
    assert book.state == before
    assert [m.text for m in before.transcript.messages if m.kind == "answer"] == ["I built a dam."]
    assert before.pause is not None


def test_what_is_remembered_is_bounded() -> None:
    """The latest ids are remembered, so many of them, and a journal's lines tell the same ones."""
    book = play().at("0:10")
    events = [ActivityNoticed(book.now, mid=f"m-{n}") for n in range(3 * REMEMBERED)]
    for event in events:
        book.post(event)
    assert book.state.taken == tuple(event.mid for event in events[-REMEMBERED:])
    assert message_ids(encode_entry(n, e, ()) for n, e in enumerate(events)) == book.state.taken
