"""F10, F13: what is told back is true: whole clauses of answers, in the second person, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.retelling import heard, praised, retold, told_best
from greenroom.interview.transcript import Message
from greenroom.interview.understanding.second_person import second_person
from greenroom.interview.whole_clauses import clauses


def answers(*texts: str, kind: str = "answer") -> list[Message]:
    return [Message("candidate", "S", kind, text, 0, 1) for text in texts]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I help out with a website or something.", "you help out with a website"),
        ("I repaired the pumps and stuff like that, you know.", "you repaired the pumps"),
        ("I counted the whole stock twice and so on.", "you counted the whole stock twice"),
    ],
)  # fmt: skip
def test_what_trails_off_is_left_out(said: str, told: str) -> None:
    """It says nothing, and sounds like mockery when somebody else says it."""
    assert retold(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I moved our records to a new system last year", "you moved your records to a new system last year"),
        ("I was asked to train my colleagues", "you were asked to train your colleagues"),
        ("We've rebuilt our stock room ourselves", "you have rebuilt your stock room yourselves"),
        ("I, um, printed larger labels myself", "you, printed larger labels yourself"),
        ("my manager told me that I was late", "your manager told you that you were late"),
        ("the delay fell from a day to two minutes", "the delay fell from a day to two minutes"),
        ("PowerShell scripts saved us an hour", "PowerShell scripts saved you an hour"),
    ],
)  # fmt: skip
def test_pronoun_and_verb_are_turned(said: str, told: str) -> None:
    """ "I" and "we" become "you", and the verb follows."""
    assert second_person(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "if you could just let me take your arm",
        "what did I do there",
        "I'd rather have gone home",
        'I said "we are closed" to them',
        "I worked there and was promoted twice",
        "was I right about that",
        "",
    ],
)
def test_what_cannot_be_turned_is_left_out(said: str) -> None:
    """Speech to the interviewer, quotations, questions, short forms of two meanings, a far subject."""
    assert second_person(said) == ""


def test_a_question_is_not_told_back() -> None:
    """Neither a question of the candidate nor an aside is what was heard."""
    assert heard(answers("Can I ask what you mean by that?"), "en") is None
    assert heard(answers("I moved our records to a new system.", kind="aside"), "en") is None


def test_the_last_words_are_not_what_was_heard() -> None:
    """The clause that tells most is told back, though something empty was said after it (case 14)."""
    said = heard(
        answers(
            "I moved our records to a new system last year.", "I think that's all I have on that."
        ),
        "en",
    )
    assert said == "you moved your records to a new system last year"


def test_no_clause_is_cut_in_the_middle() -> None:
    """A time of day ends no sentence, and no clause stops at an article or a conjunction."""
    assert told_best("I start at 8 a.m. every day and usually finish at 4:30 p.m.") in (
        "",
        "I start at 8 a.m. every day and usually finish at 4:30 p.m",
    )
    assert told_best("I rewired an old farmhouse and then I") == "I rewired an old farmhouse"


@pytest.mark.parametrize(
    "said",
    [
        "I am not as experienced as my colleagues, and customers get unfriendly.",
        "The till went down for two hours and everybody was shouting.",
        "Okay if you could just let me take your arm. It's easier. I'm blind.",
        "I lost the contract because I forgot the deadline.",
        "I'm not sure about exact numbers, it just felt successful.",
        "We built a new service and it went well.",
        "I told him about my depression last spring.",
        "I don't know.",
        "I signed an NDA so I can't say more.",
        "She rewrote the whole report for the board.",
    ],
)
def test_no_praise_for_what_is_no_deed(said: str) -> None:
    """Cases 05, 06, 08, 11: an outage, a shortcoming, a blind person's request, somebody else's work, a
    failure and a feeling are no deed of the candidate's own, and no remark is made of them."""
    assert praised(answers(said), "en") is None


def test_praise_quotes_a_deed() -> None:
    """The remark names what the candidate did, in words that were said."""
    said = praised(answers("I printed larger labels and stuck them on the shelf edge."), "en")
    assert said is not None
    assert "you printed larger labels" in said


def test_a_deed_that_led_to_a_result_is_praised_first() -> None:
    """An electrician was told at the end that he had opened eleven boxes, and not what he found in them."""
    told = (
        "I opened eleven boxes because the plan was forty years old. In the end I found a wet joint, and the "
        "wing had light again after four hours instead of two days."
    )
    said = praised(answers(told), "en")
    assert said is not None
    assert "you found a wet joint" in said


QUIZ = "I started a quiz of ten minutes every Monday."


def test_a_deed_that_was_told_back_is_praised_where_there_is_no_other() -> None:
    """A teacher with one deed, which the interviewer had told back at once, had no remark at the good-bye; one
    that was not told back goes first."""
    back = Message(
        "interviewer", "S", "probe", "So, you started a quiz of ten minutes every Monday.", 0, 1
    )
    asked = [
        Message("interviewer", "S", "question", text, 2, 3) for text in ("What then?", "And now?")
    ]
    assert praised([*answers(QUIZ), back], "en") is None  # it has hardly been said
    once = praised([*answers(QUIZ), back, *asked], "en")
    assert (
        once == "One thing is worth saying again: you started a quiz of ten minutes every Monday."
    )
    other = praised([*answers(QUIZ, "I wrote a list for the morning team."), back], "en")
    assert other is not None
    assert "you wrote a list for the morning team" in other


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I'm good at keeping families calm.", "you are good at keeping families calm"),
        ("I am an electrician.", "you are an electrician"),
        ("I'm kind of a developer, I guess.", None),
        ("I'm good at nothing.", None),
        ("I'm a bit late today.", None),
        ("I'm good with people who are afraid.", None),
    ],
)
def test_without_a_deed_it_says_what_they_are_or_are_good_at(said: str, told: str | None) -> None:
    """In their own words; where these are vague or sad there is no remark."""
    remark = praised(answers(said), "en")
    assert remark == (told and f"One thing you told me clearly: {told}.")


def test_other_languages_are_not_told_back() -> None:
    """What can't be read is neither turned nor praised."""
    spanish = answers("Trabajo como enfermera en Sevilla desde hace ocho años.")
    assert heard(spanish, "es") is None
    assert praised(spanish, "es") is None


@given(st.text(max_size=200))
def test_clauses_are_located(said: str) -> None:
    """Every clause stands in the answer, word for word, at its place."""
    for clause in clauses(said):
        assert said[clause.start :].startswith(clause.text)


def test_what_speaks_of_the_talk_is_not_told_back() -> None:
    """ "I did not finish", said to the interviewer, is nothing that was done."""
    assert heard(answers("I did not finish."), "en") is None


@pytest.mark.parametrize(
    "said",
    [
        "Before, we waited one whole hour for the kitchen lift.",
        "Usually, I count the tills with the manager at ten.",
    ],
)
def test_what_was_so_at_another_time_is_not_told_back_as_if_it_were_now(said: str) -> None:
    """ "Before, we wait one hour" came back as "you wait one hour"."""
    assert retold(said) == ""


def test_a_clause_does_not_end_in_a_joint() -> None:
    """ "With a probe till I hit clay" was cut behind "till"."""
    assert not retold("I walked every line of it with a probe till I hit clay pipe.").endswith(
        "till"
    )


@pytest.mark.parametrize(
    "said",
    [
        "I failed my exam that week because of all the shifts.",
        "We wrote them down and we read three of them aloud.",
    ],
)
def test_between_two_parts_nothing_sad_and_nothing_vague_is_told_back(said: str) -> None:
    """ "You said that you failed your exam" is true and unkind; "three of them" names nothing there."""
    message = Message("candidate", "S", "answer", said, 0, 1)
    assert heard([message], "en") is None


@pytest.mark.parametrize(
    "said",
    [
        "We had thirty returns a week before, and then it was twelve.",
        "I packed forty boxes a day, but nobody wanted them.",
        "I used to sort the mail by hand.",
        "I opened every box at first.",
    ],
)
def test_half_of_what_was_said_is_not_told_back(said: str) -> None:
    """ "You had thirty returns a week before": the twelve that followed were left out."""
    assert retold(said) == ""


def test_a_childhood_is_told_with_its_time() -> None:
    """ "You sat beside him every Saturday" was said of a boy."""
    said = "My uncle drove the bus, and I sat beside the driver every Saturday when I was a boy."
    assert retold(said) == "you sat beside the driver every Saturday when you were a boy"
