"""The measured part of a report as figures: name, value, picture, one sentence, how it is counted.

A measure that was not taken keeps its place, with the reason instead of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from greenroom.app.reports.wording import MEASURES
from greenroom.assessment.answers import AnswerTurn
from greenroom.assessment.hard_parts import without_hard
from greenroom.assessment.sentence import Sentence
from greenroom.assessment.silences import waits
from greenroom.assessment.speech import Speech, their_talk
from greenroom.assessment.speech_rates import SPEECH_BAND
from greenroom.web.languages import told
from greenroom.web.reports import charts
from greenroom.web.reports.charts import Record
from greenroom_turns import folding

FEWEST: Final = 5
"""Words of a turn that has a pace: two words in half a second are no 240 a minute."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measure, ready to be shown. Either `value` or `not_scored` is set."""

    title: str
    value: str | None
    not_scored: str | None
    sentence: str
    definition: str
    picture: Markup


def figures(record: Record, measures: Mapping[str, Mapping[str, Any]]) -> tuple[Figure, ...]:
    """`measures` maps a name to `{value, unit, definition, sentence}` or `{not_scored: reason}`."""
    return tuple(_figure(name, measure, record) for name, measure in measures.items())


def _figure(name: str, measure: Mapping[str, Any], record: Record) -> Figure:
    value = measure.get("value")
    draw = _PICTURES.get(name)
    drawn = "" if value is None else _DRAWN.get(name, "")
    return Figure(
        title=told(title_of(name)),
        value=None
        if value is None
        else f"{_number(value)} {told(measure.get('unit', ''))}".strip(),
        not_scored=told(measure["not_scored"]) if value is None else None,
        sentence=told(measure.get("sentence", "")),
        definition=f"{told(measure.get('definition', ''))} {told(drawn)}".strip(),
        picture=draw(record) if draw and value is not None else Markup(),
    )


def title_of(name: str) -> str:
    """A measure's name, for people."""
    return MEASURES.get(name) or name.replace("_", " ").capitalize()


def _number(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return told(value) if isinstance(value, Sentence) else str(value)


def _turns(record: Record) -> list[AnswerTurn]:
    return [turn for answer in charts.answers(record) for turn in answer.spoken]


def _pace(record: Record) -> Markup:
    paces = [
        len(folding.words(turn.text)) * 60_000 / (turn.span[1] - turn.span[0])
        for turn in _turns(record)
        if len(folding.words(turn.text)) >= FEWEST
    ]
    return charts.dots(
        paces,
        told(
            Sentence(
                "Words a minute of each of {count} turns, pauses included; the line is the middle one, the range "
                "is {low} to {high}",
                count=len(paces),
                low=SPEECH_BAND.low,
                high=SPEECH_BAND.high,
            )
        ),
        (SPEECH_BAND.low, SPEECH_BAND.high),
    )


def _length(record: Record) -> Markup:
    seconds = [a.spoken_ms / 1000 for a in charts.answers(record) if a.spoken]
    return charts.bars(
        seconds, told(Sentence("Seconds of each of {count} answers, in order", count=len(seconds)))
    )


def _latency(record: Record) -> Markup:
    messages = without_hard(record["messages"])
    found, _ = waits(Speech(messages, (), record.get("language", "en")))
    return charts.dots(
        [wait / 1000 for wait in found],
        told(
            Sentence(
                "Seconds before each of {count} answers; the line is the middle one",
                count=len(found),
            )
        ),
    )


def _shares(record: Record) -> Markup:
    mine = sum(answer.spoken_ms for answer in charts.answers(record))
    return charts.split(
        mine,
        their_talk(record["messages"]),
        told(Sentence("Your share of the speaking time, dark, of both sides' together")),
    )


_PICTURES: Final[Mapping[str, Callable[[Record], Markup]]] = {
    "speech_rate": _pace,
    "answer_length": _length,
    "response_latency": _latency,
    "talk_ratio": _shares,
}
"""A measure without a picture is shown without one."""

_DRAWN: Final[Mapping[str, str]] = {
    "speech_rate": Sentence("Each dot is a turn of {fewest} words or more.", fewest=FEWEST),
}
"""What a picture shows beside its figure."""
