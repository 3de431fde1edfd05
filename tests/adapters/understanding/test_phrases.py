"""F18: what a follow-up may take up of a turn, and what it never does."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.adapters.understanding.phrases import LONGEST, PhraseReader
from greenroom.adapters.understanding.tagger import tagger, tokens
from greenroom.app.ports import ReaderInput
from greenroom.interview.reading import About, Aside, Reading

read = PhraseReader(tagger())


def named(text: str) -> list[str]:
    return [phrase.named for phrase in read(text)]


@pytest.mark.parametrize(
    ("said", "phrase"),
    [
        ("I rewired an old farmhouse for my uncle's friend.", "the old farmhouse"),
        ("Our loading bay was blocked, so we moved the lorries.", "your loading bay"),
        ("The oven would not start, so I rang the caretaker.", "the oven that would not start"),
        ("I sorted the barcodes that would not scan.", "the barcodes that would not scan"),
        ("i wrote a list of the missing parts and hung it on the wall", "the list of the missing parts"),
        ("We counted forty boxes of gloves before the shift.", "the forty boxes of gloves"),
        ("I, um, printed larger price labels myself.", "the larger price labels"),
    ],
)  # fmt: skip
def test_the_words_that_carry_the_story(said: str, phrase: str) -> None:
    """The best phrase is in the candidate's words, turned for the interviewer; so in small letters."""
    assert phrase in named(said)
    bare = "".join(sign for sign in said if sign.isalnum() or sign in " '")
    assert phrase.lower() in [one.lower() for one in named(bare.lower())] or "," in said


@pytest.mark.parametrize(
    "said",
    [
        "I don't know.",
        "It was a team thing, I guess.",
        "I fixed the situation and the main problem.",
        "My manager and my colleagues were happy.",
        "Did you see the broken scanner?",
        "We had no spare parts for it.",
        "I was a forklift driver.",
        "I had the inspector breathing down my neck.",
        "I gave a kid peanut sauce.",
    ],
)
def test_nothing_worth_naming(said: str) -> None:
    """Empty words, people without more, questions, what was not there, the candidate's own trade."""
    assert [p for p in read(said) if p.sure >= 0.6] == []


@pytest.mark.parametrize(
    "said",
    [
        "I told them about my pregnancy leave and my chemo sessions.",
        "After my prison sentence I went to a church group.",
        "I had knee surgery, my bad knees kept me home.",
        "That shitty old printer broke my damn schedule board.",
        "I am blind, so I use my white cane and my guide dog for the deaf school.",
    ],
)
def test_private_matters_are_never_named(said: str) -> None:
    """Nothing protected, nothing of the body, no swearing."""
    for phrase in named(said):
        assert not {
            "pregnancy", "chemo", "prison", "church", "knee", "knees", "surgery", "shitty", "damn", "white", "deaf",
        } & set(phrase.split())  # fmt: skip


def test_a_person_s_name_is_never_named() -> None:
    """A name is too often misheard."""
    for phrase in named("I asked Maria Lopez about the stock report, and John Smith signed it."):
        assert not {"maria", "lopez", "john", "smith"} & set(phrase.lower().split())


def test_nothing_is_taken_from_an_aside() -> None:
    """Words inside an aside are not the story."""
    text = "I packed the glass lamps. By the way, the broken microphone annoys me."
    aside = Aside(About.TROUBLE, "sound", text.index("By the way"), len(text), 0.9)
    phrases = read.read(ReaderInput(text, ""), Reading("test", 0.9, (aside,)))
    assert [phrase.named for phrase in phrases] == ["the glass lamps"]
    assert read.read(ReaderInput(text, "", language="es"), Reading("test", 0.9)) == ()


def test_negations_are_two_words() -> None:
    """ "didn't" is read as "did" and "n't", at their places."""
    assert [(t.word, t.start, t.end) for t in tokens("I didn’t.")] == [
        ("i", 0, 1), ("did", 2, 5), ("n't", 5, 8), (".", 8, 9),
    ]  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200) | st.lists(st.sampled_from(["the", "my", "old", "fridge", "door", "that", "would", "not", "n't", ",", ".", "of", "I", "’", "um"]), max_size=30).map(" ".join))  # fmt: skip
def test_phrases_are_located_and_short(text: str) -> None:
    """Places lie in the text, phrases are few, short and sure between 0 and 1."""
    for phrase in read(text):
        assert 0 <= phrase.start < phrase.end <= len(text)
        assert 0 < len(phrase.named.split()) <= LONGEST
        assert 0 <= phrase.sure <= 1


def test_time_grows_with_length_alone() -> None:
    """Ten times the words take no more than about ten times as long."""
    turn = "I moved forty vials of insulin to another ward before the old fridge got too warm "
    read(turn)

    def spent(text: str) -> float:
        return min(_timed(text) for _ in range(3))

    assert spent(turn * 30) < 25 * spent(turn * 3)


def _timed(text: str) -> float:
    start = time.process_time()
    read(text)
    return time.process_time() - start
