"""`python -m greenroom.simulation.fuzz`: exit code 0 when nothing broke, 1 with the seeds when it did."""

from __future__ import annotations

import argparse
import sys

from greenroom.simulation.fuzz.batch import fuzz, quiet, report
from greenroom.simulation.fuzz.trial import Outcome, run_real, run_seed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m greenroom.simulation.fuzz")
    parser.add_argument("--n", type=int, default=200, help="how many seeds")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="on how many processes")
    parser.add_argument("--real-clock", action="store_true", help="short interviews, in real time")
    parser.add_argument("--tell", action="store_true", help="print the story of the first seed")
    asked = parser.parse_args(arguments)
    quiet()
    if asked.tell:
        seed = asked.seed
        return _tell(run_real([seed])[0] if asked.real_clock else run_seed(seed))
    seeds = range(asked.seed, asked.seed + asked.n)
    outcomes = fuzz(seeds, jobs=asked.jobs, real=asked.real_clock)
    return report(outcomes, asked.n, real=asked.real_clock)


def _tell(outcome: Outcome) -> int:
    story = [
        outcome.told,
        *outcome.lines,
        *(
            f"said {said.began_s:.2f} - {said.ended_s:.2f} {said.text!r} {said.hearing}"
            for said in outcome.said
        ),
        *(f"reached {feature}" for feature in sorted(outcome.reached)),
        *(f"seed {outcome.seed}: {fault}" for fault in outcome.faults),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in story))
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
