"""Kills the process that holds an interview, lets another one take over, and tells what was lost.

    python tests/durability/kills.py                        every moment of every entry
    python tests/durability/kills.py --sample 12
    python tests/durability/kills.py --scenario lively --kill written:17 --tell

LiveKit is loaded once; each process is a fork of this one. With `--serve` it reads one request a
line from standard input and answers with a line: `{"scenario": …, "kills": [[moment, entry], …]}`
with the rules that were broken (no kills: with the journal), `{"scenario", "parts"}` with what the
checks say of these journals.
"""

from __future__ import annotations

from greenroom.simulation import clock

clock.install()  # before anything imports livekit

import argparse  # noqa: E402
import gc  # noqa: E402
import json  # noqa: E402
import logging  # noqa: E402
import os  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import sqlite3  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import traceback  # noqa: E402
from collections.abc import Callable, Iterator, Sequence  # noqa: E402
from contextlib import closing  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import structlog  # noqa: E402
from checks import broken_rules, outcome  # noqa: E402
from holding import CLOCK, DONE, INTERVIEW, MOMENTS, TORN, Doom, create, hold  # noqa: E402
from person import SCENARIOS  # noqa: E402

DOWN_S = (1.0, 40.0)
"""How long nobody holds the interview after a kill, in turn."""


class Survived(Exception):
    """The process did not come to the entry at which it was to die."""


class Stable:
    """Interviews on copies of one empty store, in a directory that is removed in the end."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.empty = directory / "empty.db"
        _forked(lambda: clock.run(_created(self.empty)))
        self.references = {name: self.through(name, ())[-1] for name in SCENARIOS}

    def through(self, scenario: str, kills: Sequence[Doom]) -> list[list[str]]:
        """The journal at each kill and at the end."""
        path = self.directory / "interview.db"
        for left in self.directory.glob("interview.db*"):
            left.unlink()
        shutil.copy(self.empty, path)
        parts: list[list[str]] = []
        at_s = 0.0
        for number, doom in enumerate((*kills, None)):
            code = _forked(lambda at_s=at_s, doom=doom: hold(path, scenario, at_s, doom))
            parts.append(_lines(path))
            if doom is not None and code not in (-signal.SIGKILL, -signal.SIGALRM):
                raise Survived(f"{doom} did not happen (exit {code})")
            if doom is None and code != 0:
                raise RuntimeError(f"the process that took over ended with {code}")
            at_s = _last_s(parts[-1]) + DOWN_S[number % len(DOWN_S)]
        return parts

    def faults(self, scenario: str, kills: Sequence[Doom]) -> list[str]:
        """What a killed interview lost, repeated or did otherwise."""
        try:
            parts = self.through(scenario, kills)
        except (Survived, RuntimeError) as error:
            return [str(error)]
        torn = [
            f"{doom} left {len(part)} lines"
            for doom, part in zip(kills, parts, strict=False)
            if doom.moment != CLOCK and len(part) != doom.entry + (doom.moment != TORN)
        ]
        return torn + broken_rules(parts, self.references[scenario])


async def _created(path: Path) -> None:
    with clock.standing_still():
        await create(path)


def _forked(work: Callable[[], None]) -> int:
    """Do it in a process of its own; its exit code, negative for the signal that ended it."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - told, and the exit code says so
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _lines(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if sound != "ok":
            raise RuntimeError(f"the database is damaged: {sound}")
        rows = connection.execute(
            "SELECT line FROM entry WHERE interview_id = ? ORDER BY seq", (INTERVIEW,)
        )
        return [line for (line,) in rows]


def _last_s(lines: Sequence[str]) -> float:
    return json.loads(lines[-1])["event"]["at"] / 1000 if len(lines) > 1 else 0.0


def every_kill(stable: Stable, scenario: str) -> list[Doom]:
    return [
        Doom(moment, entry)
        for entry in range(len(stable.references[scenario]))
        for moment in MOMENTS
        if entry > 0 or moment != DONE  # the header causes no commands
    ]


def spread(kills: Sequence[Doom], count: int) -> list[Doom]:
    """So many of them, evenly, the first and the last among them."""
    if count >= len(kills):
        return list(kills)
    return [kills[round(i * (len(kills) - 1) / max(1, count - 1))] for i in range(count)]


def serve(stable: Stable) -> None:
    for request in sys.stdin:
        asked = json.loads(request)
        scenario, reference = asked["scenario"], stable.references[asked["scenario"]]
        answer: Any = reference
        if "parts" in asked:
            answer = broken_rules(asked["parts"], reference)
        elif asked["kills"]:
            answer = stable.faults(scenario, [Doom(*kill) for kill in asked["kills"]])
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/durability/kills.py")
    parser.add_argument("--scenario", choices=SCENARIOS)
    parser.add_argument("--sample", type=int, help="so many kills of each scenario; else all")
    parser.add_argument("--kill", action="append", default=[], help="MOMENT:ENTRY, in turn")
    parser.add_argument("--tell", action="store_true", help="print the journal of --kill")
    parser.add_argument("--serve", action="store_true")
    asked = parser.parse_args()
    logging.getLogger("livekit").setLevel(logging.CRITICAL)
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    gc.freeze()  # each fork would look through it all for garbage, and copy it by that
    with tempfile.TemporaryDirectory(prefix="greenroom-kills-") as directory:
        stable = Stable(Path(directory))
        if asked.serve:
            serve(stable)
            return 0
        if asked.kill:
            return _one(stable, asked.scenario or SCENARIOS[0], asked.kill, tell=asked.tell)
        scenarios = (asked.scenario,) if asked.scenario else SCENARIOS
        return _all(stable, scenarios, asked.sample)


def _one(stable: Stable, scenario: str, kills: Sequence[str], *, tell: bool) -> int:
    dooms = [Doom(moment, int(entry)) for moment, _, entry in (k.partition(":") for k in kills)]
    if tell:
        sys.stdout.writelines(f"{line}\n" for line in _told(stable.through(scenario, dooms)))
    wrong = stable.faults(scenario, dooms)
    sys.stdout.writelines(f"{fault}\n" for fault in wrong)
    return 1 if wrong else 0


def _told(parts: Sequence[Sequence[str]]) -> Iterator[str]:
    shown = 0
    for part in parts:
        yield from part[max(1, shown) :]
        shown = len(part)
        yield "---- killed" if part is not parts[-1] else json.dumps(outcome(part), indent=1)


def _all(stable: Stable, scenarios: Sequence[str], sample: int | None) -> int:
    done = bad = 0
    for scenario in scenarios:
        kills = every_kill(stable, scenario)
        for doom in kills if sample is None else spread(kills, sample):
            wrong = stable.faults(scenario, [doom])
            done, bad = done + 1, bad + bool(wrong)
            for fault in wrong:
                sys.stdout.write(f"{scenario} {doom.moment}:{doom.entry}: {fault}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{done} kills, {bad} with faults\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
