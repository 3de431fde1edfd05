"""How the candidate spoke, by formula (R2): each number with its unit, its definition and a sentence.

Nothing here is judged. A measure that the record cannot support says why instead of giving a number.
Typed answers have words but no time, so they count for none of the measures of speech.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from statistics import median
from typing import Any, Final

from greenroom.assessment.answers import answers, counted, talked_over
from greenroom.assessment.coaching import Coaching, coach
from greenroom.assessment.coaching.shapes import Withheld
from greenroom.assessment.hard_parts import without_hard
from greenroom.assessment.measure import Measure, NotMeasured
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.silences import measured_breaks, measured_pauses, response_latency
from greenroom.assessment.speech import NOT_KEPT, SURE, JournalExtract, Speech, their_talk, within
from greenroom.assessment.speech_rates import articulation_rate, fillers, speech_rate
from greenroom.assessment.time_to_point import time_to_the_point
from greenroom.assessment.told_parts import story
from greenroom.interview.causes import EndReason
from greenroom_turns import folding


def measures(
    record: Mapping[str, Any],
    heard: JournalExtract = NOT_KEPT,
    language: str = "en",
    coaching: Coaching | None = None,
) -> dict[str, dict[str, Any]]:
    """Every measure by name: `{value, unit, definition, sentence}`, or `{value: None, not_scored: reason}`. Which parts
    of a story were told is what the `coaching` found, so that a report says one thing of it; without one the record is coached here.
    Nothing is measured of a part with distress; the `coaching` knows also of what only a reader found."""
    coaching = coaching or coach(record, heard=heard, language=language)
    messages = without_hard(record["messages"], _distressed(coaching), heard.questions)
    speech = Speech(messages, heard.voices, language)
    doubt = _doubt(speech, heard.confidences)
    every = {name: measure(speech) for name, measure in _MEASURES.items()}
    every |= {name: measure(speech, coaching) for name, measure in _FOUND.items()}
    if len(messages) < len(record["messages"]):
        left_out = NotMeasured(Sentence("Some of this was hard, so we leave this figure out."))
        every |= dict.fromkeys(OF_THE_WHOLE, left_out)
        given = every["answers"]
        if isinstance(given, Measure):
            hard = Sentence("What you answered to the question where it was hard is not counted.")
            every["answers"] = replace(given, sentence=joined(given.sentence, hard))
    elif record.get("end_reason") == EndReason.CANDIDATE_ENDED:
        left_out = NotMeasured(Sentence("You stopped before the end, so we leave this figure out."))
        every |= dict.fromkeys(OF_THE_WHOLE, left_out)
    return {
        name: replace(measure, sentence=joined(measure.sentence, doubt)).plain()
        if doubt and name in OF_WORDS and isinstance(measure, Measure)
        else measure.plain()
        for name, measure in every.items()
    }


def _distressed(coaching: Coaching) -> Iterator[int]:
    for one in coaching.answers:
        if one.withheld is Withheld.DISTRESS:
            yield from one.answers


def _doubt(speech: Speech, confidences: Mapping[tuple[int, str], float]) -> str | None:
    """A sentence about words that the recogniser guessed; None: it was sure, or nobody knows."""
    spoken = [[part for turn in a.spoken for part in turn.parts] for a in speech.given if a.spoken]
    unsure = sum(
        any(confidences.get((part["started_ms"], part["text"]), 1.0) < SURE for part in parts)
        for parts in spoken
    )
    if not unsure:
        return None
    return Sentence(
        "Rough: we were not sure of the words of {n} of {of} answers.",
        n=unsure,
        of=len(spoken),
    )


def _answers(speech: Speech) -> Measure | NotMeasured:
    given = speech.given
    if not given:
        return NotMeasured(Sentence("You gave no answer."))
    count = len(given)
    parted = sum(len(answer.turns) > 1 for answer in given)
    spoken = sum(bool(answer.spoken) for answer in given)
    said: str = Sentence(
        "You spoke {spoken} and typed {typed}; together they have {n} word.",
        "You spoke {spoken} and typed {typed}; together they have {n} words.",
        spoken=spoken,
        typed=count - spoken,
        n=_all_words(speech),
    )
    if parted:
        more = Sentence(
            "{parted} came in more than one piece, because we or the clock spoke in between.",
            parted=parted,
        )
        said = joined(said, more)
    return Measure(
        count,
        Sentence("answer", "answers", n=count),
        Sentence(
            "All that you said to one question is one answer, in however many pieces. What you said to the greeting, a bare yes, no or thanks, and what the transcript says was not taken as an answer do not count. Each part of a hyphenated word counts as a word."
        ),
        said,
    )


def _all_words(speech: Speech) -> int:
    return sum(
        len(folding.words(answer.text))
        for answer in counted(answers(speech.messages), speech.language)
    )


def _overlap(speech: Speech) -> Measure | NotMeasured:
    if not speech.turns:
        return NotMeasured(Sentence("You gave no spoken answer."))
    ours = talked_over(speech.messages)
    if not ours:
        said = Sentence("We found no place where the interviewer began while you were speaking.")
    else:
        both = sum(_shared(message, speech) for message in ours)
        said = Sentence(
            "That was our fault, not yours. You both spoke for {seconds} seconds there.",
            seconds=f"{both / 1000:.1f}",
        )
    return Measure(
        len(ours),
        Sentence("time", "times", n=len(ours)),
        Sentence(
            "How often the interviewer began while you were speaking, or so early that you went on with your "
            "answer within 1.5 seconds (overlap)."
        ),
        said,
    )


def _shared(message: Mapping[str, Any], speech: Speech) -> int:
    """Milliseconds in which both sides spoke during this message."""
    span = (message["started_ms"], message["ended_ms"])
    theirs = speech.voices or [turn.span for turn in speech.turns]
    return sum(end - begin for begin, end in within(span, theirs))


def _talk(speech: Speech) -> Measure | NotMeasured:
    theirs, mine = their_talk(speech.messages), speech.turns_ms
    if not mine:
        return NotMeasured(Sentence("You gave no spoken answer."))
    share = round(100 * mine / (mine + theirs))
    return Measure(
        share,
        Sentence("% of the talking"),
        Sentence(
            "Time of your answers, out of the time of your answers and of the interviewer's words (talk ratio). "
            "Greeting and good-bye do not count."
        ),
        Sentence("You talked for half of that time or more.")
        if 2 * mine >= mine + theirs
        else Sentence("In an interview the candidate should do most of the talking."),
    )


ROUNDED_S: Final = 0.95
"""From here on a length is told in whole seconds."""


def _length(speech: Speech) -> Measure | NotMeasured:
    lengths = [
        sum(speech.ended(turn) - speech.began(turn) for turn in answer.spoken) / 1000
        for answer in speech.given
        if answer.spoken
    ]
    if not lengths:
        return NotMeasured(Sentence("You gave no spoken answer."))
    middle = median(lengths)
    value = round(middle) if middle >= ROUNDED_S else round(middle, 1)
    return Measure(
        value,
        Sentence("second of speech", "seconds of speech", n=1 if value == 1 else 2),
        Sentence(
            "The middle one of the lengths of your spoken answers (the median). Each is from the first to the last sound "
            "of its turns. Of an even number the middle one is halfway between the middle two."
        ),
        Sentence(
            "The shortest took {least} and the longest {most}.",
            least=_seconds(min(lengths)),
            most=_seconds(max(lengths)),
        ),
    )


def _seconds(value: float) -> Sentence:
    """Half a second is not none."""
    told = f"{value:.0f}" if value >= 1 else f"{value:.1f}"
    return Sentence("{told} second", "{told} seconds", n=1 if told == "1" else 2, told=told)


OF_WORDS: Final = frozenset({"speech_rate", "articulation_rate", "fillers"})
"""Measures that are as uncertain as the words. What the coaching found leaves uncertain answers out."""
OF_THE_WHOLE: Final = ("talk_ratio", "story_parts")
"""Measures that say what an interview lacks: of a part of one they say nothing."""
OF_THE_INTERVIEW: Final = frozenset({"answers", "breaks", "overlap"})
"""Measures that tell of the interview and the interviewer: no progress of the candidate shows in them."""
_MEASURES: Final[Mapping[str, Callable[[Speech], Measure | NotMeasured]]] = {
    "answers": _answers,
    "answer_length": _length,
    "speech_rate": speech_rate,
    "articulation_rate": articulation_rate,
    "fillers": fillers,
    "pauses": measured_pauses,
    "breaks": measured_breaks,
    "overlap": _overlap,
    "response_latency": response_latency,
    "talk_ratio": _talk,
}
_FOUND: Final[Mapping[str, Callable[[Speech, Coaching], Measure | NotMeasured]]] = {
    "time_to_the_point": time_to_the_point,
    "story_parts": story,
}
