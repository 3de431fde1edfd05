"""A stronger answer holds nothing but the candidate's own sentences, located, and gaps."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from greenroom.assessment.stronger import GAPS, NUMBER_GAP, stronger


def said(text: str, index: int = 3) -> dict[str, Any]:
    return {"index": index, "kind": "answer", "text": text}


def parts(text: str) -> list[tuple[str, str]]:
    found = stronger([said(text)])
    assert found is not None
    return [(piece.part, piece.text) for piece in found.pieces]


def test_sentences_stand_in_the_order_of_a_story() -> None:
    """A result told first comes after what led to it; what is missing is a gap."""
    text = (
        "In the end customers stopped calling. I rewrote the importer. Our count was a day behind."
    )
    assert parts(text) == [
        ("situation", "Our count was a day behind."),
        ("task", GAPS["task"]),
        ("action", "I rewrote the importer."),
        ("result", "In the end customers stopped calling."),
        ("result", NUMBER_GAP),
    ]


def test_a_result_with_its_number_needs_none() -> None:
    """Where a quantity stands, no number is asked for."""
    text = "I split the import, and it fell from nine hours to forty minutes."
    assert NUMBER_GAP not in [piece for _, piece in parts(text)]


def test_what_tells_nothing_is_left_out() -> None:
    """A sentence without a part of a story is named, and not used."""
    found = stronger([said("I like it here a lot. I rewrote the importer.")])
    assert found is not None
    assert [piece.text for piece in found.left_out] == ["I like it here a lot."]


def test_other_languages_are_not_put_in_order() -> None:
    """What we can't read we don't arrange; nor what was not said."""
    assert stronger([said("Ich habe den Import neu geschrieben.")], "de") is None
    assert stronger([]) is None


@given(texts=st.lists(st.text(max_size=120), max_size=3))
def test_every_sentence_is_where_it_says(texts: list[str]) -> None:
    """Whatever was said: a piece is a gap from the list, or the very words at its place."""
    answers = [said(text, index) for index, text in enumerate(texts)]
    found = stronger(answers)
    for piece in () if found is None else (*found.pieces, *found.left_out):
        if piece.gap:
            assert piece.text in (*GAPS.values(), NUMBER_GAP)
        else:
            assert piece.message is not None
            assert texts[piece.message][piece.start : piece.end] == piece.text
