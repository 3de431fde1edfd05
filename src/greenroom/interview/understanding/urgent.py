"""What must not be missed in a turn: that the person wants to stop, is in distress, or is in danger.

Closed lists of English words, at work beside every reader and without one. They speak of the speaker and of now: what
a patient said, what happened at work and what is quoted is an answer. `Urgent.end` says that the words as a whole ask
to stop; whether the interview then ends is the engine's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from greenroom.interview.understanding.condensed import LONGEST, condensed
from greenroom.interview.understanding.danger import speaks_of_danger
from greenroom.interview.understanding.distress import speaks_of_distress
from greenroom.interview.understanding.stopping import asks_to_stop


@dataclass(frozen=True, slots=True)
class Urgent:
    """What was found."""

    end: bool = False
    distress: bool = False
    danger: bool = False
    """To the speaker's own life, now. Danger is distress too."""


def urgent(text: str) -> Urgent:
    """What a text says of stopping, distress and danger, by its words."""
    last = f". {condensed(text[-LONGEST:]).text}" if len(text) > LONGEST else ""
    text = condensed(text).text + last
    own = _QUOTED.sub(" ", text)
    parts = tuple(filter(None, map(_plain, _BREAK.split(own))))
    sentences = tuple(map(_plain, re.split(r"[.!?\n]+", own)))
    danger = speaks_of_danger(parts, sentences)
    distress = danger or speaks_of_distress(parts, sentences)
    return Urgent(asks_to_stop(parts) and not distress, distress, danger)


_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")
_BREAK: Final = re.compile(r"[.!?;,\n…—]+(?=\s|$)")
_MARKS: Final = re.compile(r"[^\w' ]+")


def _plain(text: str) -> str:
    """Lower case, no marks, short forms without their apostrophe, fillers left out."""
    plain = _MARKS.sub(" ", text.lower().replace("’", "'")).replace("'", "")
    words = [word for word in plain.split() if word not in _FILLERS]
    return " ".join(
        word for place, word in enumerate(words) if not place or word != words[place - 1]
    )


_FILLERS: Final = frozenset({"um", "uh", "er", "erm", "uhm", "hmm"})
