"""The rules of coaching, one by one: each by its example, and how they are worded."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.assessment.answered import ABOUT, DEED, STORY, VIEW, followed_up, only, record

from greenroom.assessment.coaching import Coaching, coach, since
from greenroom.assessment.coaching.rules import BY_ID, RULES, Wordings
from greenroom.assessment.coaching.shapes import Asking, Finding, State
from greenroom.evidence import Quote

PAGE = Path(__file__).parents[2] / "docs/reference/coaching.md"

RULED = {
    "measured-result": (STORY, "The queue was long. I rewrote the form, and the wait fell from ten days to two."),
    "result": (STORY, "The queue was long. I rewrote the form, and in the end customers were happy with it."),
    "price": (STORY, "I rewrote the form by hand, and the price was a late release for the others."),
    "own-deed": (STORY, DEED),
    "reason": (VIEW, "With a list on paper, because the phone rings all the time and I forget things."),
    "good-at": (ABOUT, "I have been a nurse for eight years, and I am good at keeping a ward calm."),
    "work": (ABOUT, "I work as a nurse on a ward for children, and people there like me, as far as I know."),
    "number": (ABOUT, "I have been a nurse for eight years and I work on a ward for children."),
    "early-fact": (VIEW, "With Postgres and a list on paper, as everybody else here likes to do it too."),
    "scene": (STORY, "The problem was the old form that nobody liked at the front desk back then."),
    "admitted": (VIEW, "I don't know."),
}  # fmt: skip

OFF = ("What would you call your greatest strength?", "I would like to lead a team one day.")
"""Of what only a reader can tell: `test_relevant.py` tries it."""

NAMED = ("What would you call your greatest strength?", "I keep calm when people shout.")
"""Of what only an interview can tell that understood it as the fact: `test_coached_interviews.py` has the driver."""

DAY = "It was a very good day for all of us there."

TURNED_OUT = "And how did it turn out?"

STEPS = {
    "after-not-knowing": (VIEW, "I don't know."),
    "short": (VIEW, "With a list."),
    "say-i": (STORY, "We had an old form, and we changed it, and we tested it for a long time together."),
    "find-deed": (STORY, "It was a very long and difficult day for the whole ward and all the people there."),
    "find-result": (STORY, DEED),
    "find-number": (STORY, "I rewrote the form by hand for the front desk, and in the end customers were happy."),
    "find-reason": (VIEW, "In the morning comes the mail, and the calls come right behind it in the afternoon."),
    "loose-end": (ABOUT, "I have been a nurse for eight years and I do nights, mornings, weekends and so on."),
    "hedges": (VIEW, "Because I guess the mail is kind of important, I read it in the morning at my desk."),
    "result-sooner": (
        STORY, DEED,
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
    one = followed_up(*pairs)[0]
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
    examples = RULED | STEPS | {"off-question": OFF, "named": NAMED}
    assert sorted(examples) == sorted(rule.id for rule in RULES)
    rules, _, _ = PAGE.read_text("utf-8").partition("## How it went")
    rows = re.findall(r"^\| `([\w-]+)` \|.*\| ([^|]+) \|$", rules, re.M)
    assert sorted(rule for rule, _ in rows) == sorted(examples)
    for rule, cell in rows:
        quoted = re.findall(r'"([^"]+)"', cell)
        assert quoted, rule
        said = " ".join(examples[rule]).lower()
        assert all(bare(words) in said for words in quoted), (rule, quoted)


def test_wordings_are_taken_in_turn() -> None:
    """The second answer with the same finding is told it in other words."""
    told = coach(record((STORY, DEED), (STORY, f"{DEED} Yes.")))
    first, second = (one.step for one in told.answers)
    assert first is not None
    assert second is not None
    assert first.rule == second.rule
    assert first.text != second.text


def test_what_got_better_is_counted_in_both() -> None:
    """Three answers with a number after three without; the other way round nothing is said."""

    def told(*forms: object) -> Coaching:
        wrote = "I wrote {} forms by hand for the front desk there."
        return coach(record(*((STORY, wrote.format(one)) for one in forms)))

    with_number, without = told(5, 6, 7), told("old", "new", "my")
    assert any(
        "number" in one and "3 of 3" in one and "0 of 3" in one
        for one in since(with_number, without).better
    )
    assert since(without, with_number).better == ()


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


def test_each_weight_is_told() -> None:
    """docs/reference/coaching.md has every step with how much it matters."""
    told = dict(re.findall(r"^\| `([\w-]+)` \| (\d) \|", PAGE.read_text("utf-8"), re.M))
    assert told == {rule.id: str(rule.matters) for rule in RULES if rule.kind == "step"}


def test_the_largest_change_is_told_first() -> None:
    """A result stood once in three answers and once in five before: no change. All answers had been short: that was left out."""
    plain = "With a list on paper that I keep in my pocket all day long, as others do."
    end = "I rewrote the form by hand, and in the end the wait fell from ten days to two, because I asked."
    short = [(STORY, "In the end they were happy."), *[(VIEW, "With a list.")] * 4]
    then, now = (coach(record(*pairs)) for pairs in (short, [(STORY, end), *[(VIEW, plain)] * 2]))
    better = since(now, then).better
    assert better[0] == "No answer was under a dozen words; last time 5 of 5 were."
    assert not [one for one in better if one.startswith("A result stood")]


def test_a_choice_is_told_where_something_stood_against_it() -> None:
    """ "You show that there was a choice" stood above "I gave up the timetable", which names nothing else."""
    for said, shown in (
        ("I gave up the timetable", False),
        ("I decided against a second line", True),
    ):
        finding = Finding(State.FOUND, (Quote(1, 0, len(said), said),), 1)
        wordings = Wordings()
        told = [wordings.remark(BY_ID["price"], Asking.PRICE, finding).text for _ in range(3)]
        assert any("there was a choice" in text for text in told) is shown
