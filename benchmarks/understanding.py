"""What it costs to read a turn: milliseconds of one core, time to load, memory.

    python -m benchmarks.understanding [--quick]

The baseline beside it is the encoder alone, once on the whole turn: no clauses, no heads, no phrases.
"""

from __future__ import annotations

import resource
import statistics
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter, process_time

from benchmarks.table import Row, tell
from greenroom.app.ports import ReaderInput

ORDINARY = (5, 10, 20, 30, 40, 50, 60)
"""Words of a turn."""
SINGLE = (5, 30, 60)
LONG = (120, 240)
TURNS, QUICK = 40, 8
QUESTION = "What was your own part in it?"
COMMAND = "python -m benchmarks.understanding"
TOLD = (
    "last winter our till went down on a Saturday and the queue reached the door",
    "I wrote the receipts by hand and asked Tom to sort out the card machine",
    "we called the supplier twice but nobody there knew what to do about it",
    "so I moved the barcodes that would not scan to the other counter",
    "it took about two hours and in the end only one customer left without paying",
    "since then we keep a printed price list under the counter just in case",
    "my manager was happy and the owner asked me to train the new people",
    "of course that meant I had less time for the stock and it was late by a day",
    "before that I had worked in a bakery where the mornings started at four",
    "there I learned to plan the ovens because two of them could not run at once",
    "one week the flour came late and I had to decide which bread we would drop",
    "I chose the rolls since most people bought them later in the day",
    "a few regulars complained but the loaves were ready when the shop opened",
    "afterwards I wrote down how much we needed so nobody had to guess again",
    "the driver got a key for the back door and could leave the sacks by himself",
    "we threw away a third less than the year before and the boss noticed it",
)


def turns(length: int, count: int = TURNS) -> list[str]:
    """Turns of so many words, each another."""
    words = ". ".join(TOLD).split()
    return [
        " ".join((words[7 * n % len(words) :] + words)[:length]).strip(" .") for n in range(count)
    ]


def measure(call: Callable[[str], object], texts: Sequence[str]) -> str:
    """Milliseconds of processor time and by the clock, told."""
    call(texts[0])
    spent, waited = [], []
    for text in texts:
        began, clock = process_time(), perf_counter()
        call(text)
        spent.append((process_time() - began) * 1000)
        waited.append((perf_counter() - clock) * 1000)
    p95 = statistics.quantiles(spent, n=20)[-1]
    return (
        f"p50 {statistics.median(spent):.1f}, p95 {p95:.1f} ms of one core, "
        f"p50 {statistics.median(waited):.1f} ms by the clock (n {len(texts)})"
    )


def memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measured(*, quick: bool = False) -> Iterator[Row]:
    before, began, spent = memory_mb(), perf_counter(), process_time()
    from greenroom.adapters.understanding.composition import parts
    from greenroom.adapters.understanding.head import plain
    from greenroom.adapters.understanding.reader import read_now

    made = parts()
    loaded = (
        f"{perf_counter() - began:.2f} s, {process_time() - spent:.2f} s of one core, "
        f"{memory_mb() - before:.0f} MB"
    )
    count = QUICK if quick else TURNS

    def row(what: str, target: str, texts: Sequence[str]) -> Row:
        ours = measure(lambda text: read_now(made, ReaderInput(text, QUESTION)), texts)
        bare = measure(lambda text: made.embed([plain(text)]), texts)
        return Row(what, target, ours, f"encoder alone, once: {bare}", COMMAND)

    ordinary = [text for length in ORDINARY for text in turns(length, count)]
    yield row("a turn of 5 to 60 words is read", "p50 ≤ 20 ms of one core", ordinary)
    for length in SINGLE:
        yield row(f"of {length} words", "", turns(length, count))
    for length in LONG:
        yield row(f"of {length} words", "grows no faster than the turn", turns(length, count))
    yield Row("the local reader loads, once a process", "", loaded, "", COMMAND)


if __name__ == "__main__":
    tell(measured)
