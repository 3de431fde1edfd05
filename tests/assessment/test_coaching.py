"""The rules of coaching, one by one: where each holds, and where nothing is claimed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.app.reports.coached import shown
from greenroom.assessment.coaching import coach, signs, since
from greenroom.assessment.coaching.quoting import LONGEST_QUOTE
from greenroom.assessment.coaching.rules import RULES, WORDS, Wordings
from greenroom.assessment.coaching.shapes import (
    Asking,
    Aspect,
    Coached,
    Coaching,
    Finding,
    State,
    Withheld,
)
from greenroom.assessment.heard import Heard
from greenroom.assessment.sentence import filled

PAGE = Path(__file__).parents[2] / "docs/reference/coaching.md"
STORY = "Tell me about a time when something went wrong. What happened?"
VIEW = "How do you plan your day?"
ABOUT = "Please tell me a little about yourself."


def said(index: int, speaker: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "index": index,
        "speaker": speaker,
        "stage": "TALK",
        "kind": kind,
        "text": text,
        "started_ms": 10_000 * index,
        "ended_ms": 10_000 * index + 9_000,
        "interrupted": False,
        "question_id": f"q{index - index % 2}",
        **more,
    }


def record(
    *pairs: tuple[str, str], kinds: tuple[str, ...] = (), reason: str = "completed"
) -> dict[str, Any]:
    """Questions with their answers."""
    messages = []
    for place, (question, answer) in enumerate(pairs):
        kind = kinds[place] if kinds else "question"
        messages.append(said(2 * place, "interviewer", kind, question))
        messages.append(said(2 * place + 1, "candidate", "answer", answer))
    return {"messages": messages, "end_reason": reason}


def only(question: str, answer: str) -> Coached:
    (one,) = coach(record((question, answer))).answers
    return one


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


def test_the_next_thing_is_the_most_frequent() -> None:
    """Two answers without a result make the result the next thing, on the first of them."""
    answer = "I rewrote the whole form by hand for the team at the front desk there."
    told: Coaching = coach(
        record((STORY, answer), (STORY, answer + " Yes."), (VIEW, "Because of the mail."))
    )
    assert told.next is not None
    assert (told.next.rule, told.again) == ("find-result", 0)
    assert told.next.text.startswith("In two stories we found no result.")


def test_each_weight_is_told() -> None:
    """docs/reference/coaching.md has every step with how much it matters."""
    told = dict(re.findall(r"^\| `([\w-]+)` \| (\d) \|", PAGE.read_text("utf-8"), re.M))
    assert told == {rule.id: str(rule.matters) for rule in RULES if rule.kind == "step"}


NO_RESULT = "I rewrote the whole form by hand for the team at the front desk there."
LOOSE = "I have been a nurse for eight years and I do nights, mornings, weekends and so on."


def test_what_matters_more_goes_before_what_came_more_often() -> None:
    """A story without a result goes before three loose ends; of loose ends alone there is a count."""
    told = coach(record((STORY, NO_RESULT), *[(ABOUT, LOOSE)] * 3))
    assert told.next is not None
    assert (told.next.rule, told.again) == ("find-result", 0)
    ends = coach(record(*[(ABOUT, LOOSE)] * 3))
    assert ends.next is not None
    assert ends.next.text.startswith("In three of three answers the end was loose.")


def test_what_was_lacking_once_is_told_with_its_words() -> None:
    """One answer is no habit: its question and its words stand there, and no count."""
    told = coach(
        record(
            (STORY, NO_RESULT),
            (VIEW, "With a list, because the phone rings all the time, and I do it every day."),
        )
    )
    assert told.next is not None
    assert told.next.text == (
        f"When you were asked “{STORY}”, you said “I rewrote the whole form by hand for the team at the front "
        "desk there”, and we found no result. End with what was different afterwards."
    )
    assert [quote.message for quote in told.next.quotes] == [1]


def figure_later(first: str) -> Coached:
    asked = "And how did it turn out?"
    answer = "We had thirty returns a week before, and then it was twelve."
    pairs = record((STORY, first), (asked, answer), kinds=("question", "probe"))
    return coach(pairs).answers[0]


def test_a_figure_that_came_later_is_told_to_the_first_answer() -> None:
    """The number that was asked for belongs into the story; a story that has one is not told so."""
    story = "I asked everybody at the till, and they corrected the table in the end."
    late = figure_later(story)
    assert late.step is not None
    assert late.step.rule == "figure-sooner"
    assert late.step.quotes[0].text.endswith("and then it was twelve")
    assert "figure-sooner" not in figure_later(f"{story} That took me four weeks.").steps


def test_a_good_story_begins_with_its_result() -> None:
    """Where no step holds: its result first; where it stands there, only practice; without a story the
    advice that stands beside the answer."""
    end = "the wait fell from ten days to two, though the price was a late release"
    late = coach(record((STORY, f"I rewrote the form by hand in May. In the end {end}.")))
    assert late.next is not None
    assert late.next.text.endswith("and then tell how it came to it.")
    early = coach(record((STORY, f"I rewrote the form by hand, and in the end {end}.")))
    assert early.next is not None
    assert (early.next.rule, early.again) == ("aloud", 0)
    about = coach(
        record(
            (
                ABOUT,
                "I have been a nurse for eight years and I work on a ward for children, because I like them.",
            )
        )
    )
    assert about.next is not None
    assert (about.next.rule, about.again) == ("polish", 0)


@given(
    st.lists(st.tuples(st.sampled_from([STORY, VIEW, ABOUT]), st.text(max_size=200)), max_size=4)
)
def test_the_next_thing_quotes_what_was_said(pairs: list[tuple[str, str]]) -> None:
    """Whatever was said, the one thing to do next quotes words at their places, and its question is one of them."""
    told = coach(record(*pairs))
    assert told.next is not None
    for quote in told.next.quotes:
        assert pairs[quote.message // 2][1][quote.start : quote.end] == quote.text
    assert told.again in {None, *(one.message for one in told.answers)}


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


MEASURED = (
    "the wait fell from ten days to two",
    "we packed twenty a day",
    "it was done within a day",
    "at 40 % of the cost",
    "every order went out by eight in the morning, 400 of them",
)
WHEN = (
    "every order went out by eight in the morning",
    "I want to run my own shop one day",
    "we opened at seven",
    "the crew came back at 6 pm",
    "the shift ended at twelve o'clock",
    "since 2014 the shop has been ours",
    "they told me how bad it was, from nought to ten",
    "the two of them finished it",
    "it was handed to the other two",
    "the right half of the oven was cold",
)


@pytest.mark.parametrize("words", MEASURED)
def test_how_much_or_how_many_is_a_measure(words: str) -> None:
    """A quantity measures something, also beside a time of day."""
    assert signs.measures(words)


@pytest.mark.parametrize("words", WHEN)
def test_a_time_or_a_date_is_no_measure(words: str) -> None:
    """It says when: no strength is made of it, and no missing number is claimed either."""
    assert not signs.measures(words)
    one = only(STORY, f"I called the bakery across the river, and in the end {words}.")
    assert one.findings[Aspect.NUMBER].state is not State.FOUND
    assert one.findings[Aspect.MEASURABLE_RESULT].state is not State.FOUND


def test_one_day_is_nothing_concrete() -> None:
    """Some day is neither a figure nor a fact; a day that was counted is, and so is a year."""
    for words in ("I would like to lead a team one day.", "A day comes when I shall."):
        assert list(signs.concrete(words)) == []
    for words in ("It was done in one day.", "I have been there since 2014."):
        assert list(signs.concrete(words))


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Amara.", False),
        ("I looked after Amara with a list on paper, as everybody else here does.", False),
        ("I would ask Amara and then Jonas, as everybody else here does it.", False),
        ("Well, in Leeds.", False),
        ("I work in Leeds with a list on paper, as everybody else here does.", True),
        ("I read the Guardian at my desk, as everybody else here likes to do.", True),
        ("I put Amara on ward B2 with a list on paper, as everybody does.", True),
        ("I gave Amara twelve lines on paper, as everybody else here does.", True),
    ],
)
def test_a_bare_name_is_nothing_concrete(answer: str, found: bool) -> None:
    """Praised is a number, a tool, or a place, thing or work that a sentence tells of: never a lone name. And
    where a name came early, it is not said that the first one came late."""
    one = only(VIEW, answer)
    assert (one.findings[Aspect.CONCRETE].state is State.FOUND) is found
    rambling = (
        f"I would ask Amara. {'It was a good day for all of us there. ' * 5}It was eight lines."
    )
    assert only(VIEW, rambling).findings[Aspect.CONCRETE].state is State.UNCLEAR


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


ALONE = (
    ("I write at the bedside when I can, so that I am in the room.", Aspect.REASON,
     "I write at the bedside when I can, so that I am in the room"),
    ("We have eight beds here. I moved every bed to the window because the old ward had no light.", Aspect.REASON,
     "I moved every bed to the window because the old ward had no light"),
    ("Well, I like the work, and I had a small shop, because I often sit between the people who sell and the people "
     "who count, and somebody has to say it so that both of them understand it.", Aspect.REASON,
     "I had a small shop, because I often sit between the people who sell and the people who count"),
    ("I have been an accountant for about fifteen years or so, and first I was with a small firm where all of us did "
     "everything, bookkeeping, payroll, tax, and the letters.", Aspect.NUMBER,
     "I have been an accountant for about fifteen years or so"),
    ("I called them often. Forty, and more.", Aspect.NUMBER, "Forty, and more"),
)  # fmt: skip


@pytest.mark.parametrize(("answer", "aspect", "quote"), ALONE)
def test_quoted_words_say_something_alone(answer: str, aspect: Aspect, quote: str) -> None:
    """“that I am at least in the room” and “… so that both of” were quoted: words that lean on others bring
    them along, and a long quote ends at a comma."""
    texts = [q.text for q in only(ABOUT, answer).findings[aspect].quotes]
    assert quote in texts


@given(st.text(alphabet="abc I7,.", max_size=400))
def test_a_figure_is_in_its_quote(text: str) -> None:
    """However long the sentence is, its quote is short and holds the figure that it is quoted for."""
    told = coach(record((ABOUT, text)), language="de").answers[0]
    for quote in told.findings[Aspect.NUMBER].quotes if told.withheld is None else ():
        assert len(quote.text.split()) <= LONGEST_QUOTE
        assert any(c.isdigit() for c in quote.text)


@pytest.mark.parametrize("words", ["two years ago", "a few weeks ago", "a week later"])
def test_how_long_ago_is_no_measure(words: str) -> None:
    """It says when: “Two years ago a new registrar wanted …” was listed as a number."""
    assert not signs.measures(f"I began there {words}")
    assert signs.measures("it went two days faster")


def test_advice_names_no_time() -> None:
    """ "Aim for half a minute" was said after forty seconds, and "until it takes a minute" after three."""
    told = [one["say"] for one in WORDS["polish"]] + list(WORDS["next"].values())
    assert not [text for text in told if re.search(r"\b(?:minutes?|seconds?|hours?)\b", text)]


INTRODUCED = "I am a nurse on a ward for children, and I have been there for eight years."


def test_an_introduction_is_advised_by_its_length() -> None:
    """A long one is told to leave something out, a middling one is not."""
    long, fine = (only(ABOUT, " ".join([INTRODUCED] * n)).step for n in (7, 2))
    assert long is not None
    assert fine is not None
    assert long.text.startswith("Keep the two facts")
    assert fine.text.startswith("End an introduction")


def test_nobody_is_told_to_add_what_is_there() -> None:
    """ "Add one short example" stood beside an example."""
    said = Wordings()
    found = {Aspect.ACTION: Finding(State.FOUND), Aspect.REASON: Finding(State.FOUND)}
    told = [remark.text for _ in range(9) if (remark := said.polish(Asking.VIEW, found))]
    assert told
    assert len(set(told)) == len(told)
    assert not [text for text in told if text.startswith(("Add ", "Let one"))]


def test_where_all_advice_was_given_it_is_said_once() -> None:
    """In a long interview no advice comes twice; where nothing is left the answer says so."""
    plain = (
        "Ich arbeite seit langem hier, und ich kümmere mich am liebsten um die alten Bäume im Park."
    )
    told = coach(record(*[(STORY, plain)] * 9), language="de").answers
    said = [one.step.text for one in told if one.step is not None]
    assert len(set(said)) == len(said) < len(told)
    assert {one.why for one in told if one.step is None} == {WORDS["silent"]["nothing"]}


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
