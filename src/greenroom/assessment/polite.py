"""Whether words answer and thank and tell nothing: "Yes." "No, thank you." English."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OPENING: Final = re.compile(r"\A[^.!?]*[.!?]+(?=\s|\Z)")
_POLITE: Final = frozenset(
    [
        "no",
        "nope",
        "nah",
        "not",
        "yes",
        "yeah",
        "yep",
        "yup",
        "okay",
        "ok",
        "thank",
        "thanks",
        "you",
        "please",
    ]
)
"""Words that answer and thank, and tell nothing."""
_NO_MORE: Final = frozenset(
    ["that", "that's", "that’s", "it", "is", "was", "all", "nothing", "else", "more", "for", "now"]
)
"""Words that say beside these that there is no more: "No, that was all, thank you."."""


def is_only_polite(text: str) -> bool:
    """Whether nothing was said but a yes, a no or thanks, or beside them that there is no more."""
    words = {found[0].lower() for found in _WORD.finditer(text)}
    return not words.isdisjoint(_POLITE) and words <= _POLITE | _NO_MORE


def without_polite(text: str) -> str:
    """The text without a first sentence that is only polite: it answered something, and is no filler."""
    first = _OPENING.match(text)
    if is_only_polite(text):
        return ""
    return text[first.end() :] if first is not None and is_only_polite(first[0]) else text
