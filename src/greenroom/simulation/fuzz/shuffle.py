"""Virtual time in which the order of things is chance: seeded, so that a seed is the same again.

A virtual clock makes things coincide that never do outside. Two timers of the same instant fire here
in shuffled order, and in the later tempers a timer may also be a little late, as on a busy machine:
then everything that the first one set going is done before the second one fires.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextvars import Context
from typing import TypeVarTuple, Unpack

from greenroom.simulation.clock import VirtualLoop

Ts = TypeVarTuple("Ts")

SAME_INSTANT_S = 0.9e-9
"""Below the resolution by which asyncio takes timers for due together."""
STEP_S = 2e-9
"""The clock moves by this at least."""
LATENESS_S = (SAME_INSTANT_S, SAME_INSTANT_S, 0.000_5, 0.005, 0.04)
"""How late a timer may be; each interview has one of these."""


class ShuffledLoop(VirtualLoop):
    """Each timer fires up to `late_s` seconds after its time, by `rng`."""

    def __init__(self, rng: random.Random, late_s: float) -> None:
        super().__init__()
        self._rng, self._late_s = rng, late_s

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Ts]], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        late_s = self._rng.random() * self._late_s
        if when > (now := self.time()):
            # a timer nearer than the clock's resolution would fire now, and who waits for its time
            # to come would set it again for ever
            when = max(when, now + STEP_S)
        return super().call_at(when + late_s, callback, *args, context=context)
