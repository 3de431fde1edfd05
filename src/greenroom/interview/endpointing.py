"""Endpointing: how long a silence ends an answer (T8). Pure.

No detector that we can have tells a breath between two sentences from the end of an answer
(docs/decisions/0005-end-of-turn.md), so the delay follows what was asked, what was said, and the
candidate's pace:

    question   finished   unfinished
    open       2.0 s      3.0 s        (the plan's `reply_delay_ms`, and a second more)
    yes or no  1.0 s      2.0 s

A bare "yes, please" is over as soon to any question, and so is a request; "that's all from me" sooner.
"""

from __future__ import annotations

from typing import Final

from greenroom.interview.events import Pace
from greenroom.interview.plan import Millis, QuestionKind
from greenroom_turns.language import command, done, is_bare_reply, thinking
from greenroom_turns.unfinished import unfinished

CLOSED: Final[Millis] = 1_000
"""A yes or no is over sooner than a story."""
LONGER: Final[Millis] = 1_000
"""Added while the words end in the middle of a sentence."""
DONE: Final[Millis] = 500
"""After "that's all from me"."""
PACES: Final[dict[Pace, float]] = {"quick": 0.5, "normal": 1.0, "unhurried": 1.5}
"""What the candidate's pace makes of the delay after a finished sentence."""
SLOWER: Final[dict[Pace, Pace]] = {"quick": "normal", "normal": "unhurried"}
"""The next pace for somebody who asks for more time."""


def delay_after_sentence(kind: QuestionKind, reply_delay: Millis, pace: Pace) -> Millis:
    """The silence that ends an answer after a finished sentence."""
    asked = min(CLOSED, reply_delay) if kind == "yesno" else reply_delay
    return round(asked * PACES[pace])


def endpointing_delay(words: str, finished: Millis, language: str) -> Millis:
    """The silence that ends an answer of these words so far."""
    if done(words, language):
        return min(DONE, finished)
    asks = command(words, language) is not None or thinking(words, language)
    if asks or is_bare_reply(words, language):
        return min(CLOSED, finished)
    return finished + (LONGER if words and unfinished(words, language) else 0)
