"""What is found in an answer, and where nothing is claimed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.assessment.answered import ABOUT, DEED, STORY, VIEW, only, record

from greenroom.app.reports.coached import shown
from greenroom.assessment.coaching import coach
from greenroom.assessment.coaching.shapes import Aspect, State, Withheld
from greenroom.assessment.speech import JournalExtract


def test_late_facts_and_long_answers_are_counted() -> None:
    """How many words stood before the first number, and how many an answer had, is counted."""
    talk = " ".join(["It was a very good day for all of us there."] * 4)
    late = only(VIEW, f"{talk} Because of that the list has ten lines.")
    assert late.findings[Aspect.CONCRETE].state is State.ABSENT
    assert late.findings[Aspect.CONCRETE].count == 50
    long = only(VIEW, " ".join([talk] * 7))
    assert long.findings[Aspect.LONG].count == 308


def test_between_a_plain_sign_and_none_nothing_is_claimed() -> None:
    """ "One" may be a number: then it is neither found nor missing."""
    number = only(
        STORY, "I moved one form to the front desk by hand for everybody there."
    ).findings[Aspect.NUMBER]
    assert number.state is State.UNCLEAR


def test_unsure_words_are_not_coached() -> None:
    """Where the recogniser was unsure nothing is said of the answer."""
    found = record((STORY, DEED))
    answer = found["messages"][1]
    heard = JournalExtract(confidences={(answer["started_ms"], answer["text"]): 0.3})
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


@given(st.text(max_size=300), st.sampled_from([STORY, VIEW, ABOUT]))
def test_any_text_can_be_coached(text: str, question: str) -> None:
    """Every quote of any text is at its place, and a missing number is missing."""
    for one in coach(record((question, text))).answers:
        for finding in one.findings.values():
            assert all(text[q.start : q.end] == q.text for q in finding.quotes)
        if one.withheld is None and one.findings[Aspect.NUMBER].state is State.ABSENT:
            assert not any(c.isdigit() for c in text if c.isascii())


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
