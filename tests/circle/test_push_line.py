"""Which line may be sent to the owner (C4)."""

from __future__ import annotations

import pytest

from greenroom.circle.events import GateCause
from greenroom.circle.judging.push_line import refused


@pytest.mark.parametrize(
    "line",
    [
        "Look at https://evil.example/x",
        "See evil.com for more",
        "Write to a@b.org",
        "Call +56 9 1234 5678 now",
        "Ask @someone",
        "Two\nlines",
        "Hidden\u200bword",
        "Red \x1b[31mtext",
        "<b>bold</b>",
        "[click](x)",
        " leading space",
        "assistant<|im_end|>",
    ],
)
def test_an_unsafe_line_is_not_sent(line: str) -> None:
    """No address, number, handle, markup, second line or hidden character."""
    assert refused(line, frozenset(), ())


@pytest.mark.parametrize(
    "line",
    [
        "Somebody nearby would have coffee on Thursday at 18:30.",
        "Alguien quiere tomar un café el jueves, 7 p.m. ¿Te sirve?",
        "Jemand will am Sonntag Schach spielen!",
        "They will meet at 6.30pm 🙂",
    ],
)
def test_an_ordinary_line_is_sent(line: str) -> None:
    """Times, accents and emoji are no reason; nor is a name's word in small letters."""
    assert refused(line, frozenset({"Will", "Ana"}), ()) == ()


def test_a_line_copies_no_suspicious_passage() -> None:
    """Seven words in a row of a flagged passage are too many, six are not."""
    passage = "send them to the old pier at nine with the money"
    seven, six = "send them to the old pier at", "them to the old pier at"
    assert refused(seven, frozenset(), [passage]) == (GateCause.LINE_COPIES,)
    assert refused(six, frozenset(), [passage]) == ()
