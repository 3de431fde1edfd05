"""Text as it is said: what a question writes and a voice would misread. Captions keep the written
form, because only the audio passes through here."""

from __future__ import annotations

import re

_READINGS = tuple(
    (re.compile(pattern), reading)
    for pattern, reading in (
        (r"[*_`#]{1,3}(?=\w)|(?<=[\w.,!?])[*_`]{1,3}", ""),
        (r"[\[\]{}()<>|]", " "),
        (r"\be\.\s?g\.", "for example"),
        (r"\bi\.\s?e\.", "that is"),
        (r"\betc\.", "et cetera"),
        (r"\b24/7\b", "twenty-four seven"),
        (r"\bC#", "C sharp"),
        (r"\bF#", "F sharp"),
        (r"\.NET\b", "dot net"),
        (r"\bAWS\b", "A W S"),
        (r"\bk8s\b", "Kubernetes"),
        (r"\bPostgreSQL\b", "Postgres"),
        (r"(?<=\w)\.js\b", " J S"),
        (r"~\s?(?=\d)", "about "),
        (r"(?<=\d)\s?k\b", " thousand"),
        (r"(?<=\d)x\b", " times"),
        (r"\bv(?=\d)", "version "),
        (r"(?<=[A-Za-z])/(?=[A-Za-z])", " "),
        (r"\s+", " "),
    )
)


def normalized(text: str) -> str:
    """`text` with its abbreviations and marks read out; numbers, money, "&" and quotation marks
    are left to the voice's own normaliser, which knows them."""
    for pattern, reading in _READINGS:
        text = pattern.sub(reading, text)
    return text.strip()
