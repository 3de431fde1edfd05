"""A typed answer belongs to the question under which it was begun, whatever was asked meanwhile (F6)."""

from __future__ import annotations

from greenroom.assessment.exchanges import exchanges
from greenroom.interview.commands import Kind, Say, StopSpeaking
from greenroom.interview.events import ActivityNoticed, AnswerGiven, SpokenCommand
from greenroom.interview.journal import Header, encode_entry, encode_header, read
from greenroom.interview.plan import Candidate, Fact, InterviewPlan, Question, StagePlan
from greenroom.interview.record import record
from greenroom.testing.playbook import Playbook

WHO = Question("i1", "Who are you, {name}?", rephrase="Please introduce yourself.")
PLAN = InterviewPlan(
    "two",
    "Two",
    (
        StagePlan(
            "INTRO",
            "Introduction",
            opening=WHO,
            facts=(Fact("role", cues=("I work as",)),),
            bank=(Question("i2", "Which tools do you reach for?"),),
            bridge_out="Thank you.",
        ),
        StagePlan(
            "WORK",
            "Work",
            opening=Question("w1", "Which project are you proud of?"),
            closing="Thanks. {remark} Good-bye.",
        ),
    ),
)
HEADER = Header("int_b", "2026-01-02T10:00:00Z", "simulated", Candidate("Ada"), PLAN)
ASKED = "Who are you, Ada?"
ANSWER = "I work as a nurse, and I am good at calming people down, which helps at night."


def typed(book: Playbook, text: str, question: str | None) -> Playbook:
    now = book.now
    return book.post(AnswerGiven(now, text, now, now, typed=True, question=question))


def moved_on() -> Playbook:
    """The first question was passed over with words unsent, and the second stage's is pending."""
    book = Playbook(PLAN, Candidate("Ada")).candidate_joins().at("0:10")
    book.post(ActivityNoticed(book.now, draft=True)).candidate_commands(SpokenCommand.SKIP)
    return book.at("0:20").candidate_commands(SpokenCommand.SKIP).at("0:30")


def told(book: Playbook) -> dict[str, object]:
    """The last of the candidate's answers on record."""
    answers = [m for m in record(HEADER, book.state)["messages"] if m["kind"] == "answer"]
    found: dict[str, object] = answers[-1]
    return found


def test_it_is_assessed_for_its_own_question() -> None:
    """The record names the question, the depth counts in that stage, its facts are learned there, and
    the question that is pending stays pending, with nothing said over it."""
    book = moved_on()
    said = len(book.commands)
    typed(book, ANSWER, ASKED).at("0:32")
    answer = told(book)
    assert (answer["stage"], answer["question_id"]) == ("INTRO", "i1")
    assert answer["depth"] is not None
    first, second = record(HEADER, book.state)["stages"]
    assert (len(first["depth_scores"]), second["depth_scores"]) == (1, [])
    assert "nurse" in first["facts"]["role"]
    assert book.state.prompt is not None
    assert book.state.prompt.question.id == "w1"
    assert book.commands[said:] == []


def test_the_first_question_is_answered_while_it_is_being_said() -> None:
    """It stands on the page: who types faster than it is spoken has answered, and it is not asked again."""
    book = Playbook(PLAN, Candidate("Ada")).candidate_joins().at("0:01")
    assert book.state.current is not None
    typed(book, ANSWER, ASKED)
    assert any(isinstance(command, StopSpeaking) for _, command in book.commands)
    book.at("0:30")
    assert told(book)["depth"] is not None
    says = [command.text for _, command in book.commands if isinstance(command, Say)]
    assert sum(ASKED in text for text in says) == 1
    assert "Which tools do you reach for?" in says[1]


def test_what_was_begun_under_the_pending_question_is_an_answer_as_any() -> None:
    """In whichever of its words the page showed it."""
    for words in (ASKED, "please introduce yourself"):
        book = Playbook(PLAN, Candidate("Ada")).candidate_joins().at("0:10")
        typed(book, ANSWER, words).at("0:20")
        assert told(book)["question_id"] == "i1"
        book.expect(Say, kind=Kind.QUESTION).expect(Say, kind=Kind.QUESTION)


def test_words_that_nobody_asked_change_nothing() -> None:
    """A question that is not known says nothing: the answer is one to the pending question."""
    book = typed(moved_on(), ANSWER, "What is your favourite colour?").at("0:32")
    answer = told(book)
    assert (answer["stage"], answer["question_id"]) == ("WORK", None)
    assert book.state.turn is not None or answer["depth"] is not None


def test_the_rest_of_an_answer_is_kept_and_not_assessed() -> None:
    """Its question had an answer; parts of answers are never assessed."""
    book = Playbook(PLAN, Candidate("Ada")).candidate_joins().at("0:10")
    typed(book, ANSWER, ASKED).at("0:20")
    typed(book, "And I like bread.", ASKED).at("0:21")
    answer = told(book)
    assert (answer["question_id"], answer["depth"], answer["summary"]) == ("i1", None, None)


def test_it_does_not_stop_the_next_question() -> None:
    """While the next question is being asked, an answer to the one before is only written down."""
    book = Playbook(PLAN, Candidate("Ada")).candidate_joins().at("0:10")
    book.candidate_commands(SpokenCommand.SKIP).at("0:10.500")
    typed(book, ANSWER, ASKED)
    assert book.state.current is not None
    assert not book.state.current.stopped
    book.expect_no(StopSpeaking)
    assert told(book)["question_id"] == "i1"


def test_at_the_end_it_is_assessed_too() -> None:
    """Over the good-bye a first answer to the last question is still one."""
    book = moved_on()
    book.post(ActivityNoticed(book.now, draft=True)).candidate_commands(SpokenCommand.SKIP)
    book.at("1:00")
    typed(book, "We moved the shop, and it took two weeks less.", "Which project are you proud of?")
    assert book.state.ended
    answer = told(book)
    assert (answer["stage"], answer["question_id"]) == ("WORK", "w1")
    assert answer["depth"] is not None
    header = encode_header(HEADER)
    lines = [header, *(encode_entry(n, *one) for n, one in enumerate(book.log, start=1))]
    assert read(lines)[1] == book.state


def test_a_report_puts_it_to_its_question() -> None:
    """Practice and reports read the record by question: the late answer stands with its own."""
    book = typed(moved_on(), ANSWER, ASKED).at("0:32")
    typed(book, "The move to another database.", "Which project are you proud of?").at("0:50")
    first, _, second, *_ = exchanges(record(HEADER, book.state)["messages"])
    assert (first.asked["question_id"], first.words) == ("i1", ANSWER)
    assert (second.asked["question_id"], second.words) == ("w1", "The move to another database.")
