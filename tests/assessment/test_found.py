"""What counts as a result, a price, a deed or a number, and in which words it is shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.assessment.answered import ABOUT, STORY, VIEW, only, record

from greenroom.app.reports import reporting
from greenroom.app.reports.coached import shown, without_words
from greenroom.assessment.coaching import Known, coach
from greenroom.assessment.coaching.answer import Answer
from greenroom.assessment.coaching.facts import facts
from greenroom.assessment.coaching.shapes import Aspect, Coached, State
from greenroom.assessment.coaching.standing import leans
from greenroom.interview.reading import Told
from greenroom.interview.understanding.story import ACTION, SITUATION

DID = "I rewrote the whole form by hand for the team at the front desk."
OUTCOME = "What was different afterwards?"
WHO = "Who felt the difference most, and how did you know?"
PRICE = "What did you have to give up to make it work?"


def followed(question: str, answer: str) -> Coached:
    """The answer to a question that follows a story."""
    return coach(record((STORY, DID), (question, answer), kinds=("question", "probe"))).answers[1]


def quotes(one: Coached, aspect: Aspect) -> list[str]:
    return [quote.text for quote in one.findings[aspect].quotes]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (OUTCOME, "We came twenty minutes late, but no one complained afterwards."),
        (OUTCOME, "The form is still on the wall in both wards today."),
        (WHO, "An old man wrote a letter to the company."),
        (WHO, "The night crew, and their boss brought a box of cakes to the gate."),
    ],
)
def test_what_was_different_is_a_result_by_its_question(question: str, answer: str) -> None:
    """None of them has a word that says so, but they answer what was asked."""
    assert followed(question, answer).findings[Aspect.RESULT].state is State.FOUND


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know.",
        "Nothing much, to be honest with you.",
        "We all worked very hard on it for the whole week.",
        "I think that it would be better with one more desk there.",
        "It did not change the wait at all.",
    ],
)
def test_what_says_nothing_is_no_result(answer: str) -> None:
    """Neither a deed nor a wish came of anything, and "nothing" says that nothing did."""
    assert followed(OUTCOME, answer).findings[Aspect.RESULT].state is not State.FOUND


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("I decided against a new desk, because the hall is small.", True),
        ("My notes had to wait.", True),
        ("I stayed two evenings longer with the form.", True),
        ("Nothing, we had all that we needed for it.", False),
        ("I did not have to give up anything for it.", False),
    ],
)
def test_what_was_given_up_is_told_by_its_question(answer: str, told: bool) -> None:
    """Whoever is asked for it and names something has named the price."""
    found = followed(PRICE, answer).findings[Aspect.TRADE_OFF].state is State.FOUND
    assert found is told


def test_a_routine_is_no_figure_of_a_result() -> None:
    """ "Twice a shift" says how often, and the result beside it is the one that is shown first."""
    one = followed(
        OUTCOME, "Since then we check the fridge twice a shift. We have had no loss since."
    )
    assert one.findings[Aspect.MEASURABLE_RESULT].state is not State.FOUND
    assert quotes(one, Aspect.RESULT)[0] == "We have had no loss since"


def test_before_and_after_are_quoted_together() -> None:
    """ "We had thirty returns a week before" was quoted, without the twelve."""
    said = "We had thirty returns a week before, and then it was twelve."
    one = followed(OUTCOME, said)
    for aspect in (Aspect.MEASURABLE_RESULT, Aspect.RESULT, Aspect.NUMBER):
        assert quotes(one, aspect) == [said.removesuffix(".")]


def test_what_is_taken_back_is_quoted_with_it() -> None:
    """ "We came twenty minutes late" was quoted alone; a long clause that cannot be is not quoted at all."""
    said = "We came twenty minutes late, but no one complained afterwards."
    assert quotes(followed(OUTCOME, said), Aspect.NUMBER) == [said.removesuffix(".")]
    long = "but " + "the line at the gate was long and wet and slow and cold that day " * 2
    assert quotes(followed(OUTCOME, f"We came twenty minutes late, {long}."), Aspect.NUMBER) == []


@pytest.mark.parametrize(
    "answer",
    [
        "I told him so.",
        "I never liked the new one.",
        "I put them there, and I left.",
    ],
)
def test_deeds_that_lean_on_other_words_are_found_and_not_shown(answer: str) -> None:
    """Their heading counts them; alone nobody understands them."""
    one = followed(
        "How did you do that?",
        "The ward was full of people that morning, the phones rang, the lift was out, the porter was away, the rain came in at "
        "the door, two of the lamps were dark, and all of the beds in the hall and in the corridor behind it were taken. "
        f"{answer}",
    )
    assert quotes(one, Aspect.ACTION) == []


@pytest.mark.parametrize(
    ("words", "lean"),
    [
        ("We asked the passengers, and two of them came to the front", False),
        ("I asked them to come to the front", True),
        ("I called the driver, and he came at once", False),
        ("I called at seven, and he came at once", True),
        ("I told him so", True),
        ("The foreman asked, and I told him so", True),
        ("I checked the pump, and it turned out that the wheel was bent", False),
        ("I have been one for eight years", True),
        ("In the end I sold it", True),
        ("The assistants felt it", True),
        ("I have done that for twelve years", True),
        ("I called each of them on Friday", True),
        ("The assistants said that they felt well", False),
        ("the people who count, and somebody has to say it", True),
        ("There was a man at the gate, and there were no lights", False),
        ("I started there on Saturdays", True),
    ],
)
def test_words_lean_on_what_they_do_not_name(words: str, lean: bool) -> None:
    """A word that stands for another needs it before it."""
    assert leans(words) is lean


def test_of_people_whoever_spoke_knows() -> None:
    """Beside one's own answer "her" is plain; above the whole interview it is not."""
    said = "I asked her to sit at the window"
    assert leans(said)
    assert not leans(said, on_people=False)


@pytest.mark.parametrize(
    "words",
    [
        "There was a woman of eighty-one at the gate.",
        "A boy of six stood at the gate.",
        "The wall is forty years old.",
        "Two of them came to the gate.",
        "That was a second gate.",
    ],
)
def test_ages_and_some_of_those_named_are_no_numbers(words: str) -> None:
    """They measure nothing that was done; that there is no number is not said either."""
    assert only(VIEW, words).findings[Aspect.NUMBER].state is State.UNCLEAR


def test_a_fault_is_not_praised() -> None:
    """ "A number: I had left a man in pain for forty minutes" stood among what was good."""
    said = "I saw that I had left a man in pain for forty minutes, because the hall was loud."
    one = only(VIEW, said)
    assert quotes(one, Aspect.NUMBER) == quotes(one, Aspect.REASON) == []
    assert one.strength is None


def test_private_reasons_are_not_shown_and_an_introduction_has_none() -> None:
    """ "After that I had a break because of the children" was a reason of an accountant's."""
    said = "I came back to the desk because my mother needed me at home in the mornings."
    assert quotes(only(VIEW, said), Aspect.REASON) == []
    work = "I keep the list on paper because the phone rings all day."
    assert quotes(only(VIEW, work), Aspect.REASON) != []
    assert only(ABOUT, work).findings[Aspect.REASON].state is State.UNCLEAR


@pytest.mark.parametrize(
    "said",
    [
        "I started there as a Saturday helper.",
        "I was at a small firm, and then I went to a larger one.",
        "I sat beside the driver every Saturday when I was a boy.",
    ],
)
def test_a_way_through_life_is_no_deed(said: str) -> None:
    """They raised the number of answers in which somebody told what they did."""
    known = Known(told={1: (Told(ACTION, 0, len(said), 0.95),)})
    (one,) = coach(record((ABOUT, said)), known).answers
    assert one.findings[Aspect.ACTION].state is not State.FOUND


def test_how_things_stood_is_told_before_the_deed() -> None:
    """What was found after it is no scene: "there was a small bleed" was what the scan showed."""
    said = "The hall was full of boxes. I opened each of the boxes. There was a small leak in one."
    told = (Told(SITUATION, 0, 27, 0.9), Told(ACTION, 28, 56, 0.9), Told(SITUATION, 57, 88, 0.9))
    (one,) = coach(record((STORY, said)), Known(told={1: told})).answers
    assert quotes(one, Aspect.SITUATION) == ["The hall was full of boxes"]


def test_what_others_replied_is_no_scene() -> None:
    """ "The registrar was not pleased" was how things stood, and it was what came of "I said, please wait"."""
    said = "The hall was full of boxes. I said to wait with them. The driver was not pleased. I opened each of them."
    told = (Told(SITUATION, 0, 27, 0.9), Told(SITUATION, 54, 82, 0.9), Told(ACTION, 83, 106, 0.9))
    (one,) = coach(record((STORY, said)), Known(told={1: told})).answers
    assert quotes(one, Aspect.SITUATION) == ["The hall was full of boxes"]


def test_a_strength_is_found_without_its_fact() -> None:
    """ "I think that I am very careful, and … nothing to do with figures" was praised for nothing."""
    text = "Well, I think that I am very careful, and I explain things to those who have nothing to do with figures."
    message = {"index": 1, "text": text, "kind": "answer", "speaker": "candidate"}
    asked = "What would you call your greatest strength?"
    (quote,) = facts(Answer([message], [], {}), None, asked)[Aspect.NAMED].quotes
    assert quote.text == "I think that I am very careful"


def test_praise_quotes_no_loose_end() -> None:
    """ "Your answer is here: I help out with a website or something" stood above "The last words are: or something"."""
    one = only(
        ABOUT, "I teach maths at a school there, and I am good at explaining fractions or something"
    )
    assert one.strength is not None
    assert one.strength.text.endswith("“I am good at explaining fractions”.")


def test_a_deed_beside_the_strength_is_shown_too_and_nothing_twice() -> None:
    """The first deed is the strength; the second was left out, and the same words stood under two names."""
    said = (
        "I asked every customer at the till, and I wrote ten letters because the table was wrong."
    )
    (one,) = shown(coach(record((STORY, said))).plain())["answers"]
    words = [q["quote"] for _, found in one["words"] for q in found]
    assert one["strength"]["quotes"][0]["quote"] not in words
    assert any("ten letters" in quote for quote in words)
    spans = sorted((q["start"], q["end"]) for _, found in one["words"] for q in found)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_the_figures_tell_the_parts_that_the_answers_tell() -> None:
    """ "Found: action" stood under answers in which "we" did everything."""
    we = "So we had this project, and we changed the form, and we tested all of it with the whole team there."
    told = record(
        (STORY, we), (PRICE, "Two evenings of mine with the form."), kinds=("question", "probe")
    )
    for message in told["messages"]:
        message["ended_ms"] = message["started_ms"] + 9_000
    report = reporting.report({**told, "stages": [], "ended_ms": 40_000})
    parts = report["measures"]["story_parts"]["sentence"]
    named = parts.partition("Not found")[0]
    assert "action" not in named
    assert "price of a choice" in named


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("I look at them afterwards, who called when, and when I was there.", False),
        ("I always check the board with the others.", False),
        ("I looked at them afterwards.", True),
        ("I write it down, and once I stopped a wrong one.", True),
    ],
)
def test_what_somebody_does_by_habit_is_no_deed(said: str, found: bool) -> None:
    """ "I look at them afterwards" was counted as something that they had done in the story."""
    known = Known(told={1: (Told(ACTION, 0, len(said), 0.95),)})
    (one,) = coach(record((STORY, said)), known).answers
    assert (one.findings[Aspect.ACTION].state is State.FOUND) is found


def test_a_measured_result_that_leans_is_counted() -> None:
    """ "They scanned him within the hour" leans and is not shown: the heading counts it, and it is named beside its answer."""
    said = "I called the consultant at home, and it was quick for everybody there that night. They scanned them within the hour."
    known = Known(told={1: (Told(ACTION, 0, 23, 0.95),)})
    told = coach(record((STORY, said)), known)
    assert told.answers[0].findings[Aspect.MEASURABLE_RESULT].state is State.FOUND
    assert "In your answer you gave a result in figures" in told.lede


def test_what_leans_is_named_where_it_cannot_be_quoted() -> None:
    """Four of twelve answers had a result in figures in the heading, and a reader found two of them."""
    before = (
        f"I called the consultant at home, {'and it was quick for everybody there that night ' * 4}"
    )
    said = f"{before}. They scanned them within the hour."
    known = Known(told={1: (Told(ACTION, 0, 23, 0.95),)})
    one = coach(record((STORY, said)), known).answers[0].plain()
    assert "measurable_result" in one["unquoted"]
    assert without_words(one).startswith(
        "Also found, in words that say too little alone to be quoted: "
    )
