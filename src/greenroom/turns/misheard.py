"""Words that are no backchannel: was one said all the same? Stop words and requests are only refuted by
strong evidence; others may be a hum, a likely alternative, or nothing. Pure."""

from __future__ import annotations

from dataclasses import replace

from greenroom.turns.call import is_like_a_call, sounds_called
from greenroom.turns.cause import TurnCause
from greenroom.turns.hum import is_hum
from greenroom.turns.limits import Limits
from greenroom.turns.spoken import Spoken, guess_at, is_garbled
from greenroom.turns.written import written


def misheard(spoken: Spoken, lang: str, limits: Limits, *, audible: bool) -> TurnCause | None:
    """Why words that are neither a backchannel nor a stop word may be one all the same, or nothing."""
    invented = spoken.hum and not sounds_called(spoken, limits)
    if invented or is_hum(spoken, lang, limits):
        return TurnCause.HUM
    if not audible:
        return None
    if written(spoken.text, lang).asks:
        return TurnCause.LIKE_ACK if is_refuted(spoken, lang, limits) else None
    trusted = spoken.confidence is not None and spoken.confidence >= limits.trusted
    worded = spoken.chances is not None and spoken.chances.other >= limits.heard_so
    near = limits.near_trusted if trusted or worded else limits.near
    guess = guess_at(spoken, lang)
    if guess.ack <= near and guess.ack < guess.call - limits.favour:
        return TurnCause.LIKE_ACK
    if _sounds_so(spoken, lang, limits):
        return TurnCause.LIKE_ACK
    return None if spoken.insists else _doubt(spoken, lang, limits)


def is_refuted(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A stop word or a request in a text for which a backchannel is far likelier by the words ("there
    enough" for "fair enough"), or all but certain by the sound. Where the text has other words, too, they
    and the sound count together ("Dr. No" for "good to know")."""
    listed = written(spoken.text, lang).expected
    said = guess_at(replace(spoken, chances=None) if listed else spoken, lang)
    if said.ack < min(limits.near_stop, said.call - limits.favour):
        return True
    heard, sure = spoken.chances, spoken.confidence
    if heard is None or sure is None or sure >= limits.certain or _was_said(spoken, lang, limits):
        return False
    return heard.backchannel >= limits.heard_beyond


def _sounds_so(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A sound like a backchannel's: the more the words are trusted, the surer it must be."""
    heard, sure = spoken.chances, spoken.confidence
    if (
        heard is None
        or sure is None
        or sure >= limits.beyond_doubt
        or _was_said(spoken, lang, limits)
    ):
        return False
    return heard.backchannel >= (
        limits.heard_well if sure < limits.certain else limits.heard_beyond
    )


def _was_said(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Four words that are trusted were said, whatever they sound like."""
    sure = spoken.confidence
    trusted = sure is not None and sure >= limits.trusted
    return trusted and written(spoken.text, lang).words >= limits.said_words


def _doubt(spoken: Spoken, lang: str, limits: Limits) -> TurnCause | None:
    """Why the words are not worth stopping for, when they are likely not what was said. What sounds
    like a stop word is always worth it."""
    sure, sound = spoken.confidence, spoken.sound
    if sure is None or sound is None:
        return None
    if sound.voiced_ms > limits.doubt_ms or is_like_a_call(spoken, lang, limits):
        return None
    if spoken.chances is not None and spoken.chances.other >= limits.heard_so:
        return None
    if is_garbled(spoken, limits):
        return TurnCause.UNSURE
    if spoken.alternatives is not None:
        return None
    few = written(spoken.text, lang).words <= limits.few_words
    short = few and sound.voiced_ms <= limits.unsure_ms
    return TurnCause.UNSURE if short and sure < limits.trusted else None
