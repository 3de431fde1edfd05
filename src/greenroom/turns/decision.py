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

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from greenroom.turns import vocabulary
from greenroom.turns.call import (
    calls,
    calls_instead,
    is_called,
    may_be_oh,
    request_meant,
    sounds_called,
)
from greenroom.turns.cause import TurnCause
from greenroom.turns.hum import is_hum, is_hum_alone, is_hum_misspelt, is_hummed_no
from greenroom.turns.limits import Limits, Millis
from greenroom.turns.misheard import is_refuted, misheard
from greenroom.turns.spoken import Spoken
from greenroom.turns.written import written

QuestionKind: TypeAlias = Literal["open", "yesno"]


HUMMED = "Mm-hmm."
"""What a hum is written as when it counts as an answer."""
REPLY_WORDS = 3
"""A yes or no of more words, said over the question, has content that should not wait for its end."""


class Action(StrEnum):
    IGNORE = "ignore"
    INTERRUPT = "interrupt"
    ANSWER = "answer"
    WAIT = "wait"


@dataclass(frozen=True, slots=True)
class Decision:
    action: Action
    cause: TurnCause
    meant: str | None = None
    """What was said instead of the words written, to a silent interviewer: a hum, a request."""


@dataclass(frozen=True, slots=True)
class Hold:
    """A stretch in which the floor is the interviewer's."""

    taken_ms: Millis
    """It began to compose, or to speak."""
    audible_ms: Millis | None = None
    yielded_ms: Millis | None = None
    """It fell silent with nothing more to say; None: it still holds the floor, paused or not."""


def decide(
    spoken: Spoken,
    holds: tuple[Hold, ...],
    now_ms: Millis,
    question: QuestionKind | None = None,
    lang: str = vocabulary.DEFAULT_LANGUAGE,
    limits: Limits | None = None,
) -> Decision:
    """`holds` are the interviewer's last ones, oldest first; all times are on the caller's clock."""
    limits = limits or Limits()
    ended_ms = now_ms if spoken.ended_ms is None else spoken.ended_ms
    hold = held_during(holds, spoken.began_ms, ended_ms)
    now_held = holds[-1] if holds and holds[-1].yielded_ms is None else None
    if not written(spoken.text, lang).words:
        return _without_words(spoken, hold, ended_ms - spoken.began_ms, lang, limits)
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
    spoken: Spoken, hold: Hold | None, length_ms: Millis, lang: str, limits: Limits
) -> Decision:
    if spoken.final:
        if hold is None and is_hum_alone(spoken, lang, limits):
            return Decision(Action.ANSWER, TurnCause.HUM, HUMMED)
        return Decision(Action.IGNORE, TurnCause.NO_WORDS)
    long = spoken.ended_ms is None and length_ms >= limits.untranscribed_limit_ms
    if long and hold is not None and hold.audible_ms is not None and hold.yielded_ms is None:
        return Decision(Action.INTERRUPT, TurnCause.LONG_VOICE)
    return Decision(Action.WAIT, TurnCause.NO_WORDS_YET)


def _backchannel(
    spoken: Spoken, hold: Hold, question: QuestionKind | None, lang: str, limits: Limits
) -> Decision | None:
    """The decision, if what was said over the interviewer takes no turn of its own."""
    cause = _ignorable(spoken, lang, limits, audible=hold.audible_ms is not None)
    if question == "yesno" and _may_reply(spoken, cause, lang, limits):
        if hold.yielded_ms is None:
            return Decision(Action.WAIT, TurnCause.YES_NO_PENDING)
        if spoken.began_ms >= hold.yielded_ms - limits.tail_ms:
            return Decision(Action.ANSWER, TurnCause.YES_NO_TAIL)
    if cause is None:
        return None
    if spoken.final:
        return Decision(Action.IGNORE, cause)
    return Decision(Action.WAIT, TurnCause.ACK_SO_FAR)


def _may_reply(spoken: Spoken, cause: TurnCause | None, lang: str, limits: Limits) -> bool:
    """A yes or a no, or what is taken for one: "sorry" for "sure". A "sure" that may have been a "sorry" is
    one, unless that would interrupt."""
    heard = _is_reply(spoken.text, lang) and cause is not None
    if heard or _is_reply(_likeliest(spoken, limits), lang):
        return True
    acks = (o for o in spoken.alternatives or () if written(o.text, lang).ack)
    best = min(acks, key=lambda other: other.behind, default=None)
    return cause is TurnCause.LIKE_ACK and best is not None and _is_reply(best.text, lang)


def _likeliest(spoken: Spoken, limits: Limits) -> str:
    """The text, or the best alternative if it is about as likely: "sir" is "sure"."""
    best = min(spoken.alternatives or (), key=lambda other: other.behind, default=None)
    return best.text if best is not None and best.behind < limits.favour else spoken.text


def _is_reply(text: str, lang: str) -> bool:
    """Yes or no and nothing else. A "no" is a stop word too, and as such not left to wait (T3)."""
    read = written(text, lang)
    return read.answer is not None and read.words <= REPLY_WORDS and not read.stops


def _ignorable(spoken: Spoken, lang: str, limits: Limits, *, audible: bool) -> TurnCause | None:
    if written(spoken.text, lang).ack:
        hum = is_hum(spoken, lang, limits)
        return None if not hum and calls_instead(spoken, lang, limits) else TurnCause.ACK
    if not spoken.final and written(spoken.text, lang).begun:
        return TurnCause.ACK_SO_FAR
    if written(spoken.text, lang).stops:
        if is_hummed_no(spoken, lang, limits):
            return TurnCause.HUM
        called = spoken.final and sounds_called(spoken, limits)
        if not called and is_refuted(spoken, lang, limits):
            return TurnCause.LIKE_ACK
        return TurnCause.ACK_SO_FAR if may_be_oh(spoken, lang, limits) else None
    return None if is_called(spoken, limits) else misheard(spoken, lang, limits, audible=audible)


def _answer(spoken: Spoken, lang: str, limits: Limits) -> Decision:
    """Whatever is said to a silent interviewer is an answer; it need not be what was written."""
    if is_hum_misspelt(spoken, lang, limits):
        return Decision(Action.ANSWER, TurnCause.HUM, HUMMED)
    meant = request_meant(spoken, lang, limits)
    cause = TurnCause.INTERVIEWER_SILENT if meant is None else TurnCause.LIKE_REQUEST
    return Decision(Action.ANSWER, cause, meant)


def _with_words(
    spoken: Spoken,
    hold: Hold | None,
    now_held: Hold | None,
    ended_ms: Millis,
    lang: str,
    limits: Limits,
) -> Decision:
    if now_held is None:
        return _answer(spoken, lang, limits)
    if hold is now_held and written(spoken.text, lang).stops:
        return Decision(Action.INTERRUPT, TurnCause.STOP_WORD)
    if now_held.audible_ms is None:
        return Decision(Action.ANSWER, TurnCause.WHILE_COMPOSING)
    overlap_ms = 0 if written(spoken.text, lang).ack else ended_ms - now_held.audible_ms
    if spoken.began_ms < now_held.audible_ms and overlap_ms <= limits.overlap_ms:
        action = Action.ANSWER if spoken.final else Action.WAIT
        return Decision(action, TurnCause.SPOKEN_BEFORE)
    if written(spoken.text, lang).stops:
        return Decision(Action.INTERRUPT, TurnCause.STOP_WORD)
    if calls(spoken, lang, limits):
        return Decision(Action.INTERRUPT, TurnCause.LIKE_STOP)
    few = written(spoken.text, lang).words <= limits.few_words
    if few and not spoken.final and ended_ms - spoken.began_ms < limits.few_words_ms:
        return Decision(Action.WAIT, TurnCause.FEW_WORDS)
    return Decision(Action.INTERRUPT, TurnCause.SPEECH)
