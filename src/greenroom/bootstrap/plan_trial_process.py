"""A plan tried by a simulated candidate, in a process of its own: virtual time takes a processor for
seconds, and no interview may feel it.

`python -m greenroom.bootstrap.plan_trial_process` is that process: `{"toml", "candidate", "seed"}` in on standard
input, `{"record": …}` or `{"fault": …}` out. It opens no file, and gets nothing of our environment.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from greenroom.app import plans
from greenroom.app.background import yield_to_interviews
from greenroom.app.plans.trials import HANGS, TOO_LONG
from greenroom.app.ports import Refused, TrialCandidate
from greenroom.app.roles import role_packs
from greenroom.interview.record import record
from greenroom.observability.logs import configure
from greenroom.simulation import clock

PERSONAS: Final[Mapping[TrialCandidate, str]] = {
    "typical": "normal",
    "terse": "oneword",
    "rambling": "rambler",
}
SEED: Final = 1
"""One for all: the same plan and candidate make the same interview."""
LONGEST_S: Final = 180.0
"""By the clock on the wall, for a machine that is busy."""
LONGEST_CPU_S: Final = 90
BY_LIMIT: Final = (-signal.SIGXCPU, -signal.SIGKILL)
LARGEST: Final = 4 << 20
"""Bytes of a record."""


class ConfinedTrials:
    """Implements `app.ports.TrialRunner`."""

    def __init__(self, *, patience_s: float = LONGEST_S) -> None:
        self._patience_s = patience_s

    async def __call__(self, toml: str, candidate: TrialCandidate) -> Mapping[str, Any]:
        asked = json.dumps({"toml": toml, "candidate": PERSONAS[candidate], "seed": SEED})
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-I",
            "-m",
            __name__,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # it may quote the plan
            env={"LC_ALL": "C.UTF-8"},
            cwd="/",
        )
        try:
            async with asyncio.timeout(self._patience_s):
                answer, _ = await process.communicate(asked.encode())
        except TimeoutError:
            raise Refused(TOO_LONG) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return _understood(process.returncode or 0, answer)


def _understood(code: int, answer: bytes) -> Mapping[str, Any]:
    if code in BY_LIMIT or len(answer) > LARGEST:
        raise Refused(TOO_LONG)
    try:
        told = json.loads(answer)
    except ValueError:
        raise RuntimeError(f"the trial's process ended with {code} and no answer") from None
    if "fault" in told:
        raise Refused(HANGS)
    found: Mapping[str, Any] = told["record"]
    return found


def main() -> int:
    import resource  # Windows has none

    yield_to_interviews()
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST_CPU_S, LONGEST_CPU_S))
    configure("ERROR")  # standard output is for the answer alone
    asked = json.loads(sys.stdin.buffer.read())
    told: dict[str, Any]
    try:
        told = {"record": held(asked["toml"], asked["candidate"], asked["seed"])}
    except clock.IdleForever:
        told = {"fault": HANGS}
    json.dump(told, sys.stdout)
    return 0


def held(toml: str, persona: str, seed: int) -> dict[str, Any]:
    """The record of the interview. The candidate is of the first role that the plan is made for."""
    clock.install()  # before the next line imports livekit
    from greenroom.adapters.understanding.composition import reader_in_place
    from greenroom.app.interviewer import PlanInterviewer
    from greenroom.simulation import candidates
    from greenroom.simulation.run import ROBIN, Notebook, hold, simulated_header

    summary = plans.draft(toml).summary
    packs = [role_packs()[pack].title for pack in (() if summary is None else summary.roles)]
    who = replace(ROBIN, role=packs[0]) if packs else ROBIN
    plan = plans.parse(toml, "plan", role=who.role, level=who.level)
    header = simulated_header(plan, seed, who)
    state = clock.run(
        hold(
            header,
            candidates.persona(persona, seed, plan).attend,
            interviewer=PlanInterviewer(),
            journal=Notebook(),
            reader=reader_in_place(),
        ),
        epoch_s=datetime.fromisoformat(header.started_at).timestamp(),
    )
    return record(header, state)


if __name__ == "__main__":
    sys.exit(main())
