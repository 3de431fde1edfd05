"""What the session costs: a turn beside a bare AgentSession, and simulated interviews a second.

python -m benchmarks.sessions [--quick]
"""

from __future__ import annotations

from greenroom.simulation import clock

clock.install()  # before anything imports livekit

import asyncio  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402

from benchmarks import bare, simulate, turn_latency  # noqa: E402
from benchmarks.table import Row, quantile, tell  # noqa: E402
from greenroom.bootstrap.freeze_gc import freeze  # noqa: E402
from greenroom.simulation.transport import SimulatedTransport  # noqa: E402

COMMAND = "python -m benchmarks.sessions"


def rows(*, quick: bool) -> Iterator[Row]:
    yield _latency(3 if quick else 10)
    yield _rate(20 if quick else 100)
    yield _ten_minutes(1 if quick else 2)


def _latency(turns: int) -> Row:
    """In real time, both with the same scripted parts and the same end-of-turn delay."""
    plain = asyncio.run(turn_latency.bare(turns))
    mine = asyncio.run(turn_latency.ours(turns))
    p50, p95 = (quantile(mine, share) - quantile(plain, share) for share in (0.5, 0.95))
    return Row(
        "a turn: what our controller adds to a bare AgentSession",
        "p95 < 20 ms",
        f"p50 {p50 * 1000:+.1f}, p95 {p95 * 1000:+.1f} ms",
        f"{_ms(mine)} ours, {_ms(plain)} bare (n {turns})",
        COMMAND,
    )


def _ms(took: list[float]) -> str:
    return f"p50 {quantile(took, 0.5) * 1000:.0f}, p95 {quantile(took, 0.95) * 1000:.0f} ms"


def _rate(runs: int) -> Row:
    """Typed answers, as the prototype of the target had them; spoken ones beside them; and a bare
    session that says, and hears, the same words."""
    typed = simulate.interview("two-stage", "typist", 0, SimulatedTransport)
    spoken = simulate.interview("two-stage", "normal", 0, SimulatedTransport)
    said, heard = typed.transcript.messages, spoken.transcript.messages
    mine, plain, handed, mine_heard, plain_heard = _per_s(
        runs,
        lambda: simulate.interview("two-stage", "typist", 0, SimulatedTransport),
        lambda: clock.run(bare.conversation(said)),
        lambda: clock.run(bare.conversation(said, handoffs=True)),
        lambda: simulate.interview("two-stage", "normal", 0, SimulatedTransport),
        lambda: clock.run(bare.conversation(heard, spoken=True)),
    )
    return Row(
        "simulated text interviews a second (two-stage, typed answers, real AgentSession)",
        "≥ 100",
        f"{mine:.0f} /s of one core, {typed.now / 1000:.0f} s of conversation each: "
        f"{plain / mine:.1f} times the time of a bare session; answers spoken: {mine_heard:.0f} /s",
        f"bare AgentSession, the same words: {plain:.0f} /s; with an agent for each stage: "
        f"{handed:.0f} /s; answers spoken: {plain_heard:.0f} /s",
        COMMAND,
    )


def _per_s(runs: int, *kinds: Callable[[], object]) -> list[float]:
    """Runs a second of a core of each kind, taken in turns: what else the machine does meets all. By
    the process's own time: it never waits."""
    freeze()  # as a batch does
    took = [0.0 for _ in kinds]
    for _ in range(runs):
        for number, kind in enumerate(kinds):
            began = time.process_time()
            kind()
            took[number] += time.process_time() - began
    return [runs / spent for spent in took]


def _ten_minutes(runs: int) -> Row:
    per_s, virtual_s = _simulated("classic", "normal", runs, simulate.Framed)
    silent_per_s, silent_s = _simulated("classic", "normal", runs, SimulatedTransport)
    return Row(
        f"virtual time: 10 minutes of interview with {simulate.FRAME_MS} ms audio frames",
        "≤ 0.7 s real",
        f"{600 / (per_s * virtual_s):.2f} s of one core",
        f"without frames: {600 / (silent_per_s * silent_s):.2f} s",
        COMMAND,
    )


def _simulated(
    plan: str, candidate: str, runs: int, room: type[SimulatedTransport]
) -> tuple[float, float]:
    """Interviews a second of a core, and the virtual length of one. By the process's own time: it
    never waits, so what else runs on the machine need not count."""
    simulate.interview(plan, candidate, 0, room)
    began = time.process_time()
    virtual_s = sum(simulate.interview(plan, candidate, seed, room).now for seed in range(runs))
    return runs / (time.process_time() - began), virtual_s / 1000 / runs


if __name__ == "__main__":
    tell(rows)
