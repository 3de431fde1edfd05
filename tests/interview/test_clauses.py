"""A turn is cut at its marks, and where a recogniser wrote none, before words that open a clause."""

from __future__ import annotations

import gc
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.interview.understanding.clauses import Span, clauses, sentences

_WORDS = st.from_regex(
    r"(?:and|then|i|we|but|because|so|can|you|how many|what|do|said|\"no|yes\"|“it|was”|3\.5|Dr\.|p\.m\.|"
    r"[.?!,…;—\n]|\.\.\.|it's|i'm curious|after that|which meant|the shop)",
    fullmatch=True,
)
_TEXTS = st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=60).map(" ".join))


def _said(text: str, language: str = "en") -> list[str]:
    return [text[start:end] for start, end in clauses(text, language)]


@given(_TEXTS)
def test_places_are_in_order_and_cover_every_word(text: str) -> None:
    """Places never overlap, and every letter and digit lies in exactly one of them."""
    for cut in (sentences(text), clauses(text), clauses(text, "fr")):
        _in_order(text, cut)


@given(_TEXTS)
def test_a_clause_lies_in_one_sentence(text: str) -> None:
    """Clauses cut sentences again; none reaches over the end of one."""
    whole = sentences(text)
    for start, end in clauses(text):
        assert any(first <= start and end <= last for first, last in whole)


def _in_order(text: str, cut: tuple[Span, ...]) -> None:
    covered = "".join(text[start:end] for start, end in cut)
    letters = [sign for sign in text if sign.isalnum()]
    assert letters == [sign for sign in covered if sign.isalnum()]
    last = 0
    for start, end in cut:
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("We were late. I rang them.", ["We were late.", "I rang them."]),
        ("It took 3.5 hours. Fine.", ["It took 3.5 hours.", "Fine."]),
        ("Dr. Bell came at 5 p.m. sharp.", ["Dr. Bell came at 5 p.m. sharp."]),
        ("We left at 5 p.m. Nobody saw it.", ["We left at 5 p.m.", "Nobody saw it."]),
        ("I nurse at St. Anne's.", ["I nurse at St. Anne's."]),
        ("Bay no. 7 was mine.", ["Bay no. 7 was mine."]),
        ("I was... well, lost. Then it worked.", ["I was... well, lost.", "Then it worked."]),
        ("It worked!Can you hear me?", ["It worked!", "Can you hear me?"]),
        ("one line\nanother line", ["one line", "another line"]),
    ],
)
def test_marks_end_sentences(text: str, cut: list[str]) -> None:
    """Marks and line ends cut; abbreviations and decimals stay whole."""
    assert _said(text) == cut


def test_quoted_speech_stays_whole() -> None:
    """What somebody else said is one piece with the words that report it."""
    said = 'She shouted "Stop. Can you do it? I will not." at me. I stayed calm.'
    assert _said(said) == [
        'She shouted "Stop. Can you do it? I will not." at me.',
        "I stayed calm.",
    ]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        (
            "i looked after the tills for two years but im curious what qualities you want",
            ["i looked after the tills for two years", "but im curious what qualities you want"],
        ),
        (
            "i take around forty calls a day do you need more detail",
            ["i take around forty calls a day", "do you need more detail"],
        ),
        (
            "we moved it all on sunday and then i rang the owner so we could open",
            ["we moved it all on sunday", "and then i rang the owner", "so we could open"],
        ),
        (
            "the bus broke down how many questions are there left",
            ["the bus broke down", "how many questions are there left"],
        ),
        ("i closed early because it was empty", ["i closed early", "because it was empty"]),
    ],
)
def test_words_without_marks_are_cut_at_openers(text: str, cut: list[str]) -> None:
    """Recognised words have no marks; a connector or a question opens a clause."""
    assert _said(text) == cut


@pytest.mark.parametrize(
    "text",
    [
        "so i asked her can you stay",
        "nothing but trouble came",
        "the trip failed because of the rain",
        "When I joined, we had no tests.",
        "the point is that it works",
        "yes but no",
    ],
)
def test_words_that_belong_together_stay(text: str) -> None:
    """Reported questions, noun phrases and short pieces are not cut."""
    assert _said(text) == [text]


def test_other_languages_are_cut_at_marks_alone() -> None:
    """ "But" is a word of French too."""
    assert _said("Mon grand but était clair. Et voilà.", "fr") == [
        "Mon grand but était clair.",
        "Et voilà.",
    ]


@pytest.mark.parametrize(
    "piece", ["and then i ran ", '"a ', " ", '." ', "how can a b ", "“", "no, ", "x"]
)
def test_long_texts_take_linear_time(piece: str) -> None:
    """Eight times the text takes not much more than eight times the time."""

    def took(times: int) -> float:
        text = piece * times
        return min(_time(text) for _ in range(3))

    assert took(16_000) < 40 * max(took(2_000), 0.0005)


def _time(text: str) -> float:
    gc.disable()
    began = time.thread_time()
    clauses(text)
    took = time.thread_time() - began
    gc.enable()
    return took
