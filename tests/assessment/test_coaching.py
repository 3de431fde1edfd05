"""The rules of coaching, one by one: where each holds, and where nothing is claimed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.assessment.answered import ABOUT, STORY, VIEW, only, record

from greenroom.app.reports.coached import shown
from greenroom.assessment.coaching import coach, since
from greenroom.assessment.coaching.rules import RULES
from greenroom.assessment.coaching.shapes import (
    Asking,
    Aspect,
    State,
    Withheld,
)
from greenroom.assessment.heard import Heard
from greenroom.assessment.sentence import filled

PAGE = Path(__file__).parents[2] / "docs/reference/coaching.md"

RULED = {
    "measured-result": (STORY, "The queue was long. I rewrote the form, and the wait fell from ten days to two."),
    "result": (STORY, "The queue was long. I rewrote the form, and in the end customers were happy with it."),
    "price": (STORY, "I rewrote the form by hand, and the price was a late release for the others."),
    "own-deed": (STORY, "I rewrote the whole form by hand for the team at the front desk there."),
    "reason": (VIEW, "With a list on paper, because the phone rings all the time and I forget things."),
    "number": (ABOUT, "I have been a nurse for eight years and I work on a ward for children."),
    "early-fact": (VIEW, "With Postgres and a list on paper, as everybody else here likes to do it too."),
    "scene": (STORY, "The problem was the old form that nobody liked at the front desk back then."),
    "admitted": (VIEW, "I don't know."),
}  # fmt: skip

OFF = ("What would you call your greatest strength?", "I would like to lead a team one day.")

"""Of what only a reader can tell: `test_relevant.py` tries it."""

DAY = "It was a very good day for all of us there."

TURNED_OUT = "And how did it turn out?"

STEPS = {
    "after-not-knowing": (VIEW, "I don't know."),
    "short": (VIEW, "With a list."),
    "say-i": (STORY, "We had an old form, and we changed it, and we tested it for a long time together."),
    "find-deed": (STORY, "It was a very long and difficult day for the whole ward and all the people there."),
    "find-result": (STORY, "I rewrote the whole form by hand for the team at the front desk there."),
    "find-number": (STORY, "I rewrote the form by hand for the front desk, and in the end customers were happy."),
    "find-reason": (VIEW, "In the morning comes the mail, and the calls come right behind it in the afternoon."),
    "loose-end": (ABOUT, "I have been a nurse for eight years and I do nights, mornings, weekends and so on."),
    "hedges": (VIEW, "Because I guess the mail is kind of important, I read it in the morning at my desk."),
    "result-sooner": (
        STORY, "I rewrote the whole form by hand for the team at the front desk there.",
        TURNED_OUT, "In the end customers were happy, and the wait fell by ten days.",
    ),
    "figure-sooner": (
        STORY, "I asked everybody at the till, and they corrected the table in the end.",
        TURNED_OUT, "We had thirty returns a week before, and then it was twelve.",
    ),
    "give-example": (VIEW, "A list on paper is best for such a day, because one forgets the calls of the morning."),
    "late-fact": (ABOUT, f"{' '.join([DAY] * 4)} In all of that time there were ten of us."),
    "long": (VIEW, " ".join([DAY] * 28)),
    "find-price": (STORY, "The queue was long. I rewrote the form, and the wait fell from ten days to two."),
}  # fmt: skip


@pytest.mark.parametrize("rule", RULED)
def test_each_strength_holds_for_its_example(rule: str) -> None:
    """The example of docs/reference/coaching.md is told just this strength."""
    one = only(*RULED[rule])
    assert one.strength is not None
    assert one.strength.rule == rule, one


@pytest.mark.parametrize("rule", STEPS)
def test_each_step_holds_for_its_example(rule: str) -> None:
    """The example is told just this step."""
    told = STEPS[rule]
    pairs = zip(told[::2], told[1::2], strict=True)
    one = coach(record(*pairs, kinds=("question", "probe"))).answers[0]
    assert one.step is not None
    assert one.step.rule == rule, (
        one.step,
        one.steps,
        {k: v.state for k, v in one.findings.items()},
    )


def bare(text: str) -> str:
    """Words without what stands around them on the page."""
    return text.lower().strip("…., ")


def test_every_rule_has_its_example_on_the_page() -> None:
    """Each rule of the table is tried by one of the examples above, and docs/reference/coaching.md shows words
    of that very example."""
    examples = RULED | STEPS | {"off-question": OFF}
    assert sorted(examples) == sorted(rule.id for rule in RULES)
    rules, _, _ = PAGE.read_text("utf-8").partition("## How it went")
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \|$", rules, re.M)
    assert sorted(rule for rule, _ in rows) == sorted(examples)
    for rule, cell in rows:
        quoted = re.findall(r'"([^"]+)"', cell)
        assert quoted, rule
        said = " ".join(examples[rule]).lower()
        assert all(bare(words) in said for words in quoted), (rule, quoted)


def test_late_facts_and_long_answers_are_counted() -> None:
    """How many words stood before the first number, and how many an answer had, is counted."""
    talk = " ".join(["It was a very good day for all of us there."] * 4)
    late = only(VIEW, f"{talk} Because of that the list has ten lines.")
    assert late.findings[Aspect.CONCRETE].state is State.ABSENT
    assert late.findings[Aspect.CONCRETE].count == 50
    long = only(VIEW, " ".join([talk] * 7))
    assert long.findings[Aspect.LONG].count == 308


def test_a_result_that_came_later_is_not_missing() -> None:
    """The first answer is told to bring it, not that there was none."""
    told = coach(
        record(
            (STORY, "I rewrote the whole form by hand for the team at the front desk there."),
            (
                "And how did it turn out?",
                "In the end customers were happy, and the wait fell by ten days.",
            ),
            kinds=("question", "probe"),
        )
    )
    first, second = told.answers
    assert first.step is not None
    assert first.step.rule == "result-sooner"
    assert second.asking is Asking.OUTCOME


def test_between_a_plain_sign_and_none_nothing_is_claimed() -> None:
    """ "One" may be a number: then it is neither found nor missing."""
    number = only(
        STORY, "I moved one form to the front desk by hand for everybody there."
    ).findings[Aspect.NUMBER]
    assert number.state is State.UNCLEAR


def test_unsure_words_are_not_coached() -> None:
    """Where the recogniser was unsure nothing is said of the answer."""
    found = record(
        (STORY, "I rewrote the whole form by hand for the team at the front desk there.")
    )
    answer = found["messages"][1]
    heard = Heard(confidences={(answer["started_ms"], answer["text"]): 0.3})
    (one,) = coach(found, heard=heard).answers
    assert one.withheld is Withheld.UNSURE
    assert one.strength is one.step is None


def test_other_languages_are_not_read() -> None:
    """In another language nothing is missed."""
    spoken = "Ich habe das Formular von Hand neu geschrieben, und die Wartezeit ist um zehn Tage gefallen."
    (one,) = coach(record((STORY, spoken)), language="de").answers
    assert State.ABSENT not in {finding.state for finding in one.findings.values()}


def test_a_greeting_and_a_question_back_are_not_coached() -> None:
    """Neither "shall we begin?" nor what the candidate asked back is an answer to look at."""
    told = coach(
        record(
            ("Shall we begin?", "Yes."), (VIEW, "What do you mean?"), kinds=("greeting", "question")
        )
    )
    (one,) = told.answers
    assert one.withheld is Withheld.ASKED_BACK


def test_wordings_are_taken_in_turn() -> None:
    """The second answer with the same finding is told it in other words."""
    answer = "I rewrote the whole form by hand for the team at the front desk there."
    told = coach(record((STORY, answer), (STORY, answer + " Yes.")))
    first, second = (one.step for one in told.answers)
    assert first is not None
    assert second is not None
    assert first.rule == second.rule
    assert first.text != second.text


def test_what_got_better_is_counted_in_both() -> None:
    """Three answers with a number after three without; the other way round nothing is said."""
    with_number = coach(
        record(
            *[(STORY, f"I wrote {n} forms by hand for the front desk there.") for n in (5, 6, 7)]
        )
    )
    without = coach(
        record(
            *[
                (STORY, f"I wrote {n} forms by hand for the front desk there.")
                for n in ("old", "new", "my")
            ]
        )
    )
    assert any(
        "number" in one and "3 of 3" in one and "0 of 3" in one
        for one in since(with_number, without).better
    )
    assert since(without, with_number).better == ()


def test_an_answer_with_braces_is_quoted_as_it_is() -> None:
    """What was said is never a template."""
    assert filled("“{quote}” {n}", quote="{n} {quote}", n=3) == "“{n} {quote}” 3"


def test_every_rule_is_worded_kindly() -> None:
    """No wording says "you did not", and each rule has two wordings at least."""
    for rule in RULES:
        assert len(rule.say) >= 2, rule.id
        assert not any(
            "did not" in text and "know" not in text for text in (*rule.say, rule.habit, rule.once)
        ), rule.id
        if rule.kind == "step":
            assert "{question}" in rule.once, rule.id
            assert "{quote}" in rule.once, rule.id
            assert 1 <= rule.matters <= 5, rule.id


@given(st.text(max_size=300), st.sampled_from([STORY, VIEW, ABOUT]))
def test_any_text_can_be_coached(text: str, question: str) -> None:
    """Every quote of any text is at its place, and a missing number is missing."""
    for one in coach(record((question, text))).answers:
        for finding in one.findings.values():
            assert all(text[q.start : q.end] == q.text for q in finding.quotes)
        if one.withheld is None and one.findings[Aspect.NUMBER].state is State.ABSENT:
            assert not any(c.isdigit() for c in text if c.isascii())


PROJECT = "Tell me about a time when you were proud of your work."

PRICE = "What did you have to give up to make it work?"

DRIVE = (
    "I stopped the bus and called the control room, and I told everybody what I knew of the road."
)


def test_what_was_given_up_has_no_result_to_show() -> None:
    """A driver who was asked for the price was told that a result was missing in it."""
    told = coach(
        record((PROJECT, DRIVE), (PRICE, "I gave up the timetable."), kinds=("question", "probe"))
    )
    price = told.answers[1]
    assert price.asking is Asking.PRICE
    assert not {"find-result", "find-number", "find-price"} & set(price.steps)


@pytest.mark.parametrize(
    "question",
    [
        PRICE,
        "What had to wait while you were busy with that?",
        "What did it cost, or what did you leave undone for it?",
        "Where did you have to choose between exact and fast?",
    ],
)
def test_a_question_for_the_price_is_known_by_its_words(question: str) -> None:
    """However it is put."""
    told = coach(record((PROJECT, DRIVE), (question, DRIVE), kinds=("question", "probe")))
    assert told.answers[1].asking is Asking.PRICE


def test_what_nothing_is_said_about_is_not_missing() -> None:
    """The teacher's price stood in words of distress: "We found nothing that you gave up" was said of her story."""
    story = "I started a quiz every Monday, and the marks went from a four to a two on average."
    hurt = "I'm sorry, my mother died last week and I can't stop crying."
    told = coach(record((PROJECT, story), (PRICE, hurt), kinds=("question", "probe")))
    assert told.answers[1].withheld is Withheld.DISTRESS
    assert "find-price" not in told.answers[0].steps
    assert "find-price" in only(PROJECT, story).steps


def test_a_short_answer_is_told_what_its_question_asked_for() -> None:
    """Asked what was different afterwards the driver was told to say "what you did"."""
    told = coach(
        record(
            (PROJECT, DRIVE),
            ("What was different afterwards?", "We came twenty minutes late, and no one minded."),
            kinds=("question", "probe"),
        )
    ).answers[1]
    assert told.step is not None
    assert (told.step.rule, told.asking) == ("short", Asking.OUTCOME)
    assert "find-result" not in told.steps
    assert "what you did" not in told.step.text


def test_what_weakens_an_answer_is_listed_with_its_words() -> None:
    """Softening words, "we" without "I" and a loose end stand among what was found, each at its place; what the
    step says is not listed again."""
    answer = "We maybe changed the form, I guess, and we looked at it again and so on."
    pairs = record((VIEW, answer), (VIEW, answer.replace("I guess", "basically")))
    first, second = shown(coach(pairs).plain())["answers"]
    names = {name: [q["quote"] for q in quotes] for name, quotes in first["words"]}
    assert names["softening words"] == ["maybe", "I guess"]
    assert "a loose end" in names
    assert names["a loose end"] == ["and so on"]
    assert "“we” without “I”" not in names
    assert second["step"]["rule"] == "say-i"
    listed = {name: [q["quote"] for q in quotes] for name, quotes in second["words"]}
    assert "“we” without “I”" not in listed
    assert [one["aspect"] for one in second["had"] if one["aspect"] == "team"] == ["team"]
    assert [
        q["quote"] for one in second["had"] if one["aspect"] == "team" for q in one["quotes"]
    ] == ["We", "we"]


def test_each_weight_is_told() -> None:
    """docs/reference/coaching.md has every step with how much it matters."""
    told = dict(re.findall(r"^\| `([\w-]+)` \| (\d) \|", PAGE.read_text("utf-8"), re.M))
    assert told == {rule.id: str(rule.matters) for rule in RULES if rule.kind == "step"}
