"""A request in the last breath of an answer (F14)."""

import pytest

from greenroom.interview.commands import Say
from greenroom.interview.events import AnswerGiven, SpokenCommand
from greenroom.interview.plan import InterviewPlan, Question, StagePlan
from greenroom.interview.state import Phase
from greenroom.interview.trailing_request import parted
from greenroom.testing.playbook import Playbook
from greenroom_turns import language

ASKED = Question("q", "What do you do all day?")
PLAN = InterviewPlan(
    "post",
    "Post",
    (
        StagePlan("work", "Work", opening=ASKED),
        StagePlan("end", "End", opening=Question("r", "What else?")),
    ),
)
TOLD = "I sort the parcels by street, and I help at the counter when things get busy."


@pytest.mark.parametrize(
    ("request_", "wanted"),
    [
        ("Can we pause for a moment?", "pause"),
        ("Could you repeat the question, please?", "repeat"),
        ("Can we skip this one?", "skip"),
        ("Sorry, could you rephrase that?", "rephrase"),
    ],
)
def test_a_request_after_an_answer_is_found(request_, wanted):
    """The last sentence asks for something: it is parted from what was told."""
    told, request, command = parted(AnswerGiven(9, f"{TOLD} {request_}", 1_000, 9_000), "en")
    assert (told.text, request.text, command) == (TOLD, request_, SpokenCommand(wanted))
    assert told.ended == request.began
    assert (told.began, request.ended) == (1_000, 9_000)


@pytest.mark.parametrize(
    "text",
    [
        TOLD,
        "My old boss had one rule for wrong parcels. Skip it.",
        "Sorry. Can we pause for a moment?",
        "I asked the driver whether we could pause the tour and he agreed.",
        "",
    ],
)
def test_no_request_is_found_in_an_answer(text):
    """A story that ends on an order, or mentions a request, is an answer as a whole."""
    assert language.last_request(text) is None


@pytest.mark.parametrize(
    ("request_", "paused", "asks_again"),
    [
        ("Can we pause for a moment?", True, False),
        ("Could you repeat the question, please?", False, True),
    ],
)
def test_the_answer_is_kept_and_the_request_is_met(request_, paused, asks_again):
    """The answer is written down and assessed without the request, and the request is followed."""
    book = Playbook(PLAN).candidate_joins().at("0:08").candidate_says(f"{TOLD} {request_}")
    book.at("0:25")
    kinds = [(m.kind, m.text) for m in book.state.transcript.messages if m.speaker == "candidate"]
    assert kinds == [("answer", TOLD), ("command", request_)]
    answer = next(m for m in book.state.transcript.messages if m.kind == "answer")
    assert answer.depth is not None
    assert (book.state.pause is not None) is paused
    said = [command.text for _, command in book.commands if isinstance(command, Say)]
    assert (sum("What do you do all day?" in text for text in said) == 2) is asks_again


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("I sort the parcels in one. Bye.", ["command"]),
        ("I would like to stop here, goodbye.", ["command"]),
        (f"{TOLD} Can we stop here?", ["answer", "command"]),
    ],
)
def test_a_good_bye_that_the_line_cut_off_ends_nothing(text, kinds):
    """The candidate was gone before the turn was over. Its words are kept, and whoever is back within five minutes
    goes on; at the end of a turn that was heard whole the same words end the interview (F14)."""
    for cut in (True, None):
        book = Playbook(PLAN).candidate_joins().at("0:08")
        if cut:
            book.candidate_leaves()
        book.post(AnswerGiven(10_000, text, 8_000, 9_900, cut=cut)).at("0:20")
        assert [m.kind for m in book.state.transcript.messages if m.speaker == "candidate"] == kinds
        assert (book.state.ended or book.state.phase is Phase.CLOSING) is not cut
        if cut:
            book.candidate_joins().at("0:40")
            asked = [command for at, command in book.commands if isinstance(command, Say)]
            assert asked[-1].question_kind is not None
