"""Study mode: hints and remarks by rule, replayed as they were; without it nothing is different."""

from __future__ import annotations

from dataclasses import replace

import pytest

from greenroom.interview import journal
from greenroom.interview.causes import Cause
from greenroom.interview.commands import Say
from greenroom.interview.events import SpokenCommand
from greenroom.interview.journal import Header
from greenroom.interview.plan import Candidate, InterviewPlan, Question, StagePlan
from greenroom.interview.understanding.study import asks_for_hint, hint, remark_on
from greenroom.testing.playbook import Playbook

ADA = Candidate("Ada", "nurse")
OPENING = Question("q1", "Tell me about a decision of yours.", hint="Take the newest one, {name}.")
STAGE = StagePlan(
    "ONE",
    "One",
    opening=OPENING,
    bank=(Question("q2", "What would you do differently?"),),
    story=True,
    maximum_turns=2,
    closing="Good-bye.",
)
PLAN = InterviewPlan("p", "P", (STAGE,))
STUDY = replace(PLAN, study=True)
DEED = "I rewrote the importer with one colleague in the spring of last year."


def said(book: Playbook) -> list[str]:
    return [
        command.text for _, commands in book.log for command in commands if isinstance(command, Say)
    ]


def begun(plan: InterviewPlan) -> Playbook:
    return Playbook(plan, ADA).candidate_joins().at("0:10")


def test_a_hint_is_said_and_the_question_stays() -> None:
    """The plan's own hint, filled in; the answer after it is the question's answer, and counts once."""
    book = begun(STUDY).candidate_commands(SpokenCommand.HINT).at("0:20")
    assert said(book)[-1] == "Take the newest one, Ada."
    assert book.state.prompt is not None
    assert book.state.prompt.question.id == "q1"
    book.candidate_says(DEED).at("0:40")
    assert book.state.transcript.stages[0].asked == 2


@pytest.mark.parametrize("words", ["Give me a hint.", "Could I have a hint, please?"])
def test_a_hint_is_asked_for_by_voice(words: str) -> None:
    """It is a request, not an answer; without study mode it is an answer like any other."""
    book = begun(STUDY).candidate_says(words).at("0:30")
    assert "Take the newest one, Ada." in said(book)
    assert [m.kind for m in book.state.transcript.messages if m.speaker == "candidate"] == [
        "command"
    ]
    plain = begun(PLAN).candidate_says(words).at("0:30")
    assert [m.kind for m in plain.state.transcript.messages if m.speaker == "candidate"] == [
        "answer"
    ]


def test_a_remark_comes_before_the_next_question_and_the_end() -> None:
    """After each answer once: what was heard, and the first thing that is missing."""
    book = begun(STUDY).candidate_says(DEED).at("0:30")
    assert said(book)[-1] == (
        "Thank you for that. I heard what you did. Say what came of it. "
        "What would you do differently?"
    )
    book.candidate_says("Yes.").to_the_end()
    assert said(book)[-1].startswith("There was little in that to go by.")
    assert book.state.transcript.stages[0].cause is Cause.TURN_LIMIT


def test_nothing_is_different_without_it() -> None:
    """The same answers in a plan without study mode bring no remark, and the button does nothing."""
    book = begun(PLAN).candidate_commands(SpokenCommand.HINT).candidate_says(DEED).at("0:30")
    assert said(book)[-1] == "Thank you for that. What would you do differently?"
    assert not any("hint" in text.lower() or "I heard" in text for text in said(book))


def test_a_replay_says_the_same() -> None:
    """An interview in study mode is told again from its journal; one that was written before there was
    study mode can be read."""
    book = begun(STUDY).candidate_commands(SpokenCommand.HINT).candidate_says(DEED).to_the_end()
    header = Header("int_1", "2026-11-21T10:00:00.000Z", "simulated", ADA, STUDY)
    lines = [journal.encode_header(header)]
    lines += [journal.encode_entry(n, e, c) for n, (e, c) in enumerate(book.log, 1)]
    read, state, _ = journal.read(lines)
    assert read.plan == STUDY
    assert state == book.state
    older = lines[0].replace(',"study":true', "").replace(',"hint":null', "")
    assert not journal.read([older])[0].plan.study


def test_hints_without_one_in_the_plan() -> None:
    """The points of the question; else what a story needs, or any answer, in the plan's language."""
    bare = Question("q", "Why?")
    assert hint(replace(bare, points=("cost", "time")), STAGE, "en") == (
        "A good answer covers cost and time."
    )
    assert "with a number" in hint(bare, STAGE, "en")
    assert "example" in hint(bare, replace(STAGE, story=False), "en")
    assert "Zahl" in hint(bare, STAGE, "de")


LONG = {
    "es": "El año pasado cambiamos el sistema de la tienda y todo fue mucho más rápido para la gente",
    "fr": "L'année passée nous avons changé le système du magasin et tout était plus rapide pour les gens",
    "de": "Im letzten Jahr haben wir das System des Ladens umgestellt und alles war viel schneller für die Leute",
    "hi": "पिछले साल हमने दुकान की प्रणाली बदली और उसके बाद सब लोगों के लिए काम बहुत तेज़ हो गया",
    "pt": "No ano passado mudamos o sistema da loja e tudo ficou muito mais rápido para as pessoas",
}
NUMBER = {"es": "dos tiendas", "fr": "deux magasins", "de": "zwei Läden", "hi": "दो दुकानें", "pt": "duas lojas"}  # fmt: skip


@pytest.mark.parametrize("language", LONG)
def test_where_stories_are_not_read_length_and_numbers_are(language: str) -> None:
    """Four answers, four remarks of the plan's own language, none of which speaks of a story."""
    long = LONG[language]
    answers = (long.split()[0], " ".join(long.split()[:6]), long, f"{long}, {NUMBER[language]}.")
    told = [remark_on(answer, OPENING, STAGE, language) for answer in answers]
    assert all(told)
    assert len(set(told)) == 4
    assert remark_on(f"{long}, 40 %.", OPENING, STAGE, language) == told[3]
    assert not set(told) & {remark_on(a, OPENING, STAGE, "en") for a in answers}


def test_silence_gets_no_remark() -> None:
    """In no language."""
    for language in ("en", *LONG):
        assert remark_on("", OPENING, STAGE, language) == ""


@pytest.mark.parametrize(
    ("words", "language", "asked"),
    [
        ("Können Sie mir einen Tipp geben?", "de", True),
        ("¿Me da una pista?", "es", True),
        ("We gave our users a hint in the form, and support calls fell by half.", "en", False),
        ("I think about the indices.", "en", False),
    ],
)
def test_who_asks_for_a_hint(words: str, language: str, asked: bool) -> None:
    """A short turn with the word for it; a longer one is an answer."""
    assert asks_for_hint(words, language) is asked
