"""Our row on a public bench, from a folder of its audio.

    python -m benchmarks.turns --set turnbench FOLDER
    python -m benchmarks.turns --set eot-bench FOLDER
    python -m benchmarks.turns --set full-duplex-bench FOLDER

`--predictions FILE` writes TurnBench's own format, for its own scorer. What each bench prints: recall of
interruptions and of ends, how many backchannels and pauses were taken for one, how late; and one penalty
time, in which what was missed counts as the longest time that the bench waits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.table import quantile
from benchmarks.turns import folders
from benchmarks.turns.folders import Item
from benchmarks.turns.recordings import Heard, Span, ends
from benchmarks.turns.scores import Share
from benchmarks.turns.voices import RATE

FOLDERS: Final[Mapping[str, Callable[[Path], Iterator[Item]]]] = {
    "turnbench": folders.turnbench,
    "eot-bench": folders.eot_bench,
    "full-duplex-bench": folders.full_duplex_bench,
}
EARLY_S: Final = 0.25
"""So long before an event it may be told: annotators agree no better."""
LATE_S: Final = 3.0
"""So long after it it counts as missed; the penalty for that."""
BUDGET: Final = 0.10
"""Of false positives, under which a recall is compared."""


@dataclass(frozen=True, slots=True)
class Task:
    """Events that were told, and what was told where there was none."""

    found: Share
    false: Share
    late_s: tuple[float, ...]

    @property
    def penalty_s(self) -> float:
        """The mean time after an event, one that was missed counted as the longest."""
        missed = self.found.count - self.found.hits
        return (sum(self.late_s) + LATE_S * missed) / max(1, self.found.count)


def scored(
    told: Sequence[float], at: Sequence[float], spans: Sequence[Span], masked: Sequence[Span]
) -> Task:
    """Each event takes the first thing told in its window that no other took; a span in which something is
    told that no event may take is one false positive."""
    free = [one for one in sorted(told) if not any(a <= one <= b for a, b in masked)]
    late, windows = [], []
    ordered = sorted(at)
    for event, following in zip(ordered, [*ordered[1:], float("inf")], strict=False):
        windows.append((event - EARLY_S, min(event + LATE_S, following)))
        taken = next((one for one in free if windows[-1][0] <= one <= windows[-1][1]), None)
        if taken is not None:
            free.remove(taken)
            late.append(taken - event)
    free = [one for one in free if not any(a <= one <= b for a, b in windows)]
    false = sum(any(a - EARLY_S <= one <= b for one in free) for a, b in spans)
    return Task(Share(len(late), len(at)), Share(false, len(spans)), tuple(late))


def together(tasks: Iterable[Task]) -> Task:
    every = list(tasks)
    return Task(
        Share(sum(one.found.hits for one in every), sum(one.found.count for one in every)),
        Share(sum(one.false.hits for one in every), sum(one.false.count for one in every)),
        tuple(late for one in every for late in one.late_s),
    )


def table(results: Sequence[tuple[Item, Heard]]) -> str:
    stops = together(
        scored(told.stops, one.stop_at, one.no_stop, one.masked_stop) for one, told in results
    )
    over = together(
        scored(ends(told.words), one.end_at, one.no_end, one.masked_end) for one, told in results
    )
    head = "| | recall | false positives | within 10 % | late p50 / p90 | penalty time |"
    rows = [head, "|---" * 6 + "|"]
    for name, task in (("interruptions", stops), ("ends of turns", over)):
        if task.found.count or task.false.count:
            rows.append(f"| {name} | {' | '.join(_cells(task))} |")
    return "\n".join(rows)


def _cells(task: Task) -> Iterator[str]:
    yield str(task.found) if task.found.count else "–"
    yield str(task.false) if task.false.count else "–"
    within = task.false.hits <= BUDGET * task.false.count
    yield ("yes" if within else "no") if task.false.count else "–"
    middle = [1000 * quantile(task.late_s, share) for share in (0.5, 0.9)] if task.late_s else []
    yield " / ".join(f"{one:.0f}" for one in middle) + " ms" if middle else "–"
    yield f"{1000 * task.penalty_s:.0f} ms" if task.found.count else "–"


def predictions(results: Sequence[tuple[Item, Heard]]) -> str:
    """TurnBench's submission: each conversation with the times of both speakers."""
    found: dict[str, dict[str, Any]] = {}
    for one, told in results:
        conversation, _, speaker = one.name.partition("/")
        entry = found.setdefault(conversation, {"conversation_id": conversation})
        last = len(one.samples) / RATE
        entry[f"speaker_{speaker}"] = {
            "eot": _rising(ends(told.words), last),
            "interruption": _rising(told.stops, last),
        }
    return json.dumps({"schema_version": 1, "predictions": list(found.values())}, indent=1)


def _rising(times: Sequence[float], last: float) -> list[float]:
    return sorted({round(one, 3) for one in times if 0 <= one <= last})
