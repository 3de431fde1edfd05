"""Silences of the candidate: inside a turn, at its end, and before an answer begins."""

from __future__ import annotations

from statistics import median
from typing import Any, Final, NamedTuple

from greenroom.assessment.measure import ENOUGH_WORDS, Measure, NotMeasured, seconds, too_little
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.speech import PAUSE_MS, Speech

_OFFERS: Final = frozenset({"notice", "reprompt"})
"""What is said to somebody who asked for time: it does not end that time."""


FEWEST_FOR_MIDDLE: Final = 3
"""Silences of which the middle one is told."""


class Break(NamedTuple):
    """A silence after which the interviewer took the floor."""

    length_ms: int
    continued: bool
    """The candidate went on with the same answer after it."""


def breaks(speech: Speech) -> list[Break]:
    """Silences that ended a turn, in order."""
    begins = sorted(m["started_ms"] for m in speech.messages if m["speaker"] == "interviewer")
    found = []
    for answer in speech.given:
        for turn in answer.spoken:
            ended = speech.ended(turn)
            next_one = next((begin for begin in begins if begin >= ended), None)
            cut_off = any(turn.span[0] < begin < ended for begin in begins)
            if next_one is None or cut_off or _speaks_again(speech, ended, next_one):
                continue
            if next_one - ended >= PAUSE_MS:
                found.append(Break(next_one - ended, turn is not answer.turns[-1]))
    return found


def _speaks_again(speech: Speech, ended: int, next_one: int) -> bool:
    """The candidate said something else before the interviewer did: a request, or another answer."""
    return any(
        m["speaker"] == "candidate" and ended < m["started_ms"] < next_one for m in speech.messages
    )


def measured_pauses(speech: Speech) -> Measure | NotMeasured:
    if not speech.voices:
        return NotMeasured(Sentence("The times of your voice inside the answers were not kept."))
    if speech.words < ENOUGH_WORDS:
        return too_little(speech)
    gaps = speech.pauses
    if not gaps:
        said = Sentence(
            "We found no silence of half a second or more between the first and last word of a turn."
        )
    elif len(gaps) == 1:
        said = Sentence("It lasted {seconds} seconds.", seconds=_seconds(gaps[0]))
    else:
        said = Sentence(
            "The longest lasted {longest} seconds; together they lasted {sum} seconds.",
            longest=_seconds(max(gaps)),
            sum=_seconds(sum(gaps)),
        )
    return Measure(
        len(gaps),
        Sentence("pause", "pauses", n=len(gaps)),
        Sentence(
            "Silences of half a second or more after which you spoke on. Silences after "
            "which the interviewer spoke are counted by themselves."
        ),
        said,
    )


def measured_breaks(speech: Speech) -> Measure | NotMeasured:
    found = breaks(speech)
    if not speech.turns:
        return NotMeasured(Sentence("You gave no spoken answer."))
    if not found:
        said = Sentence("We found none.")
    elif len(found) < FEWEST_FOR_MIDDLE:
        said = Sentence(
            "It lasted {seconds} seconds.",
            "The longer lasted {seconds} seconds.",
            n=len(found),
            seconds=_seconds(max(one.length_ms for one in found)),
        )
    else:
        said = Sentence(
            "The longest lasted {longest} seconds, the middle one {median} seconds.",
            longest=_seconds(max(one.length_ms for one in found)),
            median=_seconds(median(one.length_ms for one in found)),
        )
    continued = sum(one.continued for one in found)
    if continued:
        more = Sentence(
            "After one of them you went on with the same answer: there we had not waited long enough.",
            "After {n} of them you went on with the same answer: there we had not waited long enough.",
            n=continued,
        )
        said = joined(said, more)
    return Measure(
        len(found),
        Sentence("silence", "silences", n=len(found)),
        Sentence(
            "Silences of half a second or more that ended an answer of yours: from your last sound to the "
            "interviewer's first. It is how long we waited, and none of it counts against you. Of an even number the middle one is "
            "halfway between the middle two."
        ),
        said,
    )


def waits(speech: Speech) -> tuple[list[int], int]:
    """Milliseconds before each answer that followed a question, and how many answers are left out
    because the candidate had asked for time."""
    firsts = {id(answer.turns[0].parts[0]) for answer in speech.given if answer.spoken}
    found: list[int] = []
    asked_for, ended, thinking = 0, None, False
    for message in sorted(speech.as_heard, key=_started):
        if message["speaker"] == "interviewer":
            ended = max(ended or 0, message["ended_ms"])
            thinking = thinking and message["kind"] in _OFFERS
        elif message["kind"] == "thinking":
            thinking = True
        elif id(message) in firsts and ended is not None and ended <= message["started_ms"]:
            if thinking:
                asked_for += 1
            else:
                found.append(message["started_ms"] - ended)
    return found, asked_for


def response_latency(speech: Speech) -> Measure | NotMeasured:
    found, asked_for = waits(speech)
    left_out = (
        Sentence(
            "{n} answer is not counted: you had asked for time.",
            "{n} answers are not counted: you had asked for time.",
            n=asked_for,
        )
        if asked_for
        else ""
    )
    if not found:
        return NotMeasured(
            joined(Sentence("No answer began after a question had ended."), left_out)
        )
    middle = round(median(found) / 1000, 1)
    return Measure(
        middle,
        seconds(middle),
        Sentence(
            "Time from the interviewer's last word to the first of your answer (response latency): the middle one, or of an "
            "even number halfway between the middle two. "
            "Time that you asked for does not count, and neither does going on with an answer."
        ),
        joined(
            Sentence(
                "Taking a moment before you answer is good, and does not count against you here."
            ),
            left_out,
        ),
    )


def _seconds(ms: float) -> str:
    return f"{ms / 1000:.1f}"


def _started(message: Any) -> tuple[int, int]:
    return message["started_ms"], message["ended_ms"]
