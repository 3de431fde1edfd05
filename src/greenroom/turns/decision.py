"""Whose turn is it? The decision about one stretch of the candidate's voice. Pure and total.

It goes by when the words were SPOKEN, not by when their transcript came. The interviewer's claim on
time is a `Hold`, from the moment it began to compose until it fell silent; an utterance counts as
spoken over it when at least half of the utterance was.

    over the interviewer     backchannel → ignore · stop word, anything else → interrupt (T1, T3)
    over its last words      "yes" to a pending yes/no question → answer (T4)
    to a silent interviewer  every word → answer (T2)
    before it was audible    answer, though the transcript comes while it speaks
    voice without words      wait, and interrupt when it goes on (T5)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, TypeAlias

from greenroom.turns import language
from greenroom.turns.doubt import Alternative, Chances, Meant, by_sound, meant
from greenroom.turns.limits import Limits, Millis
from greenroom.turns.phonetic import likeness
from greenroom.turns.sound import SoundFeatures

QuestionKind: TypeAlias = Literal["open", "yesno"]


REPLY_WORDS = 3
"""A yes or no of more words, said over the question, has content that should not wait for its end."""


class Action(StrEnum):
    IGNORE = "ignore"
    INTERRUPT = "interrupt"
    ANSWER = "answer"
    WAIT = "wait"


class TurnCause(StrEnum):
    """Why. Public values: logs and records carry them."""

    NO_SPEECH = "no_speech"
    """There is no voice in it at all."""
    NO_WORDS_YET = "no_words_yet"
    NO_WORDS = "no_words"
    """A voice, and the recogniser is sure that it said nothing: a cough, a laugh."""
    ACK = "ack"
    ACK_SO_FAR = "ack_so_far"
    """Only a backchannel until now; the next word may make it speech."""
    HUM = "hum"
    """A closed mouth, whatever words the recogniser made of it."""
    FEW_WORDS = "few_words"
    """A word or two, and more may follow: first guesses at a backchannel are often wrong words."""
    UNSURE = "unsure"
    """Short, and the recogniser does not trust its words; they do not sound like a stop word."""
    LIKE_ACK = "like_ack"
    """Not quite trusted words, and a backchannel by their alternatives, their spelling ("not make
    sense") or their sound."""
    STOP_WORD = "stop_word"
    LIKE_STOP = "like_stop"
    """Other words, but a stop word or a request is nearly as likely: "so down" for "slow down"."""
    SPEECH = "speech"
    """Real words over the interviewer."""
    LONG_VOICE = "long_voice"
    """A voice over the interviewer for so long that it is no backchannel, and still no words."""
    YES_NO_PENDING = "yes_no_pending"
    """A reply over a yes/no question that still sounds: its last words, or the middle of it?"""
    YES_NO_TAIL = "yes_no_tail"
    SPOKEN_BEFORE = "spoken_before"
    """The interviewer became audible only after (or just while) this was said."""
    WHILE_COMPOSING = "while_composing"
    """The candidate goes on before the interviewer's reply can be heard."""
    INTERVIEWER_SILENT = "interviewer_silent"


@dataclass(frozen=True, slots=True)
class Decision:
    action: Action
    cause: TurnCause


@dataclass(frozen=True, slots=True)
class Hold:
    """A stretch in which the floor is the interviewer's."""

    taken_ms: Millis
    """It began to compose, or to speak."""
    audible_ms: Millis | None = None
    yielded_ms: Millis | None = None
    """It fell silent with nothing more to say; None: it still holds the floor, paused or not."""


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


def decide(
    spoken: Spoken,
    holds: tuple[Hold, ...],
    now_ms: Millis,
    question: QuestionKind | None = None,
    lang: str = language.DEFAULT_LANGUAGE,
    limits: Limits | None = None,
) -> Decision:
    """`holds` are the interviewer's last ones, oldest first; all times are on the caller's clock."""
    limits = limits or Limits()
    ended_ms = now_ms if spoken.ended_ms is None else spoken.ended_ms
    hold = held_during(holds, spoken.began_ms, ended_ms)
    now_held = holds[-1] if holds and holds[-1].yielded_ms is None else None
    if not language.words(spoken.text):
        return _without_words(spoken, hold, ended_ms - spoken.began_ms, limits)
    if hold is not None and (decision := _backchannel(spoken, hold, question, lang, limits)):
        return decision
    return _with_words(spoken, hold, now_held, ended_ms, lang, limits)


def held_during(holds: tuple[Hold, ...], began_ms: Millis, ended_ms: Millis) -> Hold | None:
    """The hold that the voice began in, unless most of the voice came after the hold's end."""
    for hold in reversed(holds):
        if hold.taken_ms <= began_ms:
            middle_ms = (began_ms + ended_ms) // 2
            return hold if hold.yielded_ms is None or middle_ms < hold.yielded_ms else None
    return None


def _without_words(
    spoken: Spoken, hold: Hold | None, length_ms: Millis, limits: Limits
) -> Decision:
    if spoken.final:
        if hold is None and _is_hum(spoken, limits):
            return Decision(Action.ANSWER, TurnCause.HUM)
        return Decision(Action.IGNORE, TurnCause.NO_WORDS)
    long = spoken.ended_ms is None and length_ms >= limits.untranscribed_limit_ms
    if long and hold is not None and hold.audible_ms is not None and hold.yielded_ms is None:
        return Decision(Action.INTERRUPT, TurnCause.LONG_VOICE)
    return Decision(Action.WAIT, TurnCause.NO_WORDS_YET)


def _backchannel(
    spoken: Spoken, hold: Hold, question: QuestionKind | None, lang: str, limits: Limits
) -> Decision | None:
    """The decision, if what was said over the interviewer takes no turn of its own."""
    if question == "yesno" and _is_reply(_likeliest(spoken, limits), lang):
        if hold.yielded_ms is None:
            return Decision(Action.WAIT, TurnCause.YES_NO_PENDING)
        if spoken.began_ms >= hold.yielded_ms - limits.tail_ms:
            return Decision(Action.ANSWER, TurnCause.YES_NO_TAIL)
    cause = _ignorable(spoken, lang, limits, audible=hold.audible_ms is not None)
    if cause is None:
        return None
    if spoken.final:
        return Decision(Action.IGNORE, cause)
    return Decision(Action.WAIT, TurnCause.ACK_SO_FAR)


def _likeliest(spoken: Spoken, limits: Limits) -> str:
    """The text, or the best alternative if it is about as likely: "sir" is "sure"."""
    best = min(spoken.alternatives or (), key=lambda other: other.behind, default=None)
    return best.text if best is not None and best.behind < limits.favour else spoken.text


def _is_reply(text: str, lang: str) -> bool:
    """Yes or no and nothing else. A "no" is a stop word too, and as such not left to wait (T3)."""
    return (
        language.yes_no(text, lang) is not None
        and len(language.words(text)) <= REPLY_WORDS
        and not language.stops(text, lang)
    )


def _ignorable(spoken: Spoken, lang: str, limits: Limits, *, audible: bool) -> TurnCause | None:
    if language.is_ack(spoken.text, lang):
        hum = _is_hum(spoken, limits)
        return None if not hum and _calls_instead(spoken, lang, limits) else TurnCause.ACK
    refuses = language.yes_no(spoken.text, lang) == "no"  # though "no problem" is a backchannel
    if not spoken.final and not refuses and language.may_become_ack(spoken.text, lang):
        return TurnCause.ACK_SO_FAR
    if _stops(spoken, lang):
        if _is_hummed_no(spoken, lang, limits):
            return TurnCause.HUM
        near = limits.near if _is_garbled(spoken, limits) else limits.surely
        words = _meant(replace(spoken, chances=None), lang, limits)
        if words.ack < min(near, words.call - limits.refute):
            return TurnCause.LIKE_ACK
        return TurnCause.ACK_SO_FAR if _may_be_oh(spoken, lang, limits) else None
    return None if _is_called(spoken, limits) else _misheard(spoken, lang, limits, audible=audible)


def _misheard(spoken: Spoken, lang: str, limits: Limits, *, audible: bool) -> TurnCause | None:
    """Why words that are neither a backchannel nor a stop word may be one all the same, or nothing."""
    called = _sounds_called(spoken, limits)
    invented = language.is_hum(spoken.text, lang) and not called
    if invented or _is_hum(spoken, limits):
        return TurnCause.HUM
    if not audible or language.command(spoken.text, lang) is not None:
        return None
    lead = -limits.favour if spoken.final else limits.favour
    trusted = spoken.confidence is not None and spoken.confidence >= limits.trusted
    near = limits.near_trusted if trusted else limits.near
    guess = _meant(spoken, lang, limits)
    if guess.ack <= near and guess.ack < guess.call + lead:
        return TurnCause.LIKE_ACK
    if _sounds_so(spoken, lang, limits, call=spoken.insists):
        return TurnCause.LIKE_ACK
    return None if spoken.insists or called else _doubt(spoken, lang, limits)


def _sounds_so(spoken: Spoken, lang: str, limits: Limits, *, call: bool) -> bool:
    """A sound like a backchannel's and not like a call's, and words that are not certain, nor nearer
    to a call. The more they are trusted, and where they call, the surer the sound must be."""
    sound, sure = spoken.chances, spoken.confidence
    if sound is None or sure is None or sure >= limits.certain or sound.call >= limits.hardly:
        return False
    trusted = sure >= limits.trusted
    if call:
        return not trusted and sound.backchannel >= limits.heard_surely
    if trusted:
        return sound.backchannel >= limits.heard_well
    words = meant("", spoken.alternatives or (), lang)
    return sound.backchannel >= limits.heard and words.ack <= words.call + limits.astray


def _stops(spoken: Spoken, lang: str) -> bool:
    """It has a stop word, or what is often written for one where there are no alternatives."""
    return language.stops(spoken.text, lang, misheard=spoken.alternatives is None)


def _is_hummed_no(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Recognisers write "no" for "mm-hmm"; every other stop word has sounds that no hum has."""
    if language.yes_no(spoken.text, lang) != "no":
        return False
    closed = spoken.sound is not None and spoken.sound.high_band_db < limits.closed_db
    if closed and _is_hum(spoken, limits):
        return True
    heard, sure = spoken.chances, spoken.confidence
    if heard is None or sure is None or sure >= limits.certain:
        return False
    return heard.backchannel >= max(limits.heard, limits.hum_odds * heard.call)


def _may_be_oh(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """The first half second of "oh, I see" is written "no": one that does not sound like a call waits
    for the next transcript."""
    if spoken.final or spoken.chances is None:
        return False
    alone = len(language.words(spoken.text)) == 1 and language.yes_no(spoken.text, lang) == "no"
    return alone and spoken.chances.call < limits.heard_call


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
    if _is_garbled(spoken, limits):
        return TurnCause.UNSURE
    if spoken.alternatives is not None:
        return None
    few = len(language.words(spoken.text)) <= limits.few_words
    if few and sure < limits.unsure and sound.voiced_ms <= limits.unsure_ms:
        return TurnCause.UNSURE
    near = likeness(spoken.text, language.base(lang)).ack
    like = near <= (limits.like if few else limits.like_long) and sure < limits.like_confidence
    alike = near <= limits.alike and sure < limits.alike_confidence
    return TurnCause.LIKE_ACK if like or alike else None


def _meant(spoken: Spoken, lang: str, limits: Limits) -> Meant:
    """A garbled text says nothing, not even how many words were spoken."""
    text = "" if _is_garbled(spoken, limits) else spoken.text
    found = meant(text, spoken.alternatives or (), lang)
    return found if spoken.chances is None else by_sound(found, spoken.chances)


def _is_garbled(spoken: Spoken, limits: Limits) -> bool:
    return spoken.confidence is not None and spoken.confidence < limits.garbled


def is_like_a_call(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A stop word or a request is a likely alternative, and hardly less than a backchannel; where
    alternatives are not known, the text sounds like one, and no less than like a backchannel."""
    if spoken.alternatives is not None:
        guess = _meant(spoken, lang, limits)
        near = limits.near if spoken.final else limits.surely
        return guess.call <= min(near, guess.ack + limits.favour)
    sounds = likeness(spoken.text, language.base(lang))
    return sounds.stop <= min(sounds.ack, limits.like) or sounds.request <= min(
        sounds.ack, limits.like_request
    )


def _calls(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """Another text, but most likely a call."""
    if spoken.alternatives is None or not is_like_a_call(spoken, lang, limits):
        return False
    guess = _meant(spoken, lang, limits)
    return spoken.final or guess.call <= guess.ack - limits.refute


def _calls_instead(spoken: Spoken, lang: str, limits: Limits) -> bool:
    """A backchannel is all that the recogniser could make of it, and a call is nearly as likely."""
    doubtful = _is_garbled(spoken, limits) or _is_called(spoken, limits)
    return spoken.final and doubtful and _calls(spoken, lang, limits)


def _is_called(spoken: Spoken, limits: Limits) -> bool:
    """Words that are not trusted, and a sound that is a call's: "furnyard" for "hang on"."""
    heard, sure = spoken.chances, spoken.confidence
    if not spoken.final or heard is None or sure is None:
        return False
    return sure < limits.trusted and heard.call >= limits.heard_calling


def _sounds_called(spoken: Spoken, limits: Limits) -> bool:
    return spoken.chances is not None and spoken.chances.call >= limits.heard_call


def _is_hum(spoken: Spoken, limits: Limits) -> bool:
    sound, sure = spoken.sound, spoken.confidence
    return (
        sound is not None
        and not _sounds_called(spoken, limits)
        and (sure is None or sure < limits.certain)
        and len(language.words(spoken.text)) <= limits.hum_words
        and 0 < sound.voiced_ms <= limits.hum_ms
        and sound.high_band_db < limits.hum_db
    )


def _with_words(
    spoken: Spoken,
    hold: Hold | None,
    now_held: Hold | None,
    ended_ms: Millis,
    lang: str,
    limits: Limits,
) -> Decision:
    if now_held is None:
        return Decision(Action.ANSWER, TurnCause.INTERVIEWER_SILENT)
    if hold is now_held and _stops(spoken, lang):
        return Decision(Action.INTERRUPT, TurnCause.STOP_WORD)
    if now_held.audible_ms is None:
        return Decision(Action.ANSWER, TurnCause.WHILE_COMPOSING)
    overlap_ms = 0 if language.is_ack(spoken.text, lang) else ended_ms - now_held.audible_ms
    if spoken.began_ms < now_held.audible_ms and overlap_ms <= limits.overlap_ms:
        action = Action.ANSWER if spoken.final else Action.WAIT
        return Decision(action, TurnCause.SPOKEN_BEFORE)
    if _stops(spoken, lang):
        return Decision(Action.INTERRUPT, TurnCause.STOP_WORD)
    if _calls(spoken, lang, limits):
        return Decision(Action.INTERRUPT, TurnCause.LIKE_STOP)
    few = len(language.words(spoken.text)) <= limits.few_words
    if few and not spoken.final and ended_ms - spoken.began_ms < limits.few_words_ms:
        return Decision(Action.WAIT, TurnCause.FEW_WORDS)
    return Decision(Action.INTERRUPT, TurnCause.SPEECH)
