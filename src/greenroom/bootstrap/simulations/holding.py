"""What each process of a batch does: read the scenarios, make the models, hold runs.

A module of its own, because a new process imports it by name; LiveKit comes after the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from greenroom.bootstrap.freeze_gc import freeze
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.observability.logs import configure
from greenroom.simulation import clock
from greenroom.simulation.batch.pool import Run

if TYPE_CHECKING:
    from greenroom.simulation.batch.case import Cast
    from greenroom.simulation.scenarios.loading import Scenario


@dataclass(slots=True)
class _Here:
    """What this process holds runs with."""

    scenarios: tuple[Scenario, ...]
    cast: Cast
    shift: int


_here: list[_Here] = []


def prepare(files: tuple[str, ...], roles: Roles, shift: int) -> None:
    """Once in each process. Raises like `read` and `cast_of`."""
    clock.install()  # before the next lines import livekit
    configure("ERROR")
    from greenroom.simulation.scenarios import loading

    scenarios = loading.load([Path(file) for file in files])
    _here[:] = [_Here(scenarios, cast_of(roles), shift)]
    freeze()


def perform(run: Run) -> str:
    """The result line of one run."""
    from greenroom.simulation.batch.case import hold_case, seeded
    from greenroom.simulation.batch.folder import line_of

    (here,) = _here
    scenario = here.scenarios[run.scenario]
    seed = seeded(scenario, run.run, here.shift)
    return line_of(hold_case(scenario, run.run, seed, here.cast))


def cast_of(roles: Roles) -> Cast:
    """Who takes part. Raises `OperatorFault` when a model is wanted and none is set."""
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.simulation.batch.case import Cast

    reader = reader_in_place()
    if not roles.any_model:
        return Cast(reader=reader)
    from greenroom.bootstrap.simulations.models import cast_with_models

    return replace(cast_with_models(roles), reader=reader)
