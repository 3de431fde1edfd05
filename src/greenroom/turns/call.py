"""Does somebody call to stop, or ask for something? By the words, by what else they may have been, and
by their sound. Pure."""

from __future__ import annotations

from greenroom.turns import folding, language
from greenroom.turns.doubt import meant
from greenroom.turns.limits import Limits
from greenroom.turns.spoken import Spoken, guess_at
from greenroom.turns.written import written


def may_be_oh(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """The first half second of "oh, I see" and of "oh, nice" is written "no": one that sounds more like
    a backchannel than like a call, or for which an "oh" is near and which is not surely a call, waits
    for the next transcript."""
    heard = spoken.chances
    if spoken.final or heard is None or written(spoken.text, lang).answer != "no":
        return False
    if heard.backchannel > heard.call:
        return written(spoken.text, lang).words == 1
    near = meant("", spoken.alternatives or (), lang).ack <= limits.near_trusted
    return near and heard.call < limits.heard_beyond


def is_like_a_call(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A stop word or a request is a likely alternative, and hardly less than a backchannel, least of all
    than one that was written."""
    if not spoken.alternatives:
        return False
    guess = guess_at(spoken, lang)
    near = limits.near if spoken.final else limits.near_trusted
    return guess.call <= min(near, guess.ack + limits.favour)


def calls(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Another text, but most likely a call."""
    if not is_like_a_call(spoken, lang, limits):
        return False
    guess = guess_at(spoken, lang)
    return spoken.final or guess.call <= guess.ack - limits.favour


def calls_instead(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A backchannel was written, its words are not trusted, and the sound is a call's: all but surely, or
    with a call near in the words. "Yes, huh?" for "yes, stop"."""
    if spoken.chances is None or not is_called(spoken, limits):
        return False
    return spoken.chances.call >= limits.heard_beyond or is_like_a_call(spoken, lang, limits)


def request_meant(spoken: Spoken, lang: str, limits: Limits) -> str | None:
    """The request that was most likely made, to a silent interviewer, with words that say something else."""
    heard, sure = spoken.chances, spoken.confidence
    if not spoken.final or heard is None or sure is None or sure >= limits.certain:
        return None
    if language.is_request(spoken.text, lang) or language.command(spoken.text, lang) is not None:
        return None
    asked = (o for o in spoken.alternatives or () if language.is_request(o.text, lang))
    best = min(asked, key=lambda other: other.behind, default=None)
    if best is None or best.behind > limits.near_request:
        return None
    count = len(folding.words(best.text))
    likely = count >= limits.request_words and heard.call >= limits.heard_so
    surely = count >= limits.request_words_least and heard.call >= limits.heard_beyond
    return best.text if likely or surely else None


def is_called(spoken: Spoken, limits: Limits) -> bool:
    """Words that are not trusted, and a sound that is a call's: "furnyard" for "hang on"."""
    doubted = spoken.confidence is not None and spoken.confidence < limits.trusted
    return spoken.final and doubted and sounds_called(spoken, limits)


def sounds_called(spoken: Spoken, limits: Limits) -> bool:
    return spoken.chances is not None and spoken.chances.call >= limits.heard_call
