"""The measured part of a report as figures: name, value, picture, one sentence, how it is counted.

A measure that was not taken keeps its place, with the reason instead of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from greenroom.web.reports import charts
from greenroom.web.reports.charts import Record


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
        title=name.replace("_", " ").capitalize(),
        value=None if value is None else f"{_number(value)} {measure.get('unit', '')}".strip(),
        not_scored=measure.get("not_scored") if value is None else None,
        sentence=measure.get("sentence", ""),
        definition=f"{measure.get('definition', '')} {drawn}".strip(),
        picture=draw(record) if draw and value is not None else Markup(),
    )


def _number(value: Any) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def _paces(record: Record) -> list[float]:
    return [
        len(answer["text"].split()) * 60_000 / (answer["ended_ms"] - answer["started_ms"])
        for answer in charts.answers(record)
        if answer["ended_ms"] > answer["started_ms"]
    ]


def _pace(record: Record) -> Markup:
    paces = _paces(record)
    return charts.dots(
        paces, f"Words a minute of each of {len(paces)} answers; the line is their median"
    )


def _length(record: Record) -> Markup:
    seconds = [(a["ended_ms"] - a["started_ms"]) / 1000 for a in charts.answers(record)]
    return charts.bars(seconds, f"Length of each of {len(seconds)} answers, in order")


def _waits(record: Record) -> list[float]:
    """Seconds from the interviewer's last word to the first of each answer that came after it."""
    waits: list[float] = []
    for answer in charts.answers(record):
        before = [
            message["ended_ms"]
            for message in record["messages"]
            if message["speaker"] == "interviewer" and message["started_ms"] < answer["started_ms"]
        ]
        if before and max(before) <= answer["started_ms"]:
            waits.append((answer["started_ms"] - max(before)) / 1000)
    return waits


def _latency(record: Record) -> Markup:
    waits = _waits(record)
    return charts.dots(
        waits, f"Seconds before each of {len(waits)} answers; the line is their median"
    )


def _shares(record: Record) -> Markup:
    def total(speaker: str) -> int:
        return sum(
            m["ended_ms"] - m["started_ms"] for m in record["messages"] if m["speaker"] == speaker
        )

    mine, theirs = total("candidate"), total("interviewer")
    return charts.split(
        mine, theirs, "Your share of the speaking time, dark, of both sides' together"
    )


_PICTURES: Final[Mapping[str, Callable[[Record], Markup]]] = {
    "pace": _pace,
    "answer_length": _length,
    "response_latency": _latency,
    "talk_ratio": _shares,
}
"""A measure without a picture is shown without one."""

_DRAWN: Final[Mapping[str, str]] = {
    "pace": "Each dot is one answer with its pauses, so the dots lie lower than the figure.",
}
"""How a picture differs from the figure above it: an answer's own voice times are not in the record."""
