"""How the candidate spoke, by formula (R2): each number with its unit, its definition and a sentence.

Nothing here is judged. A measure that the record cannot support says why instead of giving a number.
Typed answers have words but no time, so they count for none of the measures of speech.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any, Final

from greenroom.assessment.heard import NOT_KEPT, SURE, Heard, Speech, within
from greenroom.interview.understanding.lexicon import QUANTITY
from greenroom.interview.understanding.story import (
    ACTION,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    story_parts,
)
from greenroom.turns import folding, language

ENOUGH_WORDS: Final = 20
"""Fewer spoken words than this support no rate."""
PAUSE_MS: Final = 500
"""Silence inside an answer that counts as a pause. The usual cut is 250 ms (Goldman-Eisler, 1968);
ours is higher because local voice detection closes a stretch of speech only after 250 ms."""
CALM_PACE: Final = (110, 190)
"""Words a minute that need no remark. Tauroza and Allison (1990) found about 140 in lectures for
learners and 190 in interviews between native speakers of British English; the band is ours."""

_SENTENCE: Final = re.compile(r"[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]+)*[.!?]*")
"""A sentence; a stop without space behind it ("0.2 percent") ends none."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One number and what it means."""

    value: float | int | str
    unit: str
    definition: str
    sentence: str

    def plain(self) -> dict[str, Any]:
        return {
            "value": self.value,
            "unit": self.unit,
            "definition": self.definition,
            "sentence": self.sentence,
        }


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """Why there is no number."""

    reason: str

    def plain(self) -> dict[str, Any]:
        return {"value": None, "not_scored": self.reason}


def measures(
    record: Mapping[str, Any], heard: Heard = NOT_KEPT, tongue: str = "en"
) -> dict[str, dict[str, Any]]:
    """Every measure by name: `{value, unit, definition, sentence}`, or `{value: None, not_scored: reason}`."""
    messages = record["messages"]
    spoken = [m for m in messages if m["kind"] == "answer" and m["ended_ms"] > m["started_ms"]]
    speech = Speech(spoken, messages, heard.voices, tongue)
    doubt = _doubt(spoken, heard.confidences)
    found = {name: measure(speech) for name, measure in _MEASURES.items()}
    return {
        name: replace(measure, sentence=f"{measure.sentence} {doubt}").plain()
        if doubt and name in OF_WORDS and isinstance(measure, Measure)
        else measure.plain()
        for name, measure in found.items()
    }


def _doubt(
    spoken: Sequence[Mapping[str, Any]], confidences: Mapping[tuple[int, str], float]
) -> str | None:
    """A sentence about words that the recogniser guessed; None: it was sure, or nobody knows."""
    unsure = sum(confidences.get((a["started_ms"], a["text"]), 1.0) < SURE for a in spoken)
    if not unsure:
        return None
    return f"Rough: the words of {unsure} of {len(spoken)} answers were uncertain."


def _pace(speech: Speech) -> Measure | NotMeasured:
    if speech.words < ENOUGH_WORDS or speech.speech_ms <= 0:
        return _too_little(speech)
    pace = round(speech.words * 60_000 / speech.speech_ms)
    low, high = CALM_PACE
    if pace < low:
        said = "Slower than most people speak in an interview; fine when you are thinking."
    elif pace > high:
        said = "Quick. Listeners follow more easily when you leave a breath between points."
    else:
        said = "Easy to follow."
    return Measure(
        pace,
        "words a minute",
        "Words of your spoken answers, divided by the time in which your voice was there.",
        said,
    )


def _fillers(speech: Speech) -> Measure | NotMeasured:
    if speech.words < ENOUGH_WORDS or speech.speech_ms <= 0:
        return _too_little(speech)
    found = [f for a in speech.answers for f in language.fillers(a["text"], speech.tongue)]
    rate = round(len(found) * 60_000 / speech.speech_ms, 1)
    kinds = ", ".join(f"“{word}”" for word in sorted(set(found)))
    said = f"We heard {kinds}." if found else "None was recognised."
    return Measure(
        rate,
        "a minute",
        "Filler words (um, uh, you know and their kin, listed for each language) in a minute of your speech. A recogniser misses some.",
        said,
    )


def _pauses(speech: Speech) -> Measure | NotMeasured:
    if not speech.voices:
        return NotMeasured("The times of your voice inside the answers were not kept.")
    if speech.words < ENOUGH_WORDS:
        return _too_little(speech)
    gaps = [
        b[0] - a[1]
        for span in speech.spans
        for parts in (within(span, speech.voices),)
        for a, b in pairwise(parts)
        if b[0] - a[1] >= PAUSE_MS
    ]
    longest = (
        f"The longest lasted {max(gaps) / 1000:.1f} seconds."
        if gaps
        else "You spoke without a break."
    )
    return Measure(
        len(gaps),
        "pause" if len(gaps) == 1 else "pauses",
        "Silences of half a second or more inside your answers.",
        longest,
    )


def _latency(speech: Speech) -> Measure | NotMeasured:
    waits = []
    theirs = iter(
        sorted((m for m in speech.messages if m["speaker"] == "interviewer"), key=_started)
    )
    ahead, ended = next(theirs, None), None
    for answer in sorted(speech.answers, key=_started):
        began = answer["started_ms"]
        while ahead is not None and ahead["started_ms"] < began:
            ended = max(ended or 0, ahead["ended_ms"])
            ahead = next(theirs, None)
        if ended is not None and ended <= began:
            waits.append(began - ended)
    if not waits:
        return NotMeasured("No answer began after a question had ended.")
    value = round(median(waits) / 1000, 1)
    return Measure(
        value,
        "seconds",
        "Median time from the interviewer's last word to your first.",
        "Taking a moment before you answer is good; nobody counts it against you.",
    )


def _started(message: Mapping[str, Any]) -> int:
    at: int = message["started_ms"]
    return at


def _talk(speech: Speech) -> Measure | NotMeasured:
    theirs = sum(
        m["ended_ms"] - m["started_ms"] for m in speech.messages if m["speaker"] == "interviewer"
    )
    mine = sum(end - start for start, end in speech.spans)
    if not mine:
        return NotMeasured("You gave no spoken answer.")
    share = round(100 * mine / (mine + theirs))
    return Measure(
        share,
        "% of the talking",
        "Time of your answers, of all time in which somebody spoke.",
        "In an interview the candidate should do most of the talking.",
    )


def _length(speech: Speech) -> Measure | NotMeasured:
    if not speech.answers:
        return NotMeasured("You gave no spoken answer.")
    lengths = [(end - start) / 1000 for start, end in speech.spans]
    value = round(median(lengths))
    return Measure(
        value,
        "seconds",
        "Median length of your spoken answers.",
        f"The shortest took {min(lengths):.0f} and the longest {max(lengths):.0f} seconds.",
    )


def _point(speech: Speech) -> Measure | NotMeasured:
    if folding.base(speech.tongue) != "en":
        return NotMeasured("Deeds and results are only recognised in English.")
    long = [a for a in speech.answers if len(folding.words(a["text"])) >= ENOUGH_WORDS]
    if not long:
        return NotMeasured(f"No spoken answer had {ENOUGH_WORDS} words or more.")
    shares = [_share_to_point(answer["text"]) for answer in long]
    times = [
        share * (answer["ended_ms"] - answer["started_ms"]) / 1000
        for answer, share in zip(long, shares, strict=True)
        if share is not None
    ]
    if not times:
        return NotMeasured("No longer answer named a deed of yours, a result or an amount.")
    told = f"{len(times)} of {len(long)} longer answers came to one."
    return Measure(
        round(median(times)),
        "seconds",
        "Median time until the end of the first sentence that names a deed of yours, a result or an "
        "amount, in spoken answers of twenty words or more; reckoned from the word's place, as if you "
        "spoke evenly.",
        f"{told} Listeners wait for it: say what you did first, then how it came to that.",
    )


def _share_to_point(text: str) -> float | None:
    """How much of an answer's words have been said when its first sentence with substance ends."""
    total = len(folding.words(text))
    for stop in _SENTENCE.finditer(text):
        parts = story_parts(stop[0])
        if parts & {ACTION, RESULT, MEASURABLE_RESULT} or QUANTITY.search(stop[0]):
            return len(folding.words(text[: stop.end()])) / total
    return None


def _story(speech: Speech) -> Measure | NotMeasured:
    answers = [m["text"] for m in speech.messages if m["kind"] == "answer"]
    if sum(len(folding.words(text)) for text in answers) < ENOUGH_WORDS:
        return _too_little(speech)
    if speech.tongue.split("-")[0] != "en":
        return NotMeasured("The parts of a story are only recognised in English.")
    heard = story_parts(" ".join(answers), speech.tongue)
    names = [part.replace("_", " ") for part in PARTS if part in heard]
    missing = [part.replace("_", " ") for part in PARTS if part not in heard]
    said = f"Heard: {', '.join(names)}." if names else "None of them was recognised."
    if missing:
        said += f" Not heard: {', '.join(missing)}."
    return Measure(
        f"{len(names)} of {len(PARTS)}",
        "parts",
        "Parts of a STAR story (situation, task, action, result, a measured result, a trade-off) that cue words show in all your answers together.",
        said,
    )


def _too_little(speech: Speech) -> NotMeasured:
    return NotMeasured(
        f"We heard {speech.words} spoken words; fewer than {ENOUGH_WORDS} support no figure."
    )


OF_WORDS: Final = frozenset({"pace", "fillers", "time_to_the_point", "story_parts"})
"""Measures that are as uncertain as the words."""
_MEASURES: Final[Mapping[str, Callable[[Speech], Measure | NotMeasured]]] = {
    "pace": _pace,
    "fillers": _fillers,
    "pauses": _pauses,
    "response_latency": _latency,
    "talk_ratio": _talk,
    "answer_length": _length,
    "time_to_the_point": _point,
    "story_parts": _story,
}
