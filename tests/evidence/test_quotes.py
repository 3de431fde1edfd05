"""A quote is found where its words stand, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.evidence import Span, locate


@pytest.mark.parametrize(
    ("quote", "message", "words"),
    [
        ("led four people", "I led four people in 2023.", "led four people"),
        ("LED Four people", "I led four people.", "led four people"),
        ("four  people", "four\n people", "four\n people"),
        ("I don't know.", "Well, I don’t know", "I don’t know"),
        ("“we shipped it”", "Then we shipped it, late.", "we shipped it"),
        ("… and it worked …", "So and it worked well", "and it worked"),
        ("2019-2023", "From 2019–2023 there.", "2019–2023"),
        ("cafe\u0301", "A café here", "café"),
        ("café", "A cafe\u0301 here", "cafe\u0301"),
        ("straße", "Die Straße ist lang", "Straße"),
        ("let's meet", "let\u200b's meet", "let\u200b's meet"),
        ("C#", "I write C# daily", "C#"),
        ("👍", "Sure 👍", "👍"),
        ("喝咖啡", "我想喝咖啡", "喝咖啡"),
        ("ดี", "สวัสดี", "ดี"),
    ],
)
def test_words_are_found_as_they_stand(quote: str, message: str, words: str) -> None:
    """Forgiven differences do not hide the words, and the span covers them as they were written."""
    span = locate(quote, message)
    assert span is not None
    assert message[span.start : span.end] == words


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("yes", "yesterday was fine"),
        ("day", "yesterday"),
        ("I led a team", "I led the team"),
        ("I led … people", "I led four people"),
        ("e", "é"),
        ("cafe", "cafe\u0301"),
        ("s", "ß"),
        ("not", "no t"),
        ("C++", "C"),
        ("", "anything"),
        (" … ", "anything … goes"),
        ("\u200b", "a\u200bb"),
        ("x", ""),
    ],
)
def test_other_words_are_not_found(quote: str, message: str) -> None:
    """Half words, other words, words left out, and nothing at all are no quotes."""
    assert locate(quote, message) is None


def test_a_later_whole_word_counts() -> None:
    """A part of a word before the word itself does not hide it."""
    assert locate("art", "party art") == Span(6, 9)


@given(st.text(), st.text(), st.text())
def test_a_span_lies_in_the_message(before: str, quote: str, after: str) -> None:
    """Whatever the characters, a span is a part of the message, and a spaced quote is found."""
    message = f"{before} {quote} {after}"
    span = locate(quote, message)
    if span is None:
        assert locate(quote, quote) is None
    else:
        assert 0 <= span.start < span.end <= len(message)
        assert locate(message[span.start : span.end], message) is not None
