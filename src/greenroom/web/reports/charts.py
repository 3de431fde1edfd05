"""Pictures of one interview as SVG, from its record alone.

Nothing here is estimated: every bar, dot and tick is a message's or a stage's own times. Colours come
from classes in `static/greenroom.css`; there is no `style` attribute, so a strict
Content-Security-Policy holds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from greenroom.assessment.answers import Answer, counted
from greenroom.assessment.answers import answers as given
from greenroom.assessment.hard_parts import without_hard
from greenroom.assessment.sentence import Sentence
from greenroom.web.languages import told
from greenroom.web.titles import is_titled, titled

Record = Mapping[str, Any]
"""The interview record; times in milliseconds since its start."""

_WIDTH = 1000
_CHART = 300
_EMPTY = Markup()
_UNNAMED = Markup('aria-hidden="true"')


def clock(ms: int) -> str:
    """`m:ss`, or `h:mm:ss` from one hour on; rounded down like the clock in the room."""
    seconds = max(0, ms) // 1000
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def length_ms(record: Record) -> int:
    """The interview's length; of an unfinished one, up to the last thing that was said."""
    ends = [message["ended_ms"] for message in record["messages"]]
    longest: int = max([record["ended_ms"] or 0, *ends, 1])
    return longest


def answers(record: Record) -> tuple[Answer, ...]:
    """The candidate's answers that have words, as the candidate would count them."""
    return counted(given(without_hard(record["messages"])), record.get("language", "en"))


def tape(record: Record, height: int = 60) -> Markup:
    """The interview along time: interviewer above the line, candidate below, incidents in amber.

    Typed answers have no length; they are the thinnest of marks. A small one stands beside the same in
    words, and has no name of its own.
    """
    total = length_ms(record)
    half = height / 2 - 1
    blocks = [
        _block(message, total, half)
        for message in record["messages"]
        if message["kind"] != "ack" and message["text"].strip()
    ]
    ticks = [
        Markup('<rect x="{:.1f}" y="0" width="3" height="{}" class="c-warn"/>').format(
            _WIDTH * incident["at_ms"] / total, height
        )
        for incident in record["incidents"]
    ]
    turns = sum(1 for m in record["messages"] if m["speaker"] == "candidate" and m["kind"] != "ack")
    label = Sentence(
        "The interview along time: the interviewer above the line, you below it. You spoke once.",
        "The interview along time: the interviewer above the line, you below it. You spoke {n} times.",
        n=turns,
    )
    named = Markup('role="img" aria-label="{}"').format(told(label))
    return Markup(
        '<svg class="{}" viewBox="0 0 {} {}" preserveAspectRatio="none" {}>{}</svg>'
    ).format(
        "tape" if height > 30 else "mini",
        _WIDTH,
        height,
        named if height > 30 else _UNNAMED,
        _EMPTY.join([*blocks, *ticks]),
    )


def _block(message: Mapping[str, Any], total: int, half: float) -> Markup:
    above = message["speaker"] == "interviewer"
    left = _WIDTH * message["started_ms"] / total
    width = max(2.0, _WIDTH * (message["ended_ms"] - message["started_ms"]) / total)
    return Markup('<rect x="{:.1f}" y="{}" width="{:.1f}" height="{}" class="{}"/>').format(
        left, 0 if above else half + 2, width, half, "c-ink" if above else "c-go"
    )


def timeline(record: Record, titles: Mapping[str, str]) -> Markup:
    """One bar a stage along the same time, with a tick for each question asked in it."""
    total = length_ms(record)
    rows = [
        _row(index, stage, record, total, titles.get(stage["id"], stage["id"]))
        for index, stage in enumerate(record["stages"])
    ]
    height = 34 * len(rows)
    parts = "; ".join(
        f"{titled(titles.get(s['id'], s['id']))} {clock((s['left_ms'] or total) - s['entered_ms'])}"
        for s in record["stages"]
    )
    label = Sentence("How long each part took: {parts}", parts=parts)
    return Markup(
        '<svg class="timeline" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(_CHART * 2, height, told(label), _EMPTY.join(rows))


def _row(index: int, stage: Mapping[str, Any], record: Record, total: int, title: str) -> Markup:
    scale = (_CHART * 2 - 4) / total
    left = 2 + stage["entered_ms"] * scale
    width = max(2.0, ((stage["left_ms"] or total) - stage["entered_ms"]) * scale)
    top = 34 * index
    asked = [
        Markup('<line x1="{0:.1f}" x2="{0:.1f}" y1="{1}" y2="{2}" class="l-wall"/>').format(
            2 + message["started_ms"] * scale, top + 18, top + 28
        )
        for message in record["messages"]
        if message["stage"] == stage["id"]
        and message["question_id"]
        and message["speaker"] == "interviewer"
    ]
    ahead = left < _CHART
    words = Markup('<text x="{:.1f}" y="{}" text-anchor="{}"{}>{}</text>').format(
        left if ahead else left + width,
        top + 13,
        "start" if ahead else "end",
        _EMPTY if is_titled(title) else Markup(' translate="no"'),
        _short(titled(title)),
    )
    bar = Markup(
        '<rect x="{:.1f}" y="{}" width="{:.1f}" height="10" rx="1" class="c-ink"/>'
    ).format(left, top + 18, width)
    return words + bar + _EMPTY.join(asked)


def _short(title: str) -> str:
    return title if len(title) <= 36 else f"{title[:35]}…"


class Scale(NamedTuple):
    """An axis: round numbers around the values, and little else."""

    low: float
    high: float
    step: float

    @property
    def marks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [round(self.low + n * self.step, 6) for n in range(count + 1)]

    def part(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


MOST_STEPS: Final = 4
_ROUND: Final = (1, 2, 2.5, 5)


def scale(values: Sequence[float], *, from_zero: bool) -> Scale:
    """The finest axis of at most `MOST_STEPS` round steps that holds all values."""
    low, high = (0.0 if from_zero else min(values)), max(values)
    if high <= 0:
        return Scale(0.0, 1.0, 1.0)
    if high - low < high / 5:  # values that are nearly the same lie in the middle
        middle = (low + high) / 2
        low, high = middle - high / 10, middle + high / 10
    size = 10.0 ** math.floor(math.log10(high - low) - 1)
    while True:
        for factor in _ROUND:
            step = factor * size
            first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
            last = max(last, first + 1)
            if last - first <= MOST_STEPS:
                return Scale(first * step, last * step, step)
        size *= 10


def bars(values: Sequence[float], label: str) -> Markup:
    """One bar for each answer, in order, from zero to a round number that fits the longest."""
    if not values:
        return _EMPTY
    axis, step = scale(values, from_zero=True), (_CHART - _LEFT) / len(values)
    shapes = [
        Markup(
            '<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="1" class="c-ink"/>'
        ).format(
            _LEFT + index * step,
            _BASE - max(1.0, _TALL * axis.part(value)),
            max(1.0, min(step - 3, 40)),
            max(1.0, _TALL * axis.part(value)),
        )
        for index, value in enumerate(values)
    ]
    lines = [
        Markup(
            '<line x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}" class="l-edge"/>'
            '<text x="{3}" y="{4:.1f}" text-anchor="end">{5:g}</text>'
        ).format(_LEFT, _CHART, y, _LEFT - 4, y + 4, mark)
        for mark, y in ((mark, _BASE - _TALL * axis.part(mark)) for mark in (0.0, axis.high))
    ]
    return _figure(label, [*shapes, *lines])


_LEFT, _BASE, _TALL = 34, 54, 46


def dots(values: Sequence[float], label: str, band: tuple[float, float] | None = None) -> Markup:
    """One dot for each answer on an axis around them, a line at their median, and the band that they
    are compared with, as far as it reaches into the picture."""
    if not values:
        return _EMPTY
    axis = scale([*values, *(band or ())], from_zero=min(values) < max(values) / 3)
    shapes = []
    if band is not None:
        begin, end = (_along(edge, axis) for edge in band)
        shapes.append(
            Markup('<rect x="{:.1f}" y="8" width="{:.1f}" height="30" class="c-band"/>').format(
                begin, end - begin
            )
        )
    shapes += [
        Markup('<circle cx="{:.1f}" cy="22" r="5" class="c-ink" fill-opacity=".55"/>').format(
            _along(value, axis)
        )
        for value in values
    ]
    middle = _along(_median(values), axis)
    shapes.append(
        Markup(
            '<line x1="{0:.1f}" x2="{0:.1f}" y1="4" y2="40" class="l-ink" stroke-width="2.5"/>'
        ).format(middle)
    )
    return _figure(label, [*shapes, *_axis(axis)])


def split(mine: float, theirs: float, label: str) -> Markup:
    """Two shares of one whole: the candidate's in ink, the interviewer's as a quiet band."""
    whole = mine + theirs
    if whole <= 0:
        return _EMPTY
    width = _CHART * mine / whole
    return _figure(
        label,
        [
            Markup('<rect x="0" y="14" width="{}" height="22" class="c-band"/>').format(_CHART),
            Markup('<rect x="0" y="14" width="{:.1f}" height="22" class="c-ink"/>').format(width),
        ],
    )


def _figure(label: str, shapes: Iterable[Markup]) -> Markup:
    return Markup('<svg viewBox="0 0 {} 62" role="img" aria-label="{}">{}</svg>').format(
        _CHART, label, _EMPTY.join(shapes)
    )


def _axis(axis: Scale) -> list[Markup]:
    line = Markup('<line x1="6" x2="294" y1="40" y2="40" class="l-edge"/>')
    last = len(axis.marks) - 1
    marks = [
        Markup(
            '<line x1="{0:.1f}" x2="{0:.1f}" y1="40" y2="44" class="l-edge"/>'
            '<text x="{0:.1f}" y="59" text-anchor="{1}">{2:g}</text>'
        ).format(
            _along(mark, axis), "start" if at == 0 else "end" if at == last else "middle", mark
        )
        for at, mark in enumerate(axis.marks)
    ]
    return [line, *marks]


def _along(value: float, axis: Scale) -> float:
    return 6 + (_CHART - 12) * axis.part(value)


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
