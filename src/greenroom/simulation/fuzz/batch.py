"""Many seeds, on several processes, and what they add up to."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context

import structlog

from greenroom.simulation import clock
from greenroom.simulation.fuzz.coverage import missing, table
from greenroom.simulation.fuzz.trial import Outcome, run_real, run_seed

CHUNK = 20
"""Seeds that a process takes at once; on the real clock: interviews in one loop."""
TELL_EVERY = 100
GIVE_UP = 25
"""So many bad seeds are enough to work on."""


@dataclass(slots=True)
class Summary:
    """What so many interviews came to."""

    interviews: int = 0
    lasted_s: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)
    reached: Counter[str] = field(default_factory=Counter)
    bad: list[int] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.interviews += 1
        self.lasted_s += outcome.lasted_s
        self.ends[outcome.end] += 1
        self.reached.update(outcome.reached)
        if outcome.faults:
            self.bad.append(outcome.seed)


def quiet() -> None:
    """Interviews make many log lines; what they say is in the record. Errors are heard by the trial."""
    for name in ("livekit", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.ERROR)
    logging.getLogger().addHandler(logging.NullHandler())
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def fuzz(seeds: Sequence[int], *, jobs: int, real: bool) -> Iterator[Outcome]:
    """The outcome of each seed, in the order in which they come."""
    chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    if jobs == 1:
        for chunk in chunks:
            yield from _run(chunk, real=real)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=quiet) as pool:
        running = [pool.submit(_chunk, chunk, real) for chunk in chunks]
        try:
            for done in as_completed(running):
                yield from done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _chunk(seeds: Sequence[int], real: bool) -> list[Outcome]:
    return list(_run(seeds, real=real))


def _run(seeds: Sequence[int], *, real: bool) -> Iterator[Outcome]:
    if real:
        yield from run_real(seeds)
    else:
        yield from map(run_seed, seeds)


def report(outcomes: Iterable[Outcome], count: int, *, real: bool = False) -> int:
    """Tell of each bad seed at once and of all at the end. 1 if anything was wrong, or if the fuzzer
    did not get where it must; too many bad seeds end it early."""
    began = clock.real_seconds()
    total = Summary()
    for outcome in outcomes:
        total.add(outcome)
        for fault in outcome.faults:
            _say(f"seed {outcome.seed}: {fault}")
        if total.interviews % TELL_EVERY == 0:
            _say(f"... {total.interviews} of {count}", progress=True)
        if len(total.bad) >= GIVE_UP:
            break
    spent = clock.real_seconds() - began
    short = [] if real else missing(total.reached, total.interviews)
    if total.interviews > 1:
        _tell_coverage(total, short)
    endings = ", ".join(f"{end} {count}" for end, count in sorted(total.ends.items()))
    _say(
        f"{total.interviews} interviews, {total.lasted_s / 3600:.1f} h in {spent:.0f} s ({endings}); "
        f"{len(total.bad)} with faults"
    )
    if total.bad:
        again = " --real-clock" if real else ""
        _say(f"seeds with faults: {' '.join(map(str, sorted(total.bad)))}")
        _say(f"python -m greenroom.simulation.fuzz --n 1 --seed {min(total.bad)} --tell{again}")
    return 1 if total.bad or short else 0


def _tell_coverage(total: Summary, short: Sequence[str]) -> None:
    _say("reached, in how many interviews:")
    for line in table(total.reached, total.interviews):
        _say(line)
    for feature in short:
        _say(f"never reached: {feature}")


def _say(line: str, *, progress: bool = False) -> None:
    stream = sys.stderr if progress else sys.stdout
    stream.write(f"{line}\n")
    stream.flush()
