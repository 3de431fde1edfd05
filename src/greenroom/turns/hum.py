"""Is it a hum, whatever words were made of it? Pure."""

from __future__ import annotations

from greenroom.turns.call import sounds_called
from greenroom.turns.limits import Limits
from greenroom.turns.spoken import Spoken
from greenroom.turns.written import written


def is_hum(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A dull sound. A voice over a bad line is dull, too, so it must not sound like a call or a word."""
    sound, sure, heard = spoken.sound, spoken.confidence, spoken.chances
    return (
        sound is not None
        and not sounds_called(spoken, limits)
        and (heard is None or heard.backchannel >= heard.other)
        and (sure is None or sure < limits.certain)
        and written(spoken.text, lang).words <= limits.hum_words
        and 0 < sound.voiced_ms <= limits.hum_ms
        and sound.high_band_db < limits.hum_db
    )


def is_hum_alone(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """One for which no words were written at all: it must be longer than a thump."""
    sound = spoken.sound
    return (
        sound is not None
        and sound.voiced_ms >= limits.hum_least_ms
        and is_hum(spoken, lang, limits)
    )


def is_hum_misspelt(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Words that are no backchannel and no stop word, for a sound that is all but certainly a hum: "never"
    for "mm-hmm"."""
    return sounds_hummed(spoken, lang, limits) and is_hum(spoken, lang, limits)


def sounds_hummed(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """The same before it is measured how dull it is."""
    heard = spoken.chances
    sure = heard is not None and heard.backchannel >= limits.heard_hummed
    return sure and not written(spoken.text, lang).expected


def is_hummed_no(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Recognisers write "no" for "mm-hmm"; every other stop word has sounds that no hum has."""
    if written(spoken.text, lang).answer != "no":
        return False
    closed = spoken.sound is not None and spoken.sound.high_band_db < limits.closed_db
    return closed and is_hum(spoken, lang, limits)
