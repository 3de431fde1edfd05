"""How long a silence ends an answer (T8). Pure.

No detector that we can have tells a breath between two sentences from the end of an answer
(docs/decisions/0005-end-of-turn.md), so the wait follows what was asked, what was said, and the
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
from greenroom_turns import language
from greenroom_turns.unfinished import unfinished

CLOSED: Final[Millis] = 1_000
"""A yes or no is over sooner than a story."""
LONGER: Final[Millis] = 1_000
"""Added while the words end in the middle of a sentence."""
DONE: Final[Millis] = 500
"""After "that's all from me"."""
PACES: Final[dict[Pace, float]] = {"quick": 0.5, "normal": 1.0, "unhurried": 1.5}
"""What the candidate's pace makes of the wait after a finished sentence."""
SLOWER: Final[dict[Pace, Pace]] = {"quick": "normal", "normal": "unhurried"}
"""The next pace for somebody who asks for more time."""


def finished_wait(kind: QuestionKind, reply_delay: Millis, pace: Pace) -> Millis:
    """The wait after a finished sentence."""
    asked = min(CLOSED, reply_delay) if kind == "yesno" else reply_delay
    return round(asked * PACES[pace])


def wait(words: str, finished: Millis, tongue: str) -> Millis:
    """The silence that ends an answer of these words so far."""
    if language.done(words, tongue):
        return min(DONE, finished)
    asks = language.command(words, tongue) is not None or language.thinking(words, tongue)
    if asks or language.is_bare_reply(words, tongue):
        return min(CLOSED, finished)
    return finished + (LONGER if words and unfinished(words, tongue) else 0)
