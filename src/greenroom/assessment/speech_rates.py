"""How fast the candidate spoke, and how many fillers there were: rates, each beside a band and its source."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from greenroom.assessment.measure import ENOUGH_WORDS, Measure, NotMeasured, too_little
from greenroom.assessment.polite import without_polite
from greenroom.assessment.sentence import Sentence, joined
from greenroom.assessment.speech import Speech
from greenroom_turns import folding, language


class Band(NamedTuple):
    """Values that need no remark."""

    low: int
    high: int
    source: str


SPEECH_BAND: Final = Band(
    110,
    190,
    Sentence(
        "We chose the range. For comparison: with pauses, Tauroza and Allison (1990) counted 140 words a minute in lectures and 190 in interviews."
    ),
)
ARTICULATION_BAND: Final = Band(
    125,
    215,
    Sentence(
        "The range is that of the pace with pauses times 1.14, to the nearest five: Amir (2016) measured 154 words a minute with "
        "pauses and 176 without them, in radio interviews."
    ),
)
ACCEPTED_FILLERS: Final = 5
MANY_FILLERS: Final = 12
FILLERS: Final = Sentence(
    "Filler words (um, uh, you know and similar words, listed for each language) in a minute of your turns, pauses included. A recogniser misses some."
)
FILLERS_ELSEWHERE: Final = Sentence(
    "Filler words that are listed for this language, or for English where it has no list, in a minute of your "
    "turns, pauses included. A recogniser misses some."
)
FILLERS_SOURCE: Final = Sentence(
    "Listeners in Laske and DiGennaro Reed (2024) did not mind five a minute, and minded twelve."
)
"""Speeches with 0, 2, 5 and 12 filler sounds or words a minute."""
_CORRECTS: Final = re.compile(
    r"(?:\A|(?<=[.!?]\s))\s*actually\b(?=[^.!?]*(?:\bnot\b|n['’]t\b|\bname\b|\bcall me\b))", re.I
)
"""A word that opens a correction: "Actually, my name is Ffion, not Fiona." It is no filler there."""


def speech_rate(speech: Speech) -> Measure | NotMeasured:
    if speech.words < ENOUGH_WORDS or speech.turns_ms <= 0:
        return too_little(speech)
    return Measure(
        round(speech.words * 60_000 / speech.turns_ms),
        Sentence("words a minute"),
        joined(
            Sentence(
                "Words of your spoken answers, divided by the time from the first to the last sound of each "
                "turn: your pauses are in it (speech rate)."
            ),
            _source(SPEECH_BAND.source, speech),
        ),
        _compared(speech.words * 60_000 / speech.turns_ms, SPEECH_BAND, speech, _SPEECH),
    )


def articulation_rate(speech: Speech) -> Measure | NotMeasured:
    if not speech.voices:
        return NotMeasured(Sentence("The times of your voice inside the answers were not kept."))
    if speech.words < ENOUGH_WORDS or speech.speech_ms <= 0:
        return too_little(speech)
    return Measure(
        round(speech.words * 60_000 / speech.speech_ms),
        Sentence("words a minute"),
        joined(
            Sentence(
                "Words of your spoken answers, divided by the same time without its pauses of half a second "
                "or more (articulation rate). It is never below the pace with pauses."
            ),
            _source(ARTICULATION_BAND.source, speech),
        ),
        _compared(
            speech.words * 60_000 / speech.speech_ms, ARTICULATION_BAND, speech, _ARTICULATION
        ),
    )


class _Said(NamedTuple):
    below: str
    within: str
    above: str


_SPEECH: Final = _Said(
    Sentence("Fewer or shorter pauses would raise it; time to think is no fault."),
    Sentence("Lectures that were measured had about 140, and interviews about 190."),
    Sentence("A pause between two points would bring it down."),
)
_ARTICULATION: Final = _Said(
    Sentence("The words themselves come slowly; pauses are not in this figure."),
    Sentence("No study that we know gives a range for it."),
    Sentence("The words themselves come quickly; pauses are not in this figure."),
)


def _compared(rate: float, band: Band, speech: Speech, said: _Said) -> str:
    """Where the rate lies. A band of English says nothing of words in another language."""
    if not folding.is_english(speech.language):
        return Sentence(
            "Words differ in length from language to language; we have a range only for English."
        )
    ends = {"low": band.low, "high": band.high}
    if round(rate) < band.low:
        return joined(
            Sentence("Below our range of {low} to {high} words a minute.", **ends), said.below
        )
    if round(rate) > band.high:
        return joined(
            Sentence("Above our range of {low} to {high} words a minute.", **ends), said.above
        )
    return joined(
        Sentence("Within our range of {low} to {high} words a minute.", **ends), said.within
    )


def fillers(speech: Speech) -> Measure | NotMeasured:
    if speech.words < ENOUGH_WORDS or speech.turns_ms <= 0:
        return too_little(speech)
    said_on = (answer["text"] for answer in speech.answers)
    texts = map(_without_openings, said_on) if folding.is_english(speech.language) else said_on
    found = [f for text in texts for f in language.fillers(text, speech.language)]
    rate = round(len(found) * 60_000 / speech.turns_ms, 1)
    words = (Sentence("“{quote}”", quote=word) for word in sorted(set(found)))
    kinds = joined(*words, by=", ")
    said = Sentence("We found none.")
    if found:
        said = Sentence("We heard {count}: {kinds}.", count=len(found), kinds=kinds)
    return Measure(
        rate,
        Sentence("a minute"),
        joined(
            FILLERS if folding.is_english(speech.language) else FILLERS_ELSEWHERE,
            _source(FILLERS_SOURCE, speech),
        ),
        joined(said, _noticed(rate, speech)),
    )


def _without_openings(text: str) -> str:
    return _CORRECTS.sub("", without_polite(text))


def _source(source: str, speech: Speech) -> str:
    """Studies of English say nothing of other languages."""
    return source if folding.is_english(speech.language) else ""


def _noticed(rate: float, speech: Speech) -> Sentence:
    if not folding.is_english(speech.language):
        return Sentence("Only for English do we know how many bother listeners.")
    ends = {"few": ACCEPTED_FILLERS, "many": MANY_FILLERS}
    if rate <= ACCEPTED_FILLERS:
        return Sentence("Up to {few} a minute did not bother listeners.", **ends)
    if rate < MANY_FILLERS:
        return Sentence(
            "Up to {few} a minute did not bother listeners, {many} did; between them it is not known.",
            **ends,
        )
    return Sentence(
        "{many} a minute made speakers seem less effective. A silent pause does not.", **ends
    )
