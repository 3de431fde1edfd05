"""F18: a follow-up names what was said, once; any other lead claims nothing."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.brief import Brief
from greenroom.interview.lead_ins import with_lead
from greenroom.interview.phrases import phrases
from greenroom.interview.plan import Candidate, Probe, Question, StagePlan
from greenroom.interview.quotable import may_be_named
from greenroom.interview.retelling import retold
from greenroom.interview.understanding.sense import Nothing
from greenroom_turns.languages import CODES

TASK = Question("task", "What had to be done, and by when?")
OTHER = Question("other", "What do you like to work on?")
STAGE = StagePlan(
    "S", "Stage", opening=Question("open", "What was it about?"),
    probes=(Probe("task", TASK.text, (1, 2)),), bank=(OTHER,), story=True,
)  # fmt: skip
BRIEF = Brief(
    "t1", STAGE, Candidate("Ada"), "The barcodes would not scan.", STAGE.opening, (), {}, frozenset(), (), 0, 1,
    100_000, rules=2, phrases=(("the barcodes that would not scan", 0.9), ("the cold shelf", 0.7)),
)  # fmt: skip


def said(brief: Brief, question: Question = TASK, nothing: Nothing | None = None) -> str:
    return with_lead(brief, nothing, question, question.text)


def test_a_follow_up_names_what_was_said() -> None:
    """The surest phrase is taken up, and the question stands whole behind it."""
    text = said(BRIEF)
    assert "the barcodes that would not scan" in text
    assert text.lower().endswith(TASK.text.lower())


def test_a_phrase_is_named_once() -> None:
    """What the interviewer has named before is left, and the next phrase comes; then a neutral word."""
    spoken = ("About the barcodes that would not scan: what happened?",)
    once = said(replace(BRIEF, spoken=spoken))
    assert "the cold shelf" in once
    twice = said(replace(BRIEF, spoken=(*spoken, once)))
    assert twice.removesuffix(TASK.text).strip() in phrases("en").neutral


def test_a_phrase_of_an_earlier_answer_follows_an_empty_one() -> None:
    """After "I don't know" the question goes back to what was told before, and nothing is blamed."""
    brief = replace(BRIEF, answer="I don't know.", phrases=(), earlier_phrases=BRIEF.phrases)
    text = said(brief, nothing=Nothing.DONT_KNOW)
    assert "the barcodes that would not scan" in text


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        (OTHER, BRIEF.phrases),
        (TASK, (("the barcodes", 0.3),)),
        (Question("task", "What did the barcodes do?"), (("the barcodes", 0.9),)),
        (TASK, ()),
    ],
)
def test_where_nothing_is_named(question: Question, offered: tuple[tuple[str, float], ...]) -> None:
    """A question of the bank about something else, an unsure phrase, one that the question names itself."""
    text = said(replace(BRIEF, phrases=offered), question)
    assert text.removesuffix(question.text).strip() in phrases("en").neutral


@pytest.mark.parametrize("code", CODES)
def test_neutral_words_vary(code: str) -> None:
    """In a long interview no neutral word is more than one in six, and none comes twice in a row."""
    brief = replace(BRIEF, phrases=(), language=code)
    leads: list[str] = []
    for turn in range(40):
        text = said(replace(brief, answer=f"Answer {turn}.", spoken=tuple(leads)))
        leads.append(text)
    counts = Counter(leads)
    assert max(counts.values()) * 6 <= len(leads)
    assert all(one != other for one, other in itertools.pairwise(leads))


def test_frames_vary() -> None:
    """So do the frames that name something."""
    leads: list[str] = []
    for turn in range(40):
        brief = replace(BRIEF, answer=f"Answer {turn}.", phrases=((f"the box {turn}", 0.9),))
        leads.append(said(replace(brief, spoken=tuple(leads))).replace(f"the box {turn}", "…"))
    counts = Counter(leads)
    assert max(counts.values()) * 6 <= len(leads)


@given(st.text(max_size=60), st.sampled_from(list(Nothing)), st.sampled_from(CODES))
def test_any_answer_gets_a_lead(answer: str, nothing: Nothing, code: str) -> None:
    """The question is whole at the end, whatever was said."""
    text = said(replace(BRIEF, answer=answer, language=code), nothing=nothing)
    assert text.lower().endswith(TASK.text.lower())


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "so we opened up the other two panels and it was the same thing everywhere",
            "you opened up the other two panels",
        ),
        ("I just sat by the laundry room and they came", "you sat by the laundry room"),
        (
            "I pulled one apart and measured it and turned out the jig had walked",
            "you pulled one apart",
        ),
        ("I do the payroll and then at year end I hand it to the CPA", "you do the payroll"),
        ("I visited him after", ""),
        ("I lost the keys to the van because nobody had a hook", ""),
        ("well I had to think about it", ""),
        ("I was told I could stay", ""),
        ("what I did there was fine I guess", ""),
    ],
)
def test_a_whole_clause_is_taken_up(said: str, told: str) -> None:
    """Of run-on speech the short clause that tells a deed, whole, in the second person; no shame, no scrap."""
    assert retold(said) == told


@pytest.mark.parametrize(
    "named",
    [
        "track of pain medicine",
        "care of the baby",
        "the eye",
        "the nurse comes round",
        "the car cut",
    ],
)
def test_a_scrap_of_a_sentence_is_not_named(named: str) -> None:
    """What belongs to a verb is no thing: "lost track of", "keep an eye on", "before the nurse comes round"."""
    assert not may_be_named(named)


def test_a_clause_stands_in_where_no_phrase_is_plain() -> None:
    """An unsure phrase waits behind a whole clause; a sure one does not."""
    brief = replace(
        BRIEF, answer="I drove the van to the depot twice", phrases=(("the van", 0.62),)
    )
    assert "you drove the van to the depot twice" in said(brief)
    assert "the barcodes" in said(replace(brief, phrases=BRIEF.phrases))


def test_nothing_is_said_back_that_was_perhaps_not_said() -> None:
    """Words that the recogniser doubts are not quoted: "the owner now keeps a second of him" was said once."""
    heard = "The owner now keeps a second of him in the kitchen."
    told = replace(BRIEF, answer=heard, phrases=())
    assert said(told) != said(replace(told, doubted=True))
    doubted = said(replace(told, doubted=True))
    assert doubted.removesuffix(TASK.text).strip() in phrases("en").neutral


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("We had one big table with all transactions, four hundred million rows.", "you had one big table with all transactions"),
        ("We shocked him three times, got a line in, adrenaline.", "you shocked him three times"),
        ("I said already, backend engineer in the payment team.", ""),
        ("I already told you that I moved the two beds.", ""),
        ("There was a man for theatre, so I must find a lift for him.", ""),
    ],
)  # fmt: skip
def test_what_is_said_back_ends_at_its_comma(said: str, told: str) -> None:
    """Nothing heaped behind a comma, nothing about the conversation and no duty is said back as what was done."""
    assert retold(said) == told


def test_a_deed_is_not_said_back_and_then_asked_for() -> None:
    """ "You shocked him three times. What did you do about it?" is never said."""
    deed, freely = (Question(name, "What did you do about it?") for name in ("deed", "other"))
    stage = replace(STAGE, probes=(Probe("deed", deed.text, (1,), "action"),), bank=(freely,))
    told = "We shocked him three times before the helicopter landed."
    brief = replace(BRIEF, stage=stage, answer=told, phrases=())
    assert "you shocked him" in said(brief, freely)
    assert "you shocked him" not in said(brief, deed)


@pytest.mark.parametrize("idiom", ["the lie", "the truth", "the joke"])
def test_an_idiom_is_no_thing(idiom: str) -> None:
    """Who says "I tell a lie" puts a word right, and spoke about no lie."""
    assert not may_be_named(idiom)


def test_a_phrase_with_a_clause_of_its_own_is_said_last() -> None:
    """Never "I have the plan that has gone in my notes"."""
    brief = replace(BRIEF, phrases=(("the plan that has gone", 0.9),))
    texts: list[str] = []
    for _ in range(12):
        texts.append(said(replace(brief, answer=str(len(texts)))))
    assert not any("gone in" in text for text in texts)


def test_only_what_a_story_is_about_gets_a_question_promised() -> None:
    """Never "I would like to hear more about the old man. What did you have to give up to make it work?"."""
    told = "The barcodes would not scan. An old man wrote a letter."
    brief = replace(BRIEF, answer=told, story=told)
    subject, other = (
        [said(replace(brief, phrases=((named, 0.9),), answer=f"{told} {n}")) for n in range(24)]
        for named in ("the barcodes", "the old man")
    )
    assert any(text.startswith("About") for text in subject)
    assert not any(text.startswith("About") for text in other)


def test_a_question_that_speaks_back_goes_back_to_its_story() -> None:
    """ "It" is what the story was about, and not what its last answer named."""
    back = Question("price", "What did you have to give up to make it work?")
    stage = replace(STAGE, probes=(*STAGE.probes, Probe("price", back.text, (1, 2))))
    brief = replace(
        BRIEF, stage=stage, question=TASK, answer="An old man wrote a letter.", story=BRIEF.answer,
        phrases=(("the old man", 0.9),), earlier_phrases=(("the barcodes", 0.9),),
    )  # fmt: skip
    assert "the barcodes" in said(brief, back)


def test_an_answer_about_home_alone_leads_back_to_work() -> None:
    """It is not thanked for, and nothing of it is named; one such word in an answer about work changes nothing."""
    home = (
        "My sister has just bought a house in Swansea, and it has a lovely garden with two apple trees. We were "
        "painting the kitchen there all weekend. She wants the door green, and her husband wants it yellow."
    )
    assert "your work" in said(replace(BRIEF, answer=home, phrases=(("the kitchen", 0.9),)))
    work = "One of my residents refused to eat her breakfast and nobody knew why."
    assert "your work" not in said(replace(BRIEF, answer=work, phrases=()))
