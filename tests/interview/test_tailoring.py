"""Questions about the candidate's papers: which, when, and never twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from greenroom.app import plans
from greenroom.interview import deterministic
from greenroom.interview.background import Background, Highlight, Requirement
from greenroom.interview.brief import Brief
from greenroom.interview.coverage import coverage
from greenroom.interview.plan import Candidate
from greenroom.interview.prompts import OBJECT, prompt
from greenroom.interview.proposals import AskQuestion
from greenroom.interview.tailoring import LONGEST, OTHERS, readable, tied_question
from greenroom.interview.transcript import Message

PLAN = plans.parse(plans.source_of("two-stage"), "two-stage")
INTRO, PAST = PLAN.stages
CUT = Highlight("number", "Cut the nightly import from nine hours to forty minutes.")
LED = Highlight("project", "Led the migration of 40 services")
KAFKA = Requirement("req-1", "preferred", "Kafka, or another queue", ("kafka", "queue"), PAST.id)
BACKGROUND = Background(
    highlights=(CUT, LED), highlight_stages=frozenset({PAST.id}), requirements=(KAFKA,)
)
BRIEF = Brief(
    turn_id="t1",
    stage=PAST,
    candidate=Candidate("Ada"),
    answer="I built a billing system with four others.",
    question=PAST.opening,
    earlier=(),
    facts={},
    asked=frozenset({PAST.opening.id}),
    asked_texts=("Think of one project. What was it about?",),
    follow_ups=0,
    questions=1,
    time_left=200_000,
)


def asked(*texts: str) -> Brief:
    return replace(BRIEF, asked_texts=(*BRIEF.asked_texts, *texts))


def test_highlights_and_requirements_in_turn() -> None:
    """A highlight first, the plan's follow-up after it, then a requirement, then the next highlight;
    when all are asked, the plan alone."""
    first = tied_question(BRIEF, BACKGROUND)
    assert first is not None
    assert "Cut the nightly import from nine hours to forty minutes" in first
    assert tied_question(asked(first), BACKGROUND) is None
    second = tied_question(asked(first, "What was hard?"), BACKGROUND)
    assert second is not None
    assert "Kafka, or another queue" in second
    third = tied_question(asked(first, "What was hard?", second, "And then?"), BACKGROUND)
    assert third is not None
    assert "Led the migration of 40 services" in third
    everything = asked(first, second, third, "Who felt it?")
    assert tied_question(everything, BACKGROUND) is None


def test_nobody_is_asked_for_what_they_told() -> None:
    """A requirement that an answer of the interview covers is not asked, in whatever part it was said."""
    only = Background(requirements=(KAFKA,))
    assert tied_question(BRIEF, only) is not None
    assert tied_question(replace(BRIEF, answer="All of it went through kafka."), only) is None
    assert tied_question(replace(BRIEF, told=("We had a database.",)), only) is not None
    assert tied_question(replace(BRIEF, told=("It was Kafka, mostly.",)), only) is None
    told = prompt(replace(BRIEF, told=("It was Kafka, mostly.",)), only, OBJECT).moment
    assert "do not ask about them again" in told


def test_only_where_experience_is_asked_for() -> None:
    """A stage that does not ask for experience asks about no highlight."""
    assert tied_question(replace(BRIEF, stage=INTRO), BACKGROUND) is None


def test_the_rules_ask_about_the_papers() -> None:
    """The interviewer without a model asks about a highlight in words of its own; a required fact that
    is missing goes before it; without papers nothing is changed."""
    (own,) = [p for p in deterministic.reply(BRIEF, BACKGROUND) if isinstance(p, AskQuestion)]
    assert own.question_id is None
    assert "nine hours" in own.question
    assert own.question.endswith("?")
    intro = replace(BRIEF, stage=INTRO, question=INTRO.opening, asked=frozenset({INTRO.opening.id}))
    everywhere = replace(BACKGROUND, highlight_stages=frozenset({INTRO.id}))
    (fact,) = [p for p in deterministic.reply(intro, everywhere) if isinstance(p, AskQuestion)]
    assert fact.question_id == "SELF_INTRO.fact.role"
    assert deterministic.reply(BRIEF, Background()) == deterministic.reply(BRIEF)


@pytest.mark.parametrize("language", ["en", *OTHERS, "xx"])
def test_every_language_has_its_words(language: str) -> None:
    """The document's words are quoted in a question of the interview's language."""
    question = tied_question(replace(BRIEF, language=language), BACKGROUND)
    assert question is not None
    assert "forty minutes" in question
    assert question.rstrip().endswith("?")


@pytest.mark.parametrize("text", ["x" * 500, "one two, " * 60, "Why? " * 80])
def test_what_is_read_out_is_short(text: str) -> None:
    """A long piece is read out in part, and asks nothing itself."""
    said = readable(text)
    assert 0 < len(said) <= LONGEST
    assert "?" not in said


def test_coverage_is_located_words() -> None:
    """Covered is what an answer has the words of, at their place; what was only asked, or came up
    nowhere, is said so."""
    lead = Requirement(
        "r1", "required", "You have led a team of engineers", ("led", "engineers"), "X"
    )
    rust = Requirement("r2", "preferred", "Rust", ("rust",), "X")
    sql = Requirement("r3", "required", "PostgreSQL", ("postgresql",), "X")
    messages = [
        Message("interviewer", "X", "question", "When did you use Rust?", 0, 1),
        Message("candidate", "X", "answer", "Never. But I led six engineers.", 2, 3),
        Message("candidate", "X", "ack", "postgresql", 4, 5),
    ]
    found = coverage([lead, rust, sql], messages)
    assert [(one["state"], one["asked"]) for one in found] == [
        ("covered", []),
        ("asked", [0]),
        ("not_reached", []),
    ]
    quotes = found[0]["quotes"]
    assert [quote["quote"] for quote in quotes] == ["led", "engineers"]
    for quote in quotes:
        text = messages[quote["message"]].text
        assert text[quote["start"] : quote["end"]] == quote["quote"]


@pytest.mark.parametrize(
    ("term", "answer", "covered"),
    [
        ("c++", "I wrote C++ for years.", True),
        ("c++", "I wrote C for years.", False),
        ("ci/cd", "We had CI/CD.", True),
        ("ci/cd", "We had CI and that was it.", True),
        ("kubernetes", "On Kubernetes, of course.", True),
        ("testing", "I tested it.", True),
        ("go", "We let it go.", True),
        ("go", "We ago.", False),
        ("sql", "MySQL", False),
    ],
)
def test_words_are_whole_words(term: str, answer: str, covered: bool) -> None:
    """Endings are forgiven, parts of other words are not. ("Go" the word is taken for Go the language:
    words are counted, not understood.)"""
    wanted = Requirement("r", "required", term, (term,), "X")
    (found,) = coverage([wanted], [Message("candidate", "X", "answer", answer, 0, 1)])
    assert (found["state"] == "covered") is covered
