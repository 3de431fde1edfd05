"""Which probe asks for what is missing of a story (rules 2).

Missing parts come in the order in which a story is told: situation, task, action, result, its measure,
the price. A part that was told is never asked for. The beginning is not asked for once an action or a result was told,
and a result not before an action. A part that was asked for in vain waits behind the others, unless nothing has been told yet.
What others did is no action of the candidate's. A candidate who told what "we" did is asked only for their own part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from greenroom.interview.plan import Probe
from greenroom.interview.understanding.story import (
    ACTION,
    ANSWERED,
    MEASURABLE_RESULT,
    PARTS,
    RESULT,
    SITUATION,
    TASK,
    TOGETHER,
    TRADE_OFF,
)

_BEGINNING: Final = frozenset({SITUATION, TASK})
_DONE: Final = frozenset({ACTION, TOGETHER, RESULT, MEASURABLE_RESULT})
"""One of these says that something was done."""
_FOLLOW: Final = frozenset({RESULT, MEASURABLE_RESULT, TRADE_OFF})
"""What comes after a deed."""
_IMPLIED: Final = {
    ACTION: _BEGINNING,
    ANSWERED: _BEGINNING | {ACTION},
    TOGETHER: _BEGINNING,
    RESULT: _BEGINNING,
    MEASURABLE_RESULT: _BEGINNING | {RESULT},
}
"""What need not be asked for once a part was told."""


def probes(
    of: Iterable[Probe], depth: int, known: frozenset[str], asked: frozenset[str]
) -> Iterator[Probe]:
    """Probes worth asking, the best first: for a missing part, then for this depth. `known`: facts and
    story parts; `asked`: ids of what was asked before."""
    listed = tuple(of)
    told = not known.isdisjoint(_DONE)
    closed = known.union(*(_IMPLIED.get(part, frozenset()) for part in known))
    open_ = [
        probe
        for probe in listed
        if probe.topic not in closed and not (TOGETHER in known and _asks_for_steps(probe))
    ]
    in_vain = {probe.topic for probe in listed if probe.id in asked} if depth > 1 else set()

    def rank(probe: Probe) -> tuple[bool, bool, int, bool]:
        assert probe.topic is not None
        order = PARTS.index(probe.topic)
        return probe.last, probe.topic in in_vain, order, depth not in probe.depths

    missing = sorted((probe for probe in open_ if _is_missing(probe, depth)), key=rank)
    yield from (probe for probe in missing if told or probe.topic not in _FOLLOW)
    yield from (probe for probe in open_ if depth in probe.depths and probe.topic not in PARTS)
    yield from (probe for probe in missing if not told and probe.topic in _FOLLOW)


def _asks_for_steps(probe: Probe) -> bool:
    """It helps somebody who told nothing to tell what was done; else it asks for one's own part in it."""
    return probe.topic == ACTION and min(probe.depths, default=0) == 1


def _is_missing(probe: Probe, depth: int) -> bool:
    """It asks for a part. The beginning, and what ends the stage, are asked for only at their depth."""
    if probe.topic not in PARTS:
        return False
    return depth in probe.depths or not (probe.last or probe.topic in _BEGINNING)
