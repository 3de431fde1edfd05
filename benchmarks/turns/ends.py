"""Who lets people finish: silence alone, LiveKit's v1-mini, Smart Turn 3.2 and ours, on the same answers.

    python -m benchmarks.turns.ends [--voices N]

Prints three tables: all contestants at their best within a budget, our waits as they are, and what a cut
costs the person with us. Minutes of one core the first time, seconds later. `PIPER` (see `voices`) adds
a natural voice.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from typing import Final

import structlog

from greenroom.simulation import clock

clock.install()  # before the next lines import livekit

from benchmarks.table import quantile  # noqa: E402
from benchmarks.turns import detectors, endpoints, pauses  # noqa: E402
from benchmarks.turns.answers import answers  # noqa: E402
from benchmarks.turns.corpus import folder  # noqa: E402
from benchmarks.turns.cuts import Cost, cost, cuts  # noqa: E402
from benchmarks.turns.endpoints import Score, Wait, cut_within, measured, wait_within  # noqa: E402
from benchmarks.turns.pauses import Silence  # noqa: E402
from benchmarks.turns.recogniser import Memory  # noqa: E402
from benchmarks.turns.rival import Missing  # noqa: E402
from greenroom.interview.endpointing import delay_after_sentence, endpointing_delay  # noqa: E402
from greenroom.interview.events import Pace  # noqa: E402
from greenroom.interview.plan import Millis, QuestionKind  # noqa: E402
from greenroom.session.endpointing_delay import FIRST  # noqa: E402
from greenroom_turns.unfinished import unfinished  # noqa: E402

LENGTHS: Final = (("lengths of eot-bench", 1.0), ("× 1.7", 1.7))
BUDGETS_MS: Final = (300, 600, 1_100)
CUTS: Final = (0.05, 0.10)
SILENCE: Final = "silence only"
WORDS: Final = "our rule of words, waits swept"


def ours(pace: Pace) -> Wait:
    """Our wait, as the interview counts it."""

    def waited(one: Silence) -> float:
        finished: Millis = delay_after_sentence(one.kind, FIRST, pace)
        return endpointing_delay(one.heard, finished, "en") / 1000

    return waited


def contestants(names: Sequence[str]) -> dict[str, Score]:
    heard: dict[str, Score] = {SILENCE: lambda _: 1.0}
    for name in names:
        heard[name] = lambda one, name=name: one.scores[name]  # type: ignore[misc]
    return heard | {WORDS: lambda one: float(not unfinished(one.heard, "en"))}


def swept(silences: Sequence[Silence], scores: dict[str, Score], missing: Sequence[str]) -> str:
    lines = []
    for title, times in LENGTHS:
        head = [f"pauses cut at {ms} ms" for ms in BUDGETS_MS]
        head += [f"wait at {cut:.0%} cut" for cut in CUTS]
        lines += [f"\nPauses: {title}\n", f"| | {' | '.join(head)} |", "|---" * 6 + "|"]
        for name, score in scores.items():
            every = endpoints.points(silences, score, times)
            within = [cut_within(every, ms / 1000) for ms in BUDGETS_MS]
            cells = ["–" if point is None else f"{point.cut:.1%}" for point in within]
            for cut in CUTS:
                best = wait_within(every, cut)
                cells.append("–" if best is None else f"{1000 * best.wait_s:.0f} ms")
            lines.append(f"| {name} | {' | '.join(cells)} |")
        lines += [f"| {name} | {' | '.join('–' * 5)} |" for name in missing]
    return "\n".join(lines)


def shipped(silences: Sequence[Silence]) -> str:
    lines = [
        "| question, pace | pauses cut | × 1.7 | answers with a cut | × 1.7 | mean wait |",
        "|---" * 6 + "|",
    ]
    kinds: tuple[tuple[str, QuestionKind], ...] = (("open", "open"), ("yes or no", "yesno"))
    paces: tuple[Pace, ...] = ("quick", "normal", "unhurried")
    for title, kind in kinds:
        these = [one for one in silences if one.kind == kind]
        for pace in paces:
            found = [measured(these, ours(pace), times) for _, times in LENGTHS]
            cut = [f"{one.cut:.1%} ({_range(one.cut_interval, 100)} %)" for one in found]
            whole = [f"{one.answers:.0%}" for one in found]
            waited = f"{found[0].wait_s:.2f} s ({_range(found[0].wait_interval, 1, 2)})"
            cells = (cut[0], cut[1], whole[0], whole[1], waited)
            lines.append(f"| {title}, {pace} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _range(interval: tuple[float, float], times: int, digits: int = 1) -> str:
    return "–".join(f"{times * end:.{digits}f}" for end in interval)


def told_finished(silences: Sequence[Silence], scores: dict[str, Score]) -> str:
    """How often each detector takes a silence of each kind for an end."""
    places = ("filler", "clause", "sentence", "end")
    limits = {SILENCE: 1.0, detectors.MINI: 0.36, detectors.SMART: 0.5, WORDS: 1.0}
    lines = [f'| says "finished" | {" | ".join(places)} |', "|---" * 5 + "|"]
    for name, score in scores.items():
        cells = []
        for place in places:
            these = [score(one) >= limits[name] for one in silences if one.place == place]
            cells.append(f"{sum(these)}/{len(these)}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def costs() -> str:
    found: list[Cost] = []
    for answer in answers():
        for parts, after_s in cuts(answer):

            async def once(parts: tuple[str, str] = parts, after_s: float = after_s) -> Cost:
                return await cost(parts, after_s)

            found.append(clock.run(once()))
    lost, used, turns, silent = (
        [getattr(one, name) for one in found]
        for name in ("words_lost", "questions_used", "turns_used", "silence_ms")
    )
    return (
        "| cuts | words lost | questions used up | turns used up | first sound to silence, p50 / p95 |\n"
        "|---|---|---|---|---|\n"
        f"| {len(found)} | {sum(lost)} | {sum(used)} | {sum(turns)} | "
        f"{quantile(silent, 0.5):.0f} / {quantile(silent, 0.95):.0f} ms |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turns.ends")
    parser.add_argument(
        "--voices", type=int, default=pauses.EACH, metavar="N", help="so many say each answer"
    )
    each = parser.parse_args().voices
    logging.getLogger("livekit").setLevel(logging.ERROR)
    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=quiet)
    asked, missing = {detectors.MINI: detectors.mini()}, []
    try:
        asked[detectors.SMART] = detectors.smart_turn(folder())
    except Missing as fault:
        missing.append(f"{detectors.SMART} (not to be had here)")
        print(f"no row for {detectors.SMART}: {fault}", file=sys.stderr)
    for engine in sorted({one.engine for one in pauses.SPEAKERS if not one.here}):
        print(f"{engine} is not here: its voices are left out", file=sys.stderr)
    found = list(pauses.silences(folder(), Memory(folder()), asked, each))
    scores = contestants(list(asked))
    ends = sum(one.place == "end" for one in found)
    voices = len({one.voice for one in found})
    print(
        f"{len(found) - ends} pauses and {ends} ends of 30 answers by {voices} voices", flush=True
    )
    print(f"\n{told_finished(found, scores)}\n{swept(found, scores, missing)}", flush=True)
    print(f"\nOurs, as it waits:\n\n{shipped(found)}", flush=True)
    print(f"\nWhat a cut costs with us:\n\n{costs()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
