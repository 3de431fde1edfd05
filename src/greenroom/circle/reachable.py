"""Ways to reach somebody in a text: addresses of pages and mail, handles, and telephone numbers."""

from __future__ import annotations

import re
from typing import Final

MAIL: Final = re.compile(r"(?<!\S)\S[^\s@]*+@\S")
"""From the beginning of a word: tried in the middle of one it would be tried at each letter."""
PAGE: Final = re.compile(r"\b(?:https?://|www\.)\S|[\w-]\.[a-z]{2,}+/", re.IGNORECASE)
HANDLE: Final = re.compile(r"(?<!\w)@\w+")
NUMBER: Final = re.compile(r"(?<!\w)\+?\d(?:[\s().-]?\d){6,}")


def is_reachable(text: str) -> bool:
    """Whether there is a way to reach somebody in it."""
    return any(pattern.search(text) for pattern in (MAIL, PAGE, HANDLE, NUMBER))


def without_addresses(text: str) -> str:
    """The same without them, and with one space between words. Of a mail or page address the whole
    word goes."""
    kept = (word for word in text.split() if not MAIL.match(word) and not PAGE.search(word))
    return " ".join(NUMBER.sub("", HANDLE.sub("", " ".join(kept))).split())
