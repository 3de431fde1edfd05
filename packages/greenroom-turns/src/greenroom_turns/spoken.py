"""What somebody said, and what is known of it by now. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from greenroom_turns.limits import Millis
from greenroom_turns.sound import SoundFeatures


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other words for the same sound."""

    text: str
    behind: float
    """By how much they are less likely than the words taken, in nats; negative if they are likelier."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What an utterance is by its sound, whatever words were written for it; together 1."""

    backchannel: float
    call: float
    other: float


@dataclass(frozen=True, slots=True)
class Spoken:
    """A stretch of the candidate's voice, and what is known of it by now."""

    began_ms: Millis
    ended_ms: Millis | None = None
    """None: it still sounds."""
    text: str = ""
    final: bool = False
    confidence: float | None = None
    """Of the words, 0..1; None when the recogniser does not say."""
    sound: SoundFeatures | None = None
    alternatives: tuple[Alternative, ...] | None = None
    """What else than `text` it may have been; None when the recogniser does not say."""
    chances: Chances | None = None
    """What it is by its sound alone; None when the recogniser does not say."""
    hum: bool = False
    """The recogniser says that its text is what it writes for a hum."""


def ranked(heard: Iterable[tuple[str, float]]) -> tuple[Alternative, ...]:
    """Every text after the first, by how its confidence compares with the first's."""
    (_, sure), *others = heard
    return tuple(
        Alternative(text, math.log(sure / less)) for text, less in others if sure > 0 and less > 0
    )
