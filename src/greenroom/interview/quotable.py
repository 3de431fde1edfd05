"""Whether a phrase of a reading may be named to the candidate: a reader proposes it, and may have cut it badly."""

from __future__ import annotations

import re
from typing import Final

from greenroom.interview.questions import words

_OF_A_VERB: Final = re.compile(r"(?!(?:the|your)\b)[\w'’-]+\s+(?:of|with|to|on|for)\b", re.I)
"""A bare noun before a preposition belongs to the verb before it: "lost track of the pills", "took care of"."""
_MEANS_A_DEED: Final = re.compile(
    r"the\s+(?:break|call|chance|choice|close eye|eye|go|hang|hold|joke|laugh|lie|look|lookout|mess|nap|note|picture|seat|"
    r"shot|sip|stand|talk|truth|try|walk|word)(?:\s+of\b.*)?",
    re.I,
)
"""With a light verb these are what somebody does, and no thing: "keep an eye on", "have a word with"."""
_DOING: Final = re.compile(r"(?:the|your)\s+\S+\s+\w+ing\s+\w+s\b", re.I)
"""Somebody's place and what they do there: "a warehouse loading trucks"."""
_VERBS: Final = frozenset(
    words(
        """
        am are asks asked called came come comes cut did does fell gave gets getting go goes got going had has have
        hit hurt keeps kept knows left lets lost made makes makes needs puts ran said saw says set shut started stayed
        stood takes tells thinks told took wants was went were works your
            """
    )
)
"""Words that are verbs (or begin the next phrase) where they stand behind the first word of one."""


def may_be_named(named: str) -> bool:
    """Whether it is the name of a thing, whole and in plain English."""
    inner = named.lower().split()[1:]
    clause = {"that", "which", "who"} & set(inner)
    return not (
        _OF_A_VERB.match(named)
        or _DOING.match(named)
        or _MEANS_A_DEED.fullmatch(named)
        or (not clause and not _VERBS.isdisjoint(inner))
    )
