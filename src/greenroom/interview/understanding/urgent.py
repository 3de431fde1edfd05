"""What must not be missed in a turn: that the person wants to stop, is in distress, or is in danger.

Closed lists of English words, at work beside every reader and without one. They speak of the speaker and of now: what
a patient said, what happened at work and what is quoted is an answer. `Urgent.end` says that the words as a whole ask
to stop; whether the interview then ends is the engine's business.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
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
    return Urgent(_asks_to_stop(parts) and not distress, distress, danger)


_QUOTED: Final = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»")
_BREAK: Final = re.compile(r"[.!?;,\n…—]+(?=\s|$)")
_MARKS: Final = re.compile(r"[^\w' ]+")
TOLD: Final = 3
"""Words before and after a bare command that make it part of what is told."""
_BARE: Final = re.compile(
    r"(?:and |then |so |no |please |okay )*(?:stop|stop it|finish|end|quit|no more|enough|leave|go home)(?: (?:now|it|please|here|there|stop|again))*"
)
_HOLDS: Final = re.compile(
    r"^(?:no |okay |oh |sorry |please )*(?:wait|hold on|hang on|hold up|(?:just )?(?:one|a) (?:moment|second|sec|minute))"
    r"(?: (?:wait|please|there|(?:just )?(?:one|a) (?:moment|second|sec|minute)))*"
)
"""Words that ask for a moment. A bare "stop" beside them may mean the voice and not the interview."""
_SAYS: Final = re.compile(
    r"\b(?:said|say|says|saying|told|tell|tells|asked|ask|asks|shouted|shout|shouting|yelled|yell|cried|thought|called out|announced|whispered)"
    r"(?: (?:to )?(?:them|him|her|me|us|everybody|everyone|myself|the \w+|my \w+))?(?: that)?$"
)
"""A clause after which somebody's words follow."""
_GREETS: Final = re.compile(r"good day(?: to you)?(?: (?:sir|madam|maam|everyone|everybody|all))?")
"""What is a farewell only where nothing follows."""


def _asks_to_stop(parts: Sequence[str]) -> bool:
    """Whether a clause asks to end the interview: not what was said to somebody ("I told them, stop"), no greeting, no
    bare command between two things that are told ("stop now, and I pulled the valve") or beside "wait"."""
    counts = [len(part.split()) for part in parts]
    quoted = {part for said, part in pairwise(parts) if _SAYS.search(said)}
    for place, part in enumerate(parts):
        if part in quoted or not asks_to_stop(part):
            continue
        before, after = sum(counts[:place]), max(counts[place + 1 :], default=0)
        if not before and after >= TOLD and _GREETS.fullmatch(part):
            continue
        alone = _HOLDS.sub("", part, count=1).strip()
        held = alone != part or any(map(_HOLDS.fullmatch, parts[max(place - 1, 0) : place + 2]))
        if not (_BARE.fullmatch(alone) and (held or min(before, after) >= TOLD)):
            return True
    return False


def _plain(text: str) -> str:
    """Lower case, no marks, short forms without their apostrophe, fillers left out."""
    plain = _MARKS.sub(" ", text.lower().replace("’", "'")).replace("'", "")
    words = [word for word in plain.split() if word not in _FILLERS]
    return " ".join(
        word for place, word in enumerate(words) if not place or word != words[place - 1]
    )


_FILLERS: Final = frozenset({"um", "uh", "er", "erm", "uhm", "hmm"})
