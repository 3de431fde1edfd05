"""The race fuzzer: it finds nothing, it would find what there is, and a seed is the same again."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections import Counter

import pytest

from greenroom.simulation import clock
from greenroom.simulation.fuzz.batch import GIVE_UP, fuzz, report
from greenroom.simulation.fuzz.coverage import DEADLINE, FEATURES, RARE, missing
from greenroom.simulation.fuzz.shuffle import SAME_INSTANT_S, ShuffledLoop
from greenroom.simulation.fuzz.trial import Outcome, Trial, run_seed

SAMPLE = range(40)
ONCE_BROKEN = (
    *(134, 234, 1_258, 5_523, 8_184, 23_937, 26_338, 28_978),
    *(41_037, 42_194, 43_068, 44_076, 46_526, 47_573, 47_960, 52_346),
    *(60_227, 62_608, 67_209, 69_532, 69_900, 70_478),
    *(
        100_002,
        101_164,
        101_555,
        113_462,
        113_946,
        127_906,
        139_638,
        144_322,
        148_902,
        180_542,
        192_313,
        219_684,
        227_212,
        201_674,
    ),
)


@pytest.mark.slow
def test_random_interviews_break_no_rule() -> None:
    """A sample of what `make fuzz` runs by the thousand."""
    outcomes = list(fuzz(SAMPLE, jobs=1, real=False))
    assert {o.seed: o.faults for o in outcomes if o.faults} == {}
    assert len(outcomes) == len(SAMPLE)


@pytest.mark.parametrize("seed", ONCE_BROKEN)
def test_what_once_broke_a_rule(seed: int) -> None:
    """Interviews in which words were doubled, ran through the interviewer's, were late, or were lost
    over the good-bye, and one in which a turn that was cut off waited for the disk."""
    assert run_seed(seed).faults == ()


@pytest.mark.parametrize("seed", [26, 330_004, 330_010, 330_115])
def test_on_the_real_clock_nothing_is_left_to_wait_for(seed: int) -> None:
    """A draft that was begun at the very end is put away. The interview would wait for it for ten minutes,
    and a trial on the machine's clock, of which this is one in virtual time, ends before."""
    trial = Trial(seed, real=True)
    assert clock.run(trial.hold(), loop=trial.loop()).ended


def test_a_seed_is_the_same_interview_again() -> None:
    """Another process makes the same journal of the same seed, so every find can be told."""
    code = (
        "from greenroom.simulation.fuzz.batch import quiet; quiet()\n"
        "from greenroom.simulation.fuzz.trial import run_seed\n"
        "print('\\n'.join(run_seed(128).lines))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert other.stdout.splitlines() == list(run_seed(128).lines)


def order(seed: int, late_s: float) -> list[tuple[int, float]]:
    """In which order, and when, six timers of the same instant fire."""

    async def race() -> list[tuple[int, float]]:
        loop = asyncio.get_running_loop()
        fired: list[tuple[int, float]] = []

        async def one(number: int) -> None:
            await asyncio.sleep(5)
            fired.append((number, loop.time()))

        await asyncio.gather(*map(one, range(6)))
        return fired

    loop = ShuffledLoop(random.Random(seed), late_s)
    return clock.run(race(), loop=loop)


def test_same_instants_come_in_any_order() -> None:
    """Timers of one instant fire in an order that the seed decides, and in no other instant."""
    orders = {tuple(number for number, _ in order(seed, SAME_INSTANT_S)) for seed in range(20)}
    assert len(orders) > 10
    assert order(3, SAME_INSTANT_S) == order(3, SAME_INSTANT_S)
    assert all(at == pytest.approx(5, abs=1e-6) for _, at in order(3, SAME_INSTANT_S))


def test_the_smallest_wait_ends() -> None:
    """Two who wait for a moment that is nearer than the clock can tell get there, and soon."""

    async def waits(moment: float, turns: int) -> int:
        loop, count = asyncio.get_running_loop(), 0
        for _ in range(turns):  # one is always ready while the other one waits
            await asyncio.sleep(0)
        while loop.time() < moment and count < 50:
            await asyncio.sleep(moment - loop.time())
            count += 1
        return count

    async def both() -> list[int]:
        moment = asyncio.get_running_loop().time() + 6e-11
        return await asyncio.gather(waits(moment, 1), waits(moment, 2))

    for seed in range(20):
        loop = ShuffledLoop(random.Random(seed), SAME_INSTANT_S)
        assert max(clock.run(both(), loop=loop)) < 5


def test_timers_may_be_late_and_are_never_early() -> None:
    """On a busy machine a timer comes up to so much after its time."""
    times = [at for seed in range(20) for _, at in order(seed, 0.04)]
    assert min(times) >= 5
    assert 5.02 < max(times) <= 5.04


def test_what_is_never_reached_is_a_fault() -> None:
    """After enough interviews each feature must have been there, the hard deadline in 5 % of them."""
    counts = Counter(dict.fromkeys(FEATURES, 60))
    assert missing(counts, 1_000) == []
    assert missing(counts | Counter({DEADLINE: 0}), 2_000) == [
        f"{DEADLINE} in 3.0% of the interviews, at least 5%"
    ]
    del counts["barge-in"]
    assert missing(counts, 1_000) == ["barge-in"]
    assert missing(Counter(), 999) == []


def test_what_is_rare_is_asked_of_long_runs_only() -> None:
    """One interview in a thousand: a run of two thousand may well have none."""
    counts = Counter(dict.fromkeys(FEATURES, 600))
    for feature in RARE:
        del counts[feature]
    assert missing(counts, 9_999) == []
    assert set(missing(counts, 10_000)) == RARE


def outcomes(*bad: int, of: int) -> list[Outcome]:
    return [Outcome(n, ("F4: broke",) if n in bad else (), end="completed") for n in range(of)]


def test_the_report_names_the_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    """Faults mean exit code 1, their seeds, and how to tell the first one's story."""
    assert report(outcomes(of=3), 3) == 0
    assert report(outcomes(1, 2, of=3), 3) == 1
    told = capsys.readouterr().out
    assert "seeds with faults: 1 2\n" in told
    assert "--n 1 --seed 1 --tell\n" in told


def test_many_bad_seeds_are_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """A run in which everything fails ends early."""
    assert report(outcomes(*range(100), of=100), 100) == 1
    assert f"{GIVE_UP} interviews" in capsys.readouterr().out


def test_an_unreached_state_fails_a_long_run(capsys: pytest.CaptureFixture[str]) -> None:
    """A thousand sound interviews that reached nothing are no proof."""
    assert report(outcomes(of=1_000), 1_000) == 1
    assert "never reached: barge-in" in capsys.readouterr().out
