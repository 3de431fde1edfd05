"""An interview record arranged for reading: transcript by part, moves with their reason, headline.

Pure functions. Every sentence says only what the record says; what it does not hold is not guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

from greenroom.app.reports.stage_spans import stage_spans
from greenroom.app.reports.wording import ENDED, NOTHING_HEARD, is_doubted, left, remark
from greenroom.assessment.answers import talked_over
from greenroom.assessment.sentence import Sentence, Spelled, joined
from greenroom.interview.causes import EndReason, Refusal
from greenroom.interview.full_record import INCIDENT
from greenroom.web.reports.charts import Record, answers, clock, length_ms

ENOUGH_WORDS = 20
"""Under so many answered words a report would be made up; the page says so instead."""

_FULL = Sentence("The record of the interview is full. Everything up to that point is kept.")
_REFUSED = {
    Refusal.STALE_TURN: Sentence("it was about an earlier answer"),
    Refusal.MINIMUM_QUESTIONS: Sentence("too few questions had been asked"),
    Refusal.MINIMUM_TIME: Sentence("too little time had passed"),
    Refusal.STAGE_IS_OVER: Sentence("that part was already over"),
    Refusal.MUST_MOVE_ON: Sentence("the time for that part was used up"),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a message's words."""

    start: int
    """In characters of the message."""
    text: str
    quoted: bool = False
    begins: bool = False
    """A quote begins here: links to its words lead to this place."""


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line of the transcript."""

    index: int
    at_ms: int
    by: Literal["interviewer", "candidate", "event"]
    text: str
    remark: str = ""
    pieces: tuple[Piece, ...] = ()
    """The text, cut where quotes begin and end."""
    corrected: bool = False
    """The words are the candidate's own: others had been heard."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stage and what was said in it."""

    title: str
    turns: tuple[TranscriptLine, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """When a part began, and why it was left."""

    at_ms: int
    title: str
    why: str
    forced: bool
    length_ms: int


@dataclass(frozen=True, slots=True)
class Headline:
    """The first two sentences of a report."""

    title: str
    lede: str
    enough: bool


def transcript(
    record: Record, titles: Mapping[str, str], quotes: Iterable[Mapping[str, Any]] = ()
) -> tuple[Part, ...]:
    """Messages in order, in runs of one stage. An answer given while a stage changes stays in its own."""
    spans: dict[int, set[tuple[int, int]]] = {}
    for quote in quotes:
        spans.setdefault(quote["message"], set()).add((quote["start"], quote["end"]))
    runs: list[tuple[str, list[TranscriptLine]]] = []
    ours = {message["index"] for message in talked_over(record["messages"])}
    for message in record["messages"]:
        if not runs or runs[-1][0] != message["stage"]:
            runs.append((message["stage"], []))
        turn = _turn(message, ours=message["index"] in ours)
        marked = spans.get(turn.index, set()) if turn.by == "candidate" else set()
        runs[-1][1].append(replace(turn, pieces=_pieces(turn.text, marked)))
    return tuple(Part(titles.get(stage, stage), tuple(turns)) for stage, turns in runs)


def _pieces(text: str, spans: Collection[tuple[int, int]]) -> tuple[Piece, ...]:
    """Quotes may overlap: the text is cut at every beginning and end."""
    cuts = sorted({0, len(text), *(at for span in spans for at in span)})
    begins = {start for start, _ in spans}
    return tuple(
        Piece(a, text[a:b], any(start <= a < end for start, end in spans), a in begins)
        for a, b in pairwise(cuts)
    )


def _turn(message: Mapping[str, Any], *, ours: bool) -> TranscriptLine:
    index, at_ms, text = message["index"], message["started_ms"], message["text"]
    told = remark(message, ours=ours)
    if message["speaker"] == "interviewer":
        return TranscriptLine(index, at_ms, "interviewer", text, told)
    if message["kind"] == "ack":
        words = Sentence("“{text}” while the interviewer spoke.", text=text)
        if is_doubted(message):
            words = Sentence("A murmur, perhaps “{text}”, while the interviewer spoke.", text=text)
        return TranscriptLine(index, at_ms, "event", joined(words, told))
    if told == NOTHING_HEARD:
        return TranscriptLine(index, at_ms, "event", told)
    return TranscriptLine(
        index, at_ms, "candidate", text, told, corrected=bool(message.get("heard"))
    )


def moves(record: Record, titles: Mapping[str, str]) -> tuple[Move, ...]:
    """The stages in order, then the end. An unfinished interview has no end yet."""
    total = length_ms(record)
    steps = [
        Move(
            began,
            titles.get(stage["id"], stage["id"]),
            left(stage),
            stage["forced"],
            end - began,
        )
        for stage, (began, end) in zip(record["stages"], stage_spans(record, total), strict=True)
    ]
    if record["end_reason"]:
        reason = EndReason(record["end_reason"])
        full = any(incident["kind"] == INCIDENT for incident in record["incidents"])
        why = _FULL if full else ENDED[reason]
        steps.append(Move(record["ended_ms"], Sentence("End"), why, reason is EndReason.TIME, 0))
    return tuple(steps)


def refusals(record: Record) -> tuple[Sentence, ...]:
    """Moves that were proposed and not followed, one sentence each."""
    return tuple(
        Sentence(
            "At {at} a move on was proposed and refused: {why}.",
            at=clock(move["at_ms"]),
            why=_reason(move["cause"]),
        )
        for move in record["transitions"]
        if move["refused"]
    )


def _reason(cause: str) -> str:
    try:
        return _REFUSED[Refusal(cause)]
    except (KeyError, ValueError):
        return cause.replace("_", " ")


def spoken_ms(record: Record, speaker: str) -> int:
    """How long one side spoke, acknowledgements left out."""
    return sum(
        m["ended_ms"] - m["started_ms"]
        for m in record["messages"]
        if m["speaker"] == speaker and m["kind"] != "ack"
    )


def headline(record: Record, card: Mapping[str, Any] | None = None) -> Headline:
    """What happened, in two sentences that are counted; `card` is the report's `scorecard`."""
    given = answers(record)
    words = sum(len(answer.text.split()) for answer in given)
    if words < ENOUGH_WORDS:
        return Headline(
            Sentence("Too little was heard to say anything about it."),
            Sentence(
                "We heard {words} of answers; a report needs at least {enough}. There is no score, because "
                "any number would be made up.",
                words=_words(words),
                enough=ENOUGH_WORDS,
            ),
            enough=False,
        )
    return Headline(
        Sentence(
            "{answers} and {words} in {length}.",
            answers=Sentence(
                "{many} answer",
                "{many} answers",
                n=len(given),
                many=_number(len(given), capital=True),
            ),
            words=_words(words),
            length=_duration(length_ms(record)),
        ),
        Sentence(
            "Not scored: no model has judged it. What follows was counted from the words and their times."
        )
        if card is None
        else _levels(card["criteria"]),
        enough=True,
    )


def _levels(criteria: Sequence[Mapping[str, Any]]) -> Sentence:
    found = sum("score" in entry for entry in criteria)
    on = Sentence(
        "{many} criterion", "{many} criteria", n=len(criteria), many=_number(len(criteria))
    )
    if not found:
        return Sentence(
            "No levels on {criteria}, and the reasons why. There is no total.", criteria=on
        )
    return Sentence(
        "{many} level on {criteria}, each beside your own words. There is no total.",
        "{many} levels on {criteria}, each beside your own words. There is no total.",
        n=found,
        many=_number(found, capital=True),
        criteria=on,
    )


_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_UNBROKEN = "\u00a0"
"""A space at which no line ends."""


def _number(number: int, *, capital: bool = False) -> Spelled:
    word = _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}".replace(",", _UNBROKEN)
    return Spelled(number, word.capitalize() if capital else word)


def _words(number: int) -> Sentence:
    return Sentence("{many} word", "{many} words", n=number, many=_number(number))


def _duration(ms: int) -> str:
    """`1 min 32 s`: whole seconds, rounded down as everywhere on the page. No line ends before a unit."""
    minutes, seconds = divmod(ms // 1000, 60)
    parts = [f"{minutes}{_UNBROKEN}min"] if minutes else []
    return " ".join([*parts, f"{seconds}{_UNBROKEN}s"])
