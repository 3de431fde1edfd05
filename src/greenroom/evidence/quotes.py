"""Where in a message the words of a quote stand. Whoever quoted them may have typed them a little
differently; which differences are forgiven is said here, and no other is.

- Case, and how an accented letter is encoded (canonical equivalence).
- Any run of white space is one space; characters that show nothing (zero-width, directional,
  control) are not there.
- Typographic quotation marks, apostrophes, dashes and the ellipsis are the ones of a keyboard.
- Marks at the two ends of the quote (quotation marks, `. , ; : ! ?` and ellipses).

Words are compared whole: "yes" is not in "yesterday". A quote with something left out in the middle,
or put together from two places, is not found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

KEYBOARD: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛ʼ′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        "…": "...",
    }
)
ENDS: Final = "\"'.,;:!? "
THOROUGH: Final = 16
INVISIBLE: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
UNSPACED: Final = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN")
"""First words of the Unicode names of letters that are written without spaces between words."""


@dataclass(frozen=True, slots=True)
class Span:
    """`text[start:end]`, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of one message, as they stand there."""

    message: int
    """Index into the transcript, from 0."""
    start: int
    end: int
    text: str
    """Exactly `messages[message][start:end]`."""


@dataclass(frozen=True, slots=True)
class _Plain:
    """A text as it is compared; `origin[i]` is the index in the original of the i-th character."""

    text: str
    origin: Sequence[int]


class Searchable:
    """A message in which many quotes are looked for: it is made ready once."""

    def __init__(self, message_text: str) -> None:
        self._message = _plain(message_text)

    def locate(self, quote: str) -> Span | None:
        """The first place in the message where these words stand; None: they do not."""
        wanted = _plain(quote).text.strip()
        for needle in dict.fromkeys((wanted, wanted.strip(ENDS))):
            found = _find(needle, self._message) if needle.strip(ENDS) else None
            if found is not None:
                return found
        return None


def locate(quote: str, message_text: str) -> Span | None:
    """`Searchable.locate`, for one quote."""
    return Searchable(message_text).locate(quote)


def _plain(text: str) -> _Plain:
    if text.isascii() and text.isprintable() and "  " not in text:
        return _Plain(text.lower(), range(len(text)))  # the same, sooner
    written: list[str] = []
    origin: list[int] = []
    for index, character in enumerate(text):
        for shown in _shown(character):
            if shown != " " or written[-1:] != [" "]:
                written.append(shown)
                origin.append(index)
    return _Plain("".join(written), tuple(origin))


@lru_cache(maxsize=4096)
def _shown(character: str) -> str:
    """What a character counts as when it is compared."""
    if character.isspace():
        return " "
    if unicodedata.category(character) in INVISIBLE:
        return ""
    return unicodedata.normalize("NFD", character).casefold().translate(KEYBOARD)


def _find(needle: str, message: _Plain) -> Span | None:
    """The first whole place. Places are compared up to `THOROUGH` times the length of the message: only
    a long quote that repeats itself has as many, in words that are cut."""
    at = message.text.find(needle)
    for _ in range(1 + THOROUGH * len(message.text) // len(needle)):
        if at < 0:
            return None
        end = at + len(needle)
        if _whole(message, at) and _whole(message, end):
            return Span(message.origin[at], message.origin[end - 1] + 1)
        at = message.text.find(needle, at + 1)
    return None


def _whole(message: _Plain, at: int) -> bool:
    """Whether no word, and no character of the original, is cut in two here."""
    if at in (0, len(message.text)):
        return True
    before, after = message.text[at - 1], message.text[at]
    if message.origin[at - 1] == message.origin[at] or _is_mark(after):
        return False
    return not (_in_word(before) and _in_word(after))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _in_word(character: str) -> bool:
    """Combining marks belong to the word; letters of unspaced scripts are words of their own."""
    if _is_mark(character):
        return True
    return character.isalnum() and not unicodedata.name(character, "").startswith(UNSPACED)
