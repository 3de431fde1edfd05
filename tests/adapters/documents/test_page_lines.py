"""Which signs of a page stand on one line."""

from __future__ import annotations

import pytest

from greenroom.adapters.documents.page_lines import lines
from greenroom.adapters.documents.page_text import Sign


def signs(text: str, left: float, bottom: float) -> list[Sign]:
    """One word, in a type of ten points."""
    cells = [(left + 6 * n, bottom, left + 6 * n + 6, bottom + 10) for n in range(len(text))]
    return [Sign(sign, 1, cell, cell) for sign, cell in zip(text, cells, strict=True)]


def gap(text: str = " ") -> list[Sign]:
    """What PDFium adds."""
    return [Sign(text, 0, (0, 0, 0, 0), (0, 0, 0, 0))]


def test_a_gap_to_what_stands_below_and_left_is_the_end_of_a_line() -> None:
    """PDFium gives a space there on pages that also hold turned text."""
    read = [*signs("Baker", 72, 700), *gap(), *signs("Lisbon", 110, 700), *gap()]
    read += [*signs("Cook", 72, 680)]
    assert lines(read) == "Baker Lisbon\nCook"


@pytest.mark.parametrize(
    ("left", "bottom"), [(110, 703), (110, 697), (72, 712), (70, 660), (80, 660)]
)
def test_other_gaps_stay(left: float, bottom: float) -> None:
    """A raised or lowered letter, a line above, and letters of turned text, one below the other."""
    read = [*signs("B", 72, 700), *gap(), *signs("n", left, bottom)]
    assert lines(read) == "B n"
