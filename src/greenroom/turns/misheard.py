"""Are words that are neither a backchannel nor a stop word what was said? Pure."""

from __future__ import annotations

from dataclasses import replace

from greenroom.turns import folding, language
from greenroom.turns.call import is_like_a_call, sounds_called
from greenroom.turns.cause import TurnCause
from greenroom.turns.doubt import behind, meant
from greenroom.turns.hum import is_hum
from greenroom.turns.limits import Limits
from greenroom.turns.phonetic import likeness
from greenroom.turns.spoken import Spoken, guess_at, is_garbled


def misheard(spoken: Spoken, lang: str, limits: Limits, *, audible: bool) -> TurnCause | None:
    """Why words that are neither a backchannel nor a stop word may be one all the same, or nothing."""
    called = sounds_called(spoken, limits)
    if _is_invented(spoken, lang, limits) or is_hum(spoken, limits):
        return TurnCause.HUM
    if not audible:
        return None
    if language.command(spoken.text, lang) is not None:
        return TurnCause.LIKE_ACK if is_refuted(spoken, lang, limits) else None
    if _asks(spoken, lang, limits):
        return None
    lead = -limits.favour if spoken.final else limits.favour
    trusted = spoken.confidence is not None and spoken.confidence >= limits.trusted
    worded = spoken.chances is not None and spoken.chances.other >= limits.heard_worded
    near = limits.near_trusted if trusted or worded else limits.near
    guess = guess_at(spoken, lang, limits)
    if guess.ack <= near and guess.ack < guess.call + lead:
        return TurnCause.LIKE_ACK
    if _sounds_so(spoken, lang, limits, call=spoken.insists):
        return TurnCause.LIKE_ACK
    return None if spoken.insists or called else _doubt(spoken, lang, limits)


def _is_invented(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Words that are written for a hum, unless it sounds like a call, or a call is far nearer and the sound no clear
    backchannel's: "amen" for "hang on"."""
    if not language.is_hum(spoken.text, lang) or sounds_called(spoken, limits):
        return False
    heard, words = spoken.chances, guess_at(replace(spoken, chances=None), lang, limits)
    hums = heard is None or heard.backchannel >= limits.heard
    return hums or words.call >= words.ack - limits.refute


def is_refuted(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A stop word or a request in a text for which a backchannel is far likelier: by the words, or, where they are
    not trusted and the sound is no call's, by words and sound: "there enough" for "fair enough"; or
    well by the sound, where the text is odd, a backchannel near and no call: "and now, please" for "exactly"; or by a sound
    that is rather a backchannel's, where the text begins as one and another is near: "okay, please" for "okay, great"."""
    words = guess_at(replace(spoken, chances=None), lang, limits)
    near = limits.near if is_garbled(spoken, limits) else limits.surely
    if words.ack < min(near, words.call - limits.refute):
        return True
    heard, sure = spoken.chances, spoken.confidence
    if heard is None or sure is None:
        return False
    odd = not language.is_expected(spoken.text, lang)
    if odd and words.ack <= limits.near_trusted < words.call:
        well = sure < limits.trusted and heard.backchannel >= limits.heard_well
        if well or _surely_sounds_so(spoken, limits):
            return True
    if sure >= limits.trusted:
        return False
    if language.goes_on_from_ack(spoken.text, lang) and heard.backchannel > heard.call:
        return words.ack <= limits.near_trusted
    if spoken.insists and not _surely_sounds_so(spoken, limits):
        return False
    if heard.call >= limits.hardly or words.ack > limits.near:
        return False
    return words.ack + behind(heard.backchannel, heard.call) < -limits.refute


def _asks(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Trusted words that begin as a question, and no backchannel is likelier: "when exactly" has one in
    its words and in its sound."""
    trusted = spoken.confidence is not None and spoken.confidence >= limits.trusted
    if not trusted or not language.asks(spoken.text, lang):
        return False
    return meant("", spoken.alternatives or (), lang).ack > 0


def _sounds_so(spoken: Spoken, lang: str, limits: Limits, *, call: bool) -> bool:
    """A sound like a backchannel's and not like a call's, and words that are not certain, nor with it
    nearer to a call. The more they are trusted, and where they call, the surer the sound must be; one
    that is all but sure needs no more. Four words that are trusted were said, whatever it sounds like."""
    sound, sure = spoken.chances, spoken.confidence
    if sound is None or sure is None or sound.call >= limits.hardly:
        return False
    if len(folding.words(spoken.text)) >= limits.said_words and sure >= limits.trusted:
        return False
    if _surely_sounds_so(spoken, limits):
        return True
    if sure >= limits.certain:
        return False
    trusted = sure >= limits.trusted
    many = len(folding.words(spoken.text)) > limits.hum_words
    if many and _begins_with_a_call(spoken, lang, limits):
        return False
    if call:
        return sound.backchannel >= limits.heard_surely
    if trusted or many:
        return sound.backchannel >= limits.heard_well
    words = meant("", spoken.alternatives or (), lang)
    ack = min(words.ack, limits.unheard) + behind(sound.backchannel, sound.call)
    return sound.backchannel >= limits.heard and ack <= words.call + limits.astray


def _begins_with_a_call(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Of many words the sound of the first few is known: "yeah, no, that's wrong"."""
    return any(
        other.behind <= limits.near_trusted and language.stops(other.text, lang)
        for other in spoken.alternatives or ()
    )


def _surely_sounds_so(spoken: Spoken, limits: Limits) -> bool:
    """Words of which the recogniser is all but sure are wrong, too: "yes, he is" for "yes, yes"."""
    heard, sure = spoken.chances, spoken.confidence
    if heard is None or sure is None or sure >= limits.beyond_doubt:
        return False
    return heard.backchannel >= limits.heard_beyond


def _doubt(spoken: Spoken, lang: str, limits: Limits) -> TurnCause | None:
    """Why the words are not worth stopping for, when they are likely not what was said. What sounds
    like a stop word is always worth it."""
    sure, sound = spoken.confidence, spoken.sound
    if sure is None or sound is None:
        return None
    if sound.voiced_ms > limits.doubt_ms or is_like_a_call(spoken, lang, limits):
        return None
    if spoken.chances is not None and spoken.chances.other >= limits.heard_other:
        return None
    if is_garbled(spoken, limits):
        return TurnCause.UNSURE
    if spoken.alternatives is not None:
        return None
    few = len(folding.words(spoken.text)) <= limits.few_words
    if few and sure < limits.unsure and sound.voiced_ms <= limits.unsure_ms:
        return TurnCause.UNSURE
    near = likeness(spoken.text, folding.base(lang)).ack
    like = near <= (limits.like if few else limits.like_long) and sure < limits.like_confidence
    alike = near <= limits.alike and sure < limits.alike_confidence
    return TurnCause.LIKE_ACK if like or alike else None
