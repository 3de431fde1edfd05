"""The one positive and true thing to say at the good-bye (F13), or nothing.

Only what the words show is praised: better no remark than a kind lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from greenroom.interview.questions import words
from greenroom.interview.understanding.sense import nothing_in
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    TRADE_OFF,
    story_parts,
)

_FULL_ANSWER = 15
"""Words from which an answer may be called a full one."""


def remark(
    answers: Sequence[str], facts: Mapping[str, str], depths: Sequence[int], language: str = "en"
) -> str | None:
    """The strongest true remark about what was said; None when there is none, or when the language
    is one in which stories are not understood."""
    if language != "en":
        return None
    told = [answer for answer in answers if nothing_in(answer) is None]
    parts = frozenset[str]().union(*(story_parts(answer) for answer in told))
    if {ACTION, MEASURABLE_RESULT, TRADE_OFF} <= parts:
        return "You told me what you did, what came of it, and what it cost. That makes a strong story."
    if MEASURABLE_RESULT in parts:
        return "You gave your result in numbers, and that makes it easy to believe."
    if TRADE_OFF in parts:
        return "You were open about the price of a decision, and that is worth a lot."
    if max(depths, default=0) >= 4:
        return "You went into real detail, and that helped me to follow you."
    if ACTION in parts:
        return "You spoke about what you did yourself, and that is what an interview is for."
    if "highlight" in facts:
        return "You could say clearly what you are good at."
    if "role" in facts:
        return "You made it clear what you do."
    if any(len(words(answer)) >= _FULL_ANSWER for answer in told):
        return "You took the time to give a full answer."
    return None
