"""What somebody said, and what is known of it by now. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from greenroom.turns.doubt import Alternative, Chances, Meant, by_sound, meant
from greenroom.turns.limits import Limits, Millis
from greenroom.turns.sound import SoundFeatures


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
    insists: bool = False
    """Doubt is out of place: an earlier transcript of this voice sounded like a call to stop, or the
    voice just before it was ignored for doubtful words. Who is not heard says it again."""
    alternatives: tuple[Alternative, ...] | None = None
    """What else than `text` it may have been; None when the recogniser does not say."""
    chances: Chances | None = None
    """What it is by its sound alone; None when the recogniser does not say."""
    hum: bool = False
    """The recogniser says that its text is what it writes for a hum."""


@lru_cache(16)
def guess_at(spoken: Spoken, lang: str) -> Meant:
    """What was meant, by the alternatives and the sound."""
    found = meant(spoken.text, spoken.alternatives or (), lang)
    return found if spoken.chances is None else by_sound(found, spoken.chances)


def is_garbled(spoken: Spoken, limits: Limits) -> bool:
    return spoken.confidence is not None and spoken.confidence < limits.garbled
