"""How the candidate spoke, by formula (R2): each number with its unit, its definition and a sentence.

Nothing here is judged. A measure that the record cannot support says why instead of giving a number.
Typed answers have words but no time, so they count for none of the measures of speech.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import Any, Final

from greenroom.assessment.answers import answers, counted, talked_over
from greenroom.assessment.coaching import Coaching
from greenroom.assessment.coaching.advice import found, is_found
from greenroom.assessment.coaching.shapes import Asking, Aspect, Coached, Withheld
from greenroom.assessment.hard_parts import without_hard
from greenroom.assessment.measure import ENOUGH_WORDS, Measure, NotMeasured, seconds, too_little
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.silences import measured_breaks, measured_pauses, response_latency
from greenroom.assessment.speech import NOT_KEPT, SURE, JournalExtract, Speech, their_talk, within
from greenroom.assessment.speech_rates import articulation_rate, fillers, speech_rate
from greenroom.interview.causes import EndReason
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    TASK,
    story_parts,
)
from greenroom_turns import folding

_SENTENCE: Final = re.compile(r"[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]+)*[.!?]*")
"""A sentence; a stop without space behind it ("0.2 percent") ends none."""
_WORD: Final = re.compile(r"\S+")
_POINTS: Final = (Aspect.ACTION, Aspect.RESULT, Aspect.MEASURABLE_RESULT, Aspect.NUMBER)
LATE_S: Final = 12
"""Seconds until the point that are pointed out: about thirty words."""


def measures(
    record: Mapping[str, Any],
    heard: JournalExtract = NOT_KEPT,
    language: str = "en",
    coaching: Coaching | None = None,
) -> dict[str, dict[str, Any]]:
    """Every measure by name: `{value, unit, definition, sentence}`, or `{value: None, not_scored: reason}`. Which parts
    of a story were told is what the `coaching` found, so that a report says one thing of it; without it cue words tell.
    Nothing is measured of a part with distress; the `coaching` knows also of what only a reader found."""
    messages = without_hard(record["messages"], _distressed(coaching), heard.questions)
    speech = Speech(messages, heard.voices, language)
    doubt = _doubt(speech, heard.confidences)
    every = {name: measure(speech) for name, measure in _MEASURES.items()}
    every |= {name: measure(speech, coaching) for name, measure in _FOUND.items()}
    if len(messages) < len(record["messages"]):
        left_out = NotMeasured(Sentence("Part of this was hard, so we leave this figure out."))
        every |= dict.fromkeys(OF_THE_WHOLE, left_out)
        given = every["answers"]
        if isinstance(given, Measure):
            hard = Sentence("What you said in the hard part is not counted.")
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


def _distressed(coaching: Coaching | None) -> Iterator[int]:
    for one in () if coaching is None else coaching.answers:
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
        "Rough: the words of {unsure} of {of} answers were uncertain.",
        unsure=unsure,
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
            "All that you said to one question is one answer, in however many pieces. What you said to the greeting, a bare yes, no or thanks, and your own requests and questions do not count."
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


def _length(speech: Speech) -> Measure | NotMeasured:
    lengths = [
        sum(speech.ended(turn) - speech.began(turn) for turn in answer.spoken) / 1000
        for answer in speech.given
        if answer.spoken
    ]
    if not lengths:
        return NotMeasured(Sentence("You gave no spoken answer."))
    value = round(median(lengths)) or round(median(lengths), 1)
    return Measure(
        value,
        Sentence("second of speech", "seconds of speech", n=1 if value == 1 else 2),
        Sentence(
            "The middle one of the lengths of your spoken answers (the median): as many are longer as are shorter. Each "
            "is from the first to the last sound of its turns."
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


def _point(speech: Speech, coaching: Coaching | None) -> Measure | NotMeasured:
    if not folding.is_english(speech.language):
        return NotMeasured(Sentence("Actions and results are only recognised in English."))
    coached = None if coaching is None else _coached(coaching)
    long = [
        a
        for a in speech.answers
        if len(folding.words(a["text"])) >= ENOUGH_WORDS
        and (coached is None or a["index"] in coached)
    ]
    if not long:
        return NotMeasured(
            Sentence("No spoken answer had {enough} words or more.", enough=ENOUGH_WORDS)
        )
    shares = [_share_to_point(a, coached[a["index"]] if coached else None) for a in long]
    times = [
        share * (answer["ended_ms"] - answer["started_ms"]) / 1000
        for answer, share in zip(long, shares, strict=True)
        if share is not None
    ]
    if not times:
        return NotMeasured(Sentence("We found no action, result or amount in a longer answer."))
    middle = round(median(times))
    said: str = Sentence(
        "We found the point in {found} of {of} longer answers.", found=len(times), of=len(long)
    )
    if len(times) < len(long):
        said = joined(said, Sentence("Name an action, a result or an amount in each of them."))
    elif middle > LATE_S:
        said = joined(said, Sentence("Say first what you did, then how it came to that."))
    return Measure(
        middle,
        seconds(middle),
        Sentence(
            "Time until you first name an action, a result or an amount, in spoken answers of twenty words or more: the middle one. It is estimated from the word's place, as if you spoke evenly."
        ),
        said,
    )


def _coached(coaching: Coaching) -> dict[int, Coached]:
    """What is said of each answer, by its messages."""
    return {at: one for one in coaching.answers if one.withheld is None for at in one.answers}


def _share_to_point(answer: Mapping[str, Any], one: Coached | None) -> float | None:
    """How much of an answer's words have been said when the first action, result or amount has been named, where the
    coaching found one."""
    if one is not None and not any(is_found(one, aspect) for aspect in _POINTS):
        return None
    text: str = answer["text"]
    total = len(folding.words(text))
    for sentence in _SENTENCE.finditer(text):
        if not _has_point(sentence[0]):
            continue
        ends = [word.end() for word in _WORD.finditer(sentence[0])]
        said = next((end for end in ends if _has_point(sentence[0][:end])), len(sentence[0]))
        return len(folding.words(text[: sentence.start() + said])) / total
    if one is None:
        return None
    quoted = (q for aspect in _POINTS for q in found(one, aspect) if q.message == answer["index"])
    first = min((q.start for q in quoted), default=None)
    return None if first is None else min(1.0, (len(folding.words(text[:first])) + 1) / total)


def _has_point(text: str) -> bool:
    found = story_parts(text) & {ACTION, RESULT, MEASURABLE_RESULT}
    return bool(found) or QUANTITY.search(text) is not None


def _story(speech: Speech, coaching: Coaching | None) -> Measure | NotMeasured:
    texts = [m["text"] for m in speech.messages if m["kind"] == "answer"]
    if sum(len(folding.words(text)) for text in texts) < ENOUGH_WORDS:
        return too_little(speech)
    if speech.language.split("-")[0] != "en":
        return NotMeasured(Sentence("The parts of a story are only recognised in English."))
    words = " ".join(texts)
    heard = story_parts(words) if coaching is None else parts_told(speech.messages, coaching)
    names, missing = ([named(p) for p in PARTS if (p in heard) is told] for told in (True, False))
    said: str = Sentence("None of them was recognised.")
    if names:
        said = Sentence("Found: {parts}.", parts=joined(*names, by=", "))
    if missing:
        more = Sentence("Not found: {parts}.", parts=joined(*missing, by=", "))
        said = joined(said, more)
    return Measure(
        Sentence("{found} of {of}", found=len(names), of=len(PARTS)),
        Sentence("parts"),
        Sentence(
            "Parts of a story for which we know telling words, in all your answers together. They are the four of STAR "
            "(situation, task, action, result), a result in figures, and the price of a choice. Other words for them are "
            "missed."
        ),
        said,
    )


def parts_told(messages: Sequence[Mapping[str, Any]], coaching: Coaching) -> frozenset[str]:
    """The parts of a story that were told in an interview, as its coaching found them. A task has no rule of its own: it is
    known by its words."""
    coached = _coached(coaching)
    others = [part for part in PARTS if part != TASK]
    told = {part for part in others if any(is_found(a, Aspect(part)) for a in coached.values())}
    if any(
        one.asking is Asking.OUTCOME
        and is_found(one, Aspect.NUMBER)
        and is_found(one, Aspect.RESULT)
        for one in coached.values()
    ):
        told.add(Aspect.MEASURABLE_RESULT.value)
    words = " ".join(m["text"] for m in messages if m["index"] in coached)
    return frozenset(told | (story_parts(words) & {TASK}))


NAMES: Final[Mapping[str, Sentence]] = {
    "situation": Sentence("situation"),
    "task": Sentence("task"),
    "action": Sentence("action"),
    "result": Sentence("result"),
    "measurable_result": Sentence("result in figures"),
    "trade_off": Sentence("price of a choice"),
}
"""The parts of a story, for people."""


def named(part: str) -> Sentence:
    """A part of a story by its name."""
    return NAMES[part]


OF_WORDS: Final = frozenset(
    {"speech_rate", "articulation_rate", "fillers", "time_to_the_point", "story_parts"}
)
"""Measures that are as uncertain as the words."""
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
_FOUND: Final[Mapping[str, Callable[[Speech, Coaching | None], Measure | NotMeasured]]] = {
    "time_to_the_point": _point,
    "story_parts": _story,
}
