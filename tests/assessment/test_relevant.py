"""An answer that is not to its question is neither praised nor advised as one; and what is the best moment."""

from __future__ import annotations

import re

import pytest
from tests.assessment.answered import STORY, record

from greenroom.assessment.coaching import Known, coach
from greenroom.assessment.coaching.relevant import RELEVANT
from greenroom.assessment.coaching.rules import BY_ID
from greenroom.assessment.coaching.shapes import Aspect, Coaching, State

STRENGTH = "What would you call your greatest strength?"
GOAL = "I would like to lead a team of ten people one day."
OUTCOME = "And how did it turn out?"
DID = "I rewrote the whole form by hand for the team at the front desk there."
END = "In the end customers were happy, and the wait fell by ten days."


def told(*pairs: tuple[str, str], off: tuple[int, ...] = (), **more: tuple[str, ...]) -> Coaching:
    """`off`: the messages that a reader found to be off their question; the others fit."""
    fits = {at: (RELEVANT - 1 if at in off else 1.0) for at in range(2 * len(pairs))}
    return coach(record(*pairs, **more), Known(relevance=fits))


def test_an_answer_to_another_question_is_told_which_one_was_asked() -> None:
    """Asked for their strength they told a goal: the figure in it was praised, and advice given to polish it."""
    (one,) = told((STRENGTH, GOAL), off=(1,)).answers
    assert one.strength is None
    assert one.step is not None
    assert one.step.rule == "off-question"
    assert STRENGTH in one.step.text
    assert set(one.findings) == {Aspect.OFF_QUESTION}
    assert one.plain()["had"] == one.plain()["not_found"] == []


@pytest.mark.parametrize("relevance", [None, RELEVANT, 2.0])
def test_what_fits_or_is_not_known_is_coached(relevance: float | None) -> None:
    """An older journal tells nothing, and at the threshold nobody is told so."""
    fits = {} if relevance is None else {1: relevance}
    (one,) = coach(record((STRENGTH, GOAL)), Known(relevance=fits)).answers
    assert Aspect.OFF_QUESTION not in one.findings


HOME = "My sister has a lovely garden, and we were painting all weekend. My husband wants it in another colour."


def test_an_answer_about_home_is_to_no_question_of_work() -> None:
    """A nurse asked for a care plan told of her sister's garden; the reader found that it fits, and two apple trees were praised. A
    few words of home in an answer say nothing of it, and nor does a question about home."""
    (one,) = coach(record((STORY, HOME)), Known(relevance={1: 2.4})).answers
    assert one.strength is None
    assert one.step is not None
    assert one.step.rule == "off-question"
    for question, answer in (
        (STORY, "My sister drove, and I counted the sheep in the rain."),
        ("What is your garden like?", HOME),
    ):
        (one,) = coach(record((question, answer))).answers
        assert Aspect.OFF_QUESTION not in one.findings


def test_not_knowing_answers_any_question() -> None:
    """It has its own step."""
    (one,) = told((STRENGTH, "I don't know."), off=(1,)).answers
    assert one.step is not None
    assert one.step.rule == "after-not-knowing"


def test_the_result_off_its_question_is_not_praised_but_it_was_told() -> None:
    """Nobody is told that there was no result, and the first answer is not sent for words that fit nothing."""
    first, second = told(
        (STORY, DID), (OUTCOME, END), off=(3,), kinds=("question", "probe")
    ).answers
    assert "find-result" not in first.steps
    assert "result-sooner" not in first.steps
    assert second.strength is None


def test_the_best_moment_is_no_answer_to_another_question() -> None:
    """Nor do their words stand in the one thing to do next but as what was said to that question."""
    coaching = told((STRENGTH, f"{END} {DID}"), off=(1,))
    assert coaching.best is None
    assert coaching.next is not None
    assert coaching.next.rule == "off-question"


def test_wordings_name_each_question() -> None:
    """Said three times it is worded three ways, and each names its own question."""
    asked = [(f"{STRENGTH} ({n})", GOAL) for n in range(3)]
    texts = [one.step.text for one in told(*asked, off=(1, 3, 5)).answers if one.step]
    assert len({text.replace(q, "") for text, (q, _) in zip(texts, asked, strict=True)}) == 3
    assert all(question in text for text, (question, _) in zip(texts, asked, strict=True))


def test_words_off_their_question_are_not_said_to_answer_another() -> None:
    """ "These words answer another one: answer this one first, then add them": we cannot tell that they do, and they are not wanted."""
    rule = BY_ID["off-question"]
    for text in (*rule.say, *rule.habit, rule.once):
        assert not re.search(r"another|\bthen\b|\badd\b|go on", text)


FIXED = "I rewrote the whole form by hand"


@pytest.mark.parametrize(
    "words",
    [
        "The other way was to wait, and I did not want to wait because there was a child with a fever.",
        "Would I rather have waited than gone, although it cost us a day?",
        "It cost us about three hundred euros, but nobody complained.",
        "There were ten people in it, because the house was full that day.",
        "I told him so on the ward that day.",
        "In the end I asked the quiet ones first on the ward that day.",
        "I told him that the pump on the roof ran.",
        "In the end the ward was calm. I had left a man in pain.",
        "In the end the bill went up by four hundred euros.",
        "I drove my mother to the ward on the day of the snow.",
    ],
)
def test_what_does_not_stand_alone_is_no_best_moment(words: str) -> None:
    """A question, an alternative, and words that need what stood before them; a bare number is no achievement."""
    coaching = coach(record((STORY, f"{words} We were all there for the whole day and the night.")))
    assert coaching.best is None, coaching.best


def test_what_was_done_is_a_best_moment_unless_the_words_are_in_doubt() -> None:
    """The same words, and the recogniser unsure of them."""
    found = record(
        (STORY, f"{FIXED} for the team at the front desk there. That took us the whole of a day.")
    )
    best = coach(found).best
    assert best is not None
    assert FIXED in best.text + best.quotes[0].text
    assert coach(found, Known(doubted=frozenset({1}))).best is None


def result(answer: str) -> bool:
    (one,) = coach(record((STORY, answer))).answers
    return one.findings[Aspect.RESULT].state is State.FOUND


def test_how_it_always_was_is_no_result() -> None:
    """ "So we always waited" tells the state before; a word of change makes it what became of it."""
    always = f"{DID} In the end customers were always happy with it"
    assert not result(f"{always}.")
    assert result(f"{always} afterwards.")


def test_an_amount_instead_of_another_is_nothing_given_up() -> None:
    """Two options on paper instead of one were taken for a price that was paid."""
    shown = "I decided to show her the two options on paper instead of one."
    chose = "I decided to show her the options on paper instead of a long talk."
    found = [
        coach(record((STORY, text))).answers[0].findings[Aspect.TRADE_OFF]
        for text in (shown, chose)
    ]
    assert [bool(one.quotes) for one in found] == [False, True]


def test_the_best_moment_has_the_sentence_that_it_leans_on() -> None:
    """ "He said that he had never felt so safe in a bus": who, nobody knew."""
    told = (
        "An old man wrote a letter to the company. He said that he had never felt so safe in a bus."
    )
    best = coach(record((OUTCOME, f"We drove on with forty people on board. {told}"))).best
    assert best is not None
    assert best.quotes[0].text == told.removesuffix(".")


def test_a_mistake_is_no_best_moment() -> None:
    """Asked for one, whoever tells it answers well; it is no achievement."""
    asked = "Tell me about a mistake that you made."
    told = "I labelled a whole box of the syrup for the ward anew at night. We were all there for the whole day."
    assert coach(record((asked, told))).best is None
    assert coach(record((STORY, told))).best is not None


def test_the_best_moment_is_the_whole_sentence() -> None:
    """Its second half leans on the first: alone nobody would know what took forty minutes."""
    told = "I split the nightly import into small steps, and it took forty minutes instead of nine hours."
    best = coach(record((STORY, f"The old one often failed at night and nobody knew. {told}"))).best
    assert best is not None
    assert best.quotes[0].text == told.removesuffix(".")
