"""Plans tried against a simulated candidate: one at a time for each owner, in the background.

A trial is in memory and nowhere else: no interview, in no count, and gone with the next one, with its
plan, with its owner, or with the process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

import structlog

from greenroom.app import plans
from greenroom.app.errors import Refused
from greenroom.app.plans.checking import in_turn
from greenroom.app.ports import TrialCandidate, TrialRunner
from greenroom.assessment.sentence import Sentence

AT_ONCE: Final = 1
"""Trials that are held together: each takes a processor, and interviews need them more."""
MOST_WAITING: Final = 8
MOST_KEPT: Final = 100
"""Trials in memory; the oldest gives way."""

TOO_LONG: Final = Sentence(
    "The simulated interview took too long to hold. Try it with shorter limits, or on the command "
    "line: greenroom simulate"
)
HANGS: Final = Sentence("The simulated interview hangs: nothing more can happen in it.")
BROKE: Final = Sentence("The trial broke on our side; the server's log says more.")

log = structlog.get_logger("greenroom.trials")

Status: TypeAlias = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One owner's, of one plan."""

    plan_id: str
    candidate: TrialCandidate
    summary: plans.PlanSummary
    status: Status = "waiting"
    record: Mapping[str, Any] | None = None
    """Once it is done."""
    why: str | None = None
    """Why it failed, in a sentence."""

    @property
    def over(self) -> bool:
        return self.status in ("done", "failed")


class Trials:
    """The trials of one process."""

    def __init__(self, run: TrialRunner) -> None:
        self._run = run
        self._free = asyncio.Semaphore(AT_ONCE)
        self._kept: dict[str, Trial] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, owner: str, plan_id: str, toml: str, candidate: TrialCandidate) -> Trial:
        """Raises `Refused` for a plan with faults, and while another trial of the owner's is under way."""
        summary = (await in_turn(owner, plans.outline, toml)).summary
        if summary is None:
            raise Refused(
                Sentence("There is something to fix in this plan before it can be tried.")
            )
        if owner in self._tasks:
            raise Refused(
                Sentence("A plan of yours is being tried already. Stop that first, or wait for it.")
            )
        if len(self._tasks) > MOST_WAITING:
            raise Refused(
                Sentence("Too many plans are being tried; try again in a minute."), status=503
            )
        trial = Trial(plan_id, candidate, summary)
        self._keep(owner, trial)
        task = self._tasks[owner] = asyncio.ensure_future(self._hold(owner, trial, toml))
        task.add_done_callback(lambda _: self._tasks.pop(owner))
        return trial

    def find(self, owner: str, plan_id: str) -> Trial | None:
        """The owner's trial of this plan."""
        found = self._kept.get(owner)
        return found if found is not None and found.plan_id == plan_id else None

    async def drop(self, owner: str, plan_id: str | None = None) -> None:
        """Stop the owner's trial and forget it; with `plan_id` only if it is of that plan."""
        found = self._kept.get(owner)
        if found is None or plan_id not in (None, found.plan_id):
            return
        del self._kept[owner]
        task = self._tasks.get(owner)
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    async def aclose(self) -> None:
        """Stop them all."""
        for owner in list(self._kept):
            await self.drop(owner)

    async def _hold(self, owner: str, trial: Trial, toml: str) -> None:
        try:
            async with self._free:
                self._keep(owner, replace(trial, status="running"))
                record = await self._run(toml, trial.candidate)
            self._keep(owner, replace(trial, status="done", record=record))
        except Refused as refusal:
            self._keep(owner, replace(trial, status="failed", why=refusal.args[0]))
        except Exception:
            log.exception("trial_broke")
            self._keep(owner, replace(trial, status="failed", why=BROKE))

    def _keep(self, owner: str, trial: Trial) -> None:
        self._kept[owner] = trial
        over = [name for name, one in self._kept.items() if one.over]
        for name in over[: max(0, len(self._kept) - MOST_KEPT)]:
            del self._kept[name]
