"""What a turn is, judged from its reading: the thresholds, and what they leave to be met or assessed (F17).

A reader says how sure it is; here it is decided what that is worth. Places in `answer` are those of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from greenroom.interview.reading import About, Aside, Reading, blanked

ACT: Final = 0.7
"""An aside is met from here on: of 81 real answers none was taken for one."""
UNSURE: Final = 0.4
"""From here to `ACT` other words are offered and nothing is filed: a wrong guess costs one sentence."""
DISTRESS: Final = 0.5
"""Distress is met where it is likelier than not (decision 56)."""
END: Final = 0.7
"""The interview ends from here on, as by the command; "no, go on" takes it back."""
PERHAPS_END: Final = 0.2
"""From here to `END` the candidate is asked: to be held back is worse than to be asked."""
ANSWERS: Final = 0.5
"""From here on a turn that holds an aside is an answer, too."""
STORY: Final = 12
"""Words beside a distress that make a turn an answer, too: somebody goes on telling."""
NEVER_WORKED: Final = "no_example.never_worked"
_WORD: Final = re.compile(r"\w+")
_SENTENCE: Final = re.compile(r"\w[^.!?]*+")

Ending: TypeAlias = Literal["", "perhaps", "yes"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a turn is."""

    topics: tuple[str, ...] = ()
    """The asides to meet ("about.topic"), the most urgent first, then as they were said."""
    answer: str = ""
    """The words that answer, the others blanked; "" if none do."""
    unsure: About | None = None
    """It may be an aside about this; nobody can say."""
    ending: Ending = ""
    """Whether the candidate wants to stop."""


def judged(reading: Reading, text: str) -> Judged:
    """What the turn is. `text` is stripped."""
    if reading.danger:
        return Judged(("distress.danger",))
    ending: Ending = (
        "yes" if reading.end >= END else "perhaps" if reading.end >= PERHAPS_END else ""
    )
    met = [one for one in reading.asides if _is_met(one)]
    distressed = reading.distress >= DISTRESS
    answer = _answer(reading, text, met, distressed=distressed)
    topics = list(dict.fromkeys(_named(one) for one in met))
    if distressed and not any(one.about is About.DISTRESS for one in met):
        topics.insert(0, "distress.")
    topics.sort(key=lambda topic: not topic.startswith(About.DISTRESS))
    if topics or ending:
        return Judged(tuple(topics), answer, None, ending)
    perhaps = [one for one in reading.asides if one.sure >= UNSURE]
    if perhaps and reading.answer < ANSWERS:
        return Judged(unsure=max(perhaps, key=lambda one: one.sure).about)
    return Judged(answer=text)


def hurts(topic: str) -> bool:
    """Distress that a pause and an end are offered to; being nervous is met with a word."""
    return topic.startswith(About.DISTRESS) and topic not in ("distress.nervous", "distress.")


def _is_met(aside: Aside) -> bool:
    return aside.sure >= (DISTRESS if aside.about is About.DISTRESS else ACT)


def _named(aside: Aside) -> str:
    return f"{aside.about}.{aside.topic}"


def _asks_what(met: Sequence[Aside]) -> bool:
    return any(one.about is About.CLARIFY for one in met)


def _answer(reading: Reading, text: str, met: Sequence[Aside], *, distressed: bool) -> str:
    """The words that answer; "" if none do. What is not located in a distress is not assessed."""
    if reading.answer < ANSWERS:
        return ""
    rest = blanked(text, met)
    if rest.rstrip().endswith("?") and len(_SENTENCE.findall(rest)) == 1 and _asks_what(met):
        return ""  # "Put it more simply? Strength in what, like?": all of it asks what was meant
    words = len(_WORD.findall(rest))
    return rest if words >= (STORY if distressed else 1) else ""
