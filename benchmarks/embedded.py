"""The embedded transport under load: bots on the real web server, real voice activity detection.

python -m benchmarks.embedded [--quick]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from benchmarks.load import Load, load
from benchmarks.parts import spoken_sentence
from benchmarks.table import Row, quantile, tell

COMMAND = "python -m benchmarks.embedded"
STEPS = (40, 60)
LOCAL_STEPS = (6, 16)
LIMIT_S = 1.0
"""p95 of the turn latency that a process may have (DESIGN §8)."""


def most(kind: str, steps: Sequence[int], seconds: float, speech: bytes) -> tuple[int, list[Load]]:
    """The most bots of these steps whose replies keep under the limit, and what each step saw."""
    seen: list[Load] = []
    for bots in steps:
        seen.append(_seen(kind, bots, seconds, speech))
        if seen[-1].p95 > LIMIT_S or seen[-1].unanswered:
            break
    kept = [one.bots for one in seen if one.p95 <= LIMIT_S and not one.unanswered]
    return max(kept, default=0), seen


def rows(*, quick: bool) -> Iterator[Row]:
    speech = spoken_sentence()
    seconds = 8.0 if quick else 10.0
    plain, ours = _seen("bare", 1, seconds, speech), _seen("greenroom", 1, seconds, speech)
    added = quantile(ours.replies, 0.5) - quantile(plain.replies, 0.5)
    yield Row(
        "end of speech → first audio, one interview",
        "p50 ≤ 0.33 s, p95 ≤ 0.45 s",
        f"{_spread(ours.replies)}; {added * 1000:+.0f} ms",
        f"bare AgentSession: {_spread(plain.replies)}",
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
        yield from _crowds(seconds, speech)


def _seen(kind: str, bots: int, seconds: float, speech: bytes) -> Load:
    """A load, told on standard error too."""
    one = load(kind, bots, seconds, speech)
    print(f"  {kind} {one.told()}", file=sys.stderr, flush=True)
    return one


def _crowds(seconds: float, speech: bytes) -> Iterator[Row]:
    ten, plain = _seen("greenroom", 10, seconds, speech), _seen("bare", 10, seconds, speech)
    yield Row(
        "the same, ten interviews at once: reply; silence",
        "p50 ≤ 0.33 s, p95 ≤ 0.45 s; p50 ≤ 0.40 s",
        f"{_spread(ten.replies)}; {_spread(ten.silences)}; {ten.cores:.2f} cores",
        f"bare AgentSession: {_spread(plain.replies)}; {_spread(plain.silences)}; "
        f"{plain.cores:.2f} cores",
        COMMAND,
    )
    yield _capacity(seconds, speech)
    yield _local(seconds, speech)


def _capacity(seconds: float, speech: bytes) -> Row:
    count, seen = most("greenroom", STEPS, seconds, speech)
    plain = _seen("bare", seen[-1].bots, seconds, speech)
    return Row(
        "interviews in a process until p95 > 1 s",
        "≥ 40",
        f"{count} ({_steps(seen)})",
        f"bare AgentSession, {plain.bots}: p95 {plain.p95:.2f} s, {plain.cores:.2f} cores",
        COMMAND,
    )


def _local(seconds: float, speech: bytes) -> Row:
    """The real recogniser and voice, one thread each for all interviews."""
    count, seen = most("local", LOCAL_STEPS, seconds, speech)
    scripted = _seen("greenroom", max(count, LOCAL_STEPS[0]), seconds, speech)
    return Row(
        "the same with the local recogniser and voice",
        "≥ 6",
        f"{count} ({_steps(seen)})",
        f"speech scripted, {scripted.bots}: p95 {scripted.p95:.2f} s, {scripted.cores:.2f} cores",
        COMMAND,
    )


def _steps(seen: Sequence[Load]) -> str:
    return "; ".join(f"{one.bots}: {one.p95:.2f} s, {one.cores:.2f} cores" for one in seen)


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "nothing measured"
    return f"p50 {quantile(values, 0.5):.2f}, p95 {quantile(values, 0.95):.2f} s (n {len(values)})"


if __name__ == "__main__":
    tell(rows)
