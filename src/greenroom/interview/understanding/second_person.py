"""A clause of the candidate, turned for the interviewer to say: "I moved our records" → "you moved your records".

Only what can be turned safely is turned; of anything else the answer is "". English.
"""

from __future__ import annotations

import re
from typing import Final

_TURNED: Final = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
    "we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves",
    "i'm": "you are", "im": "you are", "i've": "you have", "ive": "you have", "i'll": "you will",
    "we're": "you are", "we've": "you have", "we'll": "you will",
}  # fmt: skip
_VERBS: Final = {"am": "are", "was": "were", "wasn't": "weren't"}
_FIRST: Final = frozenset({"i", "we"})
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_FILLER: Final = re.compile(
    r"(?:^|(?<=\s))(?:u[hm]+|er+m?|hmm+|you know|i mean|i guess|kind of|sort of|basically|obviously|"
    r"actually|honestly|literally)\b,?\s*",
    re.I,
)
_UNSAFE: Final = re.compile(
    r"\b(?:you|your|yours|i'd|we'd|id|let's|please|gonna|wanna|aint|ain't)\b|[\"“”«»?:()\[\]{}]|"
    r"\b(?:am|was|were|do|did|have|can|could|should|may|might|would) i\b|\b(\w+) \1\b",
    re.I,
)
"""Speech to the interviewer, quoted speech, questions in direct order, stammers, and short forms of two
meanings."""
_HALF: Final = re.compile(
    r"^i\b.*\b(?:and|but|then|or)\s+(?:(?!i\b)\w+ly\s+|then\s+|also\s+|still\s+)*(?:was|am)\b", re.I
)
"""A second verb whose subject stands far before it."""


def second_person(clause: str) -> str:
    """The clause about "you", beginning with a small letter; "" if it can't be turned safely."""
    text = " ".join(_FILLER.sub("", clause.replace("’", "'")).split()).strip(" ,.;!-")
    if not text or _UNSAFE.search(text) or _HALF.search(text):
        return ""
    pieces: list[str] = []
    at = 0
    subject = ""
    for match in _WORD.finditer(text):
        word = match[0].lower()
        said = _TURNED.get(word, match[0])
        if word in _VERBS and subject in _FIRST:
            said = _VERBS[word]
        if word == "am" and subject != "i":
            return ""
        subject = (
            word if word in _FIRST or not (word.endswith("ly") or word in _BETWEEN) else subject
        )
        pieces += [text[at : match.start()], said]
        at = match.end()
    turned = "".join([*pieces, text[at:]])
    first = turned.split()[0]
    return turned if any(c.isupper() for c in first[1:]) else turned[0].lower() + turned[1:]


_BETWEEN: Final = frozenset(
    {"also", "just", "still", "never", "always", "then", "both", "already", "often"}
)
"""Words between a subject and its verb."""
