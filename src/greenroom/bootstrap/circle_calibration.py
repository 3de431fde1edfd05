"""`greenroom circle calibrate`: a judge beside labels, as a table and as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from greenroom.app.circles import golden, labels
from greenroom.app.circles.calibrating import Asked, Asking, ask
from greenroom.app.circles.calibration import Calibration, Labelled, fallen, floors, labelled
from greenroom.app.circles.calibration_table import table
from greenroom.app.ports import UserFault
from greenroom.bootstrap import circle_roles as roles
from greenroom.bootstrap.output import say
from greenroom.circle import prompts
from greenroom.circle.calibration.item import Item

EVERY: Final = 10
"""Items after which progress is told."""
FELL: Final = 1
BROKEN: Final = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for on the command line."""

    judge: str
    labels: tuple[Path, ...] = ()
    """None of them: what Greenroom's own items were written for."""
    items: Path | None = None
    repeat: int = 1
    probes: bool = False
    panel: int = 1
    at_once: int = 1
    record: Path | None = None
    out: Path | None = None
    against: Path | None = None


def main(wanted: Options, *, as_json: bool) -> int:
    """Print the figures. 0 whatever they are; 1: a rate fell below what it was at least; 3: a provider
    refused, or nothing was judged. Raises `UserFault`, `OperatorFault`."""
    _check(wanted)
    items = golden.items(wanted.items)
    told = labelled(_files(wanted, items))
    lowest = {} if wanted.against is None else _floors(wanted.against, told)
    chosen = [item for id_, item in items.items() if id_ in told.items]
    name, asked = asyncio.run(_asked(wanted, chosen))
    found = _found(wanted, told, name, asked)
    fell = fallen(found, lowest)
    whole = json.dumps(found.plain(), ensure_ascii=False, indent=2) + "\n"
    if wanted.out is not None:
        _write(wanted.out, whole)
    text = whole if as_json else "\n".join((*table(found), ""))
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
    for rate in fell:
        say(rate)
    judged = any(sheet.first.verdict for sheet in asked.sheets)
    if asked.stopped is not None or not judged:
        say("the judge gave no verdict" if not judged else "not every item was asked about")
        return BROKEN
    return FELL if fell else 0


def _check(wanted: Options) -> None:
    """Before anything costs anything."""
    if wanted.out is not None and wanted.out.exists():
        raise UserFault(f"--out {wanted.out}: it is there already; give a new file")
    if wanted.at_once > 1 and (wanted.judge != roles.LLM or wanted.record is not None):
        raise UserFault("--at-once: a script and a cassette have an order; give 1")
    if wanted.items is not None and not wanted.labels:
        raise UserFault("--items: give the labels of these items too, with --labels")


def _files(wanted: Options, items: Mapping[str, Item]) -> list[labels.LabelFile]:
    return [labels.read(path, items) for path in wanted.labels or (golden.intended(),)]


async def _asked(wanted: Options, items: list[Item]) -> tuple[str, Asked]:
    """The judge's name, and what it said."""
    judge = roles.told_judge(wanted.judge)
    with roles.kept(wanted.record) as keep:
        async with roles.model(wanted=judge is None) as model:
            asking = Asking(
                judge=keep("judge", judge or roles.model_judge(model)),
                judges=wanted.panel,
                repeat=wanted.repeat,
                probes=wanted.probes,
                at_once=wanted.at_once,
                told=lambda done: _progress(done, len(items)),
            )
            name = wanted.judge.split(":")[0] if model is None else model.name
            return name, await ask(items, asking)


def _progress(done: int, items: int) -> None:
    if done % EVERY == 0 or done == items:
        say(f"{done} of {items} items")


def _found(wanted: Options, told: Labelled, name: str, asked: Asked) -> Calibration:
    prompt = dict(prompts.versions())["judge"]
    return Calibration(told, name, prompt, wanted.panel, wanted.repeat, asked)


def _floors(path: Path, told: Labelled) -> Mapping[str, float]:
    try:
        return floors(told, json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise UserFault(f"--against {path}: cannot be read: {error.strerror}") from None
    except UserFault as fault:
        raise UserFault(f"--against {path}: {fault}") from None
    except (ValueError, RecursionError):
        raise UserFault(f"--against {path}: this is not JSON") from None


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UserFault(f"--out {path}: {error.strerror}") from None
