"""The embedded transport under load: bots on the real web server, real voice activity detection.

python -m benchmarks.embedded [--quick] [--bots 1 10 20] [--local]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from benchmarks.load import Load, load
from benchmarks.parts import spoken_sentence
from benchmarks.table import Row, quantile, tell

COMMAND = "python -m benchmarks.embedded"
STEPS = (10, 20, 30, 40, 50, 60)
LIMIT_S = 1.0
"""p95 of the turn latency that a process may have (DESIGN §8)."""


def most(kind: str, steps: Sequence[int], seconds: float, speech: bytes) -> tuple[int, list[Load]]:
    """The most bots of these steps whose replies keep under the limit, and what each step saw."""
    seen: list[Load] = []
    for bots in steps:
        seen.append(load(kind, bots, seconds, speech))
        print(f"  {kind} {seen[-1].told()}", file=sys.stderr, flush=True)
        if seen[-1].p95 > LIMIT_S or seen[-1].unanswered:
            break
    kept = [one.bots for one in seen if one.p95 <= LIMIT_S and not one.unanswered]
    return max(kept, default=0), seen


def rows(*, quick: bool) -> Iterator[Row]:
    speech = spoken_sentence()
    seconds = 12.0 if quick else 20.0
    plain, ours = load("bare", 1, seconds, speech), load("greenroom", 1, seconds, speech)
    ten = load("greenroom", 10, seconds, speech)
    for one in (plain, ours, ten):
        print(f"  {one.told()}", file=sys.stderr, flush=True)
    yield _latency("end of speech → first audio, one interview", ours, plain)
    yield Row(
        "the same, ten interviews at once",
        "p50 ≤ 0.33 s, p95 ≤ 0.45 s",
        _spread(ten.replies),
        f"one interview: {_spread(ours.replies)}",
        COMMAND,
    )
    yield Row(
        "barge-in (first sample) → silence",
        "p50 ≤ 0.40 s",
        _spread(ours.silences),
        f"bare AgentSession: {_spread(plain.silences)}",
        COMMAND,
    )
    if not quick:
        yield _capacity(seconds, speech)


def _latency(what: str, ours: Load, plain: Load) -> Row:
    added = quantile(ours.replies, 0.5) - quantile(plain.replies, 0.5)
    return Row(
        what,
        "p50 ≤ 0.33 s, p95 ≤ 0.45 s",
        f"{_spread(ours.replies)}; {added * 1000:+.0f} ms",
        f"bare AgentSession: {_spread(plain.replies)}",
        COMMAND,
    )


def _capacity(seconds: float, speech: bytes) -> Row:
    count, seen = most("greenroom", STEPS, seconds, speech)
    plain = load("bare", seen[-1].bots, seconds, speech)
    print(f"  bare {plain.told()}", file=sys.stderr, flush=True)
    steps = "; ".join(f"{one.bots}: {one.p95:.2f} s, {one.cores:.2f} cores" for one in seen)
    return Row(
        "interviews in a process until p95 > 1 s",
        "≥ 40",
        f"{count} ({steps})",
        f"bare AgentSession, {plain.bots}: p95 {plain.p95:.2f} s, {plain.cores:.2f} cores",
        COMMAND,
    )


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "nothing measured"
    return f"p50 {quantile(values, 0.5):.2f}, p95 {quantile(values, 0.95):.2f} s (n {len(values)})"


if __name__ == "__main__":
    tell(rows)
