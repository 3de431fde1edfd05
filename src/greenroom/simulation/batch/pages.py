"""A batch as static pages: a list of its runs, and a page for each with the words that show each check.

What candidates and interviewers said is text here: it is escaped, and the pages carry no script but
their own and fetch nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from greenroom.simulation.batch.folder import Batch, Result

WORDS: Final = {"passed": "Passed", "failed": "Failed", "invalid": "Invalid", "broken": "Broken"}

_environment = Environment(
    loader=PackageLoader("greenroom.simulation.batch"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a message that the same checks quote; `checks` is empty for the rest."""

    text: str
    checks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    index: int
    speaker: str
    kind: str
    stage: str
    at: str
    pieces: tuple[Piece, ...]
    interrupted: bool


def index(batch: Batch, results: Sequence[Result]) -> str:
    """The list of all runs."""
    titles = {case.id: case.title for case in batch.cases}
    rows = [_row(result, titles) for result in results]
    counts = {status: sum(r["status"] == status for r in results) for status in WORDS}
    return _environment.get_template("index.html").render(
        batch=batch,
        rows=rows,
        counts=counts,
        words=WORDS,
        missing=len(batch.wanted()) - len(results),
        plans=sorted({case.plan for case in batch.cases if case.plan}),
    )


def run(batch: Batch, result: Result) -> str:
    """The page of one run."""
    case = next(case for case in batch.cases if case.id == result["scenario"])
    checks = [
        {**check, "number": number, "said": _verdict(check["passed"])}
        for number, check in enumerate(result["checks"], 1)
    ]
    return _environment.get_template("run.html").render(
        batch=batch,
        case=case,
        result=result,
        word=WORDS[result["status"]],
        checks=sorted(checks, key=lambda c: (c["passed"] is not False, c["passed"] is None)),
        lapses=(result["validity"] or {}).get("lapses", []),
        coverage=result["coverage"],
        end=(result["record"] or {}).get("end_reason"),
        length=_clock((result["record"] or {}).get("ended_ms")),
        decided=_decision(result["record"]),
        push_line=(result["record"] or {}).get("notification"),
        turns=list(_turns(result)),
    )


def name(result: Result) -> str:
    """Of the file of a run's page."""
    return f"{result['scenario']}-{result['run']}.html"


def _row(result: Result, titles: Mapping[str, str]) -> dict[str, Any]:
    record = result["record"] or {}
    failed = [check for check in result["checks"] if check["passed"] is False]
    covered = result["coverage"] or {}
    return {
        "page": f"runs/{name(result)}",
        "scenario": result["scenario"],
        "title": titles[result["scenario"]],
        "run": result["run"],
        "status": result["status"],
        "word": WORDS[result["status"]],
        "end": record.get("end_reason") or "",
        "length": _clock(record.get("ended_ms")),
        "told": f"{covered['told']} of {covered['can_be_had']}" if covered else "",
        "why": result["error"] or ", ".join(check["id"] for check in failed),
    }


def _verdict(passed: bool | None) -> str:
    return {True: "Holds", False: "Does not hold", None: "Not judged"}[passed]


def _decision(record: Mapping[str, Any] | None) -> str | None:
    """Of an interview between agents; None: it was none."""
    if record is None or "decision" not in record:
        return None
    return "undecided" if record["undecided"] else record["decision"] or "not judged"


def _turns(result: Result) -> Iterator[TranscriptLine]:
    record = result["record"]
    if record is None:
        return
    quotes = [
        (quote, number)
        for number, check in enumerate(result["checks"], 1)
        for quote in check["quotes"]
    ]
    for message in _messages(record):
        mine = [(q, number) for q, number in quotes if q["message"] == message["index"]]
        yield TranscriptLine(
            message["index"],
            message["speaker"],
            message["kind"],
            message["stage"],
            _clock(message["started_ms"]),
            tuple(_pieces(message["text"], mine)),
            message["interrupted"],
        )


def _messages(record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Those of an interview; those of a circle in the same form."""
    if "messages" in record:
        yield from record["messages"]
        return
    for number, said in enumerate(record["transcript"]):
        yield {
            "index": number,
            "speaker": said["speaker"],
            "kind": "message",
            "stage": "",
            "text": said["message"],
            "started_ms": None,
            "interrupted": False,
        }


def _pieces(text: str, quotes: Sequence[tuple[Mapping[str, Any], int]]) -> Iterator[Piece]:
    """The text cut wherever a quote begins or ends. A quote of the whole message marks the turn, not
    each word of it."""
    partial = [(q, n) for q, n in quotes if (q["start"], q["end"]) != (0, len(text))]
    edges = sorted({0, len(text), *(edge for q, _ in partial for edge in (q["start"], q["end"]))})
    for start, end in pairwise(edges):
        checks = {number for q, number in partial if q["start"] <= start and end <= q["end"]}
        yield Piece(text[start:end], tuple(sorted(checks)))


def _clock(ms: int | None) -> str:
    return "" if ms is None else f"{ms // 60_000}:{ms // 1000 % 60:02}"
