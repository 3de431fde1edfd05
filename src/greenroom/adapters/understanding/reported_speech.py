"""Whether words that sound like an aside are told: somebody's in a story, or the beginning of what follows."""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.understanding.clauses import Span

_SPEECH: Final = re.compile(
    r"(?i)\b(?:he|she|they|who|(?:the|a|my|our|his|her) (?:\w+ )?\w+) (?:\w+ )?(?:said|says|told|tells|asked|asks|goes|"
    r"went|wanted|kept|shouted)\b|\bi (?:said|told|asked|have said|thought)\b(?! (?:that|it|you|so|this|before)\b)"
)
"""Words of which somebody else is told to have said them, or the speaker in the story."""
_TOLD_OTHERS: Final = re.compile(
    r"(?i)\bi (?:told|asked|said to) (?:him|her|them|(?:the|my|a) \w+)\b|\b(?:he|she|they) (?:said|asked|told|goes)\b"
)
"""The whole turn tells what was said, to somebody else or by them."""
_SAID: Final = re.compile(r"(?i)(?:he|she|they|(?:the|a|my) \w+) (?:said|says|asked|asks|goes)\b")
"""Who said the words that stand before."""
_LEADS: Final = re.compile(
    r"(?i)(?:\b(?:said|says|told (?:me|him|her|them|us)|asked(?: \w+)?|goes|go|thought|saying|asking|that|what|why|if|"
    r"(?:i|he|she|they|we) went|(?:i|he|she|it|they|we)(?: am| is| are| was| were|['’]?m|['’]?s|['’]?re) like))[\s,:]*$"
)

_GOES_ON: Final = re.compile(r"(?i)[^.!?…\n][\s,]*(?:so|and|but|then|until)\b")
"""A clause that ends without a mark, and what follows is joined to it."""


def tells_others(text: str) -> bool:
    """The whole turn tells what was said, to somebody else or by them."""
    return _TOLD_OTHERS.search(text) is not None


def reported(text: str, place: Span) -> bool:
    """Part of what is told: somebody's words, or a clause that another one ends."""
    start, end = place
    after = text[end:].lstrip(" ,")
    told = _SPEECH.search(text[start:end]) or _SAID.match(after) or _LEADS.search(text[:start])
    return told is not None


def goes_on(text: str, place: Span) -> bool:
    """What was told goes on from it within the sentence: "I had no idea, so I drew it"."""
    return _GOES_ON.match(text[place.end - 1 :]) is not None
