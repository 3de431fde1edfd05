"""`greenroom simulate run` and `resume`: a batch held to its end, and what it came to."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from greenroom import __version__
from greenroom.app.ports import UserFault
from greenroom.bootstrap.simulations.holding import perform, prepare
from greenroom.bootstrap.simulations.roles import Roles
from greenroom.simulation import clock
from greenroom.simulation.batch.folder import Batch, Case, Folder, Result
from greenroom.simulation.batch.junit import junit
from greenroom.simulation.batch.pool import Run, perform_all

if TYPE_CHECKING:
    from greenroom.simulation.scenarios.loading import Scenario

PASSED: Final = 0
REGRESSION: Final = 1
INFRASTRUCTURE: Final = 3
BUDGET: Final = 4
USUAL: Final = Path("simulations")
"""Where batches go whose folder is not named: its next free number."""
TOLD: Final = 5
"""Failed checks of one run that are printed; all are in its result."""


@dataclass(frozen=True, slots=True)
class Options:
    """What changes no result, only how it is come by and told."""

    jobs: int = 1
    junit: Path | None = None
    max_tokens: int | None = None
    as_json: bool = False


def run(
    paths: Sequence[Path], out: Path | None, runs: int, seed: int, roles: Roles, wanted: Options
) -> int:
    """Hold every scenario `runs` times. Raises `UserFault` for scenarios or a folder that cannot be
    used, `OperatorFault` when a process died or no model is set."""
    scenarios = _read(paths)
    if any(s.source.candidate and s.candidate.character for s in scenarios):
        roles = replace(roles, candidate="llm")
    model = _model(roles)
    batch = Batch(
        cases=tuple(map(_case, scenarios)),
        runs=runs,
        seed=seed,
        interviewer=model if roles.interviewer == "llm" else "plan",
        candidate=model if roles.candidate == "llm" else "none",
        judge=model if roles.judge == "llm" else "none",
        cassette=None if roles.cassette is None else str(roles.cassette.resolve()),
        replay=roles.replay,
        version=__version__,
    )
    folder = Folder(out or _next_free())
    folder.begin(batch)
    return _hold(folder, batch, roles, wanted)


def resume(path: Path, wanted: Options) -> int:
    """Go on where the batch stopped; what broke is held again. Raises `UserFault` when what the
    results follow from is not what it was."""
    folder = Folder(path)
    batch = folder.batch()
    scenarios = _read([Path(case.file) for case in batch.cases])
    for case, now in zip(batch.cases, map(_case, scenarios), strict=True):
        if (case.digest, case.plan_digest) != (now.digest, now.plan_digest):
            raise UserFault(
                f"{case.file}: the scenario or its plan is not what it was when {path} began; "
                "start a batch again with greenroom simulate run"
            )
    if batch.version != __version__:
        raise UserFault(f"{path} was begun by Greenroom {batch.version}; this is {__version__}")
    roles = Roles(
        "plan" if batch.interviewer == "plan" else "llm",
        "none" if batch.candidate == "none" else "llm",
        "none" if batch.judge == "none" else "llm",
        None if batch.cassette is None else Path(batch.cassette),
        batch.replay,
    )
    models = {batch.interviewer, batch.candidate, batch.judge} - {"plan", "none"}
    if models - {_model(roles)}:
        raise UserFault(f"{path} was begun with {', '.join(sorted(models))}; set that model again")
    return _hold(folder, batch, roles, wanted)


def check(paths: Sequence[Path]) -> int:
    """Say whether scenarios can be used. Raises `SourceError` with all faults."""
    for scenario in _read(paths):
        print(f"{scenario.file}: {scenario.id}: {scenario.source.title}: no fault found")
    return 0


def _read(paths: Sequence[Path]) -> tuple[Scenario, ...]:
    clock.install()  # before the next line imports livekit
    from greenroom.simulation.scenarios import loading

    return loading.load(paths)


def _case(scenario: Scenario) -> Case:
    source = scenario.source
    file = str(Path(scenario.file).resolve())
    return Case(scenario.id, source.title, file, scenario.digest, source.plan, scenario.plan_digest)


def _model(roles: Roles) -> str:
    """The operator's model by name; "" when none is wanted. Raises `OperatorFault`."""
    if not roles.any_model:
        return ""
    from greenroom.bootstrap.simulations.models import model_name

    return model_name(roles)


def _next_free() -> Path:
    number = 1
    while (USUAL / str(number)).exists():
        number += 1
    return USUAL / str(number)


def _hold(folder: Folder, batch: Batch, roles: Roles, wanted: Options) -> int:
    """Hold what is missing, tell what all of it came to."""
    kept = {key: one for key, one in folder.results().items() if one["status"] != "broken"}
    spent = _Spent(wanted.max_tokens, kept.values())
    places = {case.id: at for at, case in enumerate(batch.cases)}
    missing = [Run(places[name], run) for name, run in batch.wanted() if (name, run) not in kept]
    files = tuple(case.file for case in batch.cases)
    with folder.writing(kept.values()) as writer:
        lines = perform_all(
            missing,
            perform,
            jobs=wanted.jobs,
            initializer=prepare,
            arguments=(files, roles, batch.seed),
            goes_on=spent.goes_on,
        )
        try:
            with closing(lines):
                for some in lines:
                    writer.append(some)
                    for line in some:
                        _tell(spent.add(json.loads(line)), len(batch.wanted()), spent.seen)
        except KeyboardInterrupt:
            _say(f"interrupted; greenroom simulate resume {folder.path} goes on")
            return INFRASTRUCTURE
    folder.settle()
    return _told(folder, batch, wanted, used_up=not spent.goes_on())


class _Spent:
    """The tokens that all runs together have used, and the ceiling on them."""

    def __init__(self, ceiling: int | None, kept: Iterable[Result]) -> None:
        self._ceiling, self._tokens, self.seen = ceiling, 0, 0
        for result in kept:
            self.add(result)

    def add(self, result: Result) -> Result:
        self._tokens += result["tokens"]["in"] + result["tokens"]["out"]
        self.seen += 1
        return result

    def goes_on(self) -> bool:
        return self._ceiling is None or self._tokens < self._ceiling


def _told(folder: Folder, batch: Batch, wanted: Options, *, used_up: bool) -> int:
    results = list(folder.results().values())
    whole = len(results) == len(batch.wanted())
    if wanted.junit is not None:
        try:
            wanted.junit.write_bytes(junit(batch, results))
        except OSError as error:
            raise UserFault(f"{wanted.junit}: cannot be written: {error.strerror}") from None
    statuses = Counter(result["status"] for result in results)
    code = _code(batch, results, used_up=used_up and not whole)
    if wanted.as_json:
        told = {"folder": str(folder.path), "exit_code": code, "runs": len(batch.wanted())}
        print(json.dumps({**told, **{s: statuses[s] for s in STATUSES}}, indent=2))
    else:
        counted = ", ".join(f"{statuses[s]} {s}" for s in STATUSES if statuses[s])
        print(f"{folder.path}: {len(results)} of {len(batch.wanted())} runs: {counted or 'none'}")
    if used_up and not whole:
        _say(f"--max-tokens is used up; greenroom simulate resume {folder.path} goes on")
    return code


STATUSES: Final = ("passed", "failed", "invalid", "broken")


def _code(batch: Batch, results: Sequence[Result], *, used_up: bool) -> int:
    """A budget before anything else: what is missing might have failed. Then what could not be held:
    a broken run, or a scenario of which no run was valid."""
    if used_up:
        return BUDGET
    concluded = {result["scenario"] for result in results if result["passed"] is not None}
    if any(result["status"] == "broken" for result in results):
        return INFRASTRUCTURE
    if any(case.id not in concluded for case in batch.cases):
        return INFRASTRUCTURE
    return REGRESSION if any(result["passed"] is False for result in results) else PASSED


def _tell(result: Result, of: int, seen: int) -> None:
    """Progress, and what is not well, as it comes."""
    name = f"{result['scenario']} run {result['run']}"
    if result["status"] != "passed":
        _say(f"[{seen}/{of}] {name}: {result['status']}")
        for line in _why(result):
            _say(f"    {line}")
    elif seen % 50 == 0:
        _say(f"[{seen}/{of}]")


def _why(result: Result) -> list[str]:
    if result["error"]:
        return [str(result["error"])]
    lapses = (result["validity"] or {}).get("lapses", ())
    told = [f"{lapse['lapse']}: “{lapse['quote']}”" for lapse in lapses]
    told += [
        f"{check['id']}: expected {check['expected']}, found {check['found']}"
        for check in result["checks"]
        if check["passed"] is False
    ]
    return told[:TOLD]


def _say(line: str) -> None:
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    print(shown, file=sys.stderr, flush=True)
