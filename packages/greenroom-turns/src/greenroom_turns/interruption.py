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
from operator import attrgetter
from typing import Literal, TypeAlias

from greenroom_turns import vocabulary
from greenroom_turns.cause import TurnCause
from greenroom_turns.limits import Limits, Millis
from greenroom_turns.posterior import Posterior, posterior
from greenroom_turns.silence import HUMMED, answer_meant
from greenroom_turns.spoken import Spoken
from greenroom_turns.written import Kind, Written, written

QuestionKind: TypeAlias = Literal["open", "yesno"]


BEHIND = attrgetter("behind")
DEFAULT = Limits()


class Action(StrEnum):
    IGNORE = "ignore"
    INTERRUPT = "interrupt"
    ANSWER = "answer"
    WAIT = "wait"


IF_SPOKEN_FIRST = {True: Action.ANSWER, False: Action.WAIT}
"""What is done with words that began before the interviewer did: by whether they are final."""


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

    @property
    def speaks(self) -> bool:
        return self.audible_ms is not None and self.yielded_ms is None


def decide(
    spoken: Spoken,
    holds: tuple[Hold, ...],
    now_ms: Millis,
    question: QuestionKind | None = None,
    lang: str = vocabulary.DEFAULT_LANGUAGE,
    limits: Limits = DEFAULT,
) -> Decision:
    """`holds` are the interviewer's last ones, oldest first; all times are on the caller's clock."""
    ended_ms = now_ms if spoken.ended_ms is None else spoken.ended_ms
    hold = held_during(holds, spoken.began_ms, ended_ms)
    now_held = holds[-1] if holds and holds[-1].yielded_ms is None else None
    text = written(spoken.text, lang)
    if not text.words:
        return _without_words(spoken, hold, ended_ms - spoken.began_ms, limits)
    heard = _heard(spoken, text, lang)
    if hold is not None and (decision := _without_interrupting(heard, hold, question, limits)):
        return decision
    if now_held is None:
        return _answer(spoken, lang)
    return _taken(heard, hold is now_held, now_held, ended_ms, limits)


def held_during(holds: tuple[Hold, ...], began_ms: Millis, ended_ms: Millis) -> Hold | None:
    """The hold that the voice began in, unless most of the voice came after the hold's end."""
    for hold in reversed(holds):
        if hold.taken_ms <= began_ms:
            middle_ms = (began_ms + ended_ms) // 2
            return hold if hold.yielded_ms is None or middle_ms < hold.yielded_ms else None
    return None


@dataclass(frozen=True, slots=True)
class _Heard:
    """An utterance and what it most likely is."""

    spoken: Spoken
    text: Written
    likely: Posterior
    ack: Written
    """Its likeliest reading as a backchannel; itself, if there is none."""


def _heard(spoken: Spoken, text: Written, lang: str) -> _Heard:
    others = spoken.alternatives if text.kind != "backchannel" else None
    acks = [one for one in others or () if written(one.text, lang).kind == "backchannel"]
    ack = written(min(acks, key=BEHIND).text, lang) if acks else text
    return _Heard(spoken, text, posterior(spoken, written_kind(spoken, lang), lang), ack)


def written_kind(spoken: Spoken, lang: str) -> Kind:
    """What is written. What a recogniser writes for a hum may be one, and what more words could make a backchannel, too."""
    whole = written(_whole(spoken), lang)
    may_be = spoken.hum or (whole.begun and not spoken.final)
    return "backchannel" if may_be and whole.kind == "content" else whole.kind


def _whole(spoken: Spoken) -> str:
    """What is shown of a guess is read as the whole guess that it begins."""
    for other in () if spoken.final else spoken.alternatives or ():
        if other.behind == 0:
            return other.text
    return spoken.text


def _without_words(
    spoken: Spoken, hold: Hold | None, length_ms: Millis, limits: Limits
) -> Decision:
    if spoken.final:
        if hold is None and spoken.sound is not None and spoken.sound.hummed:
            return Decision(Action.ANSWER, TurnCause.HUM, HUMMED)
        return Decision(Action.IGNORE, TurnCause.NO_WORDS)
    long = spoken.ended_ms is None and length_ms >= limits.untranscribed_limit_ms
    if long and hold is not None and hold.speaks:
        return Decision(Action.INTERRUPT, TurnCause.LONG_VOICE)
    return Decision(Action.WAIT, TurnCause.NO_WORDS_YET)


def _without_interrupting(
    heard: _Heard, hold: Hold, question: QuestionKind | None, limits: Limits
) -> Decision | None:
    """The decision, if the interviewer may go on; None if it must stop."""
    spoken, passed = heard.spoken, not stops(heard, limits)
    if question == "yesno" and (heard.text.reply or (passed and heard.ack.reply)):
        if hold.yielded_ms is None:
            return Decision(Action.WAIT, TurnCause.YES_NO_PENDING)
        if spoken.began_ms >= hold.yielded_ms - limits.tail_ms:
            return Decision(Action.ANSWER, TurnCause.YES_NO_TAIL)
    if not passed:
        return None
    if not spoken.final:
        return Decision(Action.WAIT, TurnCause.ACK_SO_FAR)
    return Decision(Action.IGNORE, _why_ignored(heard))


def stops(heard: _Heard, limits: Limits) -> bool:
    """True if ignoring it is expected to cost more than stopping. Before the words are final both cost the same:
    waiting misses nothing."""
    likely, final = heard.likely, heard.spoken.final
    call, content = (limits.missed_call, limits.missed_content) if final else (1.0, 1.0)
    return call * likely.call + content * likely.content > likely.backchannel


def _why_ignored(heard: _Heard) -> TurnCause:
    if heard.text.kind == "backchannel":
        return TurnCause.ACK
    sound = heard.spoken.sound
    return TurnCause.HUM if heard.spoken.hum or (sound and sound.hummed) else TurnCause.LIKE_ACK


def _taken(heard: _Heard, over: bool, now_held: Hold, ended_ms: Millis, limits: Limits) -> Decision:
    """Words that take the floor, or would if they had not been said before the interviewer began."""
    spoken, cause = heard.spoken, _why_taken(heard)
    if over and cause is TurnCause.STOP_WORD:
        return Decision(Action.INTERRUPT, cause)
    if now_held.audible_ms is None:
        return Decision(Action.ANSWER, TurnCause.WHILE_COMPOSING)
    if _began_first(heard, now_held, ended_ms, limits):
        return Decision(IF_SPOKEN_FIRST[spoken.final], TurnCause.SPOKEN_BEFORE)
    few = cause is TurnCause.SPEECH and heard.text.words <= limits.few_words
    if few and not spoken.final and ended_ms - spoken.began_ms < limits.few_words_ms:
        return Decision(Action.WAIT, TurnCause.FEW_WORDS)
    return Decision(Action.INTERRUPT, cause)


def _began_first(heard: _Heard, now_held: Hold, ended_ms: Millis, limits: Limits) -> bool:
    """Before the interviewer was audible, and it ended soon after; a backchannel may end at any time."""
    audible_ms = ended_ms if now_held.audible_ms is None else now_held.audible_ms
    soon = ended_ms - audible_ms <= limits.overlap_ms or heard.text.kind == "backchannel"
    return heard.spoken.began_ms < audible_ms and soon


def _why_taken(heard: _Heard) -> TurnCause:
    if heard.text.stops:
        return TurnCause.STOP_WORD
    unwritten = heard.text.kind != "call" and heard.likely.call > heard.likely.content
    return TurnCause.LIKE_STOP if unwritten else TurnCause.SPEECH


def _answer(spoken: Spoken, lang: str) -> Decision:
    """Whatever is said to a silent interviewer is an answer; it need not be what was written."""
    cause, meant = answer_meant(spoken, lang)
    return Decision(Action.ANSWER, cause, meant)
