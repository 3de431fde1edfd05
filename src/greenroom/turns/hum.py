"""Is it a hum, whatever words were made of it? Pure."""

from __future__ import annotations

from greenroom.turns import folding, language
from greenroom.turns.call import sounds_called
from greenroom.turns.limits import Limits
from greenroom.turns.spoken import Spoken


def is_hum(spoken: Spoken, limits: Limits) -> bool:
    """A dull sound. A voice over a bad line is dull, too, so it must not sound like a call or a word."""
    sound, sure, heard = spoken.sound, spoken.confidence, spoken.chances
    return (
        sound is not None
        and not sounds_called(spoken, limits)
        and (heard is None or heard.other < limits.heard_word)
        and (sure is None or sure < limits.certain)
        and len(folding.words(spoken.text)) <= limits.hum_words
        and 0 < sound.voiced_ms <= limits.hum_ms
        and sound.high_band_db < limits.hum_db
    )


def is_hummed_no(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Recognisers write "no" for "mm-hmm"; every other stop word has sounds that no hum has."""
    if language.yes_no(spoken.text, lang) != "no":
        return False
    closed = spoken.sound is not None and spoken.sound.high_band_db < limits.closed_db
    if closed and is_hum(spoken, limits):
        return True
    heard, sure = spoken.chances, spoken.confidence
    if heard is None or sure is None or sure >= limits.certain:
        return False
    return heard.backchannel >= max(limits.heard_hum, limits.hum_odds * heard.call)
