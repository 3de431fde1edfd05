"""What was probably meant, when a recogniser says what else it may have heard. Pure.

A word or two alone are easily misheard ("tongong" for "hang on"). Over the interviewer few things are
said, so a phrase that is expected there is believed though it is somewhat less likely than the text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from greenroom.turns.written import written

NEVER = math.inf
LONGER, LETTERS = 1.5, 3
"""A phrase is no alternative to a text with more letters than so many times its own and so many more:
it would be the beginning of it."""
GOES_ON = 3.0
""""Right, hold on" is hardly likelier than the "right" in it, which leaves the rest unexplained."""
WHOLE, TINY = 4, 0.7
"""Each letter that a phrase has fewer than this costs so many nats: "oh" and "no" are likely in
every sound."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other words for the same sound."""

    text: str
    behind: float
    """By how much they are less likely than the words taken, in nats; negative if they are likelier."""


def ranked(heard: Iterable[tuple[str, float]]) -> tuple[Alternative, ...]:
    """Every text after the first, by how its confidence compares with the first's."""
    (_, sure), *others = heard
    return tuple(
        Alternative(text, math.log(sure / less)) for text, less in others if sure > 0 and less > 0
    )


@dataclass(frozen=True, slots=True)
class Meant:
    """How far behind the text the likeliest alternative of each kind is; `NEVER` without any."""

    ack: float
    call: float
    """A stop word, or a request such as "say that again"."""


def meant(text: str, alternatives: Iterable[Alternative], lang: str) -> Meant:
    """Of the alternatives to `text`."""
    acks: dict[str, float] = {}
    calls: dict[str, float] = {}
    whole = written(text, lang).letters
    for other in alternatives:
        read = written(other.text, lang)
        if whole > LONGER * read.letters + LETTERS:
            continue
        far = other.behind + TINY * max(0, WHOLE - read.letters)
        if read.ack:
            acks[other.text] = far
        elif read.stops or read.asks:
            calls[other.text] = far
    for said, far in calls.items():
        acks = {ack: b for ack, b in acks.items() if not said.startswith(ack) or b < far - GOES_ON}
    return Meant(min(acks.values(), default=NEVER), min(calls.values(), default=NEVER))


@dataclass(frozen=True, slots=True)
class Chances:
    """What an utterance is by its sound, whatever words were written for it; together 1."""

    backchannel: float
    call: float
    other: float


LEAST = 0.02
"""No sound rules anything out: what is less likely than this counts as so likely."""


def by_sound(found: Meant, chances: Chances) -> Meant:
    """The same with what the sound says: as if the two were independent, their nats add up."""
    return Meant(
        found.ack + behind(chances.backchannel, chances.other),
        found.call + behind(chances.call, chances.other),
    )


def behind(one: float, other: float) -> float:
    """By how many nats a chance is less than another; negative if it is greater."""
    return math.log(max(LEAST, other)) - math.log(max(LEAST, one))
