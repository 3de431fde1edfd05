"""The texts that a simple pattern stands for, so that a look at a message's words tells whether the
pattern can match at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

TOKEN: Final = re.compile("(?:[^\\W_]|[\u0900-\u0963\u0966-\u097f])+")
"""A word as `keys` and `words` take it. Underscores part words; the vowel signs of Devanagari do not."""
GAPS: Final = {code: " " for code in range(128) if not chr(code).isalnum()}
"""For `str.translate`: what is no letter and no digit of ASCII parts words."""
SPECIAL: Final = frozenset("[(?*|")


def words(text: str) -> set[str]:
    """The words of a folded text. A written-out `\\n` parts words, as a newline does."""
    if "\\" in text:
        text = text.replace("\\n", "\n")
    if text.isascii():
        return set(text.translate(GAPS).split())
    return set(TOKEN.findall(text))


def keys(pattern: str) -> frozenset[str]:
    """Words of which one at least stands in every text that the pattern matches: of each text that it
    stands for the longest word."""
    texts = (unicodedata.normalize("NFKD", text) for text in spelled(pattern))
    found = (TOKEN.findall(text) for text in texts)
    return frozenset(max(tokens, key=len) for tokens in found if tokens)


def spelled(pattern: str) -> list[str]:
    """Every text that it matches. Knows letters, `[abc]`, `(?:a|b)`, `?`, and `*` as `?`: repeating a
    word brings no new one."""
    texts, at = _alternatives(pattern, 0)
    if at != len(pattern):
        raise ValueError(f"{pattern!r}: cannot be spelled from {pattern[at:]!r} on")
    return texts


def _alternatives(pattern: str, at: int) -> tuple[list[str], int]:
    texts, at = _sequence(pattern, at)
    while pattern[at : at + 1] == "|":
        more, at = _sequence(pattern, at + 1)
        texts += more
    return texts, at


def _sequence(pattern: str, at: int) -> tuple[list[str], int]:
    texts = [""]
    while at < len(pattern) and pattern[at] not in "|)":
        choice, at = _choice(pattern, at)
        if pattern[at : at + 1] in ("?", "*"):
            choice, at = ["", *choice], at + 1
        texts = [text + one for text in texts for one in choice]
    return texts, at


def _choice(pattern: str, at: int) -> tuple[Iterable[str], int]:
    if pattern.startswith("(?:", at):
        texts, at = _alternatives(pattern, at + 3)
        return texts, at + 1
    if pattern[at] == "[":
        end = pattern.index("]", at)
        return pattern[at + 1 : end], end + 1
    if pattern[at] in SPECIAL:
        raise ValueError(f"{pattern!r}: cannot be spelled from {pattern[at:]!r} on")
    return pattern[at], at + 1
