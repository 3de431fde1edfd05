"""Whose words a clause tells: those of the speaker, or of somebody in their story or at their work."""

from __future__ import annotations

import re
from typing import Final

_OTHERS: Final = (
    r"(?:patients?|clients?|residents?|pupils?|students?|callers?|customers?|prisoners?|inmates?|tenants?|"
    r"colleagues?|boy|girl|man|woman|men|women|lad|kid|child|guy|lady|person|people|someone|somebody|farmer|user|"
    r"he|she|they|who|whod|hed|shed|theyd|ward|unit|shift|hotline|helpline|line|team)"
)
SAID: Final = re.compile(
    r"\b(?:said|says|saying|told|tells|goes|went|asked|asks|shouted|screamed|wrote|texted|kept on|kept saying|"
    r"telling|asking)\b"
)


def of_others(part: str) -> bool:
    """The words are somebody's whom the speaker tells of, or are work's."""
    return (
        SAID.search(part) is not None
        or re.match(
            rf"(?:\w+ ){{0,6}}?{_OTHERS}\b(?: \w+){{0,6}}? (?:himself|herself|themselves|want\w*|tried|die\w*|felt|was|were|thought)\b",
            part,
        )
        is not None
    )
