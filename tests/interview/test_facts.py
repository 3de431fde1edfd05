"""F5: facts in the candidate's own words."""

from collections.abc import Iterable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interview.facts.jumbled import JUMBLED

from greenroom.interview.plan import Fact, Question
from greenroom.interview.understanding.facts import extract
from greenroom.interview.understanding.sense import Nothing, nothing_in

KEYS = ("name", "role", "years", "highlight", "target_role", "skills", "goals", "background")
FACTS = tuple(Fact(key) for key in KEYS)
ROLE = Fact("role", True, "What is your current role?")
STRENGTH = Fact("highlight", True, "What would you call your greatest strength?")


def asked(fact: Fact) -> Question:
    return Question("f", fact.question or "")


def told(answer: str, facts: Iterable[Fact], question: Question | None = None) -> Mapping[str, str]:
    """As the interviewer without a model asks for them."""
    nothing = nothing_in(answer, question.text if question else "")
    return extract(answer, facts, question, nothing)


@pytest.mark.parametrize(
    ("answer", "facts"),
    [
        (
            "I'm a backend engineer at a bookshop chain, five years now, and I am good at untangling "
            "slow queries.",
            {
                "role": "backend engineer at a bookshop chain",
                "years": "five years",
                "highlight": "untangling slow queries",
            },
        ),
        (
            "so im a backend engineer at a bookshop chain five years now and i am good at untangling "
            "slow queries",
            {
                "role": "backend engineer at a bookshop chain",
                "years": "five years",
                "highlight": "untangling slow queries",
            },
        ),
        (
            "My name is Ada Lovelace and I work as a nurse in Leeds. I'm proud of the new triage desk.",
            {"name": "Ada Lovelace", "role": "nurse in Leeds", "highlight": "the new triage desk"},
        ),
        (
            "hi my name is tom and i am currently working as a data analyst for a bank i specialize "
            "in fraud detection and i want to become a team lead",
            {
                "name": "tom",
                "role": "data analyst for a bank",
                "highlight": "fraud detection",
                "target_role": "team lead",
                "goals": "become a team lead",
            },
        ),
        (
            "I'm Ada, a product manager from Leeds.",
            {"name": "Ada", "role": "product manager from Leeds"},
        ),
        ("I manage a team of eight people.", {"role": "manage a team of eight people"}),
        (
            "Well, right now I'm head of support at a small shop.",
            {"role": "head of support at a small shop"},
        ),
        (
            "I've been a teacher for 10 years. I'm looking for a role as an instructional designer.",
            {"role": "teacher", "years": "10 years", "target_role": "instructional designer"},
        ),
        (
            "I studied physics in Madrid, and my strengths are Python, SQL and talking to people.",
            {
                "background": "studied physics in Madrid",
                "highlight": "Python, SQL and talking to people",
            },
        ),
        (
            "The highlight so far was cutting our stock delay from a day to two minutes.",
            {"highlight": "cutting our stock delay from a day to two minutes"},
        ),
        (
            "I am good at untangling slow queries, at writing things down for others in a way that "
            "they like to read, and at staying calm when production is not.",
            {
                "highlight": "untangling slow queries, at writing things down for others in a way that they like to read"
            },
        ),
        ("I am working on a machine learning platform.", {"role": "machine learning platform"}),
    ],
)
def test_stated_facts(answer: str, facts: dict[str, str]) -> None:
    """What people say about themselves is found, with and without punctuation."""
    found = told(answer, FACTS)
    assert {key: found.get(key) for key in facts} == facts


@pytest.mark.parametrize(
    "answer",
    [
        "I'm a quick learner and a big fan of tea.",
        "I'm a bit nervous, to be honest with you.",
        "I don't know.",
        "It was five years ago that the project ended.",
        "",
    ],
)
def test_no_facts(answer: str) -> None:
    """Being a quick learner is no role, "five years ago" no experience, and nothing gives nothing."""
    found = told(answer, FACTS)
    assert not {"role", "years", "name"} & set(found)


@pytest.mark.parametrize(
    ("answer", "role"),
    [
        ("Nurse.", "Nurse"),
        ("senior developer", "senior developer"),
        ("Senior developer at Acme.", "Senior developer at Acme"),
        ("I teach maths at a school.", "teach maths at a school"),
        ("yes", None),
        ("no idea", None),
        ("I don't know, sorry.", None),
    ],
)
def test_answer_to_the_question_itself(answer: str, role: str | None) -> None:
    """An answer to the question for a fact is the fact, unless it says nothing."""
    assert told(answer, [ROLE], asked(ROLE)).get("role") == role


def test_answers_only_the_fact_that_was_asked_for() -> None:
    """A phrase that fits no cue becomes the fact that was asked for, and no other."""
    found = told("Staying calm when the phones ring.", [ROLE, STRENGTH], asked(STRENGTH))
    assert found == {"highlight": "Staying calm when the phones ring"}


def test_no_fact_from_a_question_or_a_repetition() -> None:
    """What is asked back, or was said before, does not become the fact that was asked for."""
    back = "Have you seen the news about our market yesterday?"
    assert told(back, [ROLE], asked(ROLE)) == {}
    said = "The market opens at nine in our town."
    assert told(said, [ROLE], asked(ROLE)) != {}
    assert extract(said, [ROLE], asked(ROLE), Nothing.REPEATED) == {}


def test_a_plans_own_cues_come_first() -> None:
    """A plan may teach its own phrases for its own facts."""
    fact = Fact("shift", cues=("the shift I like", "I'd rather work"))
    assert told("Id rather work nights, and I sleep by day.", [fact]) == {"shift": "nights"}
    role = Fact("role", cues=("they call me the",))
    answer = "They call me the bread whisperer, but I'm a baker."
    assert told(answer, [role]) == {"role": "bread whisperer"}


def test_cues_work_in_any_language() -> None:
    """A plan in another language brings its own cues; ours are not applied to it."""
    fact = Fact("role", cues=("trabajo como",))
    assert extract("Hola, trabajo como enfermera en Sevilla.", [fact], language="es") == {
        "role": "enfermera en Sevilla"
    }
    assert extract("I'm a nurse in Leeds, you know.", [Fact("role")], language="es") == {}


@given(st.text(max_size=300), st.sampled_from([None, asked(ROLE), asked(STRENGTH)]))
def test_facts_are_the_candidates_words(answer: str, question: Question | None) -> None:
    """Whatever the text: every fact is a piece of it, and belongs to the stage."""
    found = told(answer, [*FACTS[:1], ROLE, *FACTS[2:3], STRENGTH], question)
    for key, value in found.items():
        assert key in KEYS
        assert value
        assert value in answer


@given(JUMBLED)
def test_facts_of_jumbled_speech(answer: str) -> None:
    """Any jumble of the phrases we listen for still gives verbatim facts of at most twenty words."""
    for value in told(answer, FACTS).values():
        assert value in answer
        assert len(value.split()) <= 20
